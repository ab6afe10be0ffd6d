"""The stage: a seamless backdrop, a floor at y = 0 with a faint grid, and the light that falls on it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.render.cast import Placed
from supple.render.context import context, program, set_uniforms
from supple.render.projection import box_along
from supple.render.shadow import TO_TEXTURE, DepthMap, SkyMap, whole_square

WARM_GRAY = (0.80, 0.775, 0.735)
"""The backdrop, linear RGB."""
KEY_RADIUS = 0.11
"""Tangent of the angular radius of the key: a softbox; shadows are soft in flight, crisp at contact."""
UNITS = {"shadow_depth": 1, "shadow_compare": 2, "sky_hidden": 3}
"""Texture units; 0 is for the picture of a surface."""


@dataclass(frozen=True, eq=False)
class Subject:
    """What is lit, and the ball around it: center (3,), radius [m]."""

    casters: list[Placed]
    center: Array
    radius: float

    @classmethod
    def of(cls, cast: list[Placed], center: Array, seen: float) -> "Subject":
        """The cast in a picture that shows `seen` metres to each side of `center`; more than that is scenery."""
        if not cast:
            return cls(cast, center, seen)
        points = np.concatenate([placed.corners for placed in cast])
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        radius = float(np.linalg.norm(points - middle, axis=1).max())
        return cls(cast, middle, max(radius, 1e-6)) if radius < 4 * seen else cls(cast, center, 4 * seen)


class Stage:
    """Light, floor and backdrop around a subject; `center` and `size` [m] say where the picture is."""

    def __init__(self, shadow_side: int) -> None:
        self._shadow, self._sky = DepthMap(shadow_side), SkyMap()
        self._floor, self._backdrop = whole_square("stage", "stage"), whole_square("square", "backdrop")

    def light(self, subject: Subject, key_direction: Array) -> dict[str, Any]:
        """Draw the shadow maps; returns the numbers by which surfaces and floor are lit."""
        center, radius = subject.center, subject.radius
        above = max(float(center[1]), 0.0) + radius
        reach = (radius, radius + 2 * above / key_direction[1])
        width = 2 * (radius + KEY_RADIUS * 2 * above / key_direction[1])
        box = box_along(key_direction, center, width / 2, reach)
        self._shadow.draw(subject.casters, box)
        sky_width = 4 * radius + 2 * above
        self._sky.draw(subject.casters, center, sky_width, above)
        self._shadow.nearest.use(UNITS["shadow_depth"])
        self._shadow.comparing.use(UNITS["shadow_compare"])
        self._sky.texture.use(UNITS["sky_hidden"])
        return {
            "key_direction": tuple(key_direction),
            "key_radius": KEY_RADIUS,
            "shadow_matrix": TO_TEXTURE @ box,
            "shadow_scale": (width, sum(reach)),
            "sky_center": tuple(center),
            "sky_width": sky_width,
            **UNITS,
        }

    def draw(self, uniforms: dict[str, Any], reach: float) -> None:
        """Draw the floor, a little behind itself so that whatever lies on it wins, and the backdrop elsewhere."""
        gl = context()
        gl.enable_only(gl.DEPTH_TEST)
        gl.polygon_offset = 1.0, 2.0
        set_uniforms(program("stage", "stage"), **uniforms, reach=reach)
        self._floor.render(gl.TRIANGLE_STRIP)
        gl.polygon_offset = 0.0, 0.0
        gl.depth_func = "<="
        set_uniforms(program("square", "backdrop"), **uniforms)
        self._backdrop.render(gl.TRIANGLE_STRIP)
        gl.depth_func = "<"
