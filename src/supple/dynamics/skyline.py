"""Cholesky factor of a symmetric positive semidefinite matrix within its skyline, kept while the structure stands.

S = L Lᵀ; row i of L runs from its first non-zero column to the diagonal. For a chain that is a band: the cost of a
factor and of a solve grows with the number of rows. A row whose pivot vanishes says nothing new: it is redundant,
is set aside, and gets no multiplier.
"""

import numpy as np
from numba import njit
from scipy.sparse import csr_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

from supple.arrays import Array, Indices

TINY = 1e-9
"""A pivot below this share of its diagonal means that the row follows from those before."""


class Skyline:
    """Factor of a sparse S (n, n); `redundant` flags rows that were set aside."""

    def __init__(self, matrix: csr_array) -> None:
        n = matrix.shape[0]
        self.order: Indices = _order(matrix)
        permuted = matrix[self.order][:, self.order].tocsr()
        self.first = _first_columns(permuted)
        self.start = np.concatenate([[0], np.cumsum(np.arange(n) - self.first + 1)])
        self._fill = np.zeros(int(self.start[-1]))
        self.refactor(permuted)

    def refactor(self, permuted: csr_array) -> None:
        """Factor new numbers in the same structure."""
        self.values = self._fill.copy()
        coo = permuted.tocoo()
        lower = coo.col <= coo.row
        rows, columns = coo.row[lower], coo.col[lower]
        self.values[self.start[rows] + columns - self.first[rows]] = coo.data[lower]
        self.redundant = factor(self.values, self.start, self.first, TINY)

    def solve(self, b: Array) -> Array:
        """x with S x = b, zero in redundant rows."""
        x = b[self.order].copy()
        solve(self.values, self.start, self.first, self.redundant, x)
        result = np.empty_like(x)
        result[self.order] = x
        return result


def _order(matrix: csr_array) -> Indices:
    """Rows in an order that keeps neighbors near."""
    if matrix.shape[0] < 3:
        return np.arange(matrix.shape[0])
    return np.asarray(reverse_cuthill_mckee(matrix, symmetric_mode=True), dtype=np.int64)


def _first_columns(matrix: csr_array) -> Indices:
    first = np.arange(matrix.shape[0])
    coo = matrix.tocoo()
    np.minimum.at(first, coo.row, coo.col)
    return first


@njit(cache=True)
def factor(values: Array, start: Indices, first: Indices, tiny: float) -> np.ndarray:
    """L over the skyline of S, in place; returns which rows were redundant."""
    n = len(first)
    redundant = np.zeros(n, dtype=np.bool_)
    for i in range(n):
        row = start[i] - first[i]
        diagonal = values[row + i]
        for j in range(first[i], i):
            other = start[j] - first[j]
            s = values[row + j]
            for c in range(max(first[i], first[j]), j):
                s -= values[row + c] * values[other + c]
            values[row + j] = 0.0 if redundant[j] else s / values[other + j]
        pivot = diagonal
        for c in range(first[i], i):
            pivot -= values[row + c] ** 2
        redundant[i] = pivot <= tiny * diagonal
        values[row + i] = 1.0 if redundant[i] else np.sqrt(pivot)
    return redundant


@njit(cache=True)
def solve(values: Array, start: Indices, first: Indices, redundant: np.ndarray, x: Array) -> None:
    """x ← (L Lᵀ)⁻¹ x, zero in redundant rows."""
    n = len(first)
    for i in range(n):
        row = start[i] - first[i]
        s = x[i]
        for c in range(first[i], i):
            s -= values[row + c] * x[c]
        x[i] = 0.0 if redundant[i] else s / values[row + i]
    for i in range(n - 1, -1, -1):
        row = start[i] - first[i]
        x[i] = 0.0 if redundant[i] else x[i] / values[row + i]
        for c in range(first[i], i):
            x[c] -= values[row + c] * x[i]
