"""Polyhedron against polyhedron: faces and pairs of edges as separating axes, then the clipped face or two edges.

All in the frame of a.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.collision.box_box import CLEAR, NEAR, SAME, seen_from
from supple.dynamics.collision.clipping import clip, thin
from supple.dynamics.collision.gauss_map import best_edges, best_face
from supple.dynamics.collision.manifold import match, part, set_aside
from supple.dynamics.collision.segments import nearest_on_segments
from supple.dynamics.model.arrays import MOST, Contacts, Geoms, Hulls, Workspace
from supple.kernels import kernel

LOWEST = 1e-9
"""Corners that are so near the lowest are as low [m]."""


@kernel
def hull_hull(geoms: Geoms, hulls: Hulls, contacts: Contacts, work: Workspace, p: int, margin: float) -> int:
    """The manifold of two polyhedra that are nearer than `margin`; returns 1 if it was made anew."""
    a, b = contacts.pair[p, 0], contacts.pair[p, 1]
    A, B, size = work.frame[a], work.frame[b], geoms.reach[a]
    reach, square = size + geoms.reach[b] + margin, 0.0
    for k in range(3):
        square += (B[9 + k] - A[9 + k]) ** 2
    if square > reach * reach:
        return part(contacts, p)
    P, Q = np.empty(12), np.empty(12)
    if seen_from(A, B, contacts.pose[p], size, P) < SAME:
        return 0
    turn_round(P, Q)
    sa, sb = geoms.hull[a], geoms.hull[b]
    last = contacts.axis[p]
    faces_a, faces_b, n = sa[3] - sa[2], sb[3] - sb[2], np.empty(3)
    fb, sep_b = best_face(hulls, work, sb, sa, Q, margin, last - faces_a, size)
    if sep_b > margin:
        contacts.axis[p] = faces_a + fb
        return part(contacts, p)
    fa, sep_a = best_face(hulls, work, sa, sb, P, margin, last, size)
    if sep_a > margin:
        contacts.axis[p] = fa
        return part(contacts, p)
    edge, sep_e = best_edges(hulls, work, sa, sb, P, last - faces_a - faces_b, size, n)
    if edge >= 0 and sep_e > margin + CLEAR * size:
        return part(contacts, p)
    old = set_aside(contacts, work, p)
    contacts.pose[p], gap = P, -1e300
    if edge >= 0 and sep_e > max(sep_a, sep_b) + CLEAR * size:
        contacts.axis[p] = faces_a + faces_b + edge
        crossing(hulls, sa, sb, P, edge, n, contacts, p)
    elif sep_a >= sep_b:
        contacts.axis[p] = fa
        gap = clipped(hulls, sa, sb, P, sa[2] + fa, 0, margin, contacts, work, p)
    else:
        contacts.axis[p] = faces_a + fb
        gap = clipped(hulls, sb, sa, Q, sb[2] + fb, 1, margin, contacts, work, p)
        N = contacts.normal[p]
        n0, n1, n2 = N[0], N[1], N[2]
        for k in range(3):
            N[k] = -(P[3 + 3 * k] * n0 + P[4 + 3 * k] * n1 + P[5 + 3 * k] * n2)
    if edge >= 0 and gap > max(sep_a, sep_b) + CLEAR * size:
        contacts.axis[p] = faces_a + faces_b + edge
        crossing(hulls, sa, sb, P, edge, n, contacts, p)
    if contacts.points[p] == 0:
        return part(contacts, p)
    match(contacts, work, p, old, NEAR * size)
    return 1


@kernel
def turn_round(P: Array, Q: Array) -> None:
    """Q: a seen from b, where P is b seen from a."""
    for r in range(3):
        Q[r] = -(P[0] * P[3 + r] + P[1] * P[6 + r] + P[2] * P[9 + r])
        for c in range(3):
            Q[3 + 3 * r + c] = P[3 + 3 * c + r]


@kernel
def crossing(
    hulls: Hulls, own: Indices, other: Indices, P: Array, pair: int, n: Array, contacts: Contacts, p: int
) -> None:
    """The nearest points of two edges."""
    count = other[5] - other[4]
    E, F = hulls.edge[own[4] + pair // count], hulls.edge[other[4] + pair % count]
    x, d, y, e = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    V, W, U, T = hulls.vertex[E[0]], hulls.vertex[E[1]], hulls.vertex[F[0]], hulls.vertex[F[1]]
    for r in range(3):
        x[r], d[r] = V[r], W[r] - V[r]
        y[r] = P[r] + P[3 + 3 * r] * U[0] + P[4 + 3 * r] * U[1] + P[5 + 3 * r] * U[2]
        e[r] = P[3 + 3 * r] * (T[0] - U[0]) + P[4 + 3 * r] * (T[1] - U[1]) + P[5 + 3 * r] * (T[2] - U[2])
    s, t = nearest_on_segments(x, d, y, e)
    at = contacts.at[p, 0]
    for r in range(3):
        at[r] = x[r] + s * d[r]
        at[3 + r] = U[r] + t * (T[r] - U[r])
        contacts.normal[p, r] = n[r]
    contacts.feature[p, 0] = 1_000_000 + pair
    contacts.points[p] = 1


@kernel
def facing(hulls: Hulls, other: Indices, P: Array, N: Array) -> int:
    """Of the faces that have the lowest corner along N the one that looks most against N."""
    m, lowest = np.empty(3), 1e300
    for c in range(3):
        m[c] = N[0] * P[3 + c] + N[1] * P[6 + c] + N[2] * P[9 + c]
    for v in range(other[0], other[1]):
        V = hulls.vertex[v]
        lowest = min(lowest, m[0] * V[0] + m[1] * V[1] + m[2] * V[2])
    inward, most = other[2], 1e300
    for g in range(other[2], other[3]):
        M = hulls.face[g]
        along = m[0] * M[0] + m[1] * M[1] + m[2] * M[2]
        if along < most:
            for c in range(hulls.ring[g], hulls.ring[g + 1]):
                V = hulls.vertex[other[0] + hulls.corner[c]]
                if m[0] * V[0] + m[1] * V[1] + m[2] * V[2] <= lowest + LOWEST:
                    inward, most = g, along
                    break
    return inward


@kernel
def clipped(
    hulls: Hulls, own: Indices, other: Indices, P: Array, f: int, swapped: int, margin: float, contacts: Contacts,
    work: Workspace, p: int,
) -> float:  # fmt: skip
    """The face of the other that meets face f, clipped by its sides, and the least gap of its corners.

    All in the frame of f's polyhedron. The lowest corner of the other is not among them where edges meet.
    """
    N, polygon, label = hulls.face[f], work.polygon, work.label
    inward = facing(hulls, other, P, N)
    first, end = hulls.ring[f], hulls.ring[f + 1]
    U, u, w = hulls.vertex[own[0] + hulls.corner[first]], np.empty(3), np.empty(3)
    V = hulls.vertex[own[0] + hulls.corner[first + 1]]
    length = np.sqrt((V[0] - U[0]) ** 2 + (V[1] - U[1]) ** 2 + (V[2] - U[2]) ** 2)
    for r in range(3):
        u[r] = (V[r] - U[r]) / length
    w[0], w[1], w[2] = N[1] * u[2] - N[2] * u[1], N[2] * u[0] - N[0] * u[2], N[0] * u[1] - N[1] * u[0]
    begin, n = hulls.ring[inward], 0
    for c in range(begin, hulls.ring[inward + 1]):
        T = hulls.vertex[other[0] + hulls.corner[c]]
        polygon[0, n, 0] = polygon[0, n, 1] = 0.0
        polygon[0, n, 2] = -N[3]
        for r in range(3):
            x = P[r] + P[3 + 3 * r] * T[0] + P[4 + 3 * r] * T[1] + P[5 + 3 * r] * T[2]
            polygon[0, n, 0] += u[r] * (x - U[r])
            polygon[0, n, 1] += w[r] * (x - U[r])
            polygon[0, n, 2] += N[r] * x
        label[0, n, 0], label[0, n, 1] = c - begin, c - begin + 1
        n += 1
    label[0, 0, 0] = n
    now = 0
    for c in range(first, end):
        one, two = (
            hulls.vertex[own[0] + hulls.corner[c]],
            hulls.vertex[own[0] + hulls.corner[c + 1 if c + 1 < end else first]],
        )
        i0 = i1 = j0 = j1 = 0.0
        for r in range(3):
            i0, i1 = i0 + u[r] * (one[r] - U[r]), i1 + w[r] * (one[r] - U[r])
            j0, j1 = j0 + u[r] * (two[r] - U[r]), j1 + w[r] * (two[r] - U[r])
        length = np.sqrt((j0 - i0) ** 2 + (j1 - i1) ** 2)
        o0, o1 = (j1 - i1) / length, -(j0 - i0) / length
        n = clip(work, now, n, o0, o1, o0 * i0 + o1 * i1, 32 + c - first)
        now = 1 - now
        if n == 0:
            break
    n = thin(work, now, n, MOST)
    mine = 3 if swapped else 0
    m, deepest = 0, 1e300
    for c in range(n):
        gap = polygon[now, c, 2]
        deepest = min(deepest, gap)
        if gap >= margin:
            continue
        at = contacts.at[p, m]
        for r in range(3):
            at[mine + r] = U[r] + polygon[now, c, 0] * u[r] + polygon[now, c, 1] * w[r]
        x0, x1, x2 = (
            at[mine] + gap * N[0] - P[0],
            at[mine + 1] + gap * N[1] - P[1],
            at[mine + 2] + gap * N[2] - P[2],
        )
        for r in range(3):
            at[3 - mine + r] = P[3 + r] * x0 + P[6 + r] * x1 + P[9 + r] * x2
        contacts.feature[p, m] = ((f * 2 + swapped) * 64 + label[now, c, 0]) * 64 + label[now, c, 1]
        m += 1
    contacts.points[p] = m
    for r in range(3):
        contacts.normal[p, r] = N[r]
    return deepest
