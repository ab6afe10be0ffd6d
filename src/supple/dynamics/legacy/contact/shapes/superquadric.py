"""Superquadric by its inside–outside function (Barr 1981).

F = (|x/a|^(2/e₂) + |z/c|^(2/e₂))^(e₂/e₁) + |y/b|^(2/e₁),   φ = F^(e₁/2),   gap = (φ − 1)/|∇φ|

φ grows in proportion along every ray, which makes the gap exact for balls and for the sides of boxes, and right to
first order on every surface.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape, sizes
from supple.errors import InputError
from supple.kernels import kernel
from supple.scene import Mesh, models

TINY = 1e-12
"""Below this share of the largest a coordinate counts as zero: powers below 1 have no slope there."""


@dataclass(frozen=True)
class Superquadric(Shape):
    """Sizes [m] along x, y, z and the exponents e₁ and e₂ of `models.superquadric`: near 0 a box, 1 round, 2 beveled.

    >>> Superquadric(1, 2, 3, north_south=1, east_west=1).numbers
    (0.5, 1.0, 1.5, 1, 1)
    """

    width: float = 0.4
    height: float = 0.4
    depth: float = 0.4
    north_south: float = 0.4
    east_west: float = 0.4
    kind = Kind.SUPERQUADRIC

    def __post_init__(self) -> None:
        sizes("superquadric", width=self.width, height=self.height, depth=self.depth)
        for name, e in (("north_south", self.north_south), ("east_west", self.east_west)):
            if not 0.05 <= e <= 2:
                raise InputError(f"superquadric: {name} is {e}; give an exponent from 0.05 to 2")

    @property
    def numbers(self) -> tuple[float, ...]:
        """Half sizes, e₁ and e₂."""
        return (self.width / 2, self.height / 2, self.depth / 2, self.north_south, self.east_west)

    def mesh(self) -> Mesh:
        """Its surface."""
        return models.superquadric(
            width=self.width, height=self.height, depth=self.depth,
            north_south=self.north_south, east_west=self.east_west,
        ).surface  # fmt: skip


@kernel
def superquadric_gap(size: Array, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """(gap, normal) of half sizes and exponents (a, b, c, e₁, e₂)."""
    e1, e2 = size[3], size[4]
    u, v, w = abs(x) / size[0], abs(y) / size[1], abs(z) / size[2]
    largest = max(u, v, w)
    if largest == 0.0:
        return -min(size[0], size[1], size[2]), 0.0, 1.0, 0.0
    u, v, w = u / largest, v / largest, w / largest
    around = _power(u, 2 / e2) + _power(w, 2 / e2)
    F = _power(around, e2 / e1) + _power(v, 2 / e1)
    phi, slope = largest * F ** (e1 / 2), F ** (e1 / 2 - 1)
    outward = slope * _power(around, e2 / e1 - 1)
    nx = np.copysign(outward * _power(u, 2 / e2 - 1) / size[0], x)
    ny = np.copysign(slope * _power(v, 2 / e1 - 1) / size[1], y)
    nz = np.copysign(outward * _power(w, 2 / e2 - 1) / size[2], z)
    length = np.sqrt(nx * nx + ny * ny + nz * nz)
    return (phi - 1.0) / length, nx / length, ny / length, nz / length


@kernel
def _power(x: float, e: float) -> float:
    """xᵉ for x ≥ 0, and 0 where x is nothing, whatever the exponent."""
    return x**e if x > TINY else 0.0
