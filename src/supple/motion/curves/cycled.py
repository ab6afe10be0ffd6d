"""Cycles: x(t) = x(s + (t − s) mod P) + k Δ,  k = ⌊(t − s)/P⌋   (BB-36)."""

from dataclasses import dataclass

import numpy as np

from supple import spatial
from supple.arrays import Array
from supple.motion.curves.curve import Derived, Values


@dataclass(frozen=True, eq=False)
class Cycled(Derived):
    """A curve again and again, `count` times or for ever; every round adds `offset` (a rotation: turns by it)."""

    count: int | None = None
    offset: Array | None = None

    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value or derivative at t; at a seam, those of the round that begins."""
        s, P = self.curve.start, self.period
        round_ = np.floor((t - s) / P)
        if self.count is not None:
            round_ = np.clip(round_, 0, self.count - 1)
        within = (t >= self.start) & (t <= self.end)
        local = np.where(within, np.clip(t - round_ * P, s, self.curve.end), t - round_ * P)
        x = self.curve(local, order)
        return x if self.offset is None else self._moved(x, round_, order)

    @property
    def period(self) -> float:
        """P [s]."""
        return self.curve.end - self.curve.start

    @property
    def knots(self) -> Array:
        """The curve's, once for every round; for ever: those of the first."""
        rounds = np.arange(self.count or 1)[:, None] * self.period
        inner = self.curve.knots
        return np.append((inner[:-1] + rounds).reshape(-1), inner[-1] + rounds[-1])

    @property
    def start(self) -> float:
        """First time [s]; −∞ if it goes on for ever."""
        return self.curve.start if self.count is not None else -np.inf

    @property
    def end(self) -> float:
        """Last time [s]; ∞ if it goes on for ever."""
        return self.curve.start + self.count * self.period if self.count is not None else np.inf

    def _moved(self, x: Values, round_: Array, order: int) -> Values:
        offset = np.asarray(self.offset)
        if self.kind == "rotation":
            turn = spatial.exp(round_[:, None] * spatial.log(offset))
            return spatial.multiply(turn, x) if order == 0 else spatial.rotate(turn, x)
        return x + round_.reshape(-1, *(1,) * (x.ndim - 1)) * offset if order == 0 else x
