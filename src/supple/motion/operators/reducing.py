"""Fewer keys under an error bound.

Keys are taken from the curve's own. Beginning with the two ends, the key where the error is worst is put back in
every interval that breaks the bound, until none does. The bound holds at every original key and, for
interpolants other than linear, at seven times between any two. Error: |Δx| for numbers (the worst vertex of a
shape), the angle [rad] for rotations; switches and notes lose the keys that repeat the one before.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from supple import spatial
from supple.arrays import Array, finite
from supple.errors import InputError
from supple.motion import kinds
from supple.motion.curves import Choice, Curve, Keyed, Values
from supple.motion.operators.sampling import sampled

BETWEEN = 8


def reduced(curve: Curve, tolerance: float, interpolate: Choice | None) -> Keyed:
    """The curve with as few of its keys as the bound allows, interpolated as it was or as asked."""
    tolerance = float(finite(tolerance, "reduce: tolerance", ()))
    if tolerance < 0:
        raise InputError(f"reduce: the tolerance must not be negative, got {tolerance}")
    full = _uniform(curve)
    if kinds.named(curve.kind).discrete:
        return _kept(full, np.append(True, full.values[1:] != full.values[:-1]))
    goal = full if interpolate is None else replace(full, interpolate=interpolate, slopes=None)
    times = full.times if full.interpolate == "linear" or interpolate else _denser(full.times)
    wanted = full(times, 0)
    kept = np.zeros(len(full.times), dtype=bool)
    kept[[0, -1]] = True
    while True:
        found = _kept(goal, kept)
        error = _error(curve.kind, found(times, 0), wanted)
        wrong = error > tolerance
        if not wrong.any() or kept.all():
            return found
        kept |= _worst(full.times, times, error, kept, wrong)


def _uniform(curve: Curve) -> Keyed:
    """The curve itself if one interpolator rules its keys; else as samples, joined by lines."""
    if (
        isinstance(curve, Keyed)
        and isinstance(curve.interpolate, str)
        and curve.ease_in is curve.ease_out is None
    ):
        return curve
    if isinstance(curve, Keyed) and len(curve.times) > 1:
        return sampled(curve, _denser(curve.times))
    if len(curve.knots) < 1:
        raise InputError("reduce: this track has no keys; resample it first")
    return sampled(curve, curve.knots)


def _kept(curve: Keyed, kept: NDArray[np.bool_]) -> Keyed:
    slopes = None if curve.slopes is None else curve.slopes[kept]
    return replace(curve, times=curve.times[kept], values=curve.values[kept], slopes=slopes)


def _denser(times: Array) -> Array:
    u = np.arange(BETWEEN) / BETWEEN
    return np.append((times[:-1, None] + np.diff(times)[:, None] * u).reshape(-1), times[-1])


def _worst(
    keys: Array, times: Array, error: Array, kept: NDArray[np.bool_], wrong: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """In each interval between kept keys that breaks the bound, the missing key nearest to the worst error."""
    added = np.zeros_like(kept)
    interval = np.clip(np.searchsorted(keys[kept], times, side="right") - 1, 0, kept.sum() - 2)
    edges = np.flatnonzero(kept)
    missing = np.diff(edges) > 1
    for i in np.unique(interval[wrong]):
        if not missing[i]:
            continue
        here = np.flatnonzero(interval == i)
        worst = times[here[np.argmax(error[here])]]
        inside = np.arange(edges[i] + 1, edges[i + 1])
        added[inside[np.argmin(np.abs(keys[inside] - worst))]] = True
    return added if added.any() else ~kept


def _error(kind: str, found: Values, wanted: Values) -> Array:
    if kind == "rotation":
        turn = spatial.multiply(found, spatial.inverse(wanted))
        return np.asarray(2 * np.arctan2(np.linalg.norm(turn[:, :3], axis=1), np.abs(turn[:, 3])))
    if found.ndim == 1:
        return np.asarray(np.abs(found - wanted))
    return np.asarray(np.linalg.norm(found - wanted, axis=-1).reshape(len(found), -1).max(axis=1))
