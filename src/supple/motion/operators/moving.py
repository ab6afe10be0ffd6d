"""Moving keys in time. A curve goes through its keys anew, or every interval keeps its curve (BB-33, BB-34, BB-35).

tᵢ ↦ φ(tᵢ);   kept: x(φ(tᵢ) + u h′) = x(tᵢ + u h) on every interval,  h′ = φ(tᵢ₊₁) − φ(tᵢ), so slopes times h/h′

roll     the keys of a span move, all others stay
ripple   all later keys follow; with `until` only those before it, so that what is synchronized there stays so
"""

from dataclasses import replace

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.motion.curves import Curve, Keyed
from supple.motion.operators.editing import NEAR, Span, at, bounds, edited, edited_at
from supple.motion.operators.intervals import as_hermite, curved

MODES = ("roll", "ripple")
SHAPES = ("anew", "kept")


def with_moved_keys(
    curve: Curve, span: Span, by: float, mode: str, shape: str = "anew", until: float | None = None
) -> Curve:
    """Move the keys of a span by some seconds: "roll" them alone, or "ripple" all later keys with them."""
    if mode not in MODES:
        raise UnknownNameError("mode of moving keys", str(mode), MODES)

    def moved(part: Keyed) -> Keyed:
        which = at(part.times, span)
        if mode == "ripple":
            which |= part.times > bounds(span)[0]
            which &= part.times < (np.inf if until is None else until) - NEAR
        return with_times(part, np.where(which, part.times + by, part.times), shape)

    return edited_at(curve, span, moved)


def with_time(
    curve: Curve, after: float, by: float, shape: str = "anew", until: float | None = None
) -> Curve:
    """Insert time: keys at or after a moment are later, to the end or up to a moment that keeps its keys."""
    stop = np.inf if until is None else float(until)

    def moved(part: Keyed) -> Keyed:
        which = (part.times >= after - NEAR) & (part.times < stop - NEAR)
        return with_times(part, np.where(which, part.times + by, part.times), shape)

    return edited(curve, moved)


def stretched_between(curve: Curve, span: tuple[float, float], factor: float, shape: str = "kept") -> Curve:
    """A part of the motion `factor` times as long; what comes later follows."""
    first, last = bounds(span)
    if not (factor > 0 and last > first):
        raise InputError(
            f"stretch: {factor} times from {first} to {last} s; both the factor and the span must be positive"
        )

    def mapped(part: Keyed) -> Keyed:
        inside = np.clip(part.times, first, last) - first
        return with_times(part, part.times + (factor - 1) * inside, shape)

    return edited(curve, mapped)


def with_times(part: Keyed, times: Array, shape: str) -> Keyed:
    """The same keys at other times, which must rise."""
    if shape not in SHAPES:
        raise UnknownNameError("shape of moved keys", str(shape), SHAPES)
    if (late := np.flatnonzero(np.diff(times) <= 0)).size:
        k = int(late[0])
        raise InputError(
            f"the keys at {part.times[k]:g} and {part.times[k + 1]:g} s would pass each other: a key would pass its "
            "neighbor; move it less, or ripple those after it along"
        )
    if shape == "anew" or len(times) == 1 or np.array_equal(times, part.times):
        return replace(part, times=times)
    if part.kind == "rotation" and curved(part).any():
        raise InputError(
            "rotations through keys have no curve that can be kept; key their angles apart, with to_euler()"
        )
    return _kept(as_hermite(part), times)


def _kept(part: Keyed, times: Array) -> Keyed:
    grown = np.diff(times) / np.diff(part.times)
    before, after = np.append(1.0, grown), np.append(grown, 1.0)
    slopes = None
    if part.slopes is not None:
        both = np.stack([before, after], axis=1)
        slopes = part.slopes / both.reshape(*both.shape, *(1,) * (part.slopes.ndim - 2))
    return replace(
        part,
        times=times,
        slopes=slopes,
        ease_in=None if part.ease_in is None else part.ease_in * after,
        ease_out=None if part.ease_out is None else part.ease_out * before,
    )
