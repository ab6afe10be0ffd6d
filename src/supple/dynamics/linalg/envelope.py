"""Cholesky's factor of a symmetric matrix of 6 × 6 blocks within its envelope.

Row i has the blocks begin[i] … i, block (i, j) is H[row[i] + j], kept transposed: H[…, 6 l + k] is row k, column
l. So the inner loops run down columns, which lie in line.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.kernels import kernel


@kernel
def factor_blocks(H: Array, row: Indices, begin: Indices, n: int) -> None:
    """H = L Lᵀ in place."""
    S = np.empty(36)
    for i in range(n):
        for j in range(begin[i], i + 1):
            S[:] = H[row[i] + j]
            for k in range(max(begin[i], begin[j]), j):
                subtract_product(S, H[row[i] + k], H[row[j] + k])
            if j < i:
                divide(S, H[row[j] + j])
            else:
                factor_block(S)
            H[row[i] + j] = S


@kernel
def subtract_product(S: Array, A: Array, B: Array) -> None:
    """S −= A Bᵀ of blocks."""
    for e in range(6):
        a0, a1, a2, a3, a4, a5 = (
            A[6 * e],
            A[6 * e + 1],
            A[6 * e + 2],
            A[6 * e + 3],
            A[6 * e + 4],
            A[6 * e + 5],
        )
        for b in range(6):
            x = B[6 * e + b]
            S[6 * b] -= x * a0
            S[6 * b + 1] -= x * a1
            S[6 * b + 2] -= x * a2
            S[6 * b + 3] -= x * a3
            S[6 * b + 4] -= x * a4
            S[6 * b + 5] -= x * a5


@kernel
def divide(S: Array, L: Array) -> None:
    """S ← S L⁻ᵀ, with L a factored block."""
    for b in range(6):
        for e in range(b):
            x = L[6 * e + b]
            for a in range(6):
                S[6 * b + a] -= x * S[6 * e + a]
        x = 1 / L[7 * b]
        for a in range(6):
            S[6 * b + a] *= x


@kernel
def factor_block(S: Array) -> None:
    """S = L Lᵀ of one block."""
    for b in range(6):
        for e in range(b):
            x = S[6 * e + b]
            for a in range(b, 6):
                S[6 * b + a] -= x * S[6 * e + a]
        x = 1 / np.sqrt(S[7 * b])
        for a in range(b, 6):
            S[6 * b + a] *= x


@kernel
def solve_blocks(H: Array, row: Indices, begin: Indices, at: Indices, g: Array, n: int) -> None:
    """g ← H⁻¹ g with H factored; the block at place i of the order is g[at[i]]."""
    for i in range(n):
        y = g[at[i]]
        for j in range(begin[i], i):
            z, L = g[at[j]], H[row[i] + j]
            for e in range(6):
                x = z[e]
                for a in range(6):
                    y[a] -= L[6 * e + a] * x
        L = H[row[i] + i]
        for e in range(6):
            y[e] /= L[7 * e]
            for a in range(e + 1, 6):
                y[a] -= L[6 * e + a] * y[e]
    for back in range(n):
        i = n - 1 - back
        y, L = g[at[i]], H[row[i] + i]
        for c in range(6):
            e = 5 - c
            for a in range(e + 1, 6):
                y[e] -= L[6 * e + a] * y[a]
            y[e] /= L[7 * e]
        for j in range(begin[i], i):
            z, L = g[at[j]], H[row[i] + j]
            for e in range(6):
                total = 0.0
                for a in range(6):
                    total += L[6 * e + a] * y[a]
                z[e] -= total
