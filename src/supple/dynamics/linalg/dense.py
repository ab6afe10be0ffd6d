"""Small dense matrices, in compiled code: as small as they are, a call to LAPACK costs more than what it does."""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.linalg.cholesky import factor
from supple.kernels import kernel


@kernel
def multiply(A: Array, B: Array, C: Array) -> None:
    """C = A B."""
    C[:] = 0.0
    for i in range(len(A)):
        row = C[i]
        for k in range(len(B)):
            a, other = A[i, k], B[k]
            for j in range(len(row)):
                row[j] += a * other[j]


@kernel
def multiply_transposed(A: Array, B: Array, C: Array) -> None:
    """C = Aᵀ B."""
    C[:] = 0.0
    for k in range(len(A)):
        other = B[k]
        for i in range(len(C)):
            a, row = A[k, i], C[i]
            for j in range(len(row)):
                row[j] += a * other[j]


@kernel
def apply(A: Array, x: Array, y: Array) -> None:
    """y = A x."""
    for i in range(len(y)):
        row, total = A[i], 0.0
        for j in range(len(x)):
            total += row[j] * x[j]
        y[i] = total


@kernel
def add_rows(a: Array, A: Array, y: Array) -> None:
    """y ← y + Aᵀ a, rows of A in their order; four at a time, so that y is loaded and stored once for them."""
    fours = len(a) - len(a) % 4
    for k in range(0, fours, 4):
        p, q, r, s = a[k], a[k + 1], a[k + 2], a[k + 3]
        one, two, three, four = A[k], A[k + 1], A[k + 2], A[k + 3]
        for i in range(len(y)):
            y[i] = y[i] + p * one[i] + q * two[i] + r * three[i] + s * four[i]
    for k in range(fours, len(a)):
        p, one = a[k], A[k]
        for i in range(len(y)):
            y[i] += p * one[i]


@kernel
def invert_three(G: Array, back: Array) -> None:
    """back = G⁻¹ by cofactors (3, 3)."""
    for i in range(3):
        for j in range(3):
            a, b, c, d = (j + 1) % 3, (j + 2) % 3, (i + 1) % 3, (i + 2) % 3
            back[i, j] = G[a, c] * G[b, d] - G[a, d] * G[b, c]
    det = G[0, 0] * back[0, 0] + G[0, 1] * back[1, 0] + G[0, 2] * back[2, 0]
    for i in range(3):
        for j in range(3):
            back[i, j] /= det


@kernel
def invert(m: Array, back: Array) -> None:
    """back = m⁻¹ of nine numbers by rows, zero where there is none."""
    for r in range(3):
        i, j = (r + 1) % 3, (r + 2) % 3
        for k in range(3):
            a, b = (k + 1) % 3, (k + 2) % 3
            back[3 * k + r] = m[3 * i + a] * m[3 * j + b] - m[3 * i + b] * m[3 * j + a]
    det = m[0] * back[0] + m[1] * back[3] + m[2] * back[6]
    for r in range(9):
        back[r] = back[r] / det if det != 0.0 else 0.0


@kernel
def invert_definite(A: Array, back: Array) -> bool:
    """back = A⁻¹ of a symmetric A (n, n), of which the upper half is read; False where it is not positive definite.

    A = L Lᵀ, and A⁻¹ = L⁻ᵀ L⁻¹; row k of U holds column k of L⁻¹.
    """
    n = len(A)
    L, U = np.empty((n, n)), np.zeros((n, n))
    if not factor(A, L):
        return False
    for k in range(n):
        column = U[k]
        column[k] = 1.0
        for i in range(k, n):
            column[i] /= L[i, i]
            w, below = column[i], L[i]
            for j in range(i + 1, n):
                column[j] -= w * below[j]
    for i in range(n):
        for j in range(i, n):
            total = 0.0
            for k in range(j, n):
                total += U[i, k] * U[j, k]
            back[i, j] = back[j, i] = total
    return True


@kernel
def largest(x: Indices) -> int:
    """The largest of some numbers that are not negative, 0 where there is none."""
    found = 0
    for each in x:
        found = max(found, each)
    return found
