"""Friction against turning and rolling: three rows more where shapes touch at a point, or may roll on a line.

Points have no extent, so that a ball would roll and a top would spin for ever, and a box that hangs on two points
would swing. As if friction acted over a patch of radius ρ it resists turning about the normal, and about the two
directions across, with

    |τₙ| ≤ μ ρ Σ fₙ,   |(τ₁, τ₂)| ≤ μ ρ Σ fₙ

over the points of the manifold. Rows are those of ω L, velocities at the distance L that the shape reaches, so
that they are in m/s like all others; with ρ = s L the impulses along them are bound by μ s Σ fₙ.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import spin
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
    entry, share, push = to.first[c], geoms.turning[g], contacts.turn[p]
    to.gap[c], to.slot[c], to.turns[c] = 0.0, p, contacts.points[p]
    to.friction[c] = to.friction[c - 1] * share
    to.frame[c] = F
    for r in range(3):
        to.u[c, r] = 0.0
        to.f[c, r] = push[0] * F[3 * r] + push[1] * F[3 * r + 1] + push[2] * F[3 * r + 2]
    for side in range(2):
        shape = contacts.pair[p, side]
        if geoms.body[shape] >= 0:
            b, link, sign = geoms.body[shape], geoms.link[shape], 1.0 if side else -1.0
            entry = add_turn(model, state, work, c, entry, b, link, x, F, sign * geoms.reach[g])
    to.first[c + 1] = entry
    return c + 1


@kernel
def add_turn(
    model: Any, state: Any, work: Workspace, c: int, entry: int, b: int, link: int, x: Array, F: Array, L: float
) -> int:  # fmt: skip
    """One body of the turning at point c: ω L along F, and its rows as entries from `entry` on; the next entry."""
    to, u = work.rows, np.empty(3)
    used = spin(model, state, work, b, link, x, F, L, u, to.Y[entry:], to.block[entry:])
    for r in range(3):
        to.u[c, r] += u[r]
    for e in range(entry, entry + used):
        to.block[e] += model.bodies.block[b]
    return entry + used
