"""What coordinates carry: material points x(q), told apart by coefficients, with their derivatives.

ẋ = J v,  ẍ = J a + J̇ v
"""

from abc import ABC, abstractmethod

from supple.arrays import Array


class Shape(ABC):
    """Points of a body as functions of q (nq,) and v (nq,); each point is known by a row of coefficients."""

    @abstractmethod
    def position(self, q: Array, c: Array) -> Array:
        """x (n, 3) [m] of points with coefficients c (n, ·)."""

    @abstractmethod
    def velocity(self, q: Array, v: Array, c: Array) -> Array:
        """ẋ (n, 3) [m/s]."""

    @abstractmethod
    def jacobian(self, q: Array, c: Array) -> Array:
        """J = ∂x/∂q (n, 3, nq)."""

    @abstractmethod
    def drift(self, q: Array, v: Array, c: Array) -> Array:
        """J̇ v (n, 3) [m/s²]."""
