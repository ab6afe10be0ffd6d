"""Keys on a curve that do not change it, and the keys of a part of it (BB-36: a cycle needs no more)."""

from dataclasses import replace

import numpy as np

from supple.errors import InputError
from supple.motion.curves import Curve, Keyed
from supple.motion.operators.editing import NEAR, at, chosen, edited, put, ways_of
from supple.motion.operators.intervals import as_hermite, curved

DIVIDED = ("step", "linear", "hermite", "bezier")


def with_divided(curve: Curve, time: float) -> Curve:
    """One more key, on the curve."""
    return edited(curve, lambda part: _divided(part, float(time)))


def trimmed(curve: Curve, start: float, end: float) -> Curve:
    """Keys at start and end, and those between."""
    if not start < end:
        raise InputError(f"trim: start must be before end, got {start} and {end}")

    def cut(part: Keyed) -> Keyed:
        both = _divided(_divided(as_hermite(part), start), end)
        return chosen(both, np.flatnonzero(at(both.times, (start, end))))

    return edited(curve, cut)


def _divided(part: Keyed, time: float) -> Keyed:
    """Linear, held and cubic intervals can be divided, since a part of each is one of its kind."""
    k = int(np.searchsorted(part.times, time - NEAR))
    if at(part.times, time).any():
        return part
    value = part(np.array([time]), 0)[0]
    inside = 0 < k < len(part.times)
    if not inside:
        return _beyond(part, k, time, value)
    if part.ease_in is not None or part.ease_out is not None or _way(part, k - 1) not in DIVIDED:
        raise InputError(
            f"insert_key: the {_way(part, k - 1)} interval at {time:g} s cannot be divided without a change; "
            "make it a curve first, with set_interval(time, 'hermite')"
        )
    part = as_hermite(part)
    slope = part(np.array([time]), 1)[0]
    added = put(part, k, time, value)
    if added.slopes is None:
        return added
    slopes = np.array(added.slopes)
    if added.ways[k].name == "hermite":
        slopes[k] = slope
    return replace(added, slopes=slopes)


def _beyond(part: Keyed, k: int, time: float, value: object) -> Keyed:
    """Before the first key and after the last it stands still."""
    added = put(as_hermite(part), k, time, value)
    ways = list(ways_of(added))
    ways[0 if k == 0 else -1] = "step"
    return replace(added, interpolate=tuple(ways))


def _way(part: Keyed, i: int) -> str:
    return "hermite" if curved(part)[i] else part.ways[i].name
