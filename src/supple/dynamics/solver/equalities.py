"""Equalities: rows that hold exactly, or pull as a critically damped spring, solved for a component at once.

    (g(q ⊕ h v⁺) − g(q))/h + γ μ = ṅ + β ((n⁺ − x)/h − ṅ),   v⁺ = v* + M⁻¹ J(q)ᵀ μ

A row that holds has γ = 0 and β = 1, and g = n⁺ at the end of the step to the last bit. What turns is solved with
contacts as J v* and how far the free motion curves, and met by Newton's method when the contacts are known; then
ġ = ṅ at the new place. These are the two halves of RATTLE: a pendulum keeps its energy. A row that responds with ω
has γ = A / (h p), β = h ω² / p with p = 2 ω + h ω²: a spring and a damper on its own effective mass 1/A
(Witkin & Welch 1990, eqs. 6–9, at the end of the step).
"""

from typing import Any

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.kind import flow, point, pose, settle, yields
from supple.dynamics.linalg.skyline import TINY, factor, solve
from supple.dynamics.model.arrays import Schedule, State, Workspace
from supple.dynamics.solver.rows import add_side, weigh
from supple.kernels import kernel

CLOSE = 1e-15
"""Equalities are met to this [m]."""
ROUNDS = 20
RIGID = 1e300
"""What responds so fast or faster holds exactly [1/s]."""
SLACK = 1e30
"""γ of rows that ask for nothing."""


@kernel
def measure(model: Any, state: State, work: Workspace, plan: Schedule, e: int, step: int, gap: Array) -> None:
    """D (Σ w x − n) of an equality (3,) [m]; of a distance, D becomes its direction."""
    held, D, x, w = model.equalities, work.held.frame[e], np.empty(3), np.zeros(3)
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
        return
    for d in range(3):
        gap[d] = 0.0
        if d < held.rows[e]:
            for r in range(3):
                gap[d] += D[3 * d + r] * (w[r] - target[r])


@kernel
def assemble_equality(
    model: Any, state: State, work: Workspace, plan: Schedule, e: int, step: int, h: float, c: int, entry: int
) -> int:
    """Rows, velocity and softness of equality e as point c; returns the next entry."""
    to, held, own = work.rows, model.equalities, work.held
    own.frame[e] = held.frame[e]
    measure(model, state, work, plan, e, step, own.gap[e])
    own.point[e] = c
    to.slot[c], to.turns[c], to.friction[c], to.gap[c] = -1 - e, 0, 0.0, 0.0
    for r in range(3):
        to.f[c, r] = state.multiplier[held.given[e], r]
    entry = write_rows(model, state, work, e, c, entry)
    soften(model, work, plan, e, step, h, c)
    return entry


@kernel
def write_rows(model: Any, state: State, work: Workspace, e: int, c: int, entry: int) -> int:
    """Rows of equality e as point c, and the velocity along them; returns the next entry."""
    to, held, F, x = work.rows, model.equalities, np.empty(9), np.empty(3)
    to.first[c] = entry
    for r in range(3):
        to.u[c, r] = 0.0
    for k in range(held.first[e], held.first[e + 1]):
        b = held.body[k]
        if b < 0:
            continue
        for r in range(9):
            F[r] = held.weight[k] * work.held.frame[e, r] if r < 3 * held.rows[e] else 0.0
        point(model, state, work, b, held.link[k], held.at[k], x)
        entry = add_side(model, state, work, c, entry, b, held.link[k], held.at[k], x, F)
    to.first[c + 1] = entry
    weigh(to, c, 0.0)
    return entry


@kernel
def asked(model: Any, work: Workspace, plan: Schedule, e: int, step: int, r: int) -> float:
    """ṅ along row r of an equality."""
    rate = plan.rate[min(step, len(plan.rate) - 1), model.equalities.given[e]]
    if model.equalities.distance[e]:
        return rate[r]
    along = 0.0
    for k in range(3):
        along += work.held.frame[e, 3 * r + k] * rate[k]
    return along


@kernel
def soften(model: Any, work: Workspace, plan: Schedule, e: int, step: int, h: float, c: int) -> None:
    """γ, and what the rows ask of the velocity."""
    to, own, given = work.rows, work.held, model.equalities.given[e]
    w, beta = plan.frequency[min(step, len(plan.frequency) - 1), given], 1.0
    pull = 2 * w + h * w * w
    if w < RIGID:
        beta = h * w * w / pull if pull > 0.0 else 0.0
    for r in range(3):
        if r >= model.equalities.rows[e]:
            own.gamma[e, r] = 1.0
            to.f[c, r] = 0.0
            own.wanted[e, r] = 0.0
            continue
        A = to.A[c, 0] if r == 0 else (to.A[c, 3] if r == 1 else to.A[c, 5])
        own.gamma[e, r] = 0.0 if w >= RIGID else A / max(h * pull, 1e-30)
        drift = asked(model, work, plan, e, step, r)
        own.wanted[e, r] = drift - beta * (own.gap[e, r] / h + drift)
        to.u[c, r] -= own.wanted[e, r]


@kernel
def foresee(model: Any, state: State, work: Workspace, plan: Schedule, step: int, h: float, k: int) -> None:
    """Add to the velocities along a component's rows what its turning adds in this step, as the free motion has it:
    (g(q ⊕ h v*) − g(q))/h − J v*."""
    held, own, to, gap, D = model.equalities, work.held, work.rows, np.empty(3), np.empty(9)
    if held.fixed[k]:
        return
    go(model, state, work, k, h)
    for e in range(held.component[k], held.component[k + 1]):
        D[:] = own.frame[e]
        measure(model, state, work, plan, e, step, gap)
        own.frame[e] = D
        for r in range(held.rows[e]):
            J = to.u[own.point[e], r] + own.wanted[e, r]
            to.u[own.point[e], r] += (gap[r] - own.gap[e, r]) / h - J
    go(model, state, work, k, 0.0)


