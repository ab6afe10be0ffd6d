"""Projected Gauss–Seidel over the points of an island, in whitened velocities, hastened along conjugate directions.

With u the velocity along the rows of a point and A = Yᵀ Y of its own:

    along the normal   f ← max(0, f − u / A)
    across             f ← f − A⁻¹ u  if that is within μ fₙ, else its projection onto that disc of f − u / λ

λ is the larger eigenvalue of A: projecting in the metric of A has another fixed point while sliding. After each sweep
f ← f + β p and p ← β p + Δf (Silcowitz-Hansen et al. 2010); in whitened velocities the same is done to z.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.model.arrays import Rows, Workspace
from supple.dynamics.solver.equalities import hold_all
from supple.dynamics.solver.rows import load, turning_bound
from supple.kernels import kernel


@kernel
def sweep(to: Rows, z: Array, c0: int, c1: int, back: int) -> float:
    """Every point once, from the last to the first if `back`; returns the most that one changed its velocity by
    [m/s]."""
    worst = 0.0
    for k in range(c0, c1):
        c = c0 + c1 - 1 - k if back else k
        first, end = to.first[c], to.first[c + 1]
        un, u1, u2 = to.u[c, 0], to.u[c, 1], to.u[c, 2]
        for e in range(first, end):
            y, w = to.Y[e], z[to.block[e]]
            w0, w1, w2, w3, w4, w5 = w[0], w[1], w[2], w[3], w[4], w[5]
            un += (y[0] * w0 + y[1] * w1 + y[2] * w2) + (y[3] * w3 + y[4] * w4 + y[5] * w5)
            u1 += (y[6] * w0 + y[7] * w1 + y[8] * w2) + (y[9] * w3 + y[10] * w4 + y[11] * w5)
            u2 += (y[12] * w0 + y[13] * w1 + y[14] * w2) + (y[15] * w3 + y[16] * w4 + y[17] * w5)
        A, B, f = to.A[c], to.inverse[c], to.f[c]
        fn, f1, f2 = f[0], f[1], f[2]
        turns = to.turns[c]
        most = turning_bound(to, c) if turns else 0.0
        g = min(max(fn - B[0] * un, -most), most) if turns else max(0.0, fn - B[0] * un)
        dn = g - fn
        u1, u2, bound = u1 + A[1] * dn, u2 + A[2] * dn, most if turns else to.friction[c] * load(to, c, g)
        g1, g2 = f1 - B[1] * u1 - B[2] * u2, f2 - B[2] * u1 - B[3] * u2
        if g1 * g1 + g2 * g2 > bound * bound:
            g1, g2 = f1 - u1 / A[6], f2 - u2 / A[6]
            size = g1 * g1 + g2 * g2
            if size > bound * bound:
                share = bound / np.sqrt(size)
                g1, g2 = share * g1, share * g2
        d1, d2 = g1 - f1, g2 - f2
        f[0], f[1], f[2] = g, g1, g2
        worst = max(worst, abs(dn) * A[0], max(abs(d1), abs(d2)) * A[6])
        if dn != 0.0 or d1 != 0.0 or d2 != 0.0:
            for e in range(first, end):
                y, w = to.Y[e], z[to.block[e]]
                for j in range(6):
                    w[j] += y[j] * dn + y[6 + j] * d1 + y[12 + j] * d2
    return worst


@kernel
def hasten(work: Workspace, c0: int, c1: int, b0: int, b1: int, before: float) -> float:
    """A step along the conjugate direction after a sweep; returns |Δf|² in the metric of A, for the next one."""
    to, own, z, member = work.rows, work.sweeps, work.z, work.islands.block
    now = 0.0
    for c in range(c0, c1):
        for r in range(3):
            now += (to.f[c, r] - own.f[c, r]) ** 2 * to.A[c, 0]
    beta = now / before if before > 0.0 else 2.0
    if beta > 1.0:
        beta = 0.0
    for c in range(c0, c1):
        for r in range(3):
            along, delta = beta * own.along[c, r], to.f[c, r] - own.f[c, r]
            to.f[c, r] += along
            own.along[c, r] = along + delta
            own.f[c, r] = to.f[c, r]
    for k in range(b0, b1):
        b = member[k]
        for r in range(6):
            along, delta = beta * own.zalong[b, r], z[b, r] - own.z[b, r]
            z[b, r] += along
            own.zalong[b, r] = along + delta
            own.z[b, r] = z[b, r]
    return now


@kernel
def gauss_seidel(model: Any, work: Workspace, island: int, most: int, tolerance: float) -> tuple[int, float]:
    """Sweeps until the last changed nothing by more than the tolerance [m/s]; how many, and what it changed.

    Equalities are solved exactly after each sweep over the contacts.
    """
    to, own, z, islands = work.rows, work.sweeps, work.z, work.islands
    c0, c, c1 = islands.point[island], islands.contact[island], islands.point[island + 1]
    b0, b1 = islands.first[island], islands.first[island + 1]
    if c > c0:
        hold_all(model, work, island, 1.0)
    for d in range(c0, c1):
        for r in range(3):
            own.f[d, r], own.along[d, r] = to.f[d, r], 0.0
    for k in range(b0, b1):
        own.z[islands.block[k]] = z[islands.block[k]]
        own.zalong[islands.block[k]] = 0.0
    before = worst = 0.0
    for k in range(most):
        worst = sweep(to, z, c, c1, k % 2)
        if c > c0:
            worst = max(worst, hold_all(model, work, island, 1.0))
        if worst < tolerance or k + 1 == most:
            return k + 1, worst
        before = hasten(work, c0, c1, b0, b1, before)
    return most, worst
