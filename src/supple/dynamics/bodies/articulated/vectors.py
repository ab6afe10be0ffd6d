"""Products of three numbers with three, for kernels that keep them in registers."""

import numpy as np

from supple.arrays import Array
from supple.kernels import kernel


@kernel
def cross(a0: float, a1: float, a2: float, b0: float, b1: float, b2: float) -> tuple[float, float, float]:
    """a × b."""
    return a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0


@kernel
def turned(R: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """R x, R by columns."""
    return R[0] * x + R[3] * y + R[6] * z, R[1] * x + R[4] * y + R[7] * z, R[2] * x + R[5] * y + R[8] * z


@kernel
def turned_back(R: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Rᵀ x."""
    return R[0] * x + R[1] * y + R[2] * z, R[3] * x + R[4] * y + R[5] * z, R[6] * x + R[7] * y + R[8] * z


@kernel
def times(G: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """G x of a symmetric matrix: xx yy zz xy xz yz."""
    return G[0] * x + G[3] * y + G[4] * z, G[3] * x + G[1] * y + G[5] * z, G[4] * x + G[5] * y + G[2] * z


@kernel
def by_rows(G: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """G x, G by rows."""
    return G[0] * x + G[1] * y + G[2] * z, G[3] * x + G[4] * y + G[5] * z, G[6] * x + G[7] * y + G[8] * z


@kernel
def by_columns(G: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Gᵀ x, G by rows."""
    return G[0] * x + G[3] * y + G[6] * z, G[1] * x + G[4] * y + G[7] * z, G[2] * x + G[5] * y + G[8] * z


@kernel
def invert(a: float, b: float, c: float, d: float, e: float, f: float, out: Array) -> None:
    """The inverse of a symmetric matrix: xx yy zz xy xz yz."""
    x, y, z = b * c - f * f, e * f - d * c, d * f - b * e
    g = 1 / (a * x + d * y + e * z)
    out[0], out[1], out[2] = x * g, (a * c - e * e) * g, (a * b - d * d) * g
    out[3], out[4], out[5] = y * g, z * g, (d * e - a * f) * g


@kernel
def halve(G: Array, share: float, C: Array) -> None:
    """C with share · G = C Cᵀ of a symmetric matrix, by columns of its lower triangle."""
    a = np.sqrt(share * G[0])
    s = share / a if a > 0.0 else 0.0
    b, c = s * G[3], s * G[4]
    d = np.sqrt(max(share * G[1] - b * b, 0.0))
    e = (share * G[5] - b * c) / d if d > 0.0 else 0.0
    C[0], C[1], C[2], C[3], C[4], C[5] = a, b, c, d, e, np.sqrt(max(share * G[2] - c * c - e * e, 0.0))
