"""Depth seen along parallel rays: from the key light (shadows), and from under the floor (the sky hidden)."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.render.cast import Placed
from supple.render.context import context, program, set_uniforms
from supple.render.projection import box_along

TO_TEXTURE = np.array([[0.5, 0, 0, 0.5], [0, 0.5, 0, 0.5], [0, 0, 0.5, 0.5], [0, 0, 0, 1]])
"""Clip space [−1, 1] → [0, 1], where textures and depths live."""


UNDERSIDE = 4
"""Texture unit; a sampler stays with its unit, so none is shared with the pictures of surfaces."""


class DepthMap:
    """A square map of the depth of whatever casts."""

    def __init__(self, side: int) -> None:
        self.texture = context().depth_texture((side, side))
        self.texture.compare_func = ""
        self._target = context().framebuffer(depth_attachment=self.texture)
        self.nearest = context().sampler(
            texture=self.texture, filter=(0x2600, 0x2600), repeat_x=False, repeat_y=False
        )
        self.comparing = context().sampler(
            texture=self.texture, filter=(0x2601, 0x2601), compare_func="<=", repeat_x=False, repeat_y=False
        )

    def draw(self, casters: Iterable[Placed], box: Array) -> None:
        """Draw the cast through `box` (world → clip)."""
        self._target.use()
        self._target.clear(depth=1.0)
        context().enable_only(context().DEPTH_TEST)
        depth = program("depth", "depth")
        set_uniforms(depth, view_projection=box)
        for placed in casters:
            set_uniforms(depth, world=placed.world)
            placed.mesh.attend(depth)
            for part in placed.mesh.parts:
                set_uniforms(depth, alpha=placed.paint(part)[3])
                part.depth.render()


class SkyMap:
    """How much of the sky the subject hides from each point of the floor, over a square of the floor."""

    def __init__(self, side: int = 128) -> None:
        self._underside = DepthMap(2 * side)
        self.texture = context().texture((side, side), 1, dtype="f2")
        self.texture.repeat_x = self.texture.repeat_y = False
        self._target = context().framebuffer([self.texture])
        self._square = whole_square("square", "sky")

    def draw(self, casters: Iterable[Placed], center: Array, width: float, height: float) -> None:
        """Look up at what stands over a square `width` wide around `center`, up to `height` over the floor [m]."""
        below = 0.1 * height
        under = np.array([center[0], 0.0, center[2]])
        up = box_along(np.array([0.0, -1.0, 0.0]), under, width / 2, (below, height))
        self._underside.draw(casters, up)
        self._target.use()
        context().enable_only(context().NOTHING)
        self._underside.nearest.use(UNDERSIDE)
        set_uniforms(program("square", "sky"), underside=UNDERSIDE, width=width, height=height, below=below)
        self._square.render(context().TRIANGLE_STRIP)


def whole_square(vertex: str, fragment: str) -> Any:
    """The square [−1, 1]² as a vertex array for a program that takes `corner`."""
    corners = context().buffer(np.array([-1, -1, 1, -1, -1, 1, 1, 1], dtype="f4").tobytes())
    return context().vertex_array(program(vertex, fragment), [(corners, "2f", "corner")])
