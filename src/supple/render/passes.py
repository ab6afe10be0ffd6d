"""The ways in which a cast is drawn: solid things, transparent ones, ghosts of other frames."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.render.cast import Placed
from supple.render.context import context, program, set_uniforms
from supple.render.geometry import DrawnPart
from supple.scene.look import Color

GHOST_OPACITY = 0.22


def draw_solid(cast: Iterable[Placed]) -> None:
    """Opaque parts; the inner side of a surface only if its look has two sides."""
    gl = context()
    gl.cull_face = "back"
    for placed in cast:
        _place(placed)
        for part in placed.mesh.parts:
            gl.enable_only(gl.DEPTH_TEST if part.look.two_sided else gl.DEPTH_TEST | gl.CULL_FACE)
            if placed.paint(part)[3] >= 1:
                _draw(part, placed.paint(part))


def draw_glass(cast: Iterable[Placed], eye: Array, target: Any) -> None:
    """Transparent parts, far things first, far sides before near ones; they hide nothing from each other."""
    gl = context()
    gl.enable_only(gl.DEPTH_TEST | gl.BLEND | gl.CULL_FACE)
    _mask(target, depth=False)
    for placed in sorted(cast, key=lambda p: -float(np.linalg.norm(p.world[:3, 3] - eye))):
        _place(placed)
        for gl.cull_face in ("front", "back"):
            for part in placed.mesh.parts:
                if placed.paint(part)[3] < 1:
                    _draw(part, placed.paint(part))
    _mask(target)


def draw_ghost(cast: Iterable[Placed], view_projection: Array, target: Any) -> None:
    """Faint copies, of which only the nearest surface shows: depth first, then color where it is reached."""
    gl = context()
    for placed in cast:
        gl.enable_only(gl.DEPTH_TEST)
        set_uniforms(
            program("depth", "depth"), world=placed.world, view_projection=view_projection, alpha=1.0
        )
        placed.mesh.attend(program("depth", "depth"))
        _mask(target, color=False)
        for part in placed.mesh.parts:
            part.depth.render()
        _mask(target)
        gl.enable_only(gl.DEPTH_TEST | gl.BLEND)
        gl.depth_func = "<="
        _place(placed)
        for part in placed.mesh.parts:
            _draw(part, placed.paint(part), GHOST_OPACITY)
        gl.depth_func = "<"


def _mask(target: Any, *, color: bool = True, depth: bool = True) -> None:
    """Say what may be written; a framebuffer learns it when it is used again."""
    target.color_mask, target.depth_mask = (color,) * 4, depth
    target.use()


def _place(placed: Placed) -> None:
    normal, shader = np.linalg.pinv(placed.world[:3, :3]).T, program("surface", "surface")
    set_uniforms(shader, world=placed.world, normal_matrix=normal)
    placed.mesh.attend(shader)


def _draw(part: DrawnPart, color: Color, opacity: float = 1.0) -> None:
    look = part.look
    part.picture.use(0)
    set_uniforms(
        program("surface", "surface"),
        picture=0,
        color=color,
        emission=look.emission,
        metallic=look.metallic,
        roughness=look.roughness,
        two_sided=look.two_sided,
        opacity=opacity,
    )
    part.surface.render()
