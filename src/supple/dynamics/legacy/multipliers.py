"""Lagrange multipliers through the kept factor, in compiled code; rows lie flat, each with its axes side by side."""

from supple.arrays import Array
from supple.dynamics.legacy.arrays import RowArrays
from supple.dynamics.linalg.skyline import solve
from supple.kernels import kernel


@kernel
def apply_multipliers(rows: RowArrays, rhs: Array, mu: Array, v: Array) -> None:
    """(J W Jᵀ + γ) μ = rhs by the kept factor, then v += W Jᵀ μ."""
    for i in range(len(rhs)):
        mu[i] = rhs[i]
    solve(rows.axes, rows.L, rows.start, rows.first, rows.inverse, mu)
    if rows.axes == 3:
        _respond(3, rows, mu, v)
    else:
        _respond(1, rows, mu, v)


@kernel
def _respond(axes: int, rows: RowArrays, mu: Array, v: Array) -> None:
    """v += W Jᵀ μ."""
    entry, column, stride, WJ = rows.entry, rows.column, rows.stride, rows.WJ
    for i in range(len(entry) - 1):
        for e in range(entry[i], entry[i + 1]):
            for axis in range(axes):
                v[column[e] + axis * stride[e]] += WJ[e] * mu[axes * i + axis]


@kernel
def row_speed(rows: RowArrays, i: int, v: Array) -> float:
    """(J v)_i."""
    row, axis = i // rows.axes, i % rows.axes
    speed = 0.0
    for e in range(rows.entry[row], rows.entry[row + 1]):
        speed += rows.J[e] * v[rows.column[e] + axis * rows.stride[e]]
    return speed
