"""Friction against turning and rolling: three rows more where shapes touch at a point, or may roll on a line.

Points have no extent, so that a ball would roll and a top would spin for ever, and a box that hangs on two points
would swing. As if friction acted over a patch of radius ρ it resists turning about the normal, and about the two
directions across, with

    |τₙ| ≤ μ ρ Σ fₙ,   |(τ₁, τ₂)| ≤ μ ρ Σ fₙ

over the points of the manifold. Rows are those of ω L, velocities at the distance L that the shape reaches, so
that they are in m/s like all others; with ρ = s L the impulses along them are bound by μ s Σ fₙ. They are how
velocity changes from place to place, which every kind of body knows:

    ω_n L = ½ L (∂u₂/∂t₁ − ∂u₁/∂t₂),   ω₁ L = L ∂u_n/∂t₂,   ω₂ L = −L ∂u_n/∂t₁
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import rows, velocity, yields
from supple.dynamics.collision.bent import BENT
from supple.dynamics.model.arrays import State, Workspace
from supple.dynamics.model.geom_types import CAPSULE, CYLINDER
from supple.kernels import kernel


@kernel
def resists(model: Any, state: State, p: int) -> int:
    """Which shape of a pair resists turning most; −1 where none does, and among links of one body."""
    geoms, contacts = model.geoms, state.contacts
    a, b = contacts.pair[p, 0], contacts.pair[p, 1]
    if max(geoms.deforms[a], geoms.deforms[b]) == BENT:
        return -1
    s, t = geoms.turning[a] * geoms.reach[a], geoms.turning[b] * geoms.reach[b]
    if (s == 0.0 and t == 0.0) or geoms.body[a] == geoms.body[b]:
        return -1
    if contacts.points[p] > 1 and not (may_roll(geoms.type[a]) or may_roll(geoms.type[b])):
        return -1
    return a if s > t else b


@kernel
def may_roll(kind: int) -> int:
    """Whether a shape of this type may roll on a line; other manifolds of several points have an extent."""
    if kind == CAPSULE:
        return 1
    return 1 if kind == CYLINDER else 0


@kernel
def assemble_turning(model: Any, state: State, work: Workspace, p: int, c: int, x: Array, F: Array) -> int:
    """The rows against turning of a pair whose points end at c, and whose last is at x; returns the next point."""
    contacts, geoms, to = state.contacts, work.geoms, work.rows
    g = resists(model, state, p)
    if g < 0:
        contacts.turn[p] = 0.0
        return c
    entry, base, share, push = to.first[c], to.first[c - 1], geoms.turning[g], contacts.turn[p]
    to.gap[c], to.slot[c], to.turns[c] = 0.0, p, contacts.points[p]
    to.friction[c] = to.friction[c - 1] * share
    to.frame[c] = F
    for r in range(3):
        to.u[c, r] = 0.0
        to.f[c, r] = push[0] * F[3 * r] + push[1] * F[3 * r + 1] + push[2] * F[3 * r + 2]
    for side in range(2):
        shape = contacts.pair[p, side]
        if geoms.body[shape] >= 0:
            b, link, begin = geoms.body[shape], geoms.link[shape], entry
            sign = 1.0 if side else -1.0
            entry = add_turn(model, state, work, c, entry, base, b, link, x, F, geoms.reach[g], sign)
            base += entry - begin
    to.first[c + 1] = entry
    return c + 1


@kernel
def add_turn(
    model: Any, state: State, work: Workspace, c: int, entry: int, base: int, b: int, link: int, x: Array, F: Array,
    L: float, sign: float,
) -> int:  # fmt: skip
    """One body of the turning at point c: ± ω L along F, and its rows as entries from `entry` on; the next entry.

    What is measured from, at x, are the rows of the point before, entries from `base` on.
    """
    to, y, u, along, used = work.rows, np.empty(3), np.empty(3), np.empty(3), 0
    for k in range(3):
        for r in range(3):
            y[r] = x[r] + (L * F[3 * k + r] if k > 0 else 0.0)
        velocity(model, state, work, b, link, y, y, u)
        for r in range(3):
            along[r] = sign * (u[0] * F[3 * r] + u[1] * F[3 * r + 1] + u[2] * F[3 * r + 2])
        tilt(along, to.u[c], k, 1, 1.0)
        if k > 0 and yields(model, b):
            used = rows(model, state, work, b, link, y, y, F, work.turned, to.block[entry:])
            for e in range(used):
                if k == 1:
                    to.Y[entry + e] = 0.0
                    tilt(to.Y[base + e], to.Y[entry + e], 0, 6, 1.0)
                tilt(work.turned[e], to.Y[entry + e], k, 6, sign)
    for e in range(entry, entry + used):
        to.block[e] += model.bodies.block[b]
    return entry + used


@kernel
def tilt(v: Array, turn: Array, k: int, width: int, sign: float) -> None:
    """Add to three rows of a turn what three rows v say of the place L away along t₁ or t₂, or (0) of where all
    begin."""
    for m in range(width):
        n, one, two = sign * v[m], 0.5 * sign * v[width + m], 0.5 * sign * v[2 * width + m]
        if k == 0:
            turn[m] += one - two
            turn[width + m] -= n
            turn[2 * width + m] += n
        elif k == 1:
            turn[m] += two
            turn[2 * width + m] -= n
        else:
            turn[m] -= one
            turn[width + m] += n
