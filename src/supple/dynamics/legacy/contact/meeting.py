"""Who meets whom within a step: surface points of bodies, what stands still, and other bodies.

A point of one body is pulled back into the rest shape of the other, r with x(q, r) = x, where the signed distance φ
is known. In the world, to first order: gap = φ/|G⁻ᵀ ∇φ|, normal along G⁻ᵀ ∇φ, with G = ∂x/∂r.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.contact.locate import locate
from supple.dynamics.legacy.contact.narrow import gaps_in, near_bodies, near_shapes
from supple.dynamics.legacy.contact.pairs import overlapping
from supple.dynamics.legacy.contact.plain import move, stretch
from supple.dynamics.legacy.general import System

NEAR = 1e-5
"""So closely places in bodies are found [m]."""


class Meetings(NamedTuple):
    """Points (n,) of all, in order, that would sink into shape or body `other` (n,) within the step.

    Bodies are counted after the shapes. `gap` (n,) [m], `normal` (n, 3) from the other to the point, and the rest
    place (n, 3) of the point in the other body.
    """

    point: Indices
    other: Indices
    gap: Array
    normal: Array
    place: Array


class Shown(NamedTuple):
    """All surface points now: places x (n, 3), velocities v (n, 3), and boxes (bodies, 3) around what they reach."""

    x: Array
    v: Array
    low: Array
    high: Array


def meetings(system: System, q: Array, v: Array, h: float) -> Meetings:
    """All of them, by point and then by other."""
    scenery = system.structure.scenery
    if not scenery.faces:
        nothing = np.zeros(0, dtype=np.int64)
        return Meetings(nothing, nothing, np.zeros(0), np.zeros((0, 3)), np.zeros((0, 3)))
    seen = _shown(system, q, v, h)
    still = near_shapes(
        seen.x, seen.v, h, scenery.first, scenery.corners, seen.low, seen.high, scenery.shapes
    )
    found = Meetings(*still, place=np.zeros((len(still[0]), 3)))
    if not scenery.collide:
        return found
    pairs = overlapping(seen.low, seen.high)
    if len(system.apart):
        pairs = pairs[~np.isin(pairs[:, 0] * len(scenery.faces) + pairs[:, 1], system.apart)]
    return _in_order(found, _between(system, q, v, h, seen, pairs)) if len(pairs) else found


def _shown(system: System, q: Array, v: Array, h: float) -> Shown:
    scenery = system.structure.scenery
    x, speeds = np.empty((2, len(scenery.owner), 3))
    move(scenery.plain, q, v, scenery.owner, scenery.r, x, speeds)
    for b in scenery.apart:
        (body, span, v_span), p = system.structure.parts[b], scenery.faces[b].p
        mine = slice(scenery.first[b], scenery.first[b + 1])
        x[mine], speeds[mine] = body.position(q[span], p), body.velocity(q[span], v[v_span], p)
    ahead, starts = x + h * speeds, scenery.first[:-1]
    low = np.minimum.reduceat(np.minimum(x, ahead), starts)
    high = np.maximum.reduceat(np.maximum(x, ahead), starts)
    return Shown(x, speeds, low, high)


def moving(system: System, q: Array, v: Array, body: Indices, r: Array) -> tuple[Array, Array]:
    """Places (n, 3) and velocities (n, 3) of what is at r (n, 3) in the rest shapes of bodies (n,)."""
    structure, scenery = system.structure, system.structure.scenery
    x, speeds = np.empty((2, len(r), 3))
    move(scenery.plain, q, v, body, r, x, speeds)
    for b in scenery.apart:
        (one, span, v_span), mine = structure.parts[b], np.flatnonzero(body == b)
        if len(mine):
            p = one.coefficients(r[mine])
            x[mine], speeds[mine] = one.position(q[span], p), one.velocity(q[span], v[v_span], p)
    return x, speeds


def _in_order(a: Meetings, b: Meetings) -> Meetings:
    """All of both, by point and then by other."""
    point, other = np.concatenate([a.point, b.point]), np.concatenate([a.other, b.other])
    order = np.lexsort((other, point))
    gap, normal, place = (np.concatenate(both)[order] for both in zip(a[2:], b[2:], strict=True))
    return Meetings(point[order], other[order], gap, normal, place)


def _between(system: System, q: Array, v: Array, h: float, seen: Shown, pairs: Indices) -> Meetings:
    """Points of bodies in other bodies, of pairs (n, 2) whose boxes overlap."""
    structure, scenery = system.structure, system.structure.scenery
    middle, inverse, loose = _evened(system, q, seen)
    fastest = np.sqrt(np.maximum.reduceat((seen.v**2).sum(axis=1), scenery.first[:-1]))
    point, other, r = near_bodies(
        seen.x, seen.v, h, scenery.first, seen.low, seen.high, pairs, scenery.enterable, inverse, middle,
        scenery.middles, loose, fastest, scenery.solids,
    )  # fmt: skip
    back = inverse[other]
    for b in np.unique(other[~scenery.even[other]]).tolist():
        (body, span, _), mine = structure.parts[b], np.flatnonzero(other == b)
        r[mine], back[mine] = locate(body, q[span], seen.x[point[mine]], r[mine], NEAR)
    gap, normal = gaps_in(scenery.solids, other, r)
    normal = np.einsum("nji,nj->ni", back, normal)
    length = np.linalg.norm(normal, axis=1)
    gap, normal = gap / length, normal / length[:, None]
    _, there = moving(system, q, v, other, r)
    sinks = gap + h * np.einsum("ni,ni->n", normal, seen.v[point] - there) < 0
    shapes = len(scenery.shapes.kind)
    return Meetings(point[sinks], other[sinks] + shapes, gap[sinks], normal[sinks], r[sinks])


def _evened(system: System, q: Array, seen: Shown) -> tuple[Array, Array, Array]:
    """Where the middle of each body is, G⁻¹ there, and how far its surface is from what these say [m]."""
    scenery, every = system.structure.scenery, np.arange(len(system.structure.bodies))
    middle, _ = moving(system, q, np.zeros(system.structure.v_size), every, scenery.middles)
    G = np.empty((len(every), 3, 3))
    stretch(scenery.plain, q, scenery.middles, G)
    for b in scenery.apart:
        body, span, _ = system.structure.parts[b]
        G[b] = body.gradient(q[span], scenery.middles[b : b + 1])[0]
    loose = np.zeros(len(every))
    for b in np.flatnonzero(~scenery.even).tolist():
        mine = slice(scenery.first[b], scenery.first[b + 1])
        bent = seen.x[mine] - middle[b] - (scenery.r[mine] - scenery.middles[b]) @ G[b].T
        loose[b] = np.sqrt((bent**2).sum(axis=1).max())
    return middle, np.asarray(np.linalg.inv(G), dtype=np.float64), loose
