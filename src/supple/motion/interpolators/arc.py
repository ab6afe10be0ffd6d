"""Circular arcs through three keys A, B, C.

O = C + [(|u|² v − |v|² u) × n] / 2|n|²,  u = A − C,  v = B − C,  n = u × v   (T-F13)

A run of arc intervals is taken two by two; an odd one at its end lies on the arc through the last three keys.
Each interval is walked at constant speed. Keys on one line are joined by it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from supple.arrays import Array
from supple.errors import InputError
from supple.motion.interpolators.columns import Columns


def circle_through(A: Array, B: Array, C: Array) -> tuple[Array, Array]:
    """Return center and unit normal (…, 3) of circles through three points; the normal is 0 where they are in line.

    >>> center, normal = circle_through(*np.eye(3))
    >>> center.round(4).tolist(), round(float(np.linalg.norm(center - [1, 0, 0])), 4)
    ([0.3333, 0.3333, 0.3333], 0.8165)
    """
    u, v = A - C, B - C
    n = np.cross(u, v)
    nn, uu, vv = (np.sum(w * w, axis=-1, keepdims=True) for w in (n, u, v))
    bent = nn > 1e-20 * uu * vv
    safe = np.where(bent, nn, 1.0)
    return C + np.where(bent, np.cross(uu * v - vv * u, n) / (2 * safe), 0.0), np.where(
        bent, n / np.sqrt(safe), 0.0
    )


@dataclass(frozen=True)
class ArcSpans:
    """x = O + cos θ e₁ + sin θ e₂ between keys i and i + 1, θ linear in time; e₁ = xᵢ − O, e₂ = n̂ × e₁."""

    keys: Columns
    chosen: NDArray[np.bool_]

    def __post_init__(self) -> None:
        x = self.keys.values
        if x.ndim == 1 or x.shape[-1] not in (2, 3):
            raise InputError(
                f"arc: keys must be points in a plane or in space, got values of shape {x.shape[1:]}"
            )

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """The key A of each interval's three, shape (n − 1,)."""
        i = np.arange(len(self.chosen))
        place = i - np.maximum.accumulate(np.where(self.chosen, -1, i)) - 1
        odd_last = (place > 0) & ~np.append(self.chosen[1:], False)
        return np.asarray(np.clip(np.where(odd_last, i - 1, i - place % 2), 0, len(i) - 2))

    @cached_property
    def circles(self) -> tuple[Array, Array, Array, Array]:
        """Per interval: O, e₁, e₂ (n − 1, …, 3) and the angle walked (n − 1, …, 1) [rad], 0 on a line."""
        x, first = self.points, self.first
        if len(x) == 2:
            zero = np.zeros_like(x[:1])
            return zero, zero, zero, zero[..., :1]
        center, n = circle_through(x[first], x[first + 1], x[first + 2])
        e1, chord = x[:-1] - center, x[1:] - center
        e2 = np.cross(n, e1)
        angle = np.arctan2(np.sum(chord * e2, axis=-1), np.sum(chord * e1, axis=-1))[..., None]
        return center, e1, e2, np.where(np.any(n != 0, axis=-1, keepdims=True), angle % (2 * np.pi), 0.0)

    @cached_property
    def points(self) -> Array:
        """The keys as points in space (n, …, 3)."""
        x = self.keys.values
        return np.concatenate([x, np.zeros((*x.shape[:-1], 3 - x.shape[-1]))], axis=-1)

    def __call__(self, t: Array, i: NDArray[np.intp], order: int) -> Array:
        """Position, velocity or acceleration at times t in the intervals i. Shape (n, …)."""
        center, e1, e2, angle = (part[i] for part in self.circles)
        h = self.keys.over_values(self.keys.times[i + 1] - self.keys.times[i])
        u = self.keys.over_values(t - self.keys.times[i]) / h
        cos, sin, rate = np.cos(angle * u), np.sin(angle * u), angle / h
        arc = (
            center + cos * e1 + sin * e2,
            rate * (cos * e2 - sin * e1),
            -(rate**2) * (cos * e1 + sin * e2),
        )[order]
        a, chord = self.points[i], self.points[i + 1] - self.points[i]
        line = (a + u * chord, chord / h, np.zeros_like(a))[order]
        return np.asarray(np.where(angle > 0, arc, line)[..., : self.keys.values.shape[-1]])
