"""A holonomic constraint on points: c(x₁ … xₙ, t) = 0 (Witkin & Welch 1990, §3.1).

ċ = Σ Bᵢ ẋᵢ + ∂c/∂t,   c̈ = Σ Bᵢ ẍᵢ + bias,   Bᵢ = ∂c/∂xᵢ.

A kind of constraint speaks of points alone; what it asks of the coordinates follows from the points' Jacobians.
"""

from abc import ABC, abstractmethod

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Point


class Constraint(ABC):
    """d equations on n points; x and xdot are (n, 3)."""

    name: str
    points: tuple[Point, ...]

    @property
    @abstractmethod
    def size(self) -> int:
        """d."""

    @property
    @abstractmethod
    def constant(self) -> bool:
        """Whether its Jacobian never changes."""

    @abstractmethod
    def value(self, x: Array, t: float) -> Array:
        """c (d,)."""

    @abstractmethod
    def rate(self, x: Array, xdot: Array, t: float) -> Array:
        """ċ (d,)."""

    @abstractmethod
    def bias(self, x: Array, xdot: Array, t: float) -> Array:
        """What c̈ has beyond Σ Bᵢ ẍᵢ (d,): the mixed term enters twice (eq. 6, corrected)."""

    @abstractmethod
    def blocks_at(self, x: Array, t: float) -> tuple[Array, ...]:
        """Bᵢ of each point, (d, 3)."""
