"""A block LDLᵀ of the conditions of optimality, pivots chosen beforehand, with its inertia.

⎡H + Σ + J_Iᵀ D J_I + δ   J_Eᵀ⎤
⎣J_E                       −ε ⎦ = L D Lᵀ,   D of pivots of one or two columns

Where every number goes is known beforehand; the factor runs over stretches that lie in line, and skips zeros.
"""

from typing import NamedTuple

from supple.arrays import Array, Indices
from supple.kernels import kernel

EPSILON = 1e-11
"""ε: enough that doubled equations do no harm, too little to be seen."""
TINY = 1e-13
REFINED = 1e-13


class Pattern(NamedTuple):
    """The factor: pivots (first column, size), the rows below each, and the stretches of their updates.

    A pivot's numbers lie together: 1 or 3 of the diagonal block, then its columns one after another.
    """

    start: Indices
    size: Indices
    row_starts: Indices
    rows: Indices
    places: Indices
    stretches: Indices
    diagonal: Indices


class Scatter(NamedTuple):
    """What goes where: entries of the Hessian, of equations, and products of two entries of an inequality."""

    hessian: Indices
    hessian_to: Indices
    jacobian: Indices
    jacobian_to: Indices
    product_row: Indices
    product_one: Indices
    product_other: Indices
    product_to: Indices
    unknown: Indices
    """The column of each unknown, −1 where it is fixed."""
    equation: Indices
    """The column of each equation, −1 for inequalities and what is used up."""


class Room(NamedTuple):
    """The matrix, its factor, and room to solve with it."""

    matrix: Array
    factor: Array
    one: Array
    other: Array
    left: Array


@kernel
def assemble(
    pattern: Pattern,
    scatter: Scatter,
    hessian: Array,
    jacobian: Array,
    sigma: Array,
    delta: float,
    room: Room,
) -> None:
    """The matrix; `sigma` are the weights of unknowns, then of rows."""
    a, n = room.matrix, len(scatter.unknown)
    a[:] = 0.0
    for t in range(len(scatter.hessian)):
        a[scatter.hessian_to[t]] += hessian[scatter.hessian[t]]
    for t in range(len(scatter.jacobian)):
        a[scatter.jacobian_to[t]] += jacobian[scatter.jacobian[t]]
    for t in range(len(scatter.product_row)):
        weight = sigma[n + scatter.product_row[t]]
        if weight != 0.0:
            product = jacobian[scatter.product_one[t]] * jacobian[scatter.product_other[t]]
            a[scatter.product_to[t]] += weight * product
    for i in range(n):
        if scatter.unknown[i] >= 0:
            a[pattern.diagonal[scatter.unknown[i]]] += sigma[i] + delta
    for i in range(len(scatter.equation)):
        if scatter.equation[i] >= 0:
            a[pattern.diagonal[scatter.equation[i]]] -= EPSILON


@kernel
def factor(pattern: Pattern, room: Room, whole: int) -> int:
    """L and D⁻¹ of the matrix; how many eigenvalues are negative, −1 where a pivot vanishes.

    Not `whole`: also −1 at the first pivot of an unknown alone that is negative, for a minimum has none.
    """
    low, u, z1, z2 = room.factor, pattern.stretches, room.one, room.other
    low[:] = room.matrix
    negative, t = 0, 0
    for k in range(len(pattern.size)):
        d, c = pattern.places[k], pattern.row_starts[k + 1] - pattern.row_starts[k]
        if pattern.size[k] == 1:
            a = low[d]
            if not abs(a) > TINY:
                return -1
            if a < 0:
                negative += 1
                if not whole:
                    return -1
            low[d] = 1 / a
            for i in range(c):
                z1[i] = low[d + 1 + i]
                low[d + 1 + i] = z1[i] / a
            for j in range(c):
                w = low[d + 1 + j]
                count = u[t]
                t += 1
                if w != 0.0:
                    for r in range(count):
                        at, first, length = u[t + 3 * r], u[t + 3 * r + 1], u[t + 3 * r + 2]
                        for i in range(length):
                            low[at + i] -= z1[first + i] * w
                t += 3 * count
        else:
            a, b, e = low[d], low[d + 1], low[d + 2]
            det = a * e - b * b
            if not abs(det) > TINY * TINY:
                return -1
            if det < 0:
                negative += 1
            elif a + e < 0:
                negative += 2
            i0, i1, i2 = e / det, -b / det, a / det
            low[d], low[d + 1], low[d + 2] = i0, i1, i2
            for i in range(c):
                z1[i] = low[d + 3 + i]
                z2[i] = low[d + 3 + c + i]
                low[d + 3 + i] = z1[i] * i0 + z2[i] * i1
                low[d + 3 + c + i] = z1[i] * i1 + z2[i] * i2
            for j in range(c):
                w1, w2 = low[d + 3 + j], low[d + 3 + c + j]
                count = u[t]
                t += 1
                if w1 != 0.0 or w2 != 0.0:
                    for r in range(count):
                        at, first, length = u[t + 3 * r], u[t + 3 * r + 1], u[t + 3 * r + 2]
                        for i in range(length):
                            low[at + i] -= z1[first + i] * w1 + z2[first + i] * w2
                t += 3 * count
    return negative


