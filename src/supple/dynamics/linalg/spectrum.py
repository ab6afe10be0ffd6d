"""Eigenvalues and eigenvectors of a small symmetric matrix, and what of it is positive, in compiled code.

A = Q T Qᵀ with T tridiagonal (Householder 1958), T = Y Λ Yᵀ by implicit shifts (Francis 1961); see
Golub & Van Loan, §8.3. All inner loops run along rows.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.linalg.cholesky import factor
from supple.kernels import kernel

SAME = 1e-16
"""An entry beside the diagonal below this share of the largest is nothing."""
NEGATIVE = 1e-14
"""Eigenvalues that are negative by less than this share of the largest entry on the diagonal are zero."""
TURNS = 60
"""For one eigenvalue at most; two are common."""


@kernel
def keep_positive(K: Array) -> None:
    """K ← Σ max(λ, 0) z zᵀ over eigenvalues λ and eigenvectors z of a symmetric K (n, n).

    Where K has a factor there is nothing to do. Otherwise the negative part is taken out: few are negative.
    """
    n = len(K)
    shifted, L, most = np.empty((n, n)), np.empty((n, n)), 0.0
    shifted[:] = K
    for i in range(n):
        most = max(most, abs(K[i, i]))
    for i in range(n):
        shifted[i, i] += NEGATIVE * most
    if factor(shifted, L):
        return
    values, Z = np.empty(n), np.empty((n, n))
    decompose(K, values, Z)
    for m in range(n):
        if values[m] < 0.0:
            z = Z[m]
            for i in range(n):
                w, row = values[m] * z[i], K[i]
                for j in range(n):
                    row[j] -= w * z[j]


@kernel
def decompose(A: Array, values: Array, Z: Array) -> None:
    """Eigenvalues (n,) of a symmetric A (n, n), in no order, and eigenvectors, the rows of Z (n, n)."""
    n = len(A)
    T, Q, beside = np.empty((n, n)), np.zeros((n, n)), np.zeros(n)
    T[:] = A
    _make_tridiagonal(T, values, beside, Q)
    for i in range(n):
        for j in range(n):
            Z[i, j] = Q[j, i]
    _make_diagonal(values, beside, Z)


@kernel
def _make_tridiagonal(A: Array, diagonal: Array, beside: Array, Q: Array) -> None:
    """T = Qᵀ A Q by reflections 1 − β w wᵀ, each kept in its row of A; Q (n, n) is zero before."""
    n = len(A)
    beta, p = np.zeros(n), np.empty(n)
    for k in range(n - 1):
        w, rest = A[k], 0.0
        for j in range(k + 2, n):
            rest += w[j] * w[j]
        beside[k] = w[k + 1]
        if rest == 0.0:
            continue
        beside[k] = -np.copysign(np.sqrt(w[k + 1] * w[k + 1] + rest), w[k + 1])
        w[k + 1] -= beside[k]
        beta[k] = 2.0 / (w[k + 1] * w[k + 1] + rest)
        p[:] = 0.0
        for i in range(k + 1, n):
            a, row = beta[k] * w[i], A[i]
            for j in range(k + 1, n):
                p[j] += a * row[j]
        along = 0.0
        for j in range(k + 1, n):
            along += p[j] * w[j]
        for j in range(k + 1, n):
            p[j] -= beta[k] / 2 * along * w[j]
        for i in range(k + 1, n):
            a, b, row = w[i], p[i], A[i]
            for j in range(k + 1, n):
                row[j] -= a * p[j] + b * w[j]
    for k in range(n - 1, -1, -1):
        diagonal[k], Q[k, k] = A[k, k], 1.0
        if beta[k] == 0.0:
            continue
        w = A[k]
        p[:] = 0.0
        for i in range(k + 1, n):
            a, row = beta[k] * w[i], Q[i]
            for j in range(k + 1, n):
                p[j] += a * row[j]
        for i in range(k + 1, n):
            a, row = w[i], Q[i]
            for j in range(k + 1, n):
                row[j] -= a * p[j]


@kernel
def _make_diagonal(d: Array, e: Array, Z: Array) -> None:
    """Λ of the matrix with diagonal d (n,) and e (n,), the last of which is free, beside it; rows of Z go along."""
    n, most = len(d), 0.0
    for i in range(n):
        most = max(most, abs(d[i]) + abs(e[i]))
    for first in range(n):
        for _ in range(TURNS):
            last = first
            while last < n - 1 and abs(e[last]) > SAME * most:
                last += 1
            if last == first:
                break
            _chase(d, e, Z, first, last)


@kernel
def _chase(d: Array, e: Array, Z: Array, first: int, last: int) -> None:
    """One turn over the block from `first` to `last`: a shift near an eigenvalue, and the bulge driven out."""
    g = (d[first + 1] - d[first]) / (2.0 * e[first])
    g = d[last] - d[first] + e[first] / (g + np.copysign(np.sqrt(g * g + 1.0), g))
    s = c = 1.0
    p = 0.0
    for i in range(last - 1, first - 1, -1):
        f, b = s * e[i], c * e[i]
        r = np.sqrt(f * f + g * g)
        e[i + 1] = r
        if r == 0.0:
            d[i + 1] -= p
            e[last] = 0.0
            return
        s, c = f / r, g / r
        g = d[i + 1] - p
        r = (d[i] - g) * s + 2.0 * c * b
        p = s * r
        d[i + 1] = g + p
        g = c * r - b
        one, two = Z[i], Z[i + 1]
        for k in range(len(one)):
            x, y = one[k], two[k]
            two[k] = s * x + c * y
            one[k] = c * x - s * y
    d[first] -= p
    e[first], e[last] = g, 0.0
