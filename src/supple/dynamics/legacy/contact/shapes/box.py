"""Box: outside, the distance to the nearest point of it; inside, to the nearest side."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape, sizes
from supple.kernels import kernel
from supple.scene import Mesh, models


@dataclass(frozen=True)
class Box(Shape):
    """A box of `width` (x), `height` (y) and `depth` (z) [m] about its origin.

    >>> Box(2, 4, 6).numbers
    (1.0, 2.0, 3.0)
    """

    width: float = 0.4
    height: float = 0.4
    depth: float = 0.4
    kind = Kind.BOX

    def __post_init__(self) -> None:
        sizes("box", width=self.width, height=self.height, depth=self.depth)

    @property
    def numbers(self) -> tuple[float, ...]:
        """Half sizes."""
        return (self.width / 2, self.height / 2, self.depth / 2)

    def mesh(self) -> Mesh:
        """Six sides."""
        return models.box(width=self.width, height=self.height, depth=self.depth).surface


@kernel
def box_gap(half: Array, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """(gap, normal) of the box with half sizes (3,)."""
    a, b, c = abs(x) - half[0], abs(y) - half[1], abs(z) - half[2]
    sx, sy, sz = np.copysign(1.0, x), np.copysign(1.0, y), np.copysign(1.0, z)
    if a <= 0.0 and b <= 0.0 and c <= 0.0:
        if a >= b and a >= c:
            return a, sx, 0.0, 0.0
        if b >= c:
            return b, 0.0, sy, 0.0
        return c, 0.0, 0.0, sz
    a, b, c = max(a, 0.0), max(b, 0.0), max(c, 0.0)
    away = np.sqrt(a * a + b * b + c * c)
    return away, sx * a / away, sy * b / away, sz * c / away
