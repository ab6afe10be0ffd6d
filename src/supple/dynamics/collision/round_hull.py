"""A sphere or capsule against a polyhedron: the nearest points of its core, a point or a segment, and the polyhedron.

All in the polyhedron's frame. A core that no plane of a face cuts off reaches inside, and leaves by the face that
it has least to go through. Otherwise the nearest is found over all faces and edges.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.collision.manifold import match, set_aside
from supple.dynamics.collision.segments import core, nearest_on_segments
from supple.dynamics.model.arrays import MOST, Contacts, Geoms, Hulls, Workspace
from supple.dynamics.model.geom_types import CAPSULE
from supple.kernels import kernel

FACING = 0.998
"""Cosine beyond which a capsule lies along a face (3.6°)."""
APART = -2
CLOSE = 1e-6
"""Shares of a segment that differ by less are one."""


@kernel
def round_hull(geoms: Geoms, hulls: Hulls, contacts: Contacts, work: Workspace, p: int, margin: float) -> int:
    """The manifold of a round shape and a polyhedron, whichever comes first in the pair."""
    a, b = contacts.pair[p, 0], contacts.pair[p, 1]
    round_first = geoms.round[a] > 0.0
    r = a if round_first else b
    g = b if round_first else a
    A, X = work.frame[r], work.frame[g]
    reach, square = geoms.reach[a] + geoms.reach[b] + margin, 0.0
    for k in range(3):
        square += (A[9 + k] - X[9 + k]) ** 2
    if square > reach * reach:
        contacts.points[p] = 0
        return 0
    old = set_aside(contacts, work, p)
    contacts.points[p] = 0
    world, way, x, d = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    core(geoms, r, A, world, way)
    for k in range(3):
        x[k] = X[k] * (world[0] - X[9]) + X[3 + k] * (world[1] - X[10]) + X[6 + k] * (world[2] - X[11])
        d[k] = X[k] * way[0] + X[3 + k] * way[1] + X[6 + k] * way[2]
    n = np.empty(3)
    face, s = nearest_feature(hulls, geoms.hull[g], x, d, n, geoms.round[r] + margin)
    if face == APART:
        return 0
    low, high = s, s
    if face >= 0 and geoms.type[r] == CAPSULE:
        low, high = within_face(hulls, geoms.hull[g], face, x, d)
    if low < high and s >= low - CLOSE and s <= high + CLOSE:
        place(geoms, contacts, p, r, g, A, X, x, d, low, n, face, hulls, 0, margin)
        place(geoms, contacts, p, r, g, A, X, x, d, high, n, face, hulls, 1, margin)
    else:
        place(geoms, contacts, p, r, g, A, X, x, d, s, n, face, hulls, 2, margin)
    match(contacts, work, p, old, 0.2 * geoms.round[r])
    return 1


@kernel
def nearest_feature(
    hulls: Hulls, span: Indices, x: Array, d: Array, n: Array, within: float
) -> tuple[int, float]:
    """Direction n out of the polyhedron to the core; the face that the core lies along (−1 none), and where it
    is nearest.

    Where no face does, n has the length of the distance. APART where a face says that it is farther than `within`.
    """
    face, most, low, high = -1, -1e300, 0.0, 1.0
    for f in range(span[2], span[3]):
        N = hulls.face[f]
        start = N[0] * x[0] + N[1] * x[1] + N[2] * x[2] - N[3]
        slope = N[0] * d[0] + N[1] * d[1] + N[2] * d[2]
        least = start + min(slope, 0.0)
        if least > within:
            return APART, 0.0
        if least > most:
            face, most = f, least
        if slope > 0.0:
            high = min(high, -start / slope)
        elif slope < 0.0:
            low = max(low, -start / slope)
        elif start > 0.0:
            high = -1.0
    if low <= high:
        for k in range(3):
            n[k] = hulls.face[face, k]
        slope = n[0] * d[0] + n[1] * d[1] + n[2] * d[2]
        return face, 0.0 if slope > 0.0 else 1.0
    best, share, t = 1e300, 0.0, 0.0
    y, q, e = np.empty(3), np.empty(3), np.empty(3)
    for k in range(span[4], span[5]):
        i, j = hulls.edge[k, 0], hulls.edge[k, 1]
        for r in range(3):
            q[r] = hulls.vertex[i, r]
            e[r] = hulls.vertex[j, r] - q[r]
        s, t = nearest_on_segments(x, d, q, e)
        square = 0.0
        for r in range(3):
            y[r] = x[r] + s * d[r] - q[r] - t * e[r]
            square += y[r] * y[r]
        if square < best:
            best, share = square, s
            for r in range(3):
                n[r] = y[r]
    for end in range(2):
        for f in range(span[2], span[3]):
            N = hulls.face[f]
            away = -N[3]
            for r in range(3):
                y[r] = x[r] + end * d[r]
                away += N[r] * y[r]
            if away > 0.0 and away * away < best and inside_ring(hulls, span, f, y):
                best, share = away * away, float(end)
                for r in range(3):
                    n[r] = away * N[r]
    length = np.sqrt(best)
    for f in range(span[2], span[3]):
        N = hulls.face[f]
        if N[0] * n[0] + N[1] * n[1] + N[2] * n[2] > FACING * length:
            low, high = within_face(hulls, span, f, x, d)
            if low < high and share >= low - CLOSE and share <= high + CLOSE:
                for r in range(3):
                    n[r] = N[r]
                return f, share
    return -1, share


@kernel
def inside_ring(hulls: Hulls, span: Indices, f: int, y: Array) -> int:
    """Whether y lies over face f, within the planes through its sides."""
    first, end, N = hulls.ring[f], hulls.ring[f + 1], hulls.face[f]
    for c in range(first, end):
        i, j = span[0] + hulls.corner[c], span[0] + hulls.corner[c + 1 if c + 1 < end else first]
        V, U = hulls.vertex[i], hulls.vertex[j]
        u0, u1, u2 = U[0] - V[0], U[1] - V[1], U[2] - V[2]
        w0, w1, w2 = y[0] - V[0], y[1] - V[1], y[2] - V[2]
        out = N[0] * (u1 * w2 - u2 * w1) + N[1] * (u2 * w0 - u0 * w2) + N[2] * (u0 * w1 - u1 * w0)
        if out < 0.0:
            return 0
    return 1


@kernel
def within_face(hulls: Hulls, span: Indices, f: int, x: Array, d: Array) -> tuple[float, float]:
    """Which part of the segment lies over face f, from low to high; where none does low is not below high."""
    first, end, N, low, high = hulls.ring[f], hulls.ring[f + 1], hulls.face[f], 0.0, 1.0
    for c in range(first, end):
        i, j = span[0] + hulls.corner[c], span[0] + hulls.corner[c + 1 if c + 1 < end else first]
        V, U = hulls.vertex[i], hulls.vertex[j]
        u0, u1, u2 = U[0] - V[0], U[1] - V[1], U[2] - V[2]
        o0, o1, o2 = N[1] * u2 - N[2] * u1, N[2] * u0 - N[0] * u2, N[0] * u1 - N[1] * u0
        start = o0 * (x[0] - V[0]) + o1 * (x[1] - V[1]) + o2 * (x[2] - V[2])
        slope = o0 * d[0] + o1 * d[1] + o2 * d[2]
        if slope > 0.0:
            low = max(low, -start / slope)
        elif slope < 0.0:
            high = min(high, -start / slope)
        elif start < 0.0:
            high = -1.0
    return low, high


@kernel
def place(
    geoms: Geoms, contacts: Contacts, p: int, r: int, g: int, A: Array, X: Array, x: Array, d: Array, s: float,
    n: Array, face: int, hulls: Hulls, feature: int, margin: float,
) -> None:  # fmt: skip
    """A point of the manifold at x + s d of the core."""
    m, radius, y, N = contacts.points[p], geoms.round[r], np.empty(3), np.empty(3)
    gap = 0.0
    for k in range(3):
        y[k], N[k] = x[k] + s * d[k], n[k]
        gap += hulls.face[face, k] * y[k] if face >= 0 else 0.0
    if face >= 0:
        gap -= hulls.face[face, 3]
    else:
        gap = np.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        for k in range(3):
            N[k] = n[k] / gap if gap > 1e-12 else (1.0 if k == 1 else 0.0)
    if gap - radius >= margin or m >= MOST:
        return
    first = contacts.pair[p, 0] == r
    mine = 0 if first else 3
    at, normal = contacts.at[p, m], np.empty(3)
    for k in range(3):
        at[3 - mine + k] = y[k] - gap * N[k]
        at[mine + k] = 0.0
        normal[k] = X[3 * k] * N[0] + X[3 * k + 1] * N[1] + X[3 * k + 2] * N[2]
    for k in range(3):
        for w in range(3):
            there = X[9 + w] + X[3 * w] * y[0] + X[3 * w + 1] * y[1] + X[3 * w + 2] * y[2]
            at[mine + k] += A[3 * w + k] * (there - radius * normal[w] - A[9 + w])
        contacts.normal[p, k] = (
            -(A[k] * normal[0] + A[3 + k] * normal[1] + A[6 + k] * normal[2]) if first else N[k]
        )
    contacts.feature[p, m] = feature + 8 * (face + 1)
    contacts.points[p] = m + 1
