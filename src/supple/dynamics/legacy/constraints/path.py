"""Where a constraint wants its points: n(t) with velocity and acceleration, each (T, d)."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.motion import Track


class Path(ABC):
    """n(t), ṅ(t), n̈(t)."""

    moving = True

    @property
    def end(self) -> float:
        """Until when it says where to be [s]."""
        return float("inf")

    @abstractmethod
    def __call__(self, t: Array, order: int = 0) -> Array:
        """Value (order 0) or derivative (1, 2) at times t (n,), shape (n, d)."""

    def at(self, t: float, order: int = 0) -> Array:
        """The same at one time, (d,)."""
        return np.asarray(self(np.array([t]), order)[0])


@dataclass(frozen=True, eq=False)
class Still(Path):
    """A place that does not move."""

    value: Array
    moving = False

    def __call__(self, t: Array, order: int = 0) -> Array:
        return np.tile(self.at(0.0, order), (len(t), 1))

    def at(self, t: float, order: int = 0) -> Array:
        return self.value if order == 0 else np.zeros_like(self.value)


@dataclass(frozen=True, eq=False)
class Tracked(Path):
    """A track, seen through the rows D (d, 3) of a constraint."""

    track: Track
    rows: Array

    @property
    def end(self) -> float:
        return self.track.end

    def __call__(self, t: Array, order: int = 0) -> Array:
        value = (self.track, self.track.velocity, self.track.acceleration)[order](t)
        return np.asarray(value @ self.rows.T)


def spline(start: float, x0: Array, v0: Array, end: float, x1: Array, v1: Array) -> Track:
    """The cubic from place and velocity at `start` to place and velocity at `end` (Witkin & Welch 1990, §4.1)."""
    h = end - start
    if h <= 0:
        raise InputError(f"a move from {start} s to {end} s takes no time")

    def of_order(order: int) -> Callable[[Array], Array]:
        return lambda t: np.asarray(
            _hermite(((t - start) / h)[:, None], order, x0, h * v0, x1, h * v1) / h**order
        )

    return Track.function(of_order(0), "vector", start, end, of_order(1), of_order(2))


def _hermite(u: Array, order: int, x0: Array, m0: Array, x1: Array, m1: Array) -> Array:
    """The cubic with ends x and slopes m over u ∈ [0, 1], or a derivative."""
    if order == 0:
        w = (2 * u**3 - 3 * u**2 + 1, u**3 - 2 * u**2 + u, 3 * u**2 - 2 * u**3, u**3 - u**2)
    elif order == 1:
        w = (6 * u**2 - 6 * u, 3 * u**2 - 4 * u + 1, 6 * u - 6 * u**2, 3 * u**2 - 2 * u)
    else:
        w = (12 * u - 6, 6 * u - 4, 6 - 12 * u, 6 * u - 2)
    return np.asarray(w[0] * x0 + w[1] * m0 + w[2] * x1 + w[3] * m1)


def held(track: Track) -> Track:
    """The same track, whose last value is meant to last."""
    return Track.function(track, track.kind, track.start, None, track.velocity, track.acceleration)


def chained(first: Track, then: Track, at: float) -> Track:
    """One track up to a time [s], another from there on."""

    def of_order(order: int) -> Callable[[Array], Array]:
        def value(t: Array) -> Array:
            before, after = ((x, x.velocity, x.acceleration)[order](t) for x in (first, then))
            return np.asarray(np.where((t < at)[:, None], before, after))

        return value

    return Track.function(of_order(0), "vector", first.start, then.end, of_order(1), of_order(2))
