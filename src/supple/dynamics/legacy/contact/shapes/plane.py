"""Half space: gap = y, whatever is below y = 0 is inside."""

from dataclasses import dataclass

from supple.dynamics.legacy.contact.shapes.shape import Kind, Shape, sizes
from supple.kernels import kernel
from supple.scene import Mesh, models


@dataclass(frozen=True)
class Plane(Shape):
    """The plane y = 0 of its frame, solid below and without end; `size` [m] is how much of it is shown.

    >>> len(Plane(size=4).mesh().vertices) > 0
    True
    """

    size: float = 10.0
    kind = Kind.PLANE

    def __post_init__(self) -> None:
        sizes("plane", size=self.size)

    @property
    def numbers(self) -> tuple[float, ...]:
        """None."""
        return ()

    def mesh(self) -> Mesh:
        """A square of it."""
        return models.plane(width=self.size, depth=self.size).surface


@kernel
def plane_gap(y: float) -> tuple[float, float, float, float]:
    """(gap, normal)."""
    return y, 0.0, 1.0, 0.0
