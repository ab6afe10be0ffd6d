"""An interval drawn by hand: samples between two keys, whose ends are blended to what the keys say.

x = a + u (b − a) + d(u),   d(uⱼ) = vⱼ − v₀ − uⱼ (vₘ − v₀)   (BB-48, freehand)

d is what the hand did beside the straight line. It keeps its shape when the interval is stretched or its keys change.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.motion.interpolators.columns import Columns
from supple.motion.interpolators.polynomial import monotone

if TYPE_CHECKING:
    from scipy.interpolate import PPoly


@dataclass(frozen=True, eq=False)
class Drawn:
    """Values (m, …) at even steps of an interval as they were drawn; an interpolator like any other.

    >>> from supple.motion import keys
    >>> keys({0: 1.0, 1: 3.0}, interpolate=Drawn([0, 0.5, 0]))(0.5)
    np.float64(2.5)
    """

    values: ArrayLike

    def __post_init__(self) -> None:
        given = finite(self.values, "drawn")
        if given.ndim < 1 or len(given) < 2:
            raise InputError(f"drawn: expected two or more values over the interval, got shape {given.shape}")
        given = given.copy()
        given.flags.writeable = False
        object.__setattr__(self, "values", given)

    @property
    def samples(self) -> Array:
        """The values as an array (m, …)."""
        return np.asarray(self.values)

    def scaled(self, factor: Array) -> "Drawn":
        """The same curve, `factor` times as high."""
        return Drawn(factor * self.samples)

    @cached_property
    def aside(self) -> "PPoly[np.float64]":
        """d(u): monotone between samples, so that nothing swings that was not drawn to swing."""
        from scipy.interpolate import PPoly

        v, u = self.samples, np.linspace(0, 1, len(self.samples))
        line = v[0] + u.reshape(-1, *(1,) * (v.ndim - 1)) * (v[-1] - v[0])
        return PPoly(monotone(Columns(u, v - line)), u)


@dataclass(frozen=True)
class DrawnSpans:
    """Drawn intervals. Called with times, their intervals, and the order."""

    keys: Columns
    drawn: Drawn

    def __post_init__(self) -> None:
        one, shape = self.keys.values.shape[1:], self.drawn.samples.shape[1:]
        if one != shape:
            raise InputError(
                f"drawn: the keys have values of shape {one}, the curve has {shape}; draw one for each"
            )

    def __call__(self, t: Array, i: NDArray[np.intp], order: int) -> Array:
        """x (n, …) or its derivatives."""
        a, b = self.keys.values[i], self.keys.values[i + 1]
        h = self.keys.times[i + 1] - self.keys.times[i]
        u = (t - self.keys.times[i]) / h
        aside: Any = self.drawn.aside(u, order) / self.keys.over_values(h**order)
        line = (a + self.keys.over_values(u) * (b - a), (b - a) / self.keys.over_values(h), 0.0)[order]
        return np.asarray(line + aside)
