"""Keys: columns of times and values, what happens between them, and how gently they are left and reached."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from typing_extensions import TypeAliasType

from supple.arrays import Array
from supple.motion import ease, kinds
from supple.motion.curves.curve import Curve, Values, chain_rule
from supple.motion.curves.spans import NumberSpans, RotationSpans, intervals
from supple.motion.interpolators import Blend, Columns, Drawn, Ends, Interpolator, named

Choice = TypeAliasType("Choice", str | Blend | Drawn)
"""An interpolator: its name, a user's own α(u), or a curve drawn by hand."""


@dataclass(frozen=True, eq=False)
class Keyed(Curve):
    """A curve through keys; outside them it holds the end values.

    times (n,) [s]; values (n, …); interpolate: one for all intervals or n − 1 of them; ends: natural, rest
    or cyclic; ease_in, ease_out (n,) [s]: speeding up after a key, slowing down before it; profile: that
    of the ease; slopes (n, 2, …): arriving and leaving, for Hermite intervals, NaN where not given.
    """

    times: Array
    values: Values
    interpolate: Choice | tuple[Choice, ...]
    ends: Ends = "natural"
    ease_in: Array | None = None
    ease_out: Array | None = None
    profile: str = "sine"
    slopes: Array | None = None

    def __post_init__(self) -> None:
        for name in ("times", "values", "ease_in", "ease_out", "slopes"):
            object.__setattr__(self, name, _frozen(getattr(self, name)))

    def __call__(self, t: Array, order: int = 0) -> Values:
        """x(w(t)) and derivatives, w the eased time."""
        if kinds.named(self.kind).discrete:
            return self._step(t, order)
        if self.ease_in is None and self.ease_out is None:
            return self.spans(t, order)
        w = self.eased(t, 0)
        if order == 0:
            return self.spans(w, 0)
        return self.hold(
            t, chain_rule(self.spans, w, self.eased(t, 1), self.eased(t, 2) if order == 2 else None)
        )

    @property
    def knots(self) -> Array:
        """The times of the keys (n,) [s]."""
        return self.times

    @property
    def ways(self) -> tuple[Interpolator, ...]:
        """The interpolator of each interval."""
        count = len(self.times) - 1
        if isinstance(self.interpolate, tuple):
            found = {choice: named(choice, self.kind) for choice in self.interpolate}
            return tuple(found[choice] for choice in self.interpolate)
        return (named(self.interpolate, self.kind),) * count

    @cached_property
    def spans(self) -> NumberSpans | RotationSpans:
        """The keys, compiled."""
        if self.kind == "rotation":
            return RotationSpans(self.columns, self.ways)
        return NumberSpans(self.columns, self.ways, self.slopes)

    @property
    def columns(self) -> Columns:
        """What the interpolators see."""
        return Columns(self.times, self.values, self.ends)

    @property
    def polynomial(self) -> bool:
        """Whether it is one piecewise polynomial of time: no eases, and only interpolators with coefficients."""
        plain = self.ease_in is None and self.ease_out is None and self.kind != "rotation"
        return plain and all(way.coefficients is not None for way in self.ways)

    def eased(self, t: Array, order: int) -> Array:
        """w(t) [s], ẇ or ẅ (`supple.motion.ease`)."""
        zero = np.zeros_like(self.times)
        a = zero if self.ease_in is None else self.ease_in
        d = zero if self.ease_out is None else self.ease_out
        i, inside = intervals(self.times, t, closed=True)
        if len(self.times) == 1:
            return t if order == 0 else np.full_like(t, 2.0 - order)
        begin, end = self.times[i], self.times[i + 1]
        N = end - begin
        w = N * ease.progress(np.clip(t - begin, 0, N), N, a[i], d[i + 1], order, self.profile)
        if order:
            return w
        within = np.minimum(begin + w, np.nextafter(end, begin))
        return np.where(inside & (t < end), within, t)

    def _step(self, t: Array, order: int) -> Values:
        if order:
            return np.zeros(len(t))
        return np.asarray(self.values[np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, None)])


def _frozen(column: Values | None) -> Values | None:
    """A column of our own that nobody can write to."""
    if column is None or not column.flags.writeable:
        return column
    own = column.copy()
    own.flags.writeable = False
    return own
