"""Capsule: all points within r of a segment, gap = |x − c| − r with c the nearest of the segment."""

from dataclasses import dataclass

import numpy as np

from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape, sizes
from supple.dynamics.legacy.contact.shapes.sphere import sphere_gap
from supple.kernels import kernel
from supple.scene import Mesh, models


@dataclass(frozen=True)
class Capsule(Shape):
    """Everything within `radius` [m] of a segment of `length` [m] along Y about its origin.

    >>> Capsule(radius=0.1, length=1.0).mesh().bounds[1].round(3)
    array([0.1, 0.6, 0.1])
    """

    radius: float = 0.1
    length: float = 0.4
    kind = Kind.CAPSULE

    def __post_init__(self) -> None:
        sizes("capsule", radius=self.radius, length=self.length)

    @property
    def numbers(self) -> tuple[float, ...]:
        """Radius, and half the length."""
        return (self.radius, self.length / 2)

    def mesh(self) -> Mesh:
        """A ball whose halves are drawn apart."""
        ball = models.sphere(radius=self.radius).surface
        vertices = ball.vertices.copy()
        vertices[:, 1] += (
            np.where(np.abs(vertices[:, 1]) > 1e-9, np.sign(vertices[:, 1]), 0.0) * self.length / 2
        )
        return ball.with_vertices(vertices)


@kernel
def capsule_gap(
    radius: float, half: float, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """(gap, normal)."""
    return sphere_gap(radius, x, y - min(max(y, -half), half), z)
