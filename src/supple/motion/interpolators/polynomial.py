"""Interpolants that are polynomials between keys.

x(t) = Σₖ c[k] (t − tᵢ)³⁻ᵏ   on  tᵢ ≤ t < tᵢ₊₁

Each function returns c (4, n − 1, …), SciPy's `PPoly` layout, for all intervals; tracks that mix
interpolators take the intervals they want. c[3] is the key's own value, so keys are met to the bit
(all but the B-spline, which only comes near them).
"""

from math import factorial

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.motion.interpolators.columns import Columns
from supple.motion.interpolators.slopes import catmull_rom_slopes, monotone_slopes, overhauser_slopes


def step(keys: Columns) -> Array:
    """x = xᵢ until the next key (BB-48 hold)."""
    return _stack(keys.values[:-1])


def linear(keys: Columns) -> Array:
    """x = xᵢ + dᵢ (t − tᵢ)  (T-F11)."""
    return _stack(keys.values[:-1], keys.secants)


def hermite_pieces(keys: Columns, m0: Array, m1: Array) -> Array:
    """The cubic that leaves each key with slope m0 and reaches the next with m1, both (n − 1, …)  (BB-48)."""
    h, d = keys.spacing, keys.secants
    return _stack(keys.values[:-1], m0, (3 * d - 2 * m0 - m1) / h, (m0 + m1 - 2 * d) / h**2)


def catmull_rom(keys: Columns) -> Array:
    """Hermite with the slope of the chord between a key's neighbors (T-F14)."""
    m = catmull_rom_slopes(keys)
    return hermite_pieces(keys, m[:-1], m[1:])


def overhauser(keys: Columns) -> Array:
    """(1 − u) p + u q: blend of the parabolas p, q through keys i−1…i+1 and i…i+2 at their real times (T-F13)."""
    m = overhauser_slopes(keys)
    return hermite_pieces(keys, m[:-1], m[1:])


def monotone(keys: Columns) -> Array:
    """Hermite with Fritsch & Butland's slopes: between two keys it never leaves their range."""
    m = monotone_slopes(keys)
    return hermite_pieces(keys, m[:-1], m[1:])


def cubic(keys: Columns) -> Array:
    """The interpolating spline with continuous acceleration (BB-48; BBOP's default)."""
    from scipy.interpolate import CubicSpline

    if len(keys.times) == 2 and keys.ends != "rest":
        return linear(keys)
    if keys.ends != "cyclic":
        free = keys.ends == "natural"
        return np.asarray(CubicSpline(keys.times, keys.values, bc_type="natural" if free else "clamped").c)
    period = keys.times[-1] - keys.times[0]
    drift = (keys.values[-1] - keys.values[0]) / period
    level = keys.values - keys.over_values(keys.times - keys.times[0]) * drift
    level[-1] = level[0]
    c = np.array(CubicSpline(keys.times, level, bc_type="periodic").c)
    c[2] += drift
    c[3] = keys.values[:-1]
    return c


def b_spline(keys: Columns) -> Array:
    """The cubic B-spline with the keys as control points and their times as knots (T-F14 for uniform times).

    Smoother than any curve through the keys. With natural ends the first and the last key are met.
    """
    from scipy.interpolate import BSpline

    if keys.ends == "rest":
        raise InputError(
            "b-spline: ends='rest' would miss the end keys; use ease_in and ease_out to start from rest"
        )
    knots = _wrapped_knots(keys) if keys.ends == "cyclic" else _even_knots(keys.times)
    n, x = len(keys.times), keys.values
    if keys.ends == "cyclic":
        drift = x[-1] - x[0]
        before, after = x[-2] - drift, x[1] + drift
    else:
        weights = BSpline.design_matrix(keys.times[[0, -1]], knots, 3).toarray()
        before = ((1 - weights[0, 1]) * x[0] - weights[0, 2] * x[1]) / weights[0, 0]
        after = ((1 - weights[1, n]) * x[-1] - weights[1, n - 1] * x[-2]) / weights[1, n + 1]
    control = np.concatenate([before[None], x, after[None]])
    spline = BSpline(knots, control, 3)
    return np.stack([spline(keys.times[:-1], k) / factorial(k) for k in (3, 2, 1, 0)])


def _even_knots(t: Array) -> Array:
    """Three more knots on either side, spaced as the end intervals are."""
    reach = np.arange(1.0, 4.0)
    return np.concatenate([t[0] - reach[::-1] * (t[1] - t[0]), t, t[-1] + reach * (t[-1] - t[-2])])


def _wrapped_knots(keys: Columns) -> Array:
    """Three more knots on either side, spaced as the cycle goes on."""
    n = len(keys.times)
    cycles, index = np.divmod(np.arange(-3, n + 3), n - 1)
    knots = keys.times[index] + cycles * (keys.times[-1] - keys.times[0])
    knots[3 : n + 3] = keys.times
    return np.asarray(knots)


def _stack(*rising: Array) -> Array:
    """c (4, n − 1, …) from coefficients of rising power."""
    zero = np.zeros_like(rising[0])
    return np.stack([*(zero,) * (4 - len(rising)), *rising[::-1]])
