"""Functions along an axis of a lattice with two derivatives, in compiled code: powers, or uniform cubic B-splines."""

import numpy as np

from supple.arrays import Array
from supple.kernels import kernel


@kernel
def blend(spline: int, n: int, s: float, scale: float, b: Array) -> None:
    """b (3, n): values, slopes · scale and second derivatives · scale² of the n functions at s ∈ [0, 1]."""
    if spline:
        _cubic_spline(n, s, scale, b)
    else:
        _powers(n, s - 0.5, scale, b)


@kernel
def _powers(n: int, s: float, scale: float, b: Array) -> None:
    """sⁱ, i sⁱ⁻¹, i (i − 1) sⁱ⁻²."""
    b[0, 0], b[1, 0], b[2, 0] = 1.0, 0.0, 0.0
    for i in range(1, n):
        b[0, i] = b[0, i - 1] * s
        b[1, i] = i * scale * b[0, i - 1]
        b[2, i] = i * scale * b[1, i - 1]


@kernel
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
