"""The interior point's own arithmetic: barrier, system, direction, filter (Wächter & Biegler 2006).

minimize f − μ Σ log(v − l) − μ Σ log(u − v)  subject to  g_E = b,  g_I = s,   v = (x, s)

⎡H + Σx + δ + J_Iᵀ Σs J_I   J_Eᵀ⎤ ⎡Δx⎤     ⎡∇f + Jᵀy + barrier + J_Iᵀ(Σs (g_I − s) + r_s)⎤
⎣J_E                         −ε  ⎦ ⎣Δy⎦ = − ⎣g_E − b                                      ⎦

Σ = z_l/(v − l) + z_u/(u − v),  r_s = −y_I − μ/(s − l) + μ/(u − s),  Δs = J_I Δx + g_I − s,  Δy_I = Σs Δs + r_s
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.kernels import kernel
from supple.spacetime.solvers.factor import Pattern, Room, Scatter, assemble, factor, solve

FAR = 1e15
"""A limit beyond this is none."""
KEPT = 1e10
"""How far a multiplier may be from μ over its room, as a factor."""
CLOSE = 1e-4
"""Error below which solutions of the system are refined."""


class Point(NamedTuple):
    """Where the search is: v = (x̂, s), multipliers, limits, and the functions there."""

    v: Array
    y: Array
    below: Array
    above: Array
    low: Array
    high: Array
    g: Array
    slope: Array
    pull: Array
    equal: Indices
    fixed: Indices
    skipped: Indices
    moves: Indices


class Derived(NamedTuple):
    """Entries of J and of the Hessian, and where those of J are."""

    row: Indices
    column: Indices
    jacobian: Array
    hessian: Array


class Step(NamedTuple):
    """The step and what it is made of, each for (x̂, s) unless said otherwise."""

    sigma: Array
    left: Array
    v: Array
    y: Array
    """Of the rows."""
    below: Array
    above: Array
    missed: Array
    """g − s, for the rows."""
    right: Array
    found: Array
    """Both in the order of elimination."""
    trial: Array
    trial_g: Array


@kernel
def push_inside(p: Point, x_only: int, share: float) -> None:
    """Move v off its limits; `x_only` the unknowns, else the slacks, which begin at g."""
    n = len(p.slope)
    for i in range(0 if x_only else n, n if x_only else len(p.v)):
        if not x_only:
            p.v[i] = p.low[i] if p.equal[i - n] else p.g[i - n]
        if bounded(p, i):
            wide = p.high[i] - p.low[i]
            least, most = p.low[i] > -FAR, p.high[i] < FAR
            if least:
                room = share * max(1.0, abs(p.low[i])) if x_only else share
                p.v[i] = max(p.v[i], p.low[i] + (min(room, share * wide) if most else share))
            if most:
                room = share * max(1.0, abs(p.high[i])) if x_only else share
                p.v[i] = min(p.v[i], p.high[i] - (min(room, share * wide) if least else share))


@kernel
def bounded(p: Point, i: int) -> int:
    """Whether a barrier may stand at v[i]: an unknown that is not given, or the slack of an inequality."""
    n = len(p.slope)
    return not p.fixed[i] if i < n else not (p.equal[i - n] or p.skipped[i - n])


@kernel
def first_multipliers(p: Point) -> None:
    """1 at every limit, as if nothing were known."""
    for i in range(len(p.v)):
        p.below[i] = 1.0 if bounded(p, i) and p.low[i] > -FAR else 0.0
        p.above[i] = 1.0 if bounded(p, i) and p.high[i] < FAR else 0.0


@kernel
def warm_multipliers(p: Point, mu: float) -> None:
    """Bring v and its multipliers to z (v − l) = μ: where a limit counts by moving v, elsewhere by moving z."""
    for i in range(len(p.v)):
        if bounded(p, i):
            half = (p.high[i] - p.low[i]) / 2
            if p.low[i] > -FAR:
                room = p.v[i] - p.low[i]
                if room * p.below[i] < mu:
                    if p.below[i] > room:
                        p.v[i] = p.low[i] + min(mu / p.below[i], half)
                    else:
                        p.below[i] = mu / room
            if p.high[i] < FAR:
                room = p.high[i] - p.v[i]
                if room * p.above[i] < mu:
                    if p.above[i] > room:
                        p.v[i] = p.high[i] - min(mu / p.above[i], half)
                    else:
                        p.above[i] = mu / room


@kernel
def judged(p: Point, step: Step, mu: float, tolerance: float) -> tuple[float, float, float, float]:
    """Worst condition of optimality, Σ |g − s|, worst of it, and μ lowered as far as these allow; g − s as well."""
    n, dual, worst, total, product = len(p.slope), 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        if not p.fixed[i]:
            dual = max(dual, abs(p.slope[i] + p.pull[i] - p.below[i] + p.above[i]))
    for r in range(len(p.g)):
        step.missed[r] = p.g[r] - p.v[n + r]
        if not p.skipped[r]:
            worst = max(worst, abs(step.missed[r]))
            total += abs(step.missed[r])
            if bounded(p, n + r):
                dual = max(dual, abs(p.above[n + r] - p.y[r] - p.below[n + r]))
    product = complementarity(p, 0.0)
    error = max(dual, max(worst, product))
    if not error > tolerance:
        return error, total, worst, mu
    least = tolerance / 10
    while mu > least and max(dual, max(worst, complementarity(p, mu))) <= 10 * mu:
        mu = max(least, min(0.2 * mu, mu * np.sqrt(mu)))
    return error, total, worst, mu


@kernel
def complementarity(p: Point, mu: float) -> float:
    """The worst |z (v − l) − μ|."""
    worst = 0.0
    for i in range(len(p.v)):
        if bounded(p, i):
            if p.low[i] > -FAR:
                worst = max(worst, abs((p.v[i] - p.low[i]) * p.below[i] - mu))
            if p.high[i] < FAR:
                worst = max(worst, abs((p.high[i] - p.v[i]) * p.above[i] - mu))
    return worst


@kernel
def barrier(p: Point, v: Array, mu: float) -> float:
    """−μ Σ log of the room at every limit."""
    total = 0.0
    for i in range(len(v)):
        if bounded(p, i):
            if p.low[i] > -FAR:
                total -= np.log(v[i] - p.low[i])
            if p.high[i] < FAR:
                total -= np.log(p.high[i] - v[i])
    return mu * total


@kernel
def prepared(p: Point, step: Step, mu: float) -> None:
    """Σ, and what is left of the conditions of x and s."""
    n = len(p.slope)
    for i in range(len(p.v)):
        weight = 0.0
        left = p.slope[i] + p.pull[i] if i < n else -p.y[i - n]
        if bounded(p, i):
            if p.low[i] > -FAR:
                room = p.v[i] - p.low[i]
                weight += p.below[i] / room
                left -= mu / room
            if p.high[i] < FAR:
                room = p.high[i] - p.v[i]
                weight += p.above[i] / room
                left += mu / room
        step.sigma[i] = weight
        step.left[i] = left if i < n or bounded(p, i) else 0.0


@kernel
def regular(
    pattern: Pattern,
    scatter: Scatter,
    d: Derived,
    sigma: Array,
    room: Room,
    wanted: int,
    last: float,
    was: int,
) -> float:
    """Factor with the least δ tried that leaves as many negative eigenvalues as there are equations."""
    delta = last / 4 if was and last > 1e-6 else 0.0
    for tries in range(40):
        assemble(pattern, scatter, d.hessian, d.jacobian, sigma, delta, room)
        if factor(pattern, room, 0) == wanted:
            return delta
        if delta == 0.0:
            delta = 1e-4 if last == 0.0 else max(1e-10, last / 3)
        else:
            delta *= 20.0 if last == 0.0 else (4.0 if was and tries == 0 else 6.0)
    return delta


@kernel
def direction(
    p: Point, d: Derived, pattern: Pattern, scatter: Scatter, room: Room, step: Step, error: float
) -> None:
    """The step for what the rows miss."""
    n, right = len(p.slope), step.right
    right[:] = 0.0
    for i in range(n):
        if scatter.unknown[i] >= 0:
            right[scatter.unknown[i]] = -step.left[i]
    for t in range(len(d.row)):
        r, to = d.row[t], scatter.unknown[d.column[t]]
        if not p.equal[r] and to >= 0:
            right[to] -= d.jacobian[t] * (step.sigma[n + r] * step.missed[r] + step.left[n + r])
    for r in range(len(p.g)):
        if scatter.equation[r] >= 0:
            right[scatter.equation[r]] = -step.missed[r]
    solve(pattern, room, right, step.found, 1 if error < CLOSE else 0)
    for i in range(n):
        step.v[i] = step.found[scatter.unknown[i]] if scatter.unknown[i] >= 0 else 0.0
    for r in range(len(p.g)):
        step.y[r] = step.found[scatter.equation[r]] if scatter.equation[r] >= 0 else 0.0
        step.v[n + r] = 0.0 if p.equal[r] else step.missed[r]
    for t in range(len(d.row)):
        if not p.equal[d.row[t]]:
            step.v[n + d.row[t]] += d.jacobian[t] * step.v[d.column[t]]
    for r in range(len(p.g)):
        if not p.equal[r]:
            step.y[r] = step.sigma[n + r] * step.v[n + r] + step.left[n + r]


@kernel
def reach(p: Point, step: Step, mu: float, stride: float) -> tuple[float, float]:
    """How much of the step stays inside the limits and within a stride; the slope of the barrier problem along it."""
    n, tau, share, slope, far = len(p.slope), max(0.99, 1 - mu), 1.0, 0.0, 0.0
    for i in range(len(p.v)):
        if bounded(p, i):
            along = p.slope[i] if i < n else 0.0
            if p.low[i] > -FAR:
                room = p.v[i] - p.low[i]
                along -= mu / room
                if step.v[i] < -tau * room:
                    share = min(share, -tau * room / step.v[i])
            if p.high[i] < FAR:
                room = p.high[i] - p.v[i]
                along += mu / room
                if step.v[i] > tau * room:
                    share = min(share, tau * room / step.v[i])
            slope += along * step.v[i]
        if i < n and p.moves[i]:
            far = max(far, abs(step.v[i]))
    if far * share > stride:
        share = stride / far
    return share, slope


@kernel
def dual_reach(p: Point, step: Step, mu: float) -> float:
    """The step of the multipliers of limits, and how much of it keeps them positive."""
    tau, share = max(0.99, 1 - mu), 1.0
    for i in range(len(p.v)):
        if bounded(p, i):
            if p.low[i] > -FAR:
                room = p.v[i] - p.low[i]
                step.below[i] = mu / room - p.below[i] - p.below[i] / room * step.v[i]
                if step.below[i] < -tau * p.below[i]:
                    share = min(share, -tau * p.below[i] / step.below[i])
            if p.high[i] < FAR:
                room = p.high[i] - p.v[i]
                step.above[i] = mu / room - p.above[i] + p.above[i] / room * step.v[i]
                if step.above[i] < -tau * p.above[i]:
                    share = min(share, -tau * p.above[i] / step.above[i])
    return share


@kernel
def tried(p: Point, step: Step, share: float) -> None:
    """v and a share of the step."""
    for i in range(len(p.v)):
        step.trial[i] = p.v[i] + share * step.v[i]


@kernel
def weighed(p: Point, step: Step, f: float, mu: float) -> tuple[float, float]:
    """Σ |g − s| and the barrier problem's objective at the trial."""
    n, missed = len(p.slope), 0.0
    for r in range(len(p.g)):
        if not p.skipped[r]:
            missed += abs(step.trial_g[r] - step.trial[n + r])
    return missed, f + barrier(p, step.trial, mu)


@kernel
def corrected(p: Point, step: Step, share: float) -> None:
    """What the rows miss to second order: what they would miss after the step, added (eq. 27)."""
    n = len(p.slope)
    for r in range(len(p.g)):
        step.missed[r] = share * step.missed[r] + step.trial_g[r] - step.trial[n + r]


@kernel
def taken(p: Point, step: Step, share: float, dual: float, mu: float) -> None:
    """Go there; multipliers of limits stay near μ over their room (eq. 16)."""
    for i in range(len(p.v)):
        p.v[i] += share * step.v[i]
        if bounded(p, i):
            if p.low[i] > -FAR:
                room = p.v[i] - p.low[i]
                p.below[i] = max(min(p.below[i] + dual * step.below[i], KEPT * mu / room), mu / (KEPT * room))
            if p.high[i] < FAR:
                room = p.high[i] - p.v[i]
                p.above[i] = max(min(p.above[i] + dual * step.above[i], KEPT * mu / room), mu / (KEPT * room))
    for r in range(len(p.g)):
        p.y[r] += share * step.y[r]
