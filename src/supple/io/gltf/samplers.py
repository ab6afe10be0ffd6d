"""Tracks as glTF samplers: their own keys where lines, steps or cubic splines say the same, else samples.

A sampler holds its end values, as a track does. Samples are taken at the keys and, between them, at a rate; where a
value jumps, the key before the jump is repeated just before it.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.motion import Track
from supple.motion.curves import Keyed, Normalized
from supple.motion.curves.spans import NumberSpans
from supple.spatial import aligned, normalize, slerp

Way = Literal["LINEAR", "STEP", "CUBICSPLINE"]
RATE = 60.0
"""Samples a second of what glTF has no word for."""
SAME = 1e-6
"""Values that differ by less than this share of the largest are the same: float32 says no more."""
MOST = 1_000_000
"""Samples that one track may be taken at."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """Keys (n,) [s] and rows (n, k); for a cubic spline (n, 3, k): slope arriving, value, slope leaving."""

    times: Array
    rows: Array
    way: Way

    def shifted(self, by: float) -> "Sampled":
        """Later by some seconds."""
        return replace(self, times=self.times + by)


def sampled(track: Track, start: float, end: float) -> Sampled:
    """The keys of a track of numbers or rotations; `start` and `end` bound one that goes on for ever."""
    curve = track.curve
    if isinstance(curve, Normalized):
        curve = curve.curve
    if isinstance(curve, Keyed) and curve.ease_in is curve.ease_out is None:
        found = _keyed(curve)
        if found is not None:
            return found
    return _at_a_rate(track, start, end)


def _keyed(curve: Keyed) -> Sampled | None:
    """The curve's own keys, or None if glTF cannot join them as it does."""
    names = {way.name for way in curve.ways}
    if len(curve.times) == 1 or names == {"linear"}:
        return Sampled(curve.times, curve.values, "LINEAR")
    if names == {"step"}:
        return Sampled(curve.times, curve.values, "STEP")
    return _spline(curve) if curve.polynomial else None


def _spline(curve: Keyed) -> Sampled | None:
    """A continuous piecewise cubic by its values and slopes at the keys."""
    spans = curve.spans
    if not isinstance(spans, NumberSpans):
        return None
    c3, c2, c1, c0 = spans.pieces
    h = curve.columns.spacing
    reached = ((c3 * h + c2) * h + c1) * h + c0
    values = np.concatenate([c0, reached[-1:]])
    if np.abs(reached - values[1:]).max() > SAME * np.abs(values).max():
        return None
    zero = np.zeros_like(c1[:1])
    arriving = np.concatenate([zero, (3 * c3 * h + 2 * c2) * h + c1])
    leaving = np.concatenate([c1, zero])
    return Sampled(curve.times, np.stack([arriving, values, leaving], axis=1), "CUBICSPLINE")


def _at_a_rate(track: Track, start: float, end: float) -> Sampled:
    first = track.start if np.isfinite(track.start) else start
    last = track.end if np.isfinite(track.end) else end
    if last <= first < np.inf and not (np.isfinite(track.start) and np.isfinite(track.end)):
        raise InputError("it goes on for ever; crop it to what the file is to hold")
    if not (last - first) * RATE < MOST:
        raise InputError(f"it lasts {last - first:g} s; crop it to what the file is to hold")
    knots = track.times[(track.times >= first) & (track.times <= last)]
    knots = _with_jumps(track, np.union1d(knots, [first, last]))
    grid = first + np.arange(int((last - first) * RATE) + 1) / RATE
    times = np.union1d(knots, grid)
    values = _rows(track, times)
    at = np.searchsorted(times, knots)
    if _lines_do(track.kind, times, values, at):
        times, values = knots, values[at]
    return Sampled(times, values, "LINEAR")


def _with_jumps(track: Track, knots: Array) -> Array:
    """The knots, and a time just before each at which the value jumps."""
    before = np.nextafter(knots[1:].astype("<f4"), np.float32(-np.inf)).astype(np.float64)
    before = np.minimum(before, knots[1:])
    inside = before > knots[:-1]
    late, early = _rows(track, knots[1:]), _rows(track, before)
    gap = np.abs(late - early).max(axis=1)
    return np.union1d(knots, before[inside & (gap > 1e-3 * max(float(np.abs(late).max(initial=0)), 1e-12))])


def _rows(track: Track, times: Array) -> Array:
    values = np.asarray(track(times), dtype=np.float64).reshape(len(times), -1)
    return aligned(normalize(values)) if track.kind == "rotation" else values


def _lines_do(kind: str, times: Array, values: Array, at: np.ndarray) -> bool:
    """Whether lines, or great arcs, between the rows `at` meet all values."""
    if len(at) < 2:
        return True
    k = np.clip(np.searchsorted(at, np.arange(len(times)), side="right") - 1, 0, len(at) - 2)
    a, b = at[k], at[k + 1]
    u = (times - times[a]) / (times[b] - times[a])
    if kind == "rotation":
        between = slerp(values[a], values[b], u)
    else:
        between = values[a] + u[:, None] * (values[b] - values[a])
    return bool(np.abs(between - values).max() <= SAME * np.abs(values).max())
