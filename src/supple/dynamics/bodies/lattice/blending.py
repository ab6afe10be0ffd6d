"""Blending functions along one axis with two derivatives, in compiled code.

Bernstein:  B_i = C(n−1, i) sⁱ (1−s)ⁿ⁻¹⁻ⁱ,  B′ = (n−1)(B_(i−1) − B_i) one degree lower;  uniform cubic B-splines.
"""

import numpy as np
from numba import njit

from supple.arrays import Array


@njit(cache=True, error_model="numpy", nogil=True)
def blend(spline: int, n: int, s: float, scale: float, b: Array) -> None:
    """b (3, n): values, slopes · scale and second derivatives · scale² of the n functions at s."""
    if spline:
        _cubic_spline(n, s, scale, b)
    elif n == 4:
        _cubic_bernstein(s, scale, b)
    else:
        _bernstein(n, s, scale, b)


@njit(cache=True, error_model="numpy", nogil=True)
def _cubic_bernstein(s: float, scale: float, b: Array) -> None:
    t, one, two = 1.0 - s, 3.0 * scale, 6.0 * scale * scale
    b[0, 0], b[0, 1], b[0, 2], b[0, 3] = t * t * t, 3.0 * s * t * t, 3.0 * s * s * t, s * s * s
    b[1, 0], b[1, 1] = -one * t * t, one * (t * t - 2.0 * s * t)
    b[1, 2], b[1, 3] = one * (2.0 * s * t - s * s), one * s * s
    b[2, 0], b[2, 1], b[2, 2], b[2, 3] = two * t, two * (s - 2.0 * t), two * (t - 2.0 * s), two * s


@njit(cache=True, error_model="numpy", nogil=True)
def _bernstein(n: int, s: float, scale: float, b: Array) -> None:
    """By de Casteljau's triangle, kept at the two degrees that the derivatives difference."""
    t, top = 1.0 - s, n - 1
    for order in range(3):
        for i in range(n):
            b[order, i] = 0.0
    b[0, 0] = 1.0
    for degree in range(1, n):
        if degree == top - 1:
            for i in range(degree):
                b[2, i] = b[0, i]
        if degree == top:
            for i in range(degree):
                b[1, i] = b[0, i]
        for i in range(degree, 0, -1):
            b[0, i] = t * b[0, i] + s * b[0, i - 1]
        b[0, 0] *= t
    for i in range(top, 0, -1):
        b[1, i] = top * scale * (b[1, i - 1] - b[1, i])
    b[1, 0] *= -top * scale
    share = top * (top - 1) * scale * scale
    for i in range(top, 1, -1):
        b[2, i] = share * (b[2, i] - 2.0 * b[2, i - 1] + b[2, i - 2])
    if top > 1:
        b[2, 1] = share * (b[2, 1] - 2.0 * b[2, 0])
        b[2, 0] *= share


@njit(cache=True, error_model="numpy", nogil=True)
def _cubic_spline(n: int, s: float, scale: float, b: Array) -> None:
    spans = n - 3
    place = s * spans
    at = min(max(int(np.floor(place)), 0), spans - 1)
    u, slope = place - at, scale * spans
    t = 1.0 - u
    for order in range(3):
        for i in range(n):
            b[order, i] = 0.0
    b[0, at], b[0, at + 3] = t * t * t / 6.0, u * u * u / 6.0
    b[0, at + 1] = (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0
    b[0, at + 2] = (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0
    b[1, at], b[1, at + 3] = -slope * t * t / 2.0, slope * u * u / 2.0
    b[1, at + 1] = slope * (3.0 * u * u - 4.0 * u) / 2.0
    b[1, at + 2] = slope * (4.0 * t - 3.0 * t * t) / 2.0
    b[2, at], b[2, at + 3] = slope * slope * t, slope * slope * u
    b[2, at + 1], b[2, at + 2] = slope * slope * (3.0 * u - 2.0), slope * slope * (3.0 * t - 2.0)
