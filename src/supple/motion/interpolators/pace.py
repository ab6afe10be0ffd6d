"""Interpolants that blend two keys: x = a + α(u)(b − a),  u = (t − tᵢ)/hᵢ;  rotations: q = (b a⁻¹)^α a.

A pace is α with its first two derivatives. Any callable α(u) becomes one: a user's own interpolator.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from supple import spatial
from supple.arrays import Array
from supple.motion.differences import difference
from supple.motion.interpolators.columns import Columns

Pace = Callable[[Array, int], Array]
"""(u, order) ↦ α, α′ or α″ at u (n,)."""


def still(u: Array, order: int) -> Array:
    """α = 0: step."""
    return np.zeros_like(u)


def steady(u: Array, order: int) -> Array:
    """α = u: linear, and for rotations slerp."""
    return u if order == 0 else np.full_like(u, 2.0 - order)


def cosine(u: Array, order: int) -> Array:
    """α = (1 − cos πu)/2  (BB-48)."""
    wave = (1 - np.cos(np.pi * u), np.pi * np.sin(np.pi * u), np.pi**2 * np.cos(np.pi * u))
    return np.asarray(wave[order] / 2)


def accelerate(u: Array, order: int) -> Array:
    """α = 1 − cos πu/2  (BB-48)."""
    k = np.pi / 2
    return np.asarray((1 - np.cos(k * u), k * np.sin(k * u), k**2 * np.cos(k * u))[order])


def decelerate(u: Array, order: int) -> Array:
    """α = sin πu/2  (BB-48)."""
    k = np.pi / 2
    return np.asarray((np.sin(k * u), k * np.cos(k * u), -(k**2) * np.sin(k * u))[order])


def pace_of(blend: Callable[[Array], Any]) -> Pace:
    """The pace of a user's own α(u), u (n,) in [0, 1]; derivatives by differences (`supple.motion.differences`)."""

    def alpha(u: Array) -> Array:
        return np.broadcast_to(np.asarray(blend(u), dtype=np.float64), u.shape)

    return lambda u, order: alpha(u) if order == 0 else difference(alpha, u, order, 0.0, 1.0)


@dataclass(frozen=True)
class PacedSpans:
    """Numbers between keys i and i + 1 at the pace α. Called with times, their intervals, and the order."""

    keys: Columns
    pace: Pace

    def __call__(self, t: Array, i: NDArray[np.intp], order: int) -> Array:
        """xᵢ + α(u)(xᵢ₊₁ − xᵢ), or its derivative. Shape (n, …)."""
        a, b = self.keys.values[i], self.keys.values[i + 1]
        h = self.keys.times[i + 1] - self.keys.times[i]
        alpha = self.keys.over_values(self.pace((t - self.keys.times[i]) / h, order) / h**order)
        return np.asarray(a + alpha * (b - a) if order == 0 else alpha * (b - a))


@dataclass(frozen=True)
class PacedTurns:
    """Rotations between keys i and i + 1 at the pace α: q = exp(α φᵢ/2) qᵢ, ω = α̇ φᵢ, about one axis φᵢ."""

    keys: Columns
    pace: Pace

    @cached_property
    def turns(self) -> Array:
        """φᵢ = 2 log(qᵢ₊₁ qᵢ⁻¹) [rad], shape (n − 1, 3)."""
        q = self.keys.values
        return np.asarray(2 * spatial.log(spatial.multiply(q[1:], spatial.inverse(q[:-1]))))

    def __call__(self, t: Array, i: NDArray[np.intp], order: int) -> Array:
        """q (n, 4), ω (n, 3) or ω̇ (n, 3)."""
        h = self.keys.times[i + 1] - self.keys.times[i]
        alpha = (self.pace((t - self.keys.times[i]) / h, order) / h**order)[:, None]
        if order:
            return np.asarray(alpha * self.turns[i])
        return np.asarray(spatial.multiply(spatial.exp(alpha * self.turns[i] / 2), self.keys.values[i]))
