"""Factor of a symmetric positive semidefinite matrix within its skyline, kept while the structure stands.

S = L D Lᵀ; row i of L runs from its first non-zero column to the diagonal, which is 1 and not stored. For a chain
that is a band: the cost of a factor and of a solve grows with the number of rows. A row whose pivot vanishes says
nothing new: it follows from rows given before it, is set aside, and gets no multiplier (1/D = 0).
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

from supple.arrays import Array, Indices
from supple.kernels import kernel

TINY = 1e-9
"""A pivot below this share of its diagonal means that the row follows from those before."""


class Skyline:
    """Factor of a sparse S (n, n), its rows taken in an `order` that keeps neighbors near.

    >>> S = csr_array([[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0 / 3.0]])
    >>> kept = Skyline(S)
    >>> kept.aside
    array([False, False,  True])
    >>> kept.solve(np.array([3.0, 3.0, 2.0]))
    array([1., 1., 0.])
    """

    def __init__(self, matrix: csr_array) -> None:
        self.order = _order(matrix)
        self.aside = np.zeros(len(self.order), dtype=np.bool_)
        if self._factor(matrix).any():
            self.aside = _dependent(matrix)
            self._factor(matrix)

    def _factor(self, matrix: csr_array) -> np.ndarray:
        """L and 1/D; returns which pivots vanished, in the factor's order."""
        self.L, self.start, self.first, diagonal = _skyline(matrix, self.order)
        self.inverse = inverses(self.L, self.start, self.first, diagonal, self.aside[self.order])
        return np.asarray(self.inverse == 0.0)

    def solve(self, b: Array) -> Array:
        """x (n,) or (n, c) with S x = b, zero in rows that are set aside."""
        x = b.astype(np.float64)
        for column in x.T if x.ndim > 1 else (x,):
            one = column[self.order]
            solve(1, self.L, self.start, self.first, self.inverse, one)
            column[self.order] = one
        return x


def _order(matrix: csr_array) -> Indices:
    """Rows so that those with common entries are near (Cuthill & McKee 1969)."""
    if matrix.shape[0] < 3:
        return np.arange(matrix.shape[0])
    return np.asarray(reverse_cuthill_mckee(matrix, symmetric_mode=True), dtype=np.int64)


def _dependent(matrix: csr_array) -> np.ndarray:
    """Rows that follow from those given before them: so it is the newest of a dependent set that is set aside."""
    given = np.arange(matrix.shape[0])
    L, start, first, diagonal = _skyline(matrix, given)
    return np.asarray(inverses(L, start, first, diagonal, np.zeros(len(given), dtype=np.bool_)) == 0.0)


def _skyline(matrix: csr_array, order: Indices) -> tuple[Array, Indices, Indices, Array]:
    """The lower triangle of S in an order: values, where each row starts in them, its first column; the diagonal."""
    n = matrix.shape[0]
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    rows = np.repeat(place, np.diff(matrix.indptr))
    columns = place[matrix.indices]
    lower = columns < rows
    rows, columns, data = rows[lower], columns[lower], matrix.data[lower]
    first = np.arange(n)
    np.minimum.at(first, rows, columns)
    start = np.concatenate([[0], np.cumsum(np.arange(n) - first)])
    values = np.zeros(int(start[-1]))
    values[start[rows] + columns - first[rows]] = data
    return values, start, first, matrix.diagonal()[order]


def inverses(L: Array, start: Indices, first: Indices, diagonal: Array, aside: np.ndarray) -> Array:
    """1/D (n,), zero for rows that are or must be set aside; L comes in place of the lower triangle of S."""
    found = np.zeros(len(first))
    factor(L, start, first, diagonal, aside.astype(np.int64), TINY, found)
    return found


@kernel
def factor(
    L: Array, start: Indices, first: Indices, diagonal: Array, aside: Indices, tiny: float, inverse: Array
) -> None:
    """L over the lower triangle of S, in place; `inverse` (n,), all zero, receives 1/D of rows that are kept."""
    n = len(first)
    for i in range(n):
        row = start[i] - first[i]
        for j in range(first[i], i):
            other = start[j] - first[j]
            s = L[row + j]
            for c in range(max(first[i], first[j]), j):
                s -= L[row + c] * L[other + c]
            L[row + j] = s
        pivot = diagonal[i]
        for j in range(first[i], i):
            s = L[row + j]
            L[row + j] = s * inverse[j]
            pivot -= s * L[row + j]
        if pivot > tiny * diagonal[i] and not aside[i]:
            inverse[i] = 1.0 / pivot


@kernel
def solve(width: int, L: Array, start: Indices, first: Indices, inverse: Array, x: Array) -> None:
    """x ← (L D Lᵀ)⁻¹ x, for as many right-hand sides at once, one beside the other: 1 or 3."""
    if width == 3:
        _solve(3, L, start, first, inverse, x)
    else:
        _solve(1, L, start, first, inverse, x)


@kernel
def _solve(width: int, L: Array, start: Indices, first: Indices, inverse: Array, x: Array) -> None:
    """The same, for a width that is known when compiling."""
    n = len(first)
    for i in range(n):
        row = start[i] - first[i]
        for c in range(first[i], i):
            for a in range(width):
                x[width * i + a] -= L[row + c] * x[width * c + a]
    for i in range(n):
        for a in range(width):
            x[width * i + a] *= inverse[i]
    for i in range(n - 1, -1, -1):
        row = start[i] - first[i]
        for c in range(first[i], i):
            for a in range(width):
                x[width * c + a] -= L[row + c] * x[width * i + a]
