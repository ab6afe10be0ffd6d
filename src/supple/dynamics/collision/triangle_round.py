"""A sphere or capsule against a triangle of a mesh: over its face, along the sides that it speaks for, at corners.

All in the frame of the mesh. Where the core is over the face, both ends of that part touch it along its
normal. A side or a corner touches where the surface is nearest there: the way to the core goes up on all that
goes on from it, d · w ≤ 0. So a sphere that rolls over a floor feels no side.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.collision.segments import core, nearest_on_segments
from supple.dynamics.collision.touches import add_touch
from supple.dynamics.model.arrays import Geoms, Hulls, Meshes, Workspace
from supple.kernels import kernel

LEVEL = 1e-7
"""Sine of the angle by which a surface may rise and still count as level."""
TINY = 1e-12
SAME = 1e-4
"""Points are one within this share of the radius."""


@kernel
def triangle_round(
    geoms: Geoms,
    hulls: Hulls,
    meshes: Meshes,
    work: Workspace,
    t: int,
    solid: int,
    g: int,
    P: Array,
    margin: float,
) -> None:
    """The points of a round shape, which is at P, and triangle t."""
    X, x, d = np.empty(12), np.empty(3), np.empty(3)
    X[0:9], X[9:12] = P[3:12], P[0:3]
    core(geoms, g, X, x, d)
    touch_face(geoms, hulls, work, meshes.hull[t], solid, g, P, x, d, margin, 8 * t)
    for k in range(3):
        if meshes.owns[t, k]:
            touch_side(geoms, hulls, meshes, work, t, k, solid, g, P, x, d, margin)


@kernel
def touch_face(
    geoms: Geoms, hulls: Hulls, work: Workspace, span: Indices, solid: int, g: int, P: Array, x: Array, d: Array,
    margin: float, feature: int,
) -> None:  # fmt: skip
    """Both ends of the part of the core that is over the face."""
    N, length = hulls.face[span[2]], 0.0
    for r in range(3):
        length += d[r] * d[r]
    low, high = over_face(hulls, span, x, d)
    if low > high:
        return
    height = N[0] * (x[0] + 0.5 * d[0]) + N[1] * (x[1] + 0.5 * d[1]) + N[2] * (x[2] + 0.5 * d[2]) - N[3]
    side, n = 1.0 if solid or height >= 0.0 else -1.0, np.empty(3)
    for r in range(3):
        n[r] = side * N[r]
    put(geoms, work, g, P, x, d, low, n, side * N[3], margin, feature)
    if length > TINY and high > low:
        put(geoms, work, g, P, x, d, high, n, side * N[3], margin, feature + 1)


@kernel
def over_face(hulls: Hulls, span: Indices, x: Array, d: Array) -> tuple[float, float]:
    """Which part of a segment is over a triangle, as shares of it; 1, 0 if none is."""
    N, low, high = hulls.face[span[2]], 0.0, 1.0
    for k in range(3):
        V, W = hulls.vertex[span[0] + k], hulls.vertex[span[0] + (k + 1) % 3]
        u0, u1, u2 = W[0] - V[0], W[1] - V[1], W[2] - V[2]
        w0, w1, w2 = N[1] * u2 - N[2] * u1, N[2] * u0 - N[0] * u2, N[0] * u1 - N[1] * u0
        start = w0 * (x[0] - V[0]) + w1 * (x[1] - V[1]) + w2 * (x[2] - V[2])
        slope = w0 * d[0] + w1 * d[1] + w2 * d[2]
        if slope > 0.0:
            low = max(low, -start / slope)
        elif slope < 0.0:
            high = min(high, -start / slope)
        elif start < 0.0:
            return 1.0, 0.0
    return low, high


@kernel
def put(
    geoms: Geoms, work: Workspace, g: int, P: Array, x: Array, d: Array, s: float, n: Array, offset: float,
    margin: float, feature: int,
) -> None:  # fmt: skip
    """The point below x + s d of the core, on the plane n · x = offset, if it is nearer than the margin."""
    radius, at, y, height = geoms.round[g], np.empty(3), np.empty(3), -offset
    for r in range(3):
        height += n[r] * (x[r] + s * d[r])
    if height - radius >= margin:
        return
    for r in range(3):
        at[r] = x[r] + s * d[r] - height * n[r]
    on_shape(P, x, d, s, n, radius, y)
    add_touch(work, n, at, y, height - radius, feature, SAME * radius)


@kernel
def on_shape(P: Array, x: Array, d: Array, s: float, n: Array, radius: float, y: Array) -> None:
    """Where x + s d − radius n is in the frame of the shape."""
    e = np.empty(3)
    for r in range(3):
        e[r] = x[r] + s * d[r] - radius * n[r] - P[r]
    for r in range(3):
        y[r] = P[3 + r] * e[0] + P[6 + r] * e[1] + P[9 + r] * e[2]


@kernel
def touch_side(
    geoms: Geoms, hulls: Hulls, meshes: Meshes, work: Workspace, t: int, k: int, solid: int, g: int, P: Array,
    x: Array, d: Array, margin: float,
) -> None:  # fmt: skip
    """The nearest points of the core and side k, if the surface is nearest there."""
    span, q, e, n, y = meshes.hull[t], np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    N, V, W = hulls.face[span[2]], hulls.vertex[span[0] + k], hulls.vertex[span[0] + (k + 1) % 3]
    for r in range(3):
        q[r], e[r] = V[r], W[r] - V[r]
    s, u = nearest_on_segments(x, d, q, e)
    square = 0.0
    for r in range(3):
        q[r] += u * e[r]
        n[r] = x[r] + s * d[r] - q[r]
        square += n[r] * n[r]
    gap = np.sqrt(square) - geoms.round[g]
    if gap >= margin or square < TINY * geoms.round[g] ** 2:
        return
    for r in range(3):
        n[r] /= gap + geoms.round[g]
    if solid and n[0] * N[0] + n[1] * N[1] + n[2] * N[2] < 0.0:
        return
    if u <= 0.0 or u >= 1.0:
        if not tops(meshes, meshes.vertex[t, k if u <= 0.0 else (k + 1) % 3], n, LEVEL):
            return
    elif not crests(meshes, t, k, N, e, n, LEVEL):
        return
    on_shape(P, x, d, s, n, geoms.round[g], y)
    add_touch(work, n, q, y, gap, 8 * t + 2 + k, SAME * geoms.round[g])


@kernel
def tops(meshes: Meshes, vertex: int, n: Array, level: float) -> int:
    """Whether no neighbor of a vertex is higher along n."""
    for e in range(meshes.ring[vertex], meshes.ring[vertex + 1]):
        w = meshes.around[e]
        if n[0] * w[0] + n[1] * w[1] + n[2] * w[2] > level:
            return 0
    return 1


@kernel
def crests(meshes: Meshes, t: int, k: int, N: Array, e: Array, n: Array, level: float) -> int:
    """Whether neither triangle beside side k of t rises along n."""
    over = meshes.over[t, 3 * k : 3 * k + 3]
    w0, w1, w2 = N[1] * e[2] - N[2] * e[1], N[2] * e[0] - N[0] * e[2], N[0] * e[1] - N[1] * e[0]
    length = np.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2])
    if n[0] * w0 + n[1] * w1 + n[2] * w2 > level * length:
        return 0
    return 1 if n[0] * over[0] + n[1] * over[1] + n[2] * over[2] <= level else 0
