"""Keys compiled: one piecewise polynomial for all that is polynomial, and a span for each of the rest."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from supple.arrays import Array
from supple.motion.interpolators import Columns, Interpolator
from supple.motion.interpolators.arc import ArcSpans
from supple.motion.interpolators.drawn import DrawnSpans
from supple.motion.interpolators.pace import PacedSpans, PacedTurns
from supple.motion.interpolators.polynomial import hermite_pieces
from supple.motion.interpolators.slopes import catmull_rom_slopes

if TYPE_CHECKING:
    from scipy.interpolate import PPoly

Mask = NDArray[np.bool_]
Span = Callable[[Array, NDArray[np.intp], int], Array]


class NumberSpans:
    """Scalars, vectors, colors and shapes. Before the first key and after the last, the end values."""

    def __init__(self, keys: Columns, ways: Sequence[Interpolator], slopes: Array | None) -> None:
        self.keys, self.ways = keys, ways
        self.spans: list[tuple[Mask, Span]] = []
        pieces = np.zeros((4, len(ways), *keys.values.shape[1:]))
        pieces[3] = keys.values[:-1]
        for way, chosen in _groups(ways):
            if way.coefficients is not None:
                pieces[:, chosen] = way.coefficients(keys)[:, chosen]
            elif way.pace is not None:
                self.spans.append((chosen, PacedSpans(keys, way.pace)))
            elif way.drawn is not None:
                self.spans.append((chosen, DrawnSpans(keys, way.drawn)))
            else:
                self.spans.append((chosen, ArcSpans(keys, chosen)))
        self.pieces = self._with_slopes(pieces, slopes)
        self.polynomial, self.derivatives = self._held()

    def __call__(self, t: Array, order: int) -> Array:
        """x (order 0) or its derivatives at times t (n,). At the very end the derivatives are those before it."""
        x = (self.derivatives if order else self.polynomial)(t, order)
        for chosen, span in self.spans:
            i, inside = intervals(self.keys.times, t, closed=order > 0)
            mine = inside & chosen[i]
            x[mine] = span(t[mine], i[mine], order)
        return x

    def _held(self) -> "tuple[PPoly[np.float64], PPoly[np.float64]]":
        """The pieces between constant ones, so that SciPy holds the ends by itself; the second, for
        derivatives, has its last joint just after the last key."""
        from scipy.interpolate import PPoly

        t, x = self.keys.times, self.keys.values
        c = np.zeros((4, len(self.ways) + 2, *x.shape[1:]))
        c[:, 1:-1] = self.pieces
        c[3, 0] = self.pieces[3, 0] if len(self.ways) else x[0]
        c[3, -1] = x[-1] + (c[3, 0] - x[0])
        used = np.flatnonzero(c.reshape(4, -1).any(axis=1))
        c = np.ascontiguousarray(c[used[0] if used.size else 3 :])
        joints = np.concatenate([[t[0] - 1], t, [t[-1] + 1]])
        later = joints.copy()
        later[-2] = np.nextafter(t[-1], np.inf)
        return PPoly(c, joints, extrapolate=True), PPoly(c, later, extrapolate=True)

    def _with_slopes(self, pieces: Array, slopes: Array | None) -> Array:
        """Give Hermite and Bézier intervals their slopes: the given ones, or, beside another interpolator,
        that one's slope at the key (BB-46), or Catmull-Rom's."""
        tangent = np.array([way.name in ("hermite", "bezier") for way in self.ways], dtype=bool)
        if not tangent.any():
            return pieces
        m0, m1 = self._matched(pieces, tangent)
        if slopes is not None:
            arriving, leaving = slopes[1:, 0], slopes[:-1, 1]
            m0, m1 = np.where(np.isnan(leaving), m0, leaving), np.where(np.isnan(arriving), m1, arriving)
        pieces[:, tangent] = hermite_pieces(self.keys, m0, m1)[:, tangent]
        return pieces

    def _matched(self, pieces: Array, tangent: Mask) -> tuple[Array, Array]:
        """Slopes (n − 1, …) with which tangent intervals leave and arrive when none are given."""
        h = self.keys.spacing
        m = catmull_rom_slopes(self.keys)
        m0, m1 = m[:-1].copy(), m[1:].copy()
        at_start = pieces[2].copy()
        at_end = (3 * pieces[0] * h + 2 * pieces[1]) * h + pieces[2]
        t, i = self.keys.times, np.arange(len(self.ways))
        for chosen, span in self.spans:
            at_start[chosen] = span(t[:-1][chosen], i[chosen], 1)
            at_end[chosen] = span(t[1:][chosen], i[chosen], 1)
        m0[1:][~tangent[:-1]] = at_end[:-1][~tangent[:-1]]
        m1[:-1][~tangent[1:]] = at_start[1:][~tangent[1:]]
        return m0, m1


class RotationSpans:
    """Unit quaternions. Each curve over rotations serves the intervals that chose it."""

    def __init__(self, keys: Columns, ways: Sequence[Interpolator]) -> None:
        self.keys = keys
        self.spans: list[tuple[Mask, Span]] = []
        for way, chosen in _groups(ways):
            if way.rotations is not None:
                self.spans.append((chosen, _CurveTurns(way.rotations(keys))))
            elif way.pace is not None:
                self.spans.append((chosen, PacedTurns(keys, way.pace)))

    def __call__(self, t: Array, order: int) -> Array:
        """q (n, 4), ω (n, 3) or ω̇ (n, 3) at times t (n,)."""
        if len(self.spans) == 1 and isinstance(self.spans[0][1], _CurveTurns) and _within(self.keys.times, t):
            return self.spans[0][1](t, np.zeros(0, dtype=np.intp), order)
        i, inside = intervals(self.keys.times, t, closed=order > 0)
        after = t >= self.keys.times[-1]
        x = (
            np.where(after[:, None], self.keys.values[-1], self.keys.values[0])
            if order == 0
            else np.zeros((len(t), 3))
        )
        for chosen, span in self.spans:
            mine = inside & chosen[i]
            x[mine] = span(t[mine], i[mine], order)
        return x


class _CurveTurns:
    """A rotation curve of `supple.spatial` as a span."""

    def __init__(self, curve: Any) -> None:
        self.forms = (curve, curve.velocity, curve.acceleration)

    def __call__(self, t: Array, i: NDArray[np.intp], order: int) -> Array:
        return np.asarray(self.forms[order](t))


def intervals(times: Array, t: Array, closed: bool) -> tuple[NDArray[np.intp], Mask]:
    """The interval i of each t, tᵢ ≤ t < tᵢ₊₁, and whether t is inside; `closed` counts the last key in."""
    i = np.clip(np.searchsorted(times, t, side="right") - 1, 0, max(len(times) - 2, 0))
    return i, (t >= times[0]) & ((t <= times[-1]) if closed else (t < times[-1])) & (len(times) > 1)


def _within(times: Array, t: Array) -> bool:
    return bool(t.size) and bool(t.min() >= times[0]) and bool(t.max() <= times[-1])


def _groups(ways: Sequence[Interpolator]) -> list[tuple[Interpolator, Mask]]:
    """Each interpolator once, with the intervals that chose it."""
    distinct = list({id(way): way for way in ways}.values())
    return [(way, np.array([each is way for each in ways], dtype=bool)) for way in distinct]
