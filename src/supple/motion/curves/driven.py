"""Velocity wins: from the first velocity event on, a value goes where its velocity takes it.

x(t) = x(s) + ∫ₛᵗ v dt,  t ≥ s = start of v;   before s, the keyed x(t)          (G-F36, G-D02)

The velocity holds beyond its last key, so one event {s: v} is steady motion for ever; stop it with a key of
zero. Rotations turn at the angular velocity v (world frame). Piecewise polynomial velocities are integrated
exactly, others by eight-point Gauss quadrature, and rotations by Magnus steps of fourth order, 5 ms each.
"""

from dataclasses import dataclass

import numpy as np

from supple import spatial
from supple.arrays import Array
from supple.motion.curves.curve import Curve, Values
from supple.motion.curves.keyed import Keyed
from supple.motion.curves.spans import NumberSpans

PANEL = 1 / 24
TURN = 1 / 200


@dataclass(frozen=True, eq=False)
class Driven(Curve):
    """The curve `position` until the velocity begins, then the integral of `velocity`."""

    position: Curve
    velocity: Curve

    def __call__(self, t: Array, order: int = 0) -> Values:
        """x, v or v̇ at t."""
        x = self.position(t, order).copy()
        moved = t >= self.velocity.start
        if moved.any():
            x[moved] = self.velocity(t[moved], order - 1) if order else self._reached(t[moved])
        return x

    @property
    def knots(self) -> Array:
        """The position's before the velocity begins, and the velocity's."""
        before = self.position.knots
        return np.concatenate([before[before < self.velocity.start], self.velocity.knots])

    @property
    def start(self) -> float:
        """The earlier of the two."""
        return min(self.position.start, self.velocity.start)

    @property
    def end(self) -> float:
        """The later of the two."""
        return max(self.position.end, self.velocity.end)

    def _reached(self, t: Array) -> Values:
        s = self.velocity.start
        begin = self.position(np.array([s]), 0)[0]
        return self._turned(s, begin, t) if self.kind == "rotation" else begin + self._integral(s, t)

    def _integral(self, s: float, t: Array) -> Array:
        v = self.velocity
        if isinstance(v, Keyed) and v.polynomial:
            total = NumberSpans(v.columns, v.ways, v.slopes).polynomial.antiderivative()
            return np.asarray(total(t) - total(s))
        return _quadrature(v, s, t)

    def _turned(self, s: float, begin: Array, t: Array) -> Array:
        last = float(t.max())
        even = np.linspace(s, last, max(2, int(np.ceil((last - s) / TURN)) + 1))
        times, which = np.unique(np.concatenate([even, t, self._keys(s, last)]), return_inverse=True)
        turned = spatial.integrate(lambda at: self.velocity(at, 0), times, begin)
        return np.asarray(turned[which[len(even) : len(even) + len(t)]])

    def _keys(self, s: float, last: float) -> Array:
        keys = self.velocity.knots
        return keys[(keys > s) & (keys < last)]


def _quadrature(v: Curve, s: float, t: Array) -> Array:
    """∫ₛᵗ v dt by panels that no key crosses."""
    keys = v.knots[(v.knots > s) & (v.knots < t.max())]
    panels = np.unique(np.concatenate([np.arange(s, t.max(), PANEL), keys, [s]]))
    node, weight = np.polynomial.legendre.leggauss(8)

    def integral(begin: Array, end: Array) -> Array:
        half = (end - begin) / 2
        at = (begin + half)[:, None] + half[:, None] * node
        x = v(at.reshape(-1), 0)
        return np.asarray(np.einsum("n,j,nj...->n...", half, weight, x.reshape(at.shape + x.shape[1:])))

    whole = integral(panels[:-1], panels[1:])
    passed = np.concatenate([np.zeros((1, *whole.shape[1:])), np.cumsum(whole, axis=0)])
    i = np.searchsorted(panels, t, side="right") - 1
    return np.asarray(passed[i] + integral(panels[i], t))
