"""Shapes of bodies that bend: where the points of their surface are, and which material point is at a place."""

from typing import Any

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.kind import map_at, point
from supple.dynamics.collision.touches import add_touch
from supple.dynamics.collision.triangle_round import over_face
from supple.dynamics.linalg.dense import invert
from supple.dynamics.model.arrays import Contacts, Hulls, Meshes, State, Workspace
from supple.dynamics.model.geom_types import CLOUD
from supple.kernels import kernel

BENT = 2
"""What `deforms` says of such a shape."""
ROUNDS = 8
GRAZE = 1e-3
"""What is less deep under a triangle touches it, whatever others it is under [m]."""
CLOSE = 1e-9
"""A material point is found when it is as near as this, in shares of the reach."""


@kernel
def bend(model: Any, state: State, work: Workspace, g: int) -> None:
    """Put the points of a shape where they are, about its origin along the world's axes, with the box around them."""
    b, W, span, clouds = model.geoms.body[g], work.frame[g], model.geoms.hull[g], model.clouds
    k, at, R = (
        clouds.width[model.geoms.cloud[g]],
        clouds.place[model.geoms.cloud[g]],
        state.q[model.bodies.q[b] :],
    )
    point(model, state, work, b, 0, model.geoms.local[g, 9:12], W[9:12])
    for r in range(3):
        for c in range(3):
            W[3 * r + c] = 1.0 if c == r else 0.0
    m, half, now, square = work.map[g], work.geoms.size[g], work.hulls.vertex, 0.0
    m[:] = 0.0
    half[:] = 0.0
    for v in range(span[0], span[1]):
        x, y, z = -W[9], -W[10], -W[11]
        for j in range(k):
            p = clouds.value[at + j]
            x += R[j] * p
            y += R[k + j] * p
            z += R[2 * k + j] * p
        at += k
        now[v, 0], now[v, 1], now[v, 2] = x, y, z
        m[0], m[1], m[2] = min(m[0], x), min(m[1], y), min(m[2], z)
        m[3], m[4], m[5] = max(m[3], x), max(m[4], y), max(m[5], z)
        square = max(square, x * x + y * y + z * z)
    for r in range(3):
        half[r] = max(-m[r], m[3 + r])
    work.geoms.reach[g] = np.sqrt(square)
    for r in range(6):
        m[r] /= work.geoms.reach[g]


@kernel
def material_at(model: Any, state: State, work: Workspace, g: int, x: Array, r: Array, X: Array) -> None:
    """The material point r that is at x, and the map X around it: Newton's method from the nearest known point."""
    b, L, W, span = model.geoms.body[g], model.geoms.local[g], work.frame[g], model.geoms.hull[g]
    best, least, back = span[0], 1e300, np.empty(9)
    for v in range(span[0], span[1]):
        U = work.hulls.vertex[v]
        d0, d1, d2 = x[0] - W[9] - U[0], x[1] - W[10] - U[1], x[2] - W[11] - U[2]
        square = d0 * d0 + d1 * d1 + d2 * d2
        if square < least:
            best, least = v, square
    for k in range(3):
        r[k] = L[9 + k] + model.hulls.vertex[best, k]
    for _ in range(ROUNDS):
        map_at(model, state, work, b, r, X)
        d0, d1, d2 = x[0] - X[9], x[1] - X[10], x[2] - X[11]
        if d0 * d0 + d1 * d1 + d2 * d2 <= (CLOSE * model.geoms.reach[g]) ** 2:
            return
        invert(X[0:9], back)
        for k in range(3):
            r[k] += back[3 * k] * d0 + back[3 * k + 1] * d1 + back[3 * k + 2] * d2


