"""Equalities: rows that hold exactly, or pull as a critically damped spring, solved for a component at once.

    (Yᵀ Y + γ) μ = −u,   u = J v* − ṅ − β ((n⁺ − x)/h − ṅ),   z ← z + Y μ

A row that holds has γ = 0 and β = 1, so that what is linear in its coordinates meets n⁺ at the end of the step to
the last bit. One that responds with ω has γ = A / (h p), β = h ω² / p with p = 2 ω + h ω²: a spring and a damper
on its own effective mass 1/A (Witkin & Welch 1990, eqs. 6–9, at the end of the step).
"""

from typing import Any

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.kind import flow, point, pose, settle
from supple.dynamics.linalg.skyline import TINY, factor, solve
from supple.dynamics.model.arrays import Schedule, State, Workspace
from supple.dynamics.solver.islands import yields
from supple.dynamics.solver.rows import add_side, weigh
from supple.kernels import kernel

CLOSE = 1e-15
"""Equalities are brought together to this [m]."""
ROUNDS = 6


@kernel
def set_gap(model: Any, state: State, work: Workspace, plan: Schedule, e: int, step: int) -> float:
    """D (Σ w x − n) of an equality, and for a distance its direction; returns the largest entry [m]."""
    held, gap, D, x, w = model.equalities, work.held.gap[e], work.held.frame[e], np.empty(3), np.zeros(3)
    target = plan.target[min(step, len(plan.target) - 1), held.given[e]]
    for k in range(held.first[e], held.first[e + 1]):
        if held.body[k] < 0:
            x[:] = held.at[k]
        else:
            point(model, state, work, held.body[k], held.link[k], held.at[k], x)
        for r in range(3):
            w[r] += held.weight[k] * x[r]
    if held.distance[e]:
        length = np.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2])
        gap[0], gap[1], gap[2] = length - target[0], 0.0, 0.0
        for r in range(3):
            D[r] = w[r] / length
    else:
        for d in range(3):
            gap[d] = 0.0
            if d < held.rows[e]:
                for r in range(3):
                    gap[d] += D[3 * d + r] * (w[r] - target[r])
    return max(abs(gap[0]), abs(gap[1]), abs(gap[2]))


@kernel
def assemble_equality(
    model: Any, state: State, work: Workspace, plan: Schedule, e: int, step: int, h: float, c: int, entry: int
) -> int:
    """Rows, velocity and softness of equality e as point c; returns the next entry."""
    to, held, own = work.rows, model.equalities, work.held
    D, F, x, given = own.frame[e], np.empty(9), np.empty(3), held.given[e]
    D[:] = held.frame[e]
    set_gap(model, state, work, plan, e, step)
    own.point[e] = c
    to.first[c], to.slot[c], to.friction[c], to.gap[c] = entry, -1 - e, 0.0, 0.0
    for r in range(3):
        to.u[c, r] = 0.0
        to.f[c, r] = state.multiplier[given, r]
    for k in range(held.first[e], held.first[e + 1]):
        b = held.body[k]
        if b < 0:
            continue
        for r in range(9):
            F[r] = held.weight[k] * D[r] if r < 3 * held.rows[e] else 0.0
        point(model, state, work, b, held.link[k], held.at[k], x)
        entry = add_side(model, state, work, c, entry, b, held.link[k], held.at[k], x, F)
    to.first[c + 1] = entry
    weigh(to, c)
    soften(model, work, plan, e, step, h, c)
    return entry


@kernel
def soften(model: Any, work: Workspace, plan: Schedule, e: int, step: int, h: float, c: int) -> None:
    """γ, and what the rows ask of the velocity."""
    to, own, given = work.rows, work.held, model.equalities.given[e]
    w = plan.frequency[min(step, len(plan.frequency) - 1), given]
    rate, beta = plan.rate[min(step, len(plan.rate) - 1), given], 1.0
    pull = 2 * w + h * w * w
    if w < 1e300:
        beta = h * w * w / pull if pull > 0.0 else 0.0
    for r in range(3):
        if r >= model.equalities.rows[e]:
            own.gamma[e, r] = 1.0
            to.f[c, r] = 0.0
            continue
        A = to.A[c, 0] if r == 0 else (to.A[c, 3] if r == 1 else to.A[c, 5])
        own.gamma[e, r] = 0.0 if w >= 1e300 else A / max(h * pull, 1e-30)
        drift = rate[r]
        if model.equalities.distance[e] == 0:
            drift = 0.0
            for k in range(3):
                drift += own.frame[e, 3 * r + k] * rate[k]
        to.u[c, r] += beta * (own.gap[e, r] / h + drift) - drift


