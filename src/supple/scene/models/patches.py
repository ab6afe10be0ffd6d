"""Bicubic Bézier patches: points and normals.

x(u, v) = Σᵢ Σⱼ Bᵢ(u) Bⱼ(v) pᵢⱼ,  Bᵢ(t) = (3 over i) tⁱ (1 - t)³⁻ⁱ
"""

import numpy as np

from supple.arrays import Array, ArrayLike


def bernstein(t: ArrayLike) -> Array:
    """B₀ … B₃ at t, (n, 4).

    >>> bernstein([0.5]).tolist()
    [[0.125, 0.375, 0.375, 0.125]]
    """
    t = np.asarray(t, dtype=np.float64)
    s = 1 - t
    return np.stack([s**3, 3 * s**2 * t, 3 * s * t**2, t**3], axis=-1)


def bernstein_rate(t: ArrayLike) -> Array:
    """dB₀/dt … dB₃/dt at t, (n, 4)."""
    t = np.asarray(t, dtype=np.float64)
    s = 1 - t
    return np.stack([-3 * s**2, 3 * s**2 - 6 * s * t, 6 * s * t - 3 * t**2, 3 * t**2], axis=-1)


def evaluate(patch: ArrayLike, u: ArrayLike, v: ArrayLike) -> tuple[Array, Array]:
    """Points (n, 3) and normals ∂x/∂u × ∂x/∂v (n, 3), not of unit length, at n places of a patch (4, 4, 3)."""
    p = np.asarray(patch, dtype=np.float64)
    bu, bv, du, dv = bernstein(u), bernstein(v), bernstein_rate(u), bernstein_rate(v)

    def weigh(a: Array, b: Array) -> Array:
        return np.asarray(np.einsum("ni,nj,ijk->nk", a, b, p))

    return weigh(bu, bv), np.cross(weigh(du, bv), weigh(bu, dv))
