"""A = L Lᵀ for the few coordinates of one body, in compiled code: as small as it is, a call to LAPACK costs more."""

import numpy as np
from numba import njit

from supple.arrays import Array


@njit(cache=True, error_model="numpy", nogil=True)
def factor(A: Array, L: Array) -> bool:
    """L of the lower half of A (n, n); False where A is not positive definite."""
    for j in range(len(A)):
        total = A[j, j]
        for k in range(j):
            total -= L[j, k] * L[j, k]
        if not total > 0.0:
            return False
        pivot = np.sqrt(total)
        L[j, j] = pivot
        for i in range(j + 1, len(A)):
            total = A[i, j]
            for k in range(j):
                total -= L[i, k] * L[j, k]
            L[i, j] = total / pivot
    return True


@njit(cache=True, error_model="numpy", nogil=True)
def forward(L: Array, b: Array) -> None:
    """b ← L⁻¹ b."""
    for i in range(len(L)):
        total = b[i]
        for k in range(i):
            total -= L[i, k] * b[k]
        b[i] = total / L[i, i]


@njit(cache=True, error_model="numpy", nogil=True)
def backward(L: Array, b: Array) -> None:
    """b ← L⁻ᵀ b."""
    for i in range(len(L) - 1, -1, -1):
        b[i] /= L[i, i]
        for k in range(i):
            b[k] -= L[i, k] * b[i]
