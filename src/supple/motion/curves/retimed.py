"""A curve played by another clock: x(g(t)), the pacing curve of BBOP (BB-37)."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.motion.curves.curve import Curve, Derived, Values, chain_rule


@dataclass(frozen=True, eq=False)
class Clock(Curve):
    """g(t) = rate t + offset [s]: an even clock, slow, fast or backward."""

    rate: float
    offset: float

    def __call__(self, t: Array, order: int = 0) -> Values:
        """g, ġ or g̈."""
        return (
            self.rate * t + self.offset if order == 0 else np.full_like(t, self.rate if order == 1 else 0.0)
        )

    @property
    def knots(self) -> Array:
        """None: a clock has always run."""
        return np.zeros(0)

    @property
    def start(self) -> float:
        """−∞."""
        return -np.inf

    @property
    def end(self) -> float:
        """∞."""
        return np.inf

    def when(self, reading: Array) -> Array:
        """The time at which the clock reads that [s]."""
        return np.asarray((reading - self.offset) / self.rate)


@dataclass(frozen=True, eq=False)
class Retimed(Derived):
    """x(g(t)):  ẋ = x′ġ,  ẍ = x″ġ² + x′g̈."""

    clock: Curve

    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value or derivative at t."""
        g = self.clock(t, 0)
        if order == 0:
            return self.curve(g, 0)
        return chain_rule(self.curve, g, self.clock(t, 1), self.clock(t, 2) if order == 2 else None)

    @property
    def knots(self) -> Array:
        """The curve's, at the times an even clock reads them; else the clock's own."""
        return (
            np.sort(self.clock.when(self.curve.knots)) if isinstance(self.clock, Clock) else self.clock.knots
        )

    @property
    def start(self) -> float:
        """First time [s]."""
        return self._ends()[0]

    @property
    def end(self) -> float:
        """Last time [s]."""
        return self._ends()[1]

    def _ends(self) -> tuple[float, float]:
        if not isinstance(self.clock, Clock):
            return self.clock.start, self.clock.end
        ends = self.clock.when(np.array([self.curve.start, self.curve.end]))
        return float(ends.min()), float(ends.max())
