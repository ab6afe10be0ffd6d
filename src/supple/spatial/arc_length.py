"""A rotation curve run through at constant angular speed.

s(t) = ∫ |ω| dt,    t(τ): s(t(τ)) = L (τ − τ₀) / T,    dt/dτ = (L/T) / |ω|

The path and its whole duration T stay; only the timing changes. (The wish at the end of Shoemake 1985.)
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.errors import InputError
from supple.spatial.components import dot, length
from supple.spatial.curve import RotationCurve
from supple.spatial.jet import Jet

PANELS = 16  # per key interval
NODES, WEIGHTS = np.polynomial.legendre.leggauss(6)
NODES, WEIGHTS = (NODES + 1.0) / 2.0, WEIGHTS / 2.0
ROUNDS = 60  # enough to halve a panel down to rounding; Newton takes about four


class ArcLengthCurve(RotationCurve):
    """The path of `curve`, over the same time, at constant angular speed.

    `times` are those at which the keys are passed now; `arc` [rad] is the whole angle turned through.

    >>> from supple.spatial import SquadCurve
    >>> eased = SquadCurve([0, 1], [[0, 0, 0, 1], [0, 0, 1, 0]], ends="rest")
    >>> ArcLengthCurve(eased).velocity([0.1, 0.5, 0.9]).round(6)
    array([[0.      , 0.      , 3.141593],
           [0.      , 0.      , 3.141593],
           [0.      , 0.      , 3.141593]])
    """

    def __init__(self, curve: RotationCurve) -> None:
        if len(curve.times) < 2:
            raise InputError("curve: has one key and no length; arc length needs at least two keys")
        self.curve = curve
        fractions = np.arange(PANELS) / PANELS
        inner = curve.times[:-1, None] + fractions * np.diff(curve.times)[:, None]
        self._knots = np.append(inner.ravel(), curve.times[-1])
        pieces = self._turned(self._knots[:-1], self._knots[1:])
        self._arcs = np.concatenate([[0.0], np.cumsum(pieces)])
        self.arc = float(self._arcs[-1])
        if self.arc == 0.0:
            raise InputError("curve: never turns, so it has no arc length to go by")
        self._start = float(curve.times[0])
        self._speed = self.arc / float(curve.times[-1] - curve.times[0])
        self.times = self._start + self._arcs[::PANELS] / self._speed
        self.times[-1] = curve.times[-1]

    def _rotation(self, t: Array) -> Array:
        return self.curve(self._original_time(t))

    def _jet(self, t: Array) -> Jet:
        t = self._original_time(t)
        omega, alpha = self.curve.velocity(t), self.curve.acceleration(t)
        speed = length(omega)
        moving = speed > 0.0
        rate = np.where(moving, self._speed / np.where(moving, speed, 1.0), 0.0)
        second = -rate * rate * dot(omega, alpha) / np.where(moving, speed * speed, 1.0)
        return Jet(
            self.curve(t), omega * rate[:, None], alpha * (rate * rate)[:, None] + omega * second[:, None]
        )

    def _original_time(self, t: Array) -> Array:
        """t(τ) by Newton's method on s(t), halving the bracket where it would leave it, as at rests."""
        wanted = np.clip((t - self._start) * self._speed, 0.0, self.arc)
        panel: Indices = np.searchsorted(self._arcs[1:-1], wanted, side="right")
        first, low, high = self._knots[panel], self._knots[panel], self._knots[panel + 1]
        wanted = wanted - self._arcs[panel]
        whole = self._arcs[panel + 1] - self._arcs[panel]
        guess = low + (high - low) * np.clip(wanted / np.where(whole > 0.0, whole, 1.0), 0.0, 1.0)
        for _ in range(ROUNDS):
            excess = self._turned(first, guess) - wanted
            unsettled = np.abs(excess) > 1e-15 * self.arc
            if not unsettled.any():
                break
            low, high = np.where(excess < 0.0, guess, low), np.where(excess > 0.0, guess, high)
            speed = length(self.curve.velocity(guess))
            newton = guess - excess / np.where(speed > 0.0, speed, 1.0)
            inside = (newton > low) & (newton < high) & (speed > 0.0)
            guess = np.where(unsettled, np.where(inside, newton, (low + high) / 2), guess)
        return np.asarray(guess)

    def _turned(self, low: Array, high: Array) -> Array:
        """∫ |ω| dt from low to high [rad], each within one panel, shape (n,)."""
        h = (high - low)[:, None]
        return np.asarray(h[:, 0] * (length(self.curve.velocity(low[:, None] + h * NODES)) @ WEIGHTS))
