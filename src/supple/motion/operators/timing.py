"""Operators on time: curve in, curve out. Keys stay keys wherever that is exact."""

from dataclasses import replace

import numpy as np

from supple import spatial
from supple.arrays import Array, finite
from supple.errors import InputError
from supple.motion.curves import Clock, Cropped, Curve, Cycled, Keyed, Normalized, Retimed


def shifted(curve: Curve, by: float) -> Curve:
    """x(t − by)."""
    by = float(finite(by, "shift", ()))
    if isinstance(curve, Normalized):
        return replace(curve, curve=shifted(curve.curve, by))
    if isinstance(curve, Keyed):
        return replace(curve, times=curve.times + by)
    return _clocked(curve, 1.0, -by)


def stretched(curve: Curve, factor: float, about: float) -> Curve:
    """x(a + (t − a)/k): k times as long, with a where it was (G-F22). Slopes keep the shape of the motion (BB-35)."""
    k = float(finite(factor, "stretch", ()))
    if k <= 0:
        raise InputError(f"stretch: the factor must be positive, got {k}; to play backward use reverse")
    if isinstance(curve, Normalized):
        return replace(curve, curve=stretched(curve.curve, k, about))
    if isinstance(curve, Keyed):
        return replace(
            curve,
            times=about + k * (curve.times - about),
            ease_in=None if curve.ease_in is None else k * curve.ease_in,
            ease_out=None if curve.ease_out is None else k * curve.ease_out,
            slopes=None if curve.slopes is None else curve.slopes / k,
        )
    return _clocked(curve, 1 / k, about - about / k)


def backward(curve: Curve, about: float) -> Curve:
    """x(2a − t): time mirrored at a."""
    if isinstance(curve, Normalized):
        return replace(curve, curve=backward(curve.curve, about))
    if not isinstance(curve, Keyed) or not all(isinstance(name, str) for name in _reverses(curve)):
        return _clocked(curve, -1.0, 2 * about)
    names = tuple(str(name) for name in _reverses(curve))
    return replace(
        curve,
        times=(2 * about - curve.times)[::-1],
        values=curve.values[::-1],
        interpolate=names if isinstance(curve.interpolate, tuple) else names[0],
        ease_in=None if curve.ease_out is None else curve.ease_out[::-1],
        ease_out=None if curve.ease_in is None else curve.ease_in[::-1],
        slopes=None if curve.slopes is None else -curve.slopes[::-1, ::-1],
    )


def _reverses(curve: Keyed) -> list[str | None]:
    """What plays each interval backward, last interval first; None where only another clock can."""
    return [way.reverse for way in curve.ways[::-1]] or [None]


def retimed(curve: Curve, clock: Curve) -> Curve:
    """x(g(t)), g a scalar curve [s] (BB-37)."""
    if clock.kind != "scalar":
        raise InputError(f"retime: the clock must be a scalar track of seconds, got a {clock.kind}")
    return Retimed(curve.kind, curve, clock)


def cropped(curve: Curve, start: float, end: float) -> Curve:
    """x on [start, end] only, bit for bit; the ends hold."""
    if not start < end:
        raise InputError(f"crop: start must be before end, got {start} and {end}")
    return Cropped(curve.kind, curve, float(start), float(end))


def cycled(curve: Curve, count: int | None, offset: Array | bool) -> Curve:
    """x again and again; with an offset each round goes on from where the last one ended (BB-36)."""
    if not (np.isfinite(curve.start) and np.isfinite(curve.end) and curve.end > curve.start):
        raise InputError(
            f"cycle: needs a track with a duration, this one goes from {curve.start} to {curve.end} s"
        )
    if count is not None and count < 1:
        raise InputError(f"repeat: the count must be at least 1, got {count}")
    return Cycled(curve.kind, curve, count, _per_round(curve, offset))


def _per_round(curve: Curve, offset: Array | bool) -> Array | None:
    if offset is False:
        return None
    if offset is not True:
        return finite(offset, "cycle: offset")
    first, last = curve(np.array([curve.start, curve.end]), 0)
    if curve.kind == "rotation":
        turn = spatial.multiply(last, spatial.inverse(first))
        return -turn if turn[3] < 0 else turn
    return np.asarray(last - first)


def _clocked(curve: Curve, rate: float, offset: float) -> Curve:
    """x(rate t + offset), two clocks joined into one and none at all for the identity."""
    if isinstance(curve, Retimed) and isinstance(curve.clock, Clock):
        inner = curve.clock
        curve, rate, offset = curve.curve, inner.rate * rate, inner.rate * offset + inner.offset
    if rate == 1.0 and offset == 0.0:
        return curve
    return Retimed(curve.kind, curve, Clock("scalar", rate, offset))