@kernel
def substitute(pattern: Pattern, low: Array, r: Array) -> None:
    """r ← (L D Lᵀ)⁻¹ r."""
    for k in range(len(pattern.size)):
        d, s = pattern.places[k], pattern.start[k]
        first, c = pattern.row_starts[k], pattern.row_starts[k + 1] - pattern.row_starts[k]
        if pattern.size[k] == 1:
            v = r[s]
            if v != 0.0:
                for i in range(c):
                    r[pattern.rows[first + i]] -= low[d + 1 + i] * v
        else:
            v, w = r[s], r[s + 1]
            for i in range(c):
                r[pattern.rows[first + i]] -= low[d + 3 + i] * v + low[d + 3 + c + i] * w
    for back in range(len(pattern.size)):
        k = len(pattern.size) - 1 - back
        d, s = pattern.places[k], pattern.start[k]
        first, c = pattern.row_starts[k], pattern.row_starts[k + 1] - pattern.row_starts[k]
        if pattern.size[k] == 1:
            v = r[s] * low[d]
            for i in range(c):
                v -= low[d + 1 + i] * r[pattern.rows[first + i]]
            r[s] = v
        else:
            v = r[s] * low[d] + r[s + 1] * low[d + 1]
            w = r[s] * low[d + 1] + r[s + 1] * low[d + 2]
            for i in range(c):
                z = r[pattern.rows[first + i]]
                v -= low[d + 3 + i] * z
                w -= low[d + 3 + c + i] * z
            r[s], r[s + 1] = v, w


@kernel
def product(pattern: Pattern, a: Array, x: Array, y: Array) -> None:
    """y ← A x, with A as it lies before it is factored."""
    y[:] = 0.0
    for k in range(len(pattern.size)):
        d, s = pattern.places[k], pattern.start[k]
        first, c = pattern.row_starts[k], pattern.row_starts[k + 1] - pattern.row_starts[k]
        if pattern.size[k] == 1:
            own = a[d] * x[s]
            for i in range(c):
                y[pattern.rows[first + i]] += a[d + 1 + i] * x[s]
                own += a[d + 1 + i] * x[pattern.rows[first + i]]
            y[s] += own
        else:
            v, w = x[s], x[s + 1]
            own, twin = a[d] * v + a[d + 1] * w, a[d + 1] * v + a[d + 2] * w
            for i in range(c):
                z = x[pattern.rows[first + i]]
                y[pattern.rows[first + i]] += a[d + 3 + i] * v + a[d + 3 + c + i] * w
                own += a[d + 3 + i] * z
                twin += a[d + 3 + c + i] * z
            y[s] += own
            y[s + 1] += twin


@kernel
def solve(pattern: Pattern, room: Room, b: Array, x: Array, refinements: int) -> None:
    """x = A⁻¹ b, refined by what is left of b."""
    x[:] = b
    substitute(pattern, room.factor, x)
    for _ in range(refinements):
        product(pattern, room.matrix, x, room.left)
        worst, largest = 0.0, 0.0
        for i in range(len(b)):
            room.left[i] = b[i] - room.left[i]
            worst = max(worst, abs(room.left[i]))
            largest = max(largest, abs(b[i]))
        if worst <= REFINED * (1 + largest):
            return
        substitute(pattern, room.factor, room.left)
        for i in range(len(b)):
            x[i] += room.left[i]
