"""Thin closed plates that lie on a surface: windows on a car, spots on a mushroom."""

from collections.abc import Callable

import numpy as np

from supple.arrays import Array
from supple.scene import solid
from supple.scene.look import Look
from supple.scene.mesh import Part
from supple.scene.models.rings import shell

Placement = Callable[[Array], tuple[Array, Array]]
"""Points of a drawing (n, 2) ↦ points on the surface (n, 3) [m] and unit normals there (n, 3)."""


def panel(
    place: Placement,
    outline: Array,
    height: float,
    *,
    depth: float = 0.002,
    name: str = "",
    look: Look | None = None,
    rings: int = 4,
) -> Part:
    """A plate whose outline (n, 2) is drawn counter-clockwise about the center of the drawing.

    It stands h = `height` [m] above the surface in the middle, falls off to h/2 at its border, ½ h (1 + √(1 - ρ²)),
    and has its underside `depth` [m] below the surface.
    """

    def hoop(rho: float, lift: float) -> Array:
        points, normals = place(rho * outline if rho else np.zeros((1, 2)))
        return points + lift * normals

    levels = np.sin(np.linspace(np.pi / 2, 0, rings + 1))
    hoops = [hoop(0, -depth), hoop(0.5, -depth), hoop(1, -depth), hoop(1, -depth)]
    hoops += [hoop(rho, height * (1 + float(np.sqrt(1 - rho**2))) / 2) for rho in levels]
    part = shell(hoops, hoops, name=name, look=look)
    return Part(
        part.vertices, part.faces, name, part.look, normals=solid.vertex_normals(part.vertices, part.faces)
    )
