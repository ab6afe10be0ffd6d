"""Newton's own arithmetic: one step on the conditions of optimality for the limits that count now.

A limit counts where λ + ρ (v − limit) points outward (primal–dual active set). It enters as J Δx − ε Δλ = limit −
v and is eliminated at once, as a weight 1/ε; for limits that do not count, Δλ = −λ. v = (x̂, ĝ), λ of both.
"""

from typing import NamedTuple

from supple.arrays import Array, Indices
from supple.kernels import kernel
from supple.spacetime.solvers.barrier import Derived
from supple.spacetime.solvers.factor import Pattern, Room, Scatter, assemble, factor, solve

RHO = 100.0
"""What a unit beyond a limit weighs against its multiplier."""
SOFT = 1e-9
"""ε: what is eliminated at once is met to so much of a step's change of its multiplier."""


class Here(NamedTuple):
    """Where Newton's method is: v, its multipliers, limits, and the slope of f and of λ·g."""

    v: Array
    lam: Array
    low: Array
    high: Array
    slope: Array
    pull: Array
    equal: Indices
    fixed: Indices
    skipped: Indices
    moves: Indices


class Move(NamedTuple):
    """The step and what it is made of, each for (x̂, ĝ) but those in the order of elimination."""

    sigma: Array
    over: Array
    """v less the limit that counts."""
    v: Array
    lam: Array
    right: Array
    found: Array


@kernel
def given(h: Here, i: int) -> int:
    """Whether v[i] is an unknown that is given, or an equation."""
    n = len(h.slope)
    return int(h.fixed[i] if i < n else h.equal[i - n])


@kernel
def counts(h: Here, i: int, v: float, lam: float) -> int:
    """1 where the upper limit of v[i] counts, −1 where the lower does."""
    if lam + RHO * (v - h.high[i]) > 0:
        return 1
    return -1 if lam + RHO * (v - h.low[i]) < 0 else 0


@kernel
def residual(h: Here) -> tuple[float, float]:
    """The worst condition of optimality; the worst violation."""
    n, dual, missed, product = len(h.slope), 0.0, 0.0, 0.0
    for i in range(len(h.v)):
        if i >= n and h.skipped[i - n]:
            continue
        if i < n and not h.fixed[i]:
            dual = max(dual, abs(h.slope[i] + h.pull[i] + h.lam[i]))
        missed = max(missed, max(h.low[i] - h.v[i], h.v[i] - h.high[i]))
        if not given(h, i):
            room = h.high[i] - h.v[i] if h.lam[i] > 0 else h.v[i] - h.low[i]
            product = max(product, min(abs(h.lam[i]), abs(room)))
    return max(dual, max(missed, product)), missed


@kernel
def counted(h: Here, move: Move) -> None:
    """Which limits count, and by how much they are missed; what equations miss."""
    n = len(h.slope)
    for i in range(len(h.v)):
        move.sigma[i], move.over[i] = 0.0, 0.0
        if not given(h, i):
            side = counts(h, i, h.v[i], h.lam[i])
            if side != 0:
                move.sigma[i] = 1 / SOFT
                move.over[i] = h.v[i] - (h.high[i] if side > 0 else h.low[i])
        elif i >= n:
            move.over[i] = h.v[i] - h.low[i]


@kernel
def regular(pattern: Pattern, scatter: Scatter, d: Derived, sigma: Array, room: Room, wanted: int) -> float:
    """Factor with the least δ tried that leaves as many negative eigenvalues as there are equations; −1 for none."""
    delta = 0.0
    for _ in range(13):
        assemble(pattern, scatter, d.hessian, d.jacobian, sigma, delta, room)
        if factor(pattern, room, 0) == wanted:
            return delta
        delta = 1e-4 if delta == 0.0 else delta * 8
    return -1.0


@kernel
def direction(h: Here, d: Derived, pattern: Pattern, scatter: Scatter, room: Room, move: Move) -> None:
    """The whole step in v and λ."""
    n, right = len(h.slope), move.right
    right[:] = 0.0
    for i in range(n):
        if scatter.unknown[i] >= 0:
            pushed = h.lam[i] + move.over[i] / SOFT if move.sigma[i] > 0 else 0.0
            right[scatter.unknown[i]] = -(h.slope[i] + h.pull[i] + pushed)
    for t in range(len(d.row)):
        r, to = d.row[t], scatter.unknown[d.column[t]]
        if not h.equal[r] and to >= 0:
            pushed = move.over[n + r] / SOFT if move.sigma[n + r] > 0 else -h.lam[n + r]
            right[to] -= d.jacobian[t] * pushed
    for r in range(len(h.equal)):
        if scatter.equation[r] >= 0:
            right[scatter.equation[r]] = -move.over[n + r]
    solve(pattern, room, right, move.found, 1)
    move.v[:] = 0.0
    for i in range(n):
        move.v[i] = move.found[scatter.unknown[i]] if scatter.unknown[i] >= 0 else 0.0
        move.lam[i] = (move.v[i] + move.over[i]) / SOFT if move.sigma[i] > 0 else -h.lam[i]
    for t in range(len(d.row)):
        move.v[n + d.row[t]] += d.jacobian[t] * move.v[d.column[t]]
    for r in range(len(h.equal)):
        i = n + r
        if h.equal[r]:
            move.lam[i] = move.found[scatter.equation[r]] if scatter.equation[r] >= 0 else 0.0
        else:
            move.lam[i] = (move.v[i] + move.over[i]) / SOFT if move.sigma[i] > 0 else -h.lam[i]


@kernel
def share_of(h: Here, move: Move, stride: float, turns: int, least: float, shrink: float) -> float:
    """How much of the step to take: no coordinate far, and not many limits beginning or ceasing to count."""
    far = 0.0
    for i in range(len(h.slope)):
        if h.moves[i]:
            far = max(far, abs(move.v[i]))
    share = stride / far if far > stride else 1.0
    while share > least and turned(h, move, share, turns) > turns:
        share *= shrink
    return share


@kernel
def turned(h: Here, move: Move, share: float, enough: int) -> int:
    """How many limits change their part in a share of the step; counting ends where it is enough."""
    found = 0
    for i in range(len(h.v)):
        if found <= enough and not given(h, i):
            there = counts(h, i, h.v[i] + share * move.v[i], h.lam[i] + share * move.lam[i])
            if there != counts(h, i, h.v[i], h.lam[i]):
                found += 1
    return found


@kernel
def moved(h: Here, move: Move, share: float) -> None:
    """Go there; rows are evaluated anew."""
    n = len(h.slope)
    for i in range(n):
        if not h.fixed[i]:
            h.v[i] += share * move.v[i]
            h.lam[i] += share * move.lam[i]
    for i in range(n, len(h.v)):
        h.lam[i] += share * move.lam[i]
