"""A = L Lᵀ for the few coordinates of one body, in compiled code: as small as it is, a call to LAPACK costs more.

L lies below the diagonal and Lᵀ above it, so that every inner loop runs along a row, and no term waits for another;
rows are taken off four at a time, so that a sum is loaded and stored once for them.
"""

import numpy as np

from supple.arrays import Array
from supple.kernels import kernel


@kernel
def factor(A: Array, L: Array) -> bool:
    """L and Lᵀ of the upper half of A (n, n); False where A is not positive definite."""
    n = len(A)
    for k in range(n):
        for i in range(k, n):
            L[k, i] = A[k, i]
        fours = k - k % 4
        for m in range(0, fours, 4):
            p, q, r, s = L[m, k], L[m + 1, k], L[m + 2, k], L[m + 3, k]
            for i in range(k, n):
                L[k, i] = L[k, i] - p * L[m, i] - q * L[m + 1, i] - r * L[m + 2, i] - s * L[m + 3, i]
        for m in range(fours, k):
            w = L[m, k]
            for i in range(k, n):
                L[k, i] -= w * L[m, i]
        if not L[k, k] > 0.0:
            return False
        pivot = np.sqrt(L[k, k])
        L[k, k] = pivot
        for i in range(k + 1, n):
            L[k, i] /= pivot
            L[i, k] = L[k, i]
    return True


@kernel
def forward(L: Array, b: Array) -> None:
    """b ← L⁻¹ b."""
    for k in range(len(L)):
        b[k] /= L[k, k]
        w = b[k]
        for i in range(k + 1, len(L)):
            b[i] -= L[k, i] * w


@kernel
def backward(L: Array, b: Array) -> None:
    """b ← L⁻ᵀ b."""
    for i in range(len(L) - 1, -1, -1):
        b[i] /= L[i, i]
        w = b[i]
        for k in range(i):
            b[k] -= L[i, k] * w
