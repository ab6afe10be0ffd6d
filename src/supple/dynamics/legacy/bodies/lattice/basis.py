"""Free-form lattices: the control points are the coordinates (Sederberg & Parry 1986).

x = Σ B_i(s) B_j(t) B_k(u) P_ijk  over the box of the body; Bernstein polynomials or uniform B-splines.
"""

from itertools import product
from math import comb, prod
from typing import Literal

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.basis import Basis
from supple.errors import InputError

Functions = Literal["bernstein", "b-spline"]


class Lattice(Basis):
    """l × m × n control points over a box given by its lowest and highest corner.

    >>> Lattice((2, 2, 2), [[0, 0, 0], [1, 1, 1]]).size
    8
    """

    def __init__(
        self, counts: tuple[int, int, int], box: ArrayLike, functions: Functions = "bernstein"
    ) -> None:
        least = 2 if functions == "bernstein" else 4
        if min(counts) < least:
            raise InputError(
                f"a {functions} lattice needs at least {least} control points along each axis, got {counts}"
            )
        self._counts = counts
        self._low, high = finite(box, "lattice box", (2, 3))
        self._extent = high - self._low
        if not (self._extent > 0).all():
            raise InputError(f"the box of a lattice has no volume: {self._low.tolist()} to {high.tolist()}")
        self._one = _bernstein if functions == "bernstein" else _b_spline
        self._functions = functions

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"P{i}{j}{k}" for i, j, k in product(*map(range, self._counts)))

    @property
    def counts(self) -> tuple[int, int, int]:
        """Control points along x, y and z."""
        return self._counts

    @property
    def functions(self) -> Functions:
        """What blends the control points."""
        return self._functions

    @property
    def low(self) -> Array:
        """Lowest corner of the box (3,) [m]."""
        return np.asarray(self._low)

    @property
    def extent(self) -> Array:
        """Sides of the box (3,) [m]."""
        return np.asarray(self._extent)

    def values(self, r: Array) -> Array:
        b = [blends(s, n, self._functions) for s, n in zip(self._local(r), self._counts, strict=True)]
        return np.asarray(np.einsum("qi,qj,qk->qijk", *b).reshape(len(r), prod(self._counts)))

    def gradients(self, r: Array) -> Array:
        pairs = [self._one(s, n) for s, n in zip(self._local(r), self._counts, strict=True)]
        columns = []
        for axis in range(3):
            b = [pair[1] / self._extent[axis] if axis == a else pair[0] for a, pair in enumerate(pairs)]
            columns.append(np.einsum("qi,qj,qk->qijk", *b).reshape(len(r), prod(self._counts)))
        return np.stack(columns, axis=2)

    @property
    def rest(self) -> Array:
        """Control points at the averages of their knots (linear precision)."""
        lines = [self._low[a] + self._extent[a] * self._averages(n) for a, n in enumerate(self._counts)]
        return np.array(list(product(*lines))).T

    @property
    def uniform(self) -> Array:
        return np.ones(self.size)

    def _local(self, r: Array) -> Array:
        return np.asarray(((r - self._low) / self._extent).T)

    def _averages(self, n: int) -> Array:
        if self._functions == "bernstein":
            return np.linspace(0, 1, n)
        return (np.arange(n) - 1) / (n - 3)


def blends(s: Array, n: int, functions: Functions) -> Array:
    """B_i(s) (q, n) along one axis, at s (q,) in [0, 1]."""
    return _bernstein_values(s, n) if functions == "bernstein" else _b_spline(s, n)[0]


def _bernstein(s: Array, n: int) -> tuple[Array, Array]:
    """B_i(s) of degree n − 1 and its derivative, (q, n) each."""
    return _bernstein_values(s, n), (n - 1) * _differences(_bernstein_values(s, n - 1))


def _bernstein_values(s: Array, n: int) -> Array:
    return np.array([comb(n - 1, k) for k in range(n)]) * _powers(s, n) * _powers(1 - s, n)[:, ::-1]


def _powers(s: Array, n: int) -> Array:
    """1, s, s² … (q, n)."""
    factors = np.repeat(s[:, None], n, axis=1)
    factors[:, :1] = 1.0
    return np.asarray(np.cumprod(factors, axis=1))


def _differences(lower: Array) -> Array:
    """B′_i ∝ B_(i−1) − B_i one degree lower."""
    padded = np.pad(lower, ((0, 0), (1, 1)))
    return np.asarray(padded[:, :-1] - padded[:, 1:])


def _b_spline(s: Array, n: int) -> tuple[Array, Array]:
    """Uniform cubic B-splines over n − 3 spans, and their derivative, (q, n) each."""
    spans = n - 3
    place = s * spans
    first = np.clip(np.floor(place).astype(int), 0, spans - 1)
    u = (place - first)[:, None]
    value = (
        np.concatenate(
            [(1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3], axis=1
        )
        / 6
    )
    slope = (
        np.concatenate([-3 * (1 - u) ** 2, 9 * u**2 - 12 * u, -9 * u**2 + 6 * u + 3, 3 * u**2], axis=1)
        / 6
        * spans
    )
    columns = first[:, None] + np.arange(4)
    values, slopes = np.zeros((2, len(s), n))
    np.put_along_axis(values, columns, value, axis=1)
    np.put_along_axis(slopes, columns, slope, axis=1)
    return values, slopes
