"""Equalities whose rows never change, where nothing touches: their factor is kept (Witkin & Welch 1990, §3.3).

    (S + γ) μ = β ((n − J q)/h − ṅ) + ṅ − J v*,   v⁺ = v* + W Jᵀ μ

with S ⊗ 1₃ = J W Jᵀ, so that three right-hand sides, for x, y and z, go through one factor; it is made again when γ
changes, with how hard the rows hold or how long the step is. Rows that follow from others are set aside; where such
a row is not met, it contradicts them.
"""

from typing import Any

from supple.dynamics.linalg.skyline import TINY, factor, solve
from supple.dynamics.model.arrays import Schedule, State, Workspace
from supple.dynamics.solver.equalities import RIGID
from supple.kernels import kernel


@kernel
def hold_constant(
    model: Any, state: State, work: Workspace, plan: Schedule, k: int, step: int, h: float, look: int
) -> float:
    """Velocities that meet the rows of component k when the step ends; returns what exact rows miss then [m].

    All of them where `look` says so, else only those that are set aside.
    """
    held, own, rows = model.equalities, work.held, model.equalities.constant
    e0, e1 = held.component[k], held.component[k + 1]
    keep_factor(model, work, plan, k, step, h)
    x, missed = own.x[3 * e0 : 3 * e1], 0.0
    at, going = min(step, len(plan.target) - 1), min(step, len(plan.rate) - 1)
    target, rate, given, offset = plan.target[at], plan.rate[going], held.given, rows.offset
    for e in range(e0, e1):
        w, beta, i, g = own.frequency[e], 1.0, 3 * (e - e0), given[e]
        if w < RIGID:
            beta = h * w / (2 + h * w)
        t0, t1, t2 = measure_row(model, state, e, beta / h)
        x[i] = beta * ((target[g, 0] - offset[e, 0]) / h - rate[g, 0]) + rate[g, 0] - t0
        x[i + 1] = beta * ((target[g, 1] - offset[e, 1]) / h - rate[g, 1]) + rate[g, 1] - t1
        x[i + 2] = beta * ((target[g, 2] - offset[e, 2]) / h - rate[g, 2]) + rate[g, 2] - t2
    solve(
        3,
        own.kept[rows.room[k] : rows.room[k + 1]],
        rows.place[e0:e1],
        rows.begin[e0:e1],
        own.pivot[e0:e1],
        x,
    )
    for e in range(e0, e1):
        i, g = 3 * (e - e0), given[e]
        push_row(model, state, e, x[i], x[i + 1], x[i + 2])
        for r in range(3):
            state.multiplier[g, r] = x[i + r]
    for e in range(e0, e1):
        if own.frequency[e] >= RIGID and (look or own.pivot[e] == 0.0):
            t0, t1, t2 = measure_row(model, state, e, 1.0 / h)
            g = given[e]
            missed = max(missed, abs(h * t0 + offset[e, 0] - target[g, 0]))
            missed = max(missed, abs(h * t1 + offset[e, 1] - target[g, 1]))
            missed = max(missed, abs(h * t2 + offset[e, 2] - target[g, 2]))
    return missed


@kernel
def measure_row(model: Any, state: State, e: int, s: float) -> tuple[float, float, float]:
    """s J q + J v of equality e."""
    held, rows, q, v, t0, t1, t2 = (
        model.equalities,
        model.equalities.constant,
        state.q,
        state.v,
        0.0,
        0.0,
        0.0,
    )
    for m in range(held.first[e], held.first[e + 1]):
        first, a, b = rows.first[m], rows.q[m], rows.v[m]
        k = rows.first[m + 1] - first
        for j in range(k):
            J = rows.J[first + j]
            t0 += J * (s * q[a + j] + v[b + j])
            t1 += J * (s * q[a + k + j] + v[b + k + j])
            t2 += J * (s * q[a + 2 * k + j] + v[b + 2 * k + j])
    return t0, t1, t2


@kernel
def push_row(model: Any, state: State, e: int, x: float, y: float, z: float) -> None:
    """v += W Jᵀ μ."""
    held, rows, v = model.equalities, model.equalities.constant, state.v
    for m in range(held.first[e], held.first[e + 1]):
        first, b = rows.first[m], rows.v[m]
        k = rows.first[m + 1] - first
        for j in range(k):
            answer = rows.WJ[first + j]
            v[b + j] += answer * x
            v[b + k + j] += answer * y
            v[b + 2 * k + j] += answer * z


@kernel
def keep_factor(model: Any, work: Workspace, plan: Schedule, k: int, step: int, h: float) -> None:
    """L D Lᵀ of S + γ, made again where how hard a row holds, or the step, is another than before."""
    held, own, same = model.equalities, work.held, work.held.step[k] == h
    for e in range(held.component[k], held.component[k + 1]):
        w = min(plan.frequency[min(step, len(plan.frequency) - 1), held.given[e]], RIGID)
        same = same and own.frequency[e] == w
        own.frequency[e] = w
    if same:
        return
    own.step[k] = h
    rows, e0, e1 = held.constant, held.component[k], held.component[k + 1]
    L = own.kept[rows.room[k] : rows.room[k + 1]]
    for e in range(e0, e1):
        at = rows.place[e] - rows.begin[e]
        for f in range(e0 + rows.begin[e], e):
            L[at + f - e0] = coupled(model, e, f)
        w, S = own.frequency[e], coupled(model, e, e)
        own.diagonal[e] = S if w >= RIGID else S + S / max(h * (2 * w + h * w * w), 1e-30)
        own.pivot[e] = 0.0
    factor(
        L,
        rows.place[e0:e1],
        rows.begin[e0:e1],
        own.diagonal[e0:e1],
        held.aside[e0:e1],
        TINY,
        own.pivot[e0:e1],
    )


@kernel
def coupled(model: Any, e: int, f: int) -> float:
    """S_ef = Σ J W Jᵀ over the bodies that two equalities share."""
    held, rows, total = model.equalities, model.equalities.constant, 0.0
    for a in range(held.first[e], held.first[e + 1]):
        for b in range(held.first[f], held.first[f + 1]):
            if held.body[a] == held.body[b]:
                for j in range(rows.first[a + 1] - rows.first[a]):
                    total += rows.J[rows.first[a] + j] * rows.WJ[rows.first[b] + j]
    return total
