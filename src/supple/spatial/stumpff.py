"""Stumpff functions: sine and cosine divided by powers of the angle, smooth through zero.

c_k(s) = Σⱼ (−s)ʲ / (2j + k)!      s = θ²
c₀ = cos θ,  c₁ = sin θ / θ,  c₂ = (1 − cos θ)/θ²,  c₃ = (θ − sin θ)/θ³,  c_k = 1/k! − s c_{k+2}
dc_k/ds = (k c_{k+2} − c_{k+1}) / 2

Every coefficient of the exponential map of rotations, its inverse and their derivatives is made of these.
"""

from math import factorial
from typing import NamedTuple

import numpy as np

from supple.arrays import Array

SERIES_BELOW = 4.0
SERIES_TERMS = 12


class Stumpff(NamedTuple):
    """c₁ … c₅ at one array of s."""

    c1: Array
    c2: Array
    c3: Array
    c4: Array
    c5: Array


def stumpff(s: Array) -> Stumpff:
    """c₁ … c₅ at s = θ² ≥ 0 [rad²], any shape."""
    small = s < SERIES_BELOW
    near = np.where(small, s, 0.0)
    far = np.where(small, 1.0, s)
    theta = np.sqrt(far)
    c2_far = (1.0 - np.cos(theta)) / far
    c3_far = (1.0 - np.sin(theta) / theta) / far
    c4 = np.where(small, _series(near, 4), (1 / 2 - c2_far) / far)
    c5 = np.where(small, _series(near, 5), (1 / 6 - c3_far) / far)
    c3 = 1 / 6 - s * c5
    return Stumpff(1.0 - s * c3, 1 / 2 - s * c4, c3, c4, c5)


def _series(s: Array, k: int) -> Array:
    """The defining sum by Horner's rule; below SERIES_BELOW the first term left out is under 1e-17."""
    total = np.full_like(s, 1 / factorial(2 * SERIES_TERMS - 2 + k))
    for j in range(SERIES_TERMS - 2, -1, -1):
        total = 1 / factorial(2 * j + k) - s * total
    return total
