"""A part of a curve, and what lies beyond its ends."""

from dataclasses import dataclass

import numpy as np

from supple import spatial
from supple.arrays import Array
from supple.motion.curves.curve import Derived, Values


@dataclass(frozen=True, eq=False)
class Cropped(Derived):
    """The curve on [begin, finish]; before and after, its values there hold."""

    begin: float
    finish: float

    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value or derivative at t."""
        x = self.curve(np.clip(t, self.begin, self.finish), order)
        return self.hold(t, x) if order else x

    @property
    def knots(self) -> Array:
        """The two ends, and the curve's knots between them."""
        inner = self.curve.knots
        return np.concatenate(
            [[self.begin], inner[(inner > self.begin) & (inner < self.finish)], [self.finish]]
        )

    @property
    def start(self) -> float:
        """Where it begins [s]."""
        return self.begin

    @property
    def end(self) -> float:
        """Where it ends [s]."""
        return self.finish


@dataclass(frozen=True, eq=False)
class Extended(Derived):
    """The curve, going on beyond its ends with the velocity it has there."""

    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value or derivative at t."""
        near = np.clip(t, self.curve.start, self.curve.end)
        x = self.curve(near, order)
        beyond = t - near
        if order == 1 or not beyond.any():
            return x
        if order == 2:
            x[beyond != 0] = 0
            return x
        way = self.curve(near, 1) * beyond.reshape(-1, *(1,) * (x.ndim - 1))
        return spatial.multiply(spatial.exp(way / 2), x) if self.kind == "rotation" else x + way