@kernel
def go(model: Any, state: State, work: Workspace, k: int, h: float) -> None:
    """The bodies of a component where their velocities bring them within h seconds from where the step began."""
    held, bodies = model.equalities, model.bodies
    for m in range(held.parties[k], held.parties[k + 1]):
        b = held.party[m]
        for i in range(bodies.q[b], bodies.q[b + 1]):
            state.q[i] = work.q[i]
        if h > 0.0:
            flow(model, state, work, b, state.v[bodies.v[b] : bodies.v[b + 1]], h)
        pose(model, state, work, b)


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
            own.aside[3 * e + r] = held.aside[e]
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
def answer_with(work: Workspace, model: Any, k: int, x: Array, share: float) -> None:
    """Multipliers that change the velocities along a component's rows by x: into x and z, a share into f."""
    held, own, to = model.equalities, work.held, work.rows
    e0, e1 = held.component[k], held.component[k + 1]
    solve(1, own.L[held.room[k] : held.room[k + 1]], held.place[3 * e0 : 3 * e1], held.begin[3 * e0 : 3 * e1],
          own.inverse[3 * e0 : 3 * e1], x)  # fmt: skip
    for e in range(e0, e1):
        c, i = own.point[e], 3 * (e - e0)
        for r in range(3):
            to.f[c, r] += share * x[i + r]
        for a in range(to.first[c], to.first[c + 1]):
            y, w = to.Y[a], work.z[to.block[a]]
            for m in range(6):
                w[m] += y[m] * x[i] + y[6 + m] * x[i + 1] + y[12 + m] * x[i + 2]


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
    answer_with(work, model, k, x, share)
    return worst


@kernel
def hold_all(model: Any, work: Workspace, island: int, share: float) -> float:
    """`hold` for all components of an island."""
    own, worst = work.islands, 0.0
    for m in range(own.component[island], own.component[island + 1]):
        worst = max(worst, hold(model, work, own.part[m], share))
    return worst


@kernel
def meet(model: Any, state: State, work: Workspace, plan: Schedule, step: int, h: float, k: int) -> float:
    """Velocities, and with them places, such that a component's rows have what they ask when the step ends:

        (g(q ⊕ h v) − g(q))/h + γ μ = wanted,   v ← v + M⁻¹ J(q)ᵀ δ

    (SHAKE), by Newton's method with the factor that the step has already; returns what exact rows miss [m].
    """
    held, own, to, gap = model.equalities, work.held, work.rows, np.empty(3)
    e0, e1, left, missed = held.component[k], held.component[k + 1], 0.0, 0.0
    x = own.x[3 * e0 : 3 * e1]
    for turn in range(ROUNDS):
        go(model, state, work, k, h)
        left = missed = 0.0
        for e in range(e0, e1):
            c = own.point[e]
            measure(model, state, work, plan, e, step, gap)
            for r in range(3):
                miss = own.wanted[e, r] - (gap[r] - own.gap[e, r]) / h - own.gamma[e, r] * to.f[c, r]
                x[3 * (e - e0) + r] = miss
                if own.inverse[3 * e + r] != 0.0:
                    left = max(left, h * abs(miss))
                elif own.gamma[e, r] == 0.0:
                    missed = max(missed, h * abs(miss))
        if left <= CLOSE or turn + 1 == ROUNDS:
            return max(left, missed)
        answer_with(work, model, k, x, 1.0)
        go(model, state, work, k, 0.0)
        speed_up(model, state, work, k)
    return left


@kernel
def come_to_rest(model: Any, state: State, work: Workspace, plan: Schedule, step: int, k: int) -> None:
    """Velocities along a component's exact rows become what is asked there, where the step has ended."""
    held, own, to = model.equalities, work.held, work.rows
    e0, e1 = held.component[k], held.component[k + 1]
    x = own.x[3 * e0 : 3 * e1]
    for e in range(e0, e1):
        c = own.point[e]
        write_rows(model, state, work, e, c, to.first[c])
        for r in range(3):
            if own.gamma[e, r] > 0.0:
                own.gamma[e, r] = SLACK
            x[3 * (e - e0) + r] = (
                asked(model, work, plan, e, step, r) - to.u[c, r] if r < held.rows[e] else 0.0
            )
    factor_component(model, work, k)
    answer_with(work, model, k, x, 1.0)
    speed_up(model, state, work, k)


@kernel
def speed_up(model: Any, state: State, work: Workspace, k: int) -> None:
    """v += L⁻ᵀ z of the bodies of a component, and z = 0."""
    held, bodies = model.equalities, model.bodies
    for m in range(held.parties[k], held.parties[k + 1]):
        b = held.party[m]
        if yields(model, b):
            z = work.z[bodies.block[b] : bodies.block[b + 1]]
            settle(model, state, work, b, z.reshape(-1), state.v[bodies.v[b] : bodies.v[b + 1]])
            z[:] = 0.0


@kernel
def remember_multipliers(model: Any, state: State, work: Workspace, k: int) -> None:
    """Keep the impulses of a component's rows."""
    held = model.equalities
    for e in range(held.component[k], held.component[k + 1]):
        for r in range(3):
            state.multiplier[held.given[e], r] = work.rows.f[work.held.point[e], r]
