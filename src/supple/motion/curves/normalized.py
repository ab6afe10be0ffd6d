"""Rotations as unit vectors of four numbers: q = v / |v|, as glTF's cubic splines through quaternions are played."""

from dataclasses import dataclass

import numpy as np

from supple import spatial
from supple.arrays import Array
from supple.motion.curves.curve import Derived, Values

SMALLEST = 1e-12
"""Shorter vectors have no direction and stand for no turn."""


@dataclass(frozen=True, eq=False)
class Normalized(Derived):
    """q = v / |v| for a curve v of vectors (n, 4) (glTF 2.0 appendix C.5).

    q̇ = (v̇ − (q·v̇) q) / |v|,  q̈ = (v̈ − 2 (q·v̇) q̇ − (q̇·v̇ + q·v̈) q) / |v|,  ω = 2 q̇ q*,  ω̇ = 2 q̈ q*
    """

    def __call__(self, t: Array, order: int = 0) -> Values:
        """q (n, 4), ω (n, 3) or ω̇ (n, 3) in the world frame."""
        v = self.curve(t, 0)
        length = np.linalg.norm(v, axis=1, keepdims=True)
        flat = length < SMALLEST
        length = np.where(flat, 1.0, length)
        q = np.where(flat, spatial.IDENTITY, v / length)
        if order == 0:
            return np.asarray(q)
        v1 = self.curve(t, 1)
        along = _dot(q, v1)
        q1 = (v1 - along * q) / length
        if order == 1:
            return _doubled(q1, q)
        v2 = self.curve(t, 2)
        q2 = (v2 - 2 * along * q1 - (_dot(q1, v1) + _dot(q, v2)) * q) / length
        return _doubled(q2, q)


def _dot(a: Array, b: Array) -> Array:
    return np.asarray((a * b).sum(axis=1, keepdims=True))


def _doubled(rate: Array, q: Array) -> Array:
    """The vector part of 2 rate q*."""
    return np.asarray(2 * spatial.multiply(rate, spatial.conjugate(q))[:, :3])