@kernel
def factor_component(model: Any, work: Workspace, k: int) -> None:
    """L D Lᵀ of Yᵀ Y + γ."""
    held, own, to = model.equalities, work.held, work.rows
    e0, e1 = held.component[k], held.component[k + 1]
    L, first = own.L[held.room[k] : held.room[k + 1]], held.begin[3 * e0 : 3 * e1]
    start = held.place[3 * e0 : 3 * e1]
    for e in range(e0, e1):
        c, i = own.point[e], 3 * (e - e0)
        A = to.A[c]
        for r in range(3):
            row = start[i + r] - first[i + r]
            for j in range(first[i + r], i + r):
                L[row + j] = 0.0
        L[start[i + 1] - first[i + 1] + i] = A[1]
        L[start[i + 2] - first[i + 2] + i] = A[2]
        L[start[i + 2] - first[i + 2] + i + 1] = A[4]
        own.diagonal[3 * e], own.diagonal[3 * e + 1] = A[0] + own.gamma[e, 0], A[3] + own.gamma[e, 1]
        own.diagonal[3 * e + 2] = A[5] + own.gamma[e, 2]
        for f in range(e0 + first[i] // 3, e):
            couple(work, c, own.point[f], start, first, L, i, 3 * (f - e0))
        for r in range(3):
            own.inverse[3 * e + r] = 0.0
    factor(
        L,
        start,
        first,
        own.diagonal[3 * e0 : 3 * e1],
        own.aside[3 * e0 : 3 * e1],
        TINY,
        own.inverse[3 * e0 : 3 * e1],
    )


@kernel
def couple(work: Workspace, c: int, d: int, start: Indices, first: Indices, L: Array, i: int, j: int) -> None:
    """The block of Yᵀ Y between points c and d, rows i and columns j on."""
    to = work.rows
    for a in range(to.first[c], to.first[c + 1]):
        for b in range(to.first[d], to.first[d + 1]):
            if to.block[a] != to.block[b]:
                continue
            y, w = to.Y[a], to.Y[b]
            for r in range(3):
                row = start[i + r] - first[i + r] + j
                for s in range(3):
                    for m in range(6):
                        L[row + s] += y[6 * r + m] * w[6 * s + m]


@kernel
def hold(model: Any, work: Workspace, k: int, share: float) -> float:
    """z and multipliers such that all rows of a component have what they ask; returns the largest change [m/s].

    `share` of u is asked for: 1 in the solve for velocities, 0 in one that only undoes what z does to the rows.
    """
    held, own, to, z = model.equalities, work.held, work.rows, work.z
    e0, e1, worst = held.component[k], held.component[k + 1], 0.0
    x = own.x[3 * e0 : 3 * e1]
    for e in range(e0, e1):
        c, i = own.point[e], 3 * (e - e0)
        u0, u1, u2 = share * to.u[c, 0], share * to.u[c, 1], share * to.u[c, 2]
        for a in range(to.first[c], to.first[c + 1]):
            y, w = to.Y[a], z[to.block[a]]
            for m in range(6):
                u0, u1, u2 = u0 + y[m] * w[m], u1 + y[6 + m] * w[m], u2 + y[12 + m] * w[m]
        x[i] = -u0 - own.gamma[e, 0] * to.f[c, 0] * share
        x[i + 1] = -u1 - own.gamma[e, 1] * to.f[c, 1] * share
        x[i + 2] = -u2 - own.gamma[e, 2] * to.f[c, 2] * share
        worst = max(worst, max(abs(x[i]), abs(x[i + 1]), abs(x[i + 2])))
    if worst == 0.0:
        return worst
    solve(1, own.L[held.room[k] : held.room[k + 1]], held.place[3 * e0 : 3 * e1], held.begin[3 * e0 : 3 * e1],
          own.inverse[3 * e0 : 3 * e1], x)  # fmt: skip
    for e in range(e0, e1):
        c, i = own.point[e], 3 * (e - e0)
        for r in range(3):
            to.f[c, r] += share * x[i + r]
        for a in range(to.first[c], to.first[c + 1]):
            y, w = to.Y[a], z[to.block[a]]
            for m in range(6):
                w[m] += y[m] * x[i] + y[6 + m] * x[i + 1] + y[12 + m] * x[i + 2]
    return worst


@kernel
def hold_all(model: Any, work: Workspace, island: int, share: float) -> float:
    """`hold` for all components of an island."""
    own, worst = work.islands, 0.0
    for m in range(own.component[island], own.component[island + 1]):
        worst = max(worst, hold(model, work, own.part[m], share))
    return worst


@kernel
def bring_together(
    model: Any, state: State, work: Workspace, plan: Schedule, step: int, h: float, k: int
) -> float:
    """Change places, and no velocities, until a component's exact rows are met; returns what is left [m].

    Newton's method with the factor that the step has already.
    """
    held, own, to, z = model.equalities, work.held, work.rows, work.z
    e0, e1, left = held.component[k], held.component[k + 1], 0.0
    x = own.x[3 * e0 : 3 * e1]
    for turn in range(ROUNDS):
        left = 0.0
        for e in range(e0, e1):
            for t in range(held.first[e], held.first[e + 1]):
                if held.body[t] >= 0:
                    pose(model, state, work, held.body[t])
        for e in range(e0, e1):
            set_gap(model, state, work, plan, e, step)
            for r in range(3):
                miss = own.gap[e, r] if own.gamma[e, r] == 0.0 else 0.0
                x[3 * (e - e0) + r] = -miss / h
                if own.inverse[3 * e + r] != 0.0:
                    left = max(left, abs(miss))
        if left <= CLOSE or turn + 1 == ROUNDS:
            return left
        solve(1, own.L[held.room[k] : held.room[k + 1]], held.place[3 * e0 : 3 * e1], held.begin[3 * e0 : 3 * e1],
              own.inverse[3 * e0 : 3 * e1], x)  # fmt: skip
        for e in range(e0, e1):
            c, i = own.point[e], 3 * (e - e0)
            for a in range(to.first[c], to.first[c + 1]):
                y, w = to.Y[a], z[to.block[a]]
                for m in range(6):
                    w[m] += y[m] * x[i] + y[6 + m] * x[i + 1] + y[12 + m] * x[i + 2]
        shift(model, state, work, k, h)
    return left


@kernel
def shift(model: Any, state: State, work: Workspace, k: int, h: float) -> None:
    """Move the bodies of a component by z for h seconds, and clear it."""
    held, bodies = model.equalities, model.bodies
    for t in range(held.first[held.component[k]], held.first[held.component[k + 1]]):
        b = held.body[t]
        if yields(model, b) and work.stirred[b] == 0:
            work.stirred[b] = 1
            v, z = work.v[bodies.v[b] : bodies.v[b + 1]], work.z[bodies.block[b] : bodies.block[b + 1]]
            v[:] = 0.0
            settle(model, state, work, b, z.reshape(-1), v)
            z[:] = 0.0
            flow(model, state, work, b, v, h)
    for t in range(held.first[held.component[k]], held.first[held.component[k + 1]]):
        if held.body[t] >= 0:
            work.stirred[held.body[t]] = 0


@kernel
def remember_multipliers(model: Any, state: State, work: Workspace, k: int) -> None:
    """Keep the impulses of a component's rows."""
    held = model.equalities
    for e in range(held.component[k], held.component[k + 1]):
        for r in range(3):
            state.multiplier[held.given[e], r] = work.rows.f[work.held.point[e], r]
