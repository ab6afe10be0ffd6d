"""Ball: gap = |x| − r."""

from dataclasses import dataclass

import numpy as np

from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape, sizes
from supple.kernels import kernel
from supple.scene import Mesh, models


@dataclass(frozen=True)
class Sphere(Shape):
    """A ball of `radius` [m] about its origin.

    >>> Sphere(0.5).numbers
    (0.5,)
    """

    radius: float = 0.2
    kind = Kind.SPHERE

    def __post_init__(self) -> None:
        sizes("sphere", radius=self.radius)

    @property
    def numbers(self) -> tuple[float, ...]:
        """The radius."""
        return (self.radius,)

    def mesh(self) -> Mesh:
        """The ball."""
        return models.sphere(radius=self.radius).surface


@kernel
def sphere_gap(radius: float, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """(gap, normal); upward from the very middle."""
    length = np.sqrt(x * x + y * y + z * z)
    if length == 0.0:
        return -radius, 0.0, 1.0, 0.0
    return length - radius, x / length, y / length, z / length
