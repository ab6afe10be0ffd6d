"""From what a user writes to columns: times that rise, eases and slopes key by key."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.motion import ease, kinds
from supple.motion.curves import Choice, Keyed, Values


def rising(times: ArrayLike, what: str) -> Array:
    """Times (n,) [s], each later than the one before, at least one."""
    t = finite(times, f"{what}: times", (None,))
    if len(t) == 0:
        raise InputError(f"{what}: a track needs at least one key, got none")
    if (late := np.flatnonzero(np.diff(t) <= 0)).size:
        k = int(late[0])
        raise InputError(
            f"{what}: times must rise, but key {k + 1} at {t[k + 1]:g} s does not come after key {k} at {t[k]:g} s; "
            "sort the keys and give each time once"
        )
    return t


def choices(interpolate: Choice | tuple[Choice, ...] | list[Choice], n: int) -> Choice | tuple[Choice, ...]:
    """One interpolator for the whole track, or one for each of its n − 1 intervals."""
    if not isinstance(interpolate, tuple | list):
        return interpolate
    whole = len(interpolate) == n - 1 and len(set(interpolate)) == 1
    return interpolate[0] if whole else tuple(interpolate)


def eases(given: float | Mapping[float, float] | ArrayLike, times: Array, what: str) -> Array | None:
    """Seconds of ease (n,): one number for all keys, {time: seconds}, or one for each key."""
    if isinstance(given, Mapping):
        column = np.zeros(len(times))
        for time, seconds in given.items():
            column[_key(times, time, what)] = seconds
    else:
        column = np.broadcast_to(finite(given, what), times.shape).copy()
    if (finite(column, what) < 0).any():
        raise InputError(f"{what}: seconds of ease cannot be negative, got {column.min():g}")
    return column if column.any() else None


def tangents(given: Any, times: Array, values: Values) -> Array | None:
    """Slopes (n, 2, …), arriving and leaving: {time: slope}, {time: (arriving, leaving)}, or columns of either."""
    if given is None:
        return None
    one = values.shape[1:]
    both = np.full((len(times), 2, *one), np.nan)
    rows = given.items() if isinstance(given, Mapping) else zip(times, np.asarray(given), strict=False)
    if not isinstance(given, Mapping) and len(given) != len(times):
        raise InputError(f"slopes: expected one for each of {len(times)} keys, got {len(given)}")
    for time, slope in rows:
        m = np.asarray(slope, dtype=np.float64)
        if m.shape not in (one, (2, *one)):
            raise InputError(f"slopes: at {time:g} s expected shape {one} or {(2, *one)}, got {m.shape}")
        both[_key(times, time, "slopes")] = m
    return both


def from_handles(handles: ArrayLike, times: Array, values: Values) -> Array:
    """Slopes of Bézier handles (n − 1, 2, …), control values at a third and two thirds of each interval."""
    inner = finite(handles, "handles", (len(times) - 1, 2, *values.shape[1:]))
    third = np.diff(times).reshape(-1, *(1,) * (values.ndim - 1)) / 3
    slopes = np.full((len(times), 2, *values.shape[1:]), np.nan)
    slopes[:-1, 1] = (inner[:, 0] - values[:-1]) / third
    slopes[1:, 0] = (values[1:] - inner[:, 1]) / third
    return slopes


def usable(keyed: Keyed) -> Keyed:
    """Find what is wrong with keys now, not when they are first played."""
    n = len(keyed.times)
    if len(keyed.values) != n:
        raise InputError(f"keys: {n} times but {len(keyed.values)} values")
    ease.named(keyed.profile)
    _ = keyed.columns
    ways = keyed.ways if n > 1 else ()
    if len(ways) != n - 1:
        raise InputError(f"keys: {n} keys have {n - 1} intervals between them, got {len(ways)} interpolators")
    if kinds.named(keyed.kind).discrete:
        if any(way.name != "step" for way in ways):
            raise InputError(f"keys: a {keyed.kind} has nothing between its values; its interpolator is step")
    elif keyed.slopes is not None and not any(way.name in ("hermite", "bezier") for way in ways):
        raise InputError("keys: slopes and handles are for hermite and bezier intervals, and there are none")
    else:
        _ = keyed.spans
    return keyed


def _key(times: Array, time: float, what: str) -> int:
    k = int(np.argmin(np.abs(times - time)))
    if times[k] != time:
        raise InputError(f"{what}: there is no key at {time:g} s; the nearest is at {times[k]:g} s")
    return k