@kernel
def note_material(model: Any, state: State, contacts: Contacts, work: Workspace, p: int) -> None:
    """Which material points of bodies that bend touch in the manifold of pair p; of others, places in their frames.

    Over planes and triangles they are points of its own, by which contacts are known; else they are looked for.
    """
    x, X, own = np.empty(3), np.empty(12), model.geoms.type[contacts.pair[p, 0]] < CLOUD
    for side in range(2):
        g = contacts.pair[p, side]
        for m in range(contacts.points[p]):
            for k in range(3):
                contacts.rest[p, m, 3 * side + k] = contacts.at[p, m, 3 * side + k]
                x[k] = work.frame[g, 9 + k] + contacts.at[p, m, 3 * side + k]
            if model.geoms.deforms[g] == BENT and own:
                for k in range(3):
                    v = model.geoms.hull[g, 0] + contacts.feature[p, m]
                    contacts.rest[p, m, 3 + k] = model.geoms.local[g, 9 + k] + model.hulls.vertex[v, k]
            elif model.geoms.deforms[g] == BENT:
                material_at(model, state, work, g, x, contacts.rest[p, m, 3 * side : 3 * side + 3], X)


@kernel
def points_over_triangles(
    hulls: Hulls,
    meshes: Meshes,
    work: Workspace,
    near: int,
    solid: int,
    span: Indices,
    P: Array,
    margin: float,
) -> None:
    """Points of a bent shape, which is at P seen from the mesh, over the first so many near triangles, or under them.

    A point is inside no farther than the nearest face is: of those under which it is clearly, that alone counts.
    """
    x, none = np.empty(3), np.zeros(3)
    for v in range(span[0], span[1]):
        U, best, least = hulls.vertex[v], -1, 1e300
        for r in range(3):
            x[r] = P[r] + P[3 + 3 * r] * U[0] + P[4 + 3 * r] * U[1] + P[5 + 3 * r] * U[2]
        for e in range(near):
            t = work.touches.triangle[e]
            height, side = over_plane_of(hulls, meshes, t, solid, P, x)
            if height >= margin or -height >= least:
                continue
            low, high = over_face(hulls, meshes.hull[t], x, none)
            if low > high:
                continue
            if height > -GRAZE:
                add_point(hulls, meshes, work, t, x, U, height, side, v - span[0])
                least = 0.0
            elif least > 0.0:
                best, least = t, -height
        if best >= 0 and least > 0.0:
            height, side = over_plane_of(hulls, meshes, best, solid, P, x)
            add_point(hulls, meshes, work, best, x, U, height, side, v - span[0])


@kernel
def over_plane_of(
    hulls: Hulls, meshes: Meshes, t: int, solid: int, P: Array, x: Array
) -> tuple[float, float]:
    """How high x is over the plane of a triangle, on the side on which the middle of the shape is; that side."""
    N = hulls.face[meshes.hull[t, 2]]
    middle = N[0] * P[0] + N[1] * P[1] + N[2] * P[2] - N[3]
    side = 1.0 if solid or middle >= 0.0 else -1.0
    return side * (N[0] * x[0] + N[1] * x[1] + N[2] * x[2] - N[3]), side


@kernel
def add_point(
    hulls: Hulls,
    meshes: Meshes,
    work: Workspace,
    t: int,
    x: Array,
    y: Array,
    height: float,
    side: float,
    feature: int,
) -> None:
    """Point x, y in the frame of its shape, touches triangle t."""
    N, n, at, own = hulls.face[meshes.hull[t, 2]], np.empty(3), np.empty(3), np.empty(3)
    for r in range(3):
        n[r], own[r] = side * N[r], y[r]
        at[r] = x[r] - height * n[r]
    add_touch(work, n, at, own, height, feature, 0.0)


@kernel
def material_points(model: Any, contacts: Contacts, p: int, m: int, own: Array) -> None:
    """The material points of both bodies at point m of a pair (6,), as the kernels of their kinds ask for them."""
    a, b = contacts.pair[p, 0], contacts.pair[p, 1]
    bent = max(model.geoms.deforms[a], model.geoms.deforms[b]) == BENT
    for k in range(6):
        own[k] = contacts.rest[p, m, k] if bent else contacts.at[p, m, k]
