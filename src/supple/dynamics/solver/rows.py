"""Rows of all contacts: three at each point, along the normal and two directions across.

Both bodies are pushed at the middle of the two points, so that no impulse turns the pair as a whole. Friction of what
is soft follows the load with a lag, as it does in experiments (Prakash & Clifton 1993): by the load of the moment a
soft block would slide in hops down a slope on which it should stick, gripping while it presses down and letting go
while it springs up. What bounces does so with the speed that it had when the step began (see `impact`).
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import rows, velocity, yields
from supple.dynamics.collision.bent import material_points
from supple.dynamics.model.arrays import MOST, Rows, State, Workspace
from supple.dynamics.solver.turning import assemble_turning, resists
from supple.kernels import kernel

AT_ONCE = 0.75
"""Share of the load that friction feels without a lag: a blow grips."""
LEAST = 1e-12
"""Of A, where a direction moves nothing."""
TINY = 1e-80
REST = 4.0
"""What meets no faster than so many steps of free fall make it rests, and does not bounce."""


@kernel
def has_room(model: Any, state: State, work: Workspace, islands: int) -> int:
    """Whether the workspace holds all points of this step."""
    contacts, block, body, held = state.contacts, model.bodies.block, model.geoms.body, model.equalities
    points, entries = len(held.rows), 0
    for t in range(len(held.body)):
        if yields(model, held.body[t]):
            entries += block[held.body[t] + 1] - block[held.body[t]]
    for k in range(work.islands.start[islands]):
        p = work.islands.pairs[k]
        turns = 1 if resists(model, state, p) >= 0 else 0
        points += contacts.points[p] + turns
        for side in range(2):
            b = body[contacts.pair[p, side]]
            if yields(model, b):
                entries += (contacts.points[p] + turns) * (block[b + 1] - block[b])
    return 1 if points <= len(work.rows.f) and entries <= len(work.rows.block) else 0


@kernel
def directions(N: Array, F: Array) -> None:
    """F (9,): the normal N and two directions across it."""
    n0, n1, n2 = N[0], N[1], N[2]
    F[0], F[1], F[2] = n0, n1, n2
    if abs(n0) < 0.6:
        s = 1 / np.sqrt(n1 * n1 + n2 * n2)
        F[3], F[4], F[5] = 0.0, n2 * s, -n1 * s
    else:
        s = 1 / np.sqrt(n0 * n0 + n2 * n2)
        F[3], F[4], F[5] = -n2 * s, 0.0, n0 * s
    F[6], F[7], F[8] = n1 * F[5] - n2 * F[4], n2 * F[3] - n0 * F[5], n0 * F[4] - n1 * F[3]


@kernel
def turned(X: Array, p: Array, at: int, x: Array) -> None:
    """x = R p + o of a frame X, p at `at` in its array."""
    for r in range(3):
        x[r] = X[9 + r] + X[3 * r] * p[at] + X[3 * r + 1] * p[at + 1] + X[3 * r + 2] * p[at + 2]


@kernel
def add_side(
    model: Any,
    state: State,
    work: Workspace,
    c: int,
    entry: int,
    b: int,
    link: int,
    p: Array,
    x: Array,
    F: Array,
) -> int:
    """One body of point c: its velocity there along F, and its rows as entries from `entry` on; the next entry."""
    to, u = work.rows, np.empty(3)
    velocity(model, state, work, b, link, p, x, u)
    for r in range(3):
        to.u[c, r] += u[0] * F[3 * r] + u[1] * F[3 * r + 1] + u[2] * F[3 * r + 2]
    if not yields(model, b):
        return entry
    begin = model.bodies.block[b]
    count = rows(model, state, work, b, link, p, x, F, to.Y[entry:], to.block[entry:])
    for e in range(entry, entry + count):
        to.block[e] += begin
    return merged(to, to.first[c], entry, entry + count)


@kernel
def merged(to: Rows, first: int, entry: int, end: int) -> int:
    """Add entries from `entry` on to those from `first` on that act on the same block: two links of one body that
    meet, so that A counts what couples them; the next entry."""
    kept = entry
    for e in range(entry, end):
        same = -1
        for d in range(first, entry):
            if to.block[d] == to.block[e]:
                same = d
        if same >= 0:
            for k in range(18):
                to.Y[same, k] += to.Y[e, k]
            continue
        if kept < e:
            to.Y[kept] = to.Y[e]
            to.block[kept] = to.block[e]
        kept += 1
    return kept


@kernel
def weigh(to: Rows, c: int, fill: float) -> None:
    """A = Σ Y Yᵀ over the entries of a point, and the larger eigenvalue of its part across the normal.

    Directions that move nothing, such as a planar body has, get a share of what the others have, to `fill` them
    up, so that sweeps may divide by it: where they end does not depend on A.
    """
    nn = n1 = n2 = uu = uw = ww = 0.0
    for e in range(to.first[c], to.first[c + 1]):
        y = to.Y[e]
        for k in range(0, 6, 3):
            a, b, d = y[k], y[k + 1], y[k + 2]
            f, g, h = y[6 + k], y[7 + k], y[8 + k]
            p, q, r = y[12 + k], y[13 + k], y[14 + k]
            nn += a * a + b * b + d * d
            n1 += a * f + b * g + d * h
            n2 += a * p + b * q + d * r
            uu += f * f + g * g + h * h
            uw += f * p + g * q + h * r
            ww += p * p + q * q + r * r
    least = fill * (nn + uu + ww + TINY)
    nn, uu, ww = nn + least, uu + least, ww + least
    A, det = to.A[c], uu * ww - uw * uw
    A[0], A[1], A[2], A[3], A[4], A[5] = nn, n1, n2, uu, uw, ww
    A[6] = 0.5 * (uu + ww) + np.sqrt(0.25 * (uu - ww) ** 2 + uw * uw)
    if fill > 0.0:
        B, both = to.inverse[c], 1 / (nn * det)
        B[0], B[1], B[2], B[3] = det * both, nn * both * ww, -nn * both * uw, nn * both * uu


@kernel
def follow_load(to: Rows, c: int, before: float, lag: float, h: float) -> None:
    """The load s that friction goes by follows fₙ with a lag: s⁺ = s + h (fₙ − s⁺)/τ; a new point has none."""
    to.follow[c, 0], to.follow[c, 1] = 0.0, 1.0
    if lag > 0.0 and before > 0.0:
        to.follow[c, 0], to.follow[c, 1] = lag / (lag + h) * before, h / (lag + h)


@kernel
def load(to: Rows, c: int, f: float) -> float:
    """What friction goes by where the normal impulse is f."""
    return max(to.follow[c, 0] + to.follow[c, 1] * f, AT_ONCE * f) if f > 0.0 else 0.0


@kernel
def turning_bound(to: Rows, c: int) -> float:
    """What rows against turning may do, by the load of the points before them."""
    total = 0.0
    for k in range(1, to.turns[c] + 1):
        total += to.f[c - k, 0]
    return to.friction[c] * total


@kernel
def slowest(model: Any, h: float) -> float:
    """What is faster than this bounces [m/s]."""
    g = model.gravity
    return REST * h * np.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2])


@kernel
def assemble_pair(model: Any, state: State, work: Workspace, p: int, c: int, h: float) -> int:
    """Rows of the points of a pair, the first of which is point c; returns the next point."""
    contacts, geoms, to = state.contacts, model.geoms, work.rows
    N, F, G, x, y, middle = np.empty(3), np.empty(9), np.empty(9), np.empty(3), np.empty(3), np.empty(3)
    own = np.empty(6)
    ga, gb = contacts.pair[p, 0], contacts.pair[p, 1]
    A, B, normal = work.frame[ga], work.frame[gb], contacts.normal[p]
    a, b = geoms.body[ga], geoms.body[gb]
    for r in range(3):
        N[r] = A[3 * r] * normal[0] + A[3 * r + 1] * normal[1] + A[3 * r + 2] * normal[2]
    directions(N, F)
    for r in range(9):
        G[r] = -F[r]
    friction = max(geoms.friction[ga], geoms.friction[gb])
    bounce, lag = max(geoms.bounce[ga], geoms.bounce[gb]), max(geoms.lag[ga], geoms.lag[gb])
    slow, entry = slowest(model, h), to.first[c]
    for m in range(contacts.points[p]):
        at = contacts.at[p, m]
        turned(A, at, 0, x)
        turned(B, at, 3, y)
        gap = 0.0
        for r in range(3):
            gap += N[r] * (y[r] - x[r])
            middle[r] = 0.5 * (x[r] + y[r])
            to.u[c, r] = 0.0
        to.gap[c], to.friction[c], to.slot[c] = gap, friction, MOST * p + m
        to.frame[c], to.turns[c] = F, 0
        follow_load(to, c, contacts.load[p, m], lag, h)
        material_points(model, contacts, p, m, own)
        if a >= 0:
            entry = add_side(model, state, work, c, entry, a, geoms.link[ga], own[0:3], middle, G)
        if b >= 0:
            entry = add_side(model, state, work, c, entry, b, geoms.link[gb], own[3:6], middle, F)
        to.first[c + 1] = entry
        closing = work.closing[p, m]
        rebounds = bounce > 0.0 and closing > slow and gap + h * to.u[c, 0] < 0.0 and work.struck[p] == 0
        to.u[c, 0] += -bounce * closing if rebounds else max(gap, 0.0) / h
        push = contacts.impulse[p, m]
        for r in range(3):
            to.f[c, r] = push[0] * F[3 * r] + push[1] * F[3 * r + 1] + push[2] * F[3 * r + 2]
        to.f[c, 0] = max(to.f[c, 0], 0.0)
        c += 1
    return assemble_turning(model, state, work, p, c, middle, F) if contacts.points[p] > 0 else c


@kernel
def remember(state: State, work: Workspace, points: int) -> None:
    """Impulses of this step go to where the next one begins with them, as vectors in the world."""
    to, impulse = work.rows, state.contacts.impulse
    for c in range(points):
        if to.slot[c] < 0:
            continue
        if to.turns[c]:
            push_along(to, c, state.contacts.turn[to.slot[c]])
            continue
        push_along(to, c, impulse[to.slot[c] // MOST, to.slot[c] % MOST])
        state.contacts.load[to.slot[c] // MOST, to.slot[c] % MOST] = load(to, c, to.f[c, 0])


@kernel
def push_along(to: Rows, c: int, push: Array) -> None:
    """The impulses of a point as a vector in the world."""
    F = to.frame[c]
    for r in range(3):
        push[r] = to.f[c, 0] * F[r] + to.f[c, 1] * F[3 + r] + to.f[c, 2] * F[6 + r]


@kernel
def pull_back(to: Rows, z: Array, f: Array, c0: int, c1: int, share: float) -> None:
    """z += share Y f."""
    for c in range(c0, c1):
        f0, f1, f2 = share * f[c, 0], share * f[c, 1], share * f[c, 2]
        for e in range(to.first[c], to.first[c + 1]):
            y, w = to.Y[e], z[to.block[e]]
            for k in range(6):
                w[k] += y[k] * f0 + y[6 + k] * f1 + y[12 + k] * f2
