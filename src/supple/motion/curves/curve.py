"""A curve: a value at every time, with two derivatives. Tracks are made of curves; curves know nothing of tracks."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeAliasType

from supple.arrays import Array

Values = TypeAliasType("Values", NDArray[Any])


@dataclass(frozen=True, eq=False)
class Curve(ABC):
    """x(t), ẋ(t), ẍ(t). For rotations x is a unit quaternion and ẋ, ẍ are ω, ω̇ (n, 3) in the world frame."""

    kind: str

    @abstractmethod
    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value (order 0) or derivative (order 1, 2) at times t (n,) [s]. Shape (n, …)."""

    @property
    @abstractmethod
    def knots(self) -> Array:
        """The times that matter: keys, seams and finite ends, rising. Shape (m,) [s]."""

    @property
    def start(self) -> float:
        """First time [s]; −∞ for what has always been."""
        return float(self.knots[0])

    @property
    def end(self) -> float:
        """Last time [s]; ∞ for what never ends."""
        return float(self.knots[-1])

    def hold(self, t: Array, x: Values) -> Values:
        """Set to zero the derivatives x at times outside [start, end], where the value is held."""
        outside = (t < self.start) | (t > self.end)
        if outside.any():
            x[outside] = 0
        return x


@dataclass(frozen=True, eq=False)
class Derived(Curve):
    """A curve made from another, over the same time unless it says otherwise."""

    curve: Curve

    @property
    def knots(self) -> Array:
        """The times that matter (m,) [s]."""
        return self.curve.knots

    @property
    def start(self) -> float:
        """First time [s]; −∞ for what has always been."""
        return self.curve.start

    @property
    def end(self) -> float:
        """Last time [s]; ∞ for what never ends."""
        return self.curve.end


def chain_rule(c: Callable[[Array, int], Values], w: Array, w1: Array, w2: Array | None) -> Values:
    """d/dt c(w(t)) = c′ẇ, or, given ẅ, d²/dt² c(w(t)) = c″ẇ² + c′ẅ. Times along the first axis."""
    x1 = c(w, 1)
    along = (-1, *(1,) * (x1.ndim - 1))
    if w2 is None:
        return np.asarray(x1 * w1.reshape(along))
    return np.asarray(c(w, 2) * (w1**2).reshape(along) + x1 * w2.reshape(along))
