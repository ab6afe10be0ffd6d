"""Lagrange multipliers through the kept factor, in compiled code."""

from numba import njit

from supple.arrays import Array
from supple.dynamics.arrays import RowArrays
from supple.dynamics.skyline import solve


@njit(cache=True)
def apply_multipliers(rows: RowArrays, rhs: Array, mu: Array, v: Array) -> None:
    """μ from the kept factor, then v += W Jᵀ μ."""
    n = len(rhs)
    for i in range(n):
        mu[i] = rhs[rows.order[i]]
    solve(rows.factor, rows.factor_start, rows.factor_first, rows.redundant, mu)
    for i in range(n):
        rhs[rows.order[i]] = mu[i]
    for i in range(n):
        mu[i] = rhs[i]
        if mu[i] != 0.0:
            for e in range(rows.pointer[i], rows.pointer[i + 1]):
                v[rows.column[e]] += rows.WJ[e] * mu[i]


@njit(cache=True)
def row_speed(rows: RowArrays, i: int, v: Array) -> float:
    """(J v)_i."""
    speed = 0.0
    for e in range(rows.pointer[i], rows.pointer[i + 1]):
        speed += rows.J[e] * v[rows.column[e]]
    return speed
