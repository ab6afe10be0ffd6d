"""Operators that sample: a curve as new keys."""

import numpy as np

from supple import spatial
from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.motion import kinds
from supple.motion.curves import Curve, Keyed

REACH = 4.0
NODES = 33


def sampled(curve: Curve, times: Array) -> Keyed:
    """Keys at the given times, with straight lines between them (rotations: great arcs)."""
    discrete = kinds.named(curve.kind).discrete
    values = kinds.checked(curve.kind, curve(times, 0), "resample")
    return Keyed(curve.kind, times, values, "step" if discrete else "linear")


def resampled(curve: Curve, at: ArrayLike | None, rate: float | None) -> Keyed:
    """Keys at the times `at`, or `rate` of them a second from start to end."""
    if (at is None) == (rate is None):
        raise InputError("resample: give either times, at=…, or a rate in samples a second, rate=…")
    times = (
        _even(curve, 1 / float(rate))
        if rate is not None
        else finite(at if at is not None else (), "at", (None,))
    )
    if len(times) == 0 or (np.diff(times) <= 0).any():
        raise InputError("resample: the times must rise, and there must be at least one")
    return sampled(curve, times)


def smoothed(curve: Curve, width: float) -> Keyed:
    """∫ g(s) x(t + s) ds, g the bell curve of standard deviation `width` [s].

    Beyond its ends the curve is reflected through them, x(e + s) = 2x(e) − x(e − s): ends stay where they
    are and straight lines stay straight. Rotations are averaged in the tangent space of q(t).
    """
    width = float(finite(width, "smooth: width", ()))
    if width <= 0:
        raise InputError(f"smooth: the width must be positive, got {width} s")
    if kinds.named(curve.kind).discrete:
        raise InputError(f"smooth: a {curve.kind} track has nothing between its values")
    t = _even(curve, width / 2)
    s = np.linspace(-REACH, REACH, NODES)
    bell = np.exp(-(s**2) / 2)
    at = t[:, None] + width * s
    end = np.clip(at, curve.start, curve.end)
    x, span = curve(t, 0), curve.end - curve.start
    far = np.clip(2 * end - at, end - span, end + span)
    around = [_away(curve, x, np.clip(times, curve.start, curve.end)) for times in (far, end)]
    beyond = (at != end).reshape(*at.shape, *(1,) * (around[0].ndim - 2))
    away = np.where(beyond, 2 * around[1] - around[0], around[1])
    mean = np.einsum("j,nj...->n...", bell / bell.sum(), away)
    values = spatial.multiply(spatial.exp(mean), x) if curve.kind == "rotation" else x + mean
    return Keyed(curve.kind, t, np.asarray(values), "cubic")


def _away(curve: Curve, x: Array, at: Array) -> Array:
    """How far the curve at times (n, m) is from x (n, …): differences, for rotations logarithms. (n, m, …)."""
    there = curve(at.reshape(-1), 0)
    there = there.reshape(at.shape + there.shape[1:])
    if curve.kind != "rotation":
        return np.asarray(there - x[:, None])
    turn = spatial.multiply(there, spatial.inverse(x)[:, None])
    return np.asarray(spatial.log(np.where(turn[..., 3:] < 0, -turn, turn)))


def _even(curve: Curve, step: float) -> Array:
    """Times from start to end, at most `step` apart [s]."""
    if not (np.isfinite(curve.start) and np.isfinite(curve.end)):
        raise InputError("this track never ends; crop it before it is sampled")
    if not (np.isfinite(step) and step > 0):
        raise InputError(f"resample: the rate must be positive, got {1 / step if step else step}")
    count = int(np.ceil((curve.end - curve.start) / step - 1e-9))
    return np.unique(np.append(curve.start + step * np.arange(count), curve.end))
