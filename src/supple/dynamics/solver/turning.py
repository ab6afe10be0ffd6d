"""Friction against turning and rolling: three rows more where shapes touch at a point or along an edge.

Points have no extent, so that a ball would roll and a top would spin for ever, and a box that hangs on two points
would swing. As if friction acted over a patch of radius ρ it resists turning about the normal, and about the two
directions across, with

    |τₙ| ≤ μ ρ Σ fₙ,   |(τ₁, τ₂)| ≤ μ ρ Σ fₙ

over the points of the manifold. Rows are those of ω L, velocities at the distance L that the shape reaches, so
that they are in m/s like all others; with ρ = s L the impulses along them are bound by μ s Σ fₙ. They are the
antisymmetric part of how the velocity changes from place to place, which every kind of body knows:

    ω_n L = ½ (∂u₂/∂t₁ − ∂u₁/∂t₂) L,  and so on around.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import rows, velocity, yields
from supple.dynamics.model.arrays import State, Workspace
from supple.dynamics.model.geom_types import CYLINDER
from supple.kernels import kernel

FEW = 2
"""A manifold of more points has an extent of its own, but that of a cylinder, which rolls on it."""


@kernel
def resists(model: Any, state: State, p: int) -> int:
    """Which shape of a pair resists turning most, where the pair resists at all; else −1."""
    geoms, contacts = model.geoms, state.contacts
    a, b = contacts.pair[p, 0], contacts.pair[p, 1]
    s, t = geoms.turning[a] * geoms.reach[a], geoms.turning[b] * geoms.reach[b]
    if s == 0.0 and t == 0.0:
        return -1
    rolls = geoms.type[a] == CYLINDER or geoms.type[b] == CYLINDER
    if contacts.points[p] == 0 or (contacts.points[p] > FEW and not rolls):
        return -1
    return a if s > t else b


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
            half = 0.5 if side else -0.5
            b, link = geoms.body[shape], geoms.link[shape]
            entry = add_turn(model, state, work, c, entry, b, link, x, F, geoms.reach[g], half)
    to.first[c + 1] = entry
    return c + 1


@kernel
def add_turn(
    model: Any, state: State, work: Workspace, c: int, entry: int, b: int, link: int, x: Array, F: Array, L: float,
    half: float,
) -> int:  # fmt: skip
    """One body of the turning at point c: ± ω L along F, and its rows as entries from `entry` on; the next entry.

    half: ½ for the second of the pair, −½ for the first.
    """
    to, y, u, along, used = work.rows, np.empty(3), np.empty(3), np.empty(3), 0
    for k in range(4):
        for r in range(3):
            y[r] = x[r] + (L * F[3 * k + r] if k < 3 else 0.0)
        velocity(model, state, work, b, link, y, y, u)
        for r in range(3):
            along[r] = u[0] * F[3 * r] + u[1] * F[3 * r + 1] + u[2] * F[3 * r + 2]
        curl(along, to.u[c], k, 1, half)
        if yields(model, b):
            used = rows(model, state, work, b, link, y, y, F, work.turned, to.block[entry:])
            for e in range(used):
                if k == 0:
                    to.Y[entry + e] = 0.0
                curl(work.turned[e], to.Y[entry + e], k, 6, half)
    for e in range(entry, entry + used):
        to.block[e] += model.bodies.block[b]
    return entry + used


@kernel
def curl(v: Array, turn: Array, k: int, width: int, half: float) -> None:
    """Add to three rows of a turn what three rows v say of the place k: along direction k, or (3) where all begin."""
    for a in range(3):
        one, other = (a + 1) % 3, (a + 2) % 3
        s = half if k == one else (-half if k == 3 else 0.0)
        t = -half if k == other else (half if k == 3 else 0.0)
        for m in range(width):
            turn[width * a + m] += s * v[width * other + m] + t * v[width * one + m]
