"""A box, cylinder or hull against a triangle of a mesh: axes that its surroundings allow, then the clipped face.

Three kinds of axes tell the two apart: the triangle's normal, on the side where the middle of the shape is;
the normal of a face of the shape, where it meets a corner that is the highest of its neighborhood; and across
an edge of the shape and a side, where the surface is convex there (the arcs of the two cross on the sphere of
normals). So a box that slides over a floor is not caught by the sides of triangles within it. A ledge lower
than LEDGE is no obstacle.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.collision.box_box import CLEAR
from supple.dynamics.collision.hull_hull import clipped
from supple.dynamics.collision.segments import nearest_on_segments
from supple.dynamics.collision.touches import add_touch
from supple.dynamics.collision.triangle_round import over_face, tops
from supple.dynamics.model.arrays import Contacts, Geoms, Hulls, Meshes, Workspace
from supple.dynamics.model.geom_types import CYLINDER
from supple.kernels import kernel

LEDGE = 1e-3
"""By how much a shape must reach behind a triangle before other axes count, in shares of the size."""
LEVEL = 1e-3
"""Sine of the angle by which a surface may rise and still count as level."""
SHARP = 1e-2
"""The same by which it must fall behind a side that edges may catch on."""
LYING = 0.05
"""Sine of the angle to a face up to which a cylinder rolls on it (3°)."""
SAME = 1e-6
"""Points are one within this share of the size."""


@kernel
def triangle_hull(
    geoms: Geoms, hulls: Hulls, meshes: Meshes, contacts: Contacts, work: Workspace, p: int, t: int, solid:
    int, g: int, P: Array, Q: Array, margin: float,
) -> None:  # fmt: skip
    """The points of a polyhedron, at P seen from the mesh (which it sees at Q), and triangle t."""
    own, other, size, n = meshes.hull[t], geoms.hull[g], geoms.reach[g], np.empty(3)
    N = hulls.face[own[2]]
    front = solid or N[0] * P[0] + N[1] * P[1] + N[2] * P[2] >= N[3]
    f = own[2] if front else own[2] + 1
    behind = lowest(hulls, other, P, hulls.face[f])
    if behind > margin:
        return
    g_face, most = -1, -1e300
    for face in range(other[2], other[3]):
        away, corner = nearest_corner(hulls, own, Q, hulls.face[face])
        if away > margin:
            return
        if away > most and behind < -LEDGE * size and tops_out(meshes, t, corner, P, hulls.face[face]):
            g_face, most = face, away
    clear = max(behind, most)
    if clear < -LEDGE * size:
        pair, away = best_sides(hulls, meshes, t, front, other, P, size, n)
        if pair >= 0 and away > margin:
            return
        if pair >= 0 and away > clear + CLEAR * size:
            cross(hulls, own, other, P, pair, n, away, work, size, 64 * t)
            return
    if most > behind:
        clipped(hulls, other, own, Q, g_face, 1, margin, contacts, work, p)
        gather(contacts, work, hulls, p, P, g_face, 1, 64 * t, size)
    elif geoms.type[g] == CYLINDER and lies_along(geoms, hulls, work, own, f, g, P, margin, 64 * t):
        return
    else:
        clipped(hulls, own, other, P, f, 0, margin, contacts, work, p)
        gather(contacts, work, hulls, p, P, f, 0, 64 * t, size)


@kernel
def lies_along(
    geoms: Geoms,
    hulls: Hulls,
    work: Workspace,
    own: Indices,
    f: int,
    g: int,
    P: Array,
    margin: float,
    feature: int,
) -> int:
    """Whether a cylinder at P lies along a face; if so the ends of the line by which it does, as round as it is."""
    N, R, half = hulls.face[f], geoms.size[g, 0], geoms.size[g, 1]
    n, down, x, d, at, y = np.empty(3), np.empty(3), np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    rise = N[0] * P[4] + N[1] * P[7] + N[2] * P[10]
    if abs(rise) > LYING:
        return 0
    level = np.sqrt(1 - rise * rise)
    for r in range(3):
        axis = P[4 + 3 * r]
        n[r], down[r] = N[r], -R * (N[r] - rise * axis) / level
        x[r], d[r] = P[r] - half * axis + down[r], 2 * half * axis
    low, high = over_face(hulls, own, x, d)
    for end in range(2 if low <= high else 0):
        s, gap = high if end else low, -N[3]
        for r in range(3):
            gap += N[r] * (x[r] + s * d[r])
        for r in range(3):
            at[r] = x[r] + s * d[r] - gap * N[r]
            y[r] = (2 * s - 1) * half if r == 1 else 0.0
            for k in range(3):
                y[r] += P[3 + 3 * k + r] * down[k]
        if gap < margin:
            add_touch(work, n, at, y, gap, feature + 52 + end, SAME * geoms.reach[g])
    return 1


@kernel
def lowest(hulls: Hulls, other: Indices, P: Array, N: Array) -> float:
    """How far the lowest corner of a polyhedron at P is over a plane."""
    m0 = N[0] * P[3] + N[1] * P[6] + N[2] * P[9]
    m1 = N[0] * P[4] + N[1] * P[7] + N[2] * P[10]
    m2 = N[0] * P[5] + N[1] * P[8] + N[2] * P[11]
    least = 1e300
    for v in range(other[0], other[1]):
        V = hulls.vertex[v]
        least = min(least, m0 * V[0] + m1 * V[1] + m2 * V[2])
    return least + N[0] * P[0] + N[1] * P[1] + N[2] * P[2] - N[3]


@kernel
def nearest_corner(hulls: Hulls, own: Indices, Q: Array, N: Array) -> tuple[float, int]:
    """How far the nearest corner of a triangle at Q is outside of a face, and which it is."""
    least, corner = 1e300, 0
    for k in range(3):
        V = hulls.vertex[own[0] + k]
        away = -N[3]
        for r in range(3):
            away += N[r] * (Q[r] + Q[3 + 3 * r] * V[0] + Q[4 + 3 * r] * V[1] + Q[5 + 3 * r] * V[2])
        if away < least:
            least, corner = away, k
    return least, corner


@kernel
def tops_out(meshes: Meshes, t: int, corner: int, P: Array, N: Array) -> int:
    """Whether no neighbor of a corner is nearer to a face of a polyhedron at P."""
    n = np.empty(3)
    for r in range(3):
        n[r] = -(P[3 + 3 * r] * N[0] + P[4 + 3 * r] * N[1] + P[5 + 3 * r] * N[2])
    return tops(meshes, meshes.vertex[t, corner], n, LEVEL)


@kernel
def best_sides(
    hulls: Hulls, meshes: Meshes, t: int, front: int, other: Indices, P: Array, size: float, n: Array
) -> tuple[int, float]:
    """The side of a triangle and the edge of a polyhedron (3 · edge + side) that tell them apart most, along n; −1 if
    none does."""
    own, best, most = meshes.hull[t], -1, -1e300
    side = 1.0 if front else -1.0
    N, A, B, u = hulls.face[own[2]], np.empty(3), np.empty(3), np.empty(3)
    for k in range(3):
        V, W, over = (
            hulls.vertex[own[0] + k],
            hulls.vertex[own[0] + (k + 1) % 3],
            meshes.over[t, 3 * k : 3 * k + 3],
        )
        for r in range(3):
            A[r], u[r] = side * N[r], W[r] - V[r]
        length = np.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
        for r in range(3):
            u[r] /= length
        ends = over[0] == 0.0 and over[1] == 0.0 and over[2] == 0.0
        if meshes.owns[t, k] == 0 or (not ends and over[0] * A[0] + over[1] * A[1] + over[2] * A[2] > -SHARP):
            continue
        for r in range(3):
            i, j = (r + 1) % 3, (r + 2) % 3
            B[r] = u[i] * N[j] - u[j] * N[i] if ends else side * (over[i] * u[j] - over[j] * u[i])
        edge, away = best_edge(hulls, other, P, V, u, A, B, n, most)
        if edge >= 0:
            best, most = 3 * edge + k, away
    return best, most


@kernel
def best_edge(
    hulls: Hulls, other: Indices, P: Array, U: Array, u: Array, A: Array, B: Array, n: Array, least: float
) -> tuple[int, float]:
    """The edge of a polyhedron that is farthest from a side through U along u, between surfaces with normals A and B,
    if it is farther than `least`; n is then the way there."""
    best, most = -1, least
    e, y, c, d = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    h0, h1, h2 = B[1] * A[2] - B[2] * A[1], B[2] * A[0] - B[0] * A[2], B[0] * A[1] - B[1] * A[0]
    for j in range(other[5] - other[4]):
        E = hulls.edge[other[4] + j]
        V, W, C, D = hulls.vertex[E[0]], hulls.vertex[E[1]], hulls.face[E[2]], hulls.face[E[3]]
        for r in range(3):
            x, z, w = P[3 + 3 * r], P[4 + 3 * r], P[5 + 3 * r]
            c[r] = -(x * C[0] + z * C[1] + w * C[2])
            d[r] = -(x * D[0] + z * D[1] + w * D[2])
        cba, dba = c[0] * h0 + c[1] * h1 + c[2] * h2, d[0] * h0 + d[1] * h1 + d[2] * h2
        if cba * dba >= 0.0:
            continue
        k0, k1, k2 = d[1] * c[2] - d[2] * c[1], d[2] * c[0] - d[0] * c[2], d[0] * c[1] - d[1] * c[0]
        adc, bdc = A[0] * k0 + A[1] * k1 + A[2] * k2, B[0] * k0 + B[1] * k1 + B[2] * k2
        if adc * bdc >= 0.0 or cba * bdc <= 0.0:
            continue
        for r in range(3):
            x, z, w = P[3 + 3 * r], P[4 + 3 * r], P[5 + 3 * r]
            e[r] = x * (W[0] - V[0]) + z * (W[1] - V[1]) + w * (W[2] - V[2])
            y[r] = P[r] + x * V[0] + z * V[1] + w * V[2]
        n0, n1, n2 = u[1] * e[2] - u[2] * e[1], u[2] * e[0] - u[0] * e[2], u[0] * e[1] - u[1] * e[0]
        square = n0 * n0 + n1 * n1 + n2 * n2
        if square < 1e-4 * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]):
            continue
        s = 1 / np.sqrt(square)
        if n0 * (A[0] + B[0]) + n1 * (A[1] + B[1]) + n2 * (A[2] + B[2]) < 0.0:
            s = -s
        away = s * (n0 * (y[0] - U[0]) + n1 * (y[1] - U[1]) + n2 * (y[2] - U[2]))
        if away > most:
            best, most = j, away
            n[0], n[1], n[2] = s * n0, s * n1, s * n2
    return best, most


@kernel
def cross(
    hulls: Hulls, own: Indices, other: Indices, P: Array, pair: int, n: Array, gap: float, work: Workspace,
    size: float, feature: int,
) -> None:  # fmt: skip
    """The nearest points of a side and an edge."""
    E, k = hulls.edge[other[4] + pair // 3], pair % 3
    x, d, y, e = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    V, W, U, T = (
        hulls.vertex[own[0] + k],
        hulls.vertex[own[0] + (k + 1) % 3],
        hulls.vertex[E[0]],
        hulls.vertex[E[1]],
    )
    for r in range(3):
        x[r], d[r] = V[r], W[r] - V[r]
        y[r] = P[r] + P[3 + 3 * r] * U[0] + P[4 + 3 * r] * U[1] + P[5 + 3 * r] * U[2]
        e[r] = P[3 + 3 * r] * (T[0] - U[0]) + P[4 + 3 * r] * (T[1] - U[1]) + P[5 + 3 * r] * (T[2] - U[2])
    s, u = nearest_on_segments(x, d, y, e)
    for r in range(3):
        x[r] += s * d[r]
        y[r] = U[r] + u * (T[r] - U[r])
    add_touch(work, n, x, y, gap, feature + 48 + k, SAME * size)


@kernel
def gather(
    contacts: Contacts,
    work: Workspace,
    hulls: Hulls,
    p: int,
    P: Array,
    face: int,
    swapped: int,
    feature: int,
    size: float,
) -> None:
    """Take the points that `clipped` left in slot p to those of their normal."""
    N, n, x, y = hulls.face[face], np.empty(3), np.empty(3), np.empty(3)
    for r in range(3):
        n[r] = -(P[3 + 3 * r] * N[0] + P[4 + 3 * r] * N[1] + P[5 + 3 * r] * N[2]) if swapped else N[r]
    for m in range(contacts.points[p]):
        gap = 0.0
        for r in range(3):
            x[r], y[r] = contacts.at[p, m, r], contacts.at[p, m, 3 + r]
        for r in range(3):
            gap += n[r] * (P[r] + P[3 + 3 * r] * y[0] + P[4 + 3 * r] * y[1] + P[5 + 3 * r] * y[2] - x[r])
        add_touch(
            work, n, x, y, gap, (contacts.feature[p, m] % 4096) * 2 + swapped + feature * 8192, SAME * size
        )
