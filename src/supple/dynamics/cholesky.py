"""A = L Lᵀ for the few coordinates of one body, in compiled code: as small as it is, a call to LAPACK costs more.

L lies below the diagonal and Lᵀ above it, so that every inner loop runs along a row, and no term waits for another.
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
        for m in range(k):
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
