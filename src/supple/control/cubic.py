"""Motion planned a short way ahead: a cubic in time, and a path that may be planned anew at any moment.

x(t) = c₀ + c₁ s + c₂ s² + c₃ s³,  s = t − start
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.constraints.path import Path


@dataclass(frozen=True, eq=False)
class Cubic:
    """A cubic from a time `start` [s] on; coefficients (4, 3) [m, m/s, m/s², m/s³].

    >>> Cubic.between(0, [0, 0, 0], [0, 0, 0], 2, [1, 0, 0], [0, 0, 0]).position(1)
    array([0.5, 0. , 0. ])
    """

    start: float
    coefficients: Array

    @classmethod
    def between(cls, start: float, x0: Array, v0: Array, end: float, x1: Array, v1: Array) -> "Cubic":
        """From place and velocity at `start` to place and velocity at `end`."""
        x0, v0, x1, v1 = (np.asarray(a, dtype=np.float64) for a in (x0, v0, x1, v1))
        T = end - start
        mean = (x1 - x0) / T
        return cls(start, np.stack([x0, v0, (3 * mean - 2 * v0 - v1) / T, (v0 + v1 - 2 * mean) / T**2]))

    def __call__(self, t: Array, order: int = 0) -> Array:
        """Positions at times t (n,), or derivatives, (n, 3); by Horner: equal bits however many at once."""
        c = self.coefficients
        for _ in range(order):
            c = c[1:] * np.arange(1, len(c))[:, None]
        s, x = (t - self.start)[:, None], np.zeros((len(t), c.shape[1]))
        for power in c[::-1]:
            x = x * s + power
        return x

    def position(self, t: float) -> Array:
        """Where it is then (3,) [m]."""
        return np.asarray(self(np.array([t]))[0])

    def velocity(self, t: float) -> Array:
        """How fast it is then (3,) [m/s]."""
        return np.asarray(self(np.array([t]), 1)[0])


class Steered(Path):
    """The path of a point under control: what is planned at the moment."""

    def __init__(self, course: Cubic) -> None:
        self.course = course

    def __call__(self, t: Array, order: int = 0) -> Array:
        """The plan of this moment, or a derivative, at times t (n,)."""
        return self.course(t, order)
