"""One component of a vector or color, and a vector put together from components."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.motion.curves.curve import Curve, Derived, Values


@dataclass(frozen=True, eq=False)
class Component(Derived):
    """x[index]: a scalar."""

    index: int

    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value or derivative at t, shape (n,)."""
        return np.asarray(self.curve(t, order)[:, self.index])


@dataclass(frozen=True, eq=False)
class Replaced(Curve):
    """x, with the scalar curve `part` in the place of x[index]."""

    curve: Curve
    index: int
    part: Curve

    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value or derivative at t, shape (n, k)."""
        x = self.curve(t, order).copy()
        x[:, self.index] = self.part(t, order)
        return x

    @property
    def knots(self) -> Array:
        """Those of both."""
        return np.unique(np.concatenate([self.curve.knots, self.part.knots]))

    @property
    def start(self) -> float:
        """The earlier of the two."""
        return min(self.curve.start, self.part.start)

    @property
    def end(self) -> float:
        """The later of the two."""
        return max(self.curve.end, self.part.end)
