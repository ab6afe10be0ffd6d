"""Which face of the difference of two polyhedra is the farthest out, by walks over their Gauss maps.

On the sphere of directions each corner of a polyhedron owns those along which it is the lowest, each edge is an arc
between the normals of its two faces. Where an arc of a crosses one of b (turned round) their two edges make a face of
a − b (Gregorius 2013). A walk along the arc from one normal to the other finds all that it crosses: from the corner v
of b that is lowest along the first it goes on to w where n(t)·(w − v), linear in t, is the first to pass zero. So the
work grows with the edges and what they cross, not with their product.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.collision.box_box import CLEAR, HOLD
from supple.dynamics.model.arrays import Hulls, Workspace
from supple.kernels import kernel


@kernel
def lowest(hulls: Hulls, v: int, m0: float, m1: float, m2: float) -> int:
    """The corner that is lowest along m, from v downhill along edges."""
    V = hulls.vertex[v]
    least, better = m0 * V[0] + m1 * V[1] + m2 * V[2], 1
    while better:
        better, from_here = 0, v
        for k in range(hulls.fan[from_here], hulls.fan[from_here + 1]):
            E = hulls.edge[hulls.spoke[k]]
            w = E[0] + E[1] - from_here
            W = hulls.vertex[w]
            height = m0 * W[0] + m1 * W[1] + m2 * W[2]
            if height < least:
                v, least, better = w, height, 1
    return v


@kernel
def height_over(hulls: Hulls, f: int, other: Indices, P: Array, v: int, m: Array) -> tuple[int, float]:
    """The corner of the other polyhedron, at P, that is lowest over face f, from v on; and how far outside it is.

    m: the normal seen from the other.
    """
    N = hulls.face[f]
    for r in range(3):
        m[r] = N[0] * P[3 + r] + N[1] * P[6 + r] + N[2] * P[9 + r]
    v = lowest(hulls, v, m[0], m[1], m[2])
    V = hulls.vertex[v]
    return v, m[0] * V[0] + m[1] * V[1] + m[2] * V[2] + N[0] * P[0] + N[1] * P[1] + N[2] * P[2] - N[3]


@kernel
def best_face(
    hulls: Hulls,
    work: Workspace,
    own: Indices,
    other: Indices,
    P: Array,
    margin: float,
    last: int,
    size: float,
) -> tuple[int, float]:
    """The face whose plane has the other polyhedron farthest outside, the last one favored, and how far that is.

    What is beyond the margin over one face ends the search there. What is found of each stays in `foot` and `under`.
    """
    best, most, v, faces = 0, -1e300, other[0], own[3] - own[2]
    if last >= 0 and last < faces:
        v, most = height_over(hulls, own[2] + last, other, P, v, work.under[last])
        if most > margin:
            return last, most
        best, most = last, most + HOLD * size
    for f in range(faces):
        v, away = height_over(hulls, own[2] + f, other, P, v, work.under[f])
        work.foot[f] = v
        if away > margin:
            return f, away
        if away > most:
            best, most = f, away
    return best, most


@kernel
def best_edges(
    hulls: Hulls, work: Workspace, own: Indices, other: Indices, P: Array, last: int, size: float, n: Array
) -> tuple[int, float]:
    """The pair of edges (i · count of the other's + j) that tells the polyhedra apart most, along n; −1 if none
    does. It wants what `best_face` has found of `own`."""
    best, most, count, found = -1, -1e300, other[5] - other[4], np.empty(3)
    for i in range(own[5] - own[4]):
        F = hulls.edge[own[4] + i]
        a, b = F[2] - own[2], F[3] - own[2]
        v, end, one, two = work.foot[a], work.foot[b], work.under[a], work.under[b]
        while v != end:
            e = next_crossing(hulls, v, one, two)
            if e < 0:
                break
            v = hulls.edge[e, 0] + hulls.edge[e, 1] - v
            away = across_edges(hulls, own[4] + i, e, P, found)
            j = e - other[4]
            away += CLEAR * size if i * count + j == last else 0.0
            if away > most:
                best, most = i * count + j, away
                n[0], n[1], n[2] = found[0], found[1], found[2]
    return best, most


@kernel
def next_crossing(hulls: Hulls, v: int, one: Array, two: Array) -> int:
    """The edge at corner v that the arc from direction one to two crosses first where it leaves v; −1 if it stays."""
    V, nearest, found = hulls.vertex[v], 2.0, -1
    for k in range(hulls.fan[v], hulls.fan[v + 1]):
        e = hulls.spoke[k]
        W = hulls.vertex[hulls.edge[e, 0] + hulls.edge[e, 1] - v]
        d0, d1, d2 = W[0] - V[0], W[1] - V[1], W[2] - V[2]
        last = two[0] * d0 + two[1] * d1 + two[2] * d2
        if last < 0.0:
            begin = max(one[0] * d0 + one[1] * d1 + one[2] * d2, 0.0)
            if begin < nearest * (begin - last):
                nearest, found = begin / (begin - last), e
    return found


@kernel
def across_edges(hulls: Hulls, i: int, j: int, P: Array, n: Array) -> float:
    """How far apart two polyhedra are across their edges i and j, along n; −1e300 where their arcs do not cross or
    the edges are as good as parallel."""
    F, E = hulls.edge[i], hulls.edge[j]
    A, B, U, T = hulls.face[F[2]], hulls.face[F[3]], hulls.vertex[F[0]], hulls.vertex[F[1]]
    V, W, C, D = hulls.vertex[E[0]], hulls.vertex[E[1]], hulls.face[E[2]], hulls.face[E[3]]
    e, y, c, d = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    for r in range(3):
        p0, p1, p2 = P[3 + 3 * r], P[4 + 3 * r], P[5 + 3 * r]
        e[r] = p0 * (W[0] - V[0]) + p1 * (W[1] - V[1]) + p2 * (W[2] - V[2])
        y[r] = P[r] + p0 * V[0] + p1 * V[1] + p2 * V[2]
        c[r] = -(p0 * C[0] + p1 * C[1] + p2 * C[2])
        d[r] = -(p0 * D[0] + p1 * D[1] + p2 * D[2])
    k0, k1, k2 = d[1] * c[2] - d[2] * c[1], d[2] * c[0] - d[0] * c[2], d[0] * c[1] - d[1] * c[0]
    adc, bdc = A[0] * k0 + A[1] * k1 + A[2] * k2, B[0] * k0 + B[1] * k1 + B[2] * k2
    if adc * bdc >= 0.0:
        return -1e300
    h0, h1, h2 = B[1] * A[2] - B[2] * A[1], B[2] * A[0] - B[0] * A[2], B[0] * A[1] - B[1] * A[0]
    cba, dba = c[0] * h0 + c[1] * h1 + c[2] * h2, d[0] * h0 + d[1] * h1 + d[2] * h2
    if cba * dba >= 0.0 or cba * bdc <= 0.0:
        return -1e300
    u0, u1, u2 = T[0] - U[0], T[1] - U[1], T[2] - U[2]
    n0, n1, n2 = u1 * e[2] - u2 * e[1], u2 * e[0] - u0 * e[2], u0 * e[1] - u1 * e[0]
    square = n0 * n0 + n1 * n1 + n2 * n2
    if square < 1e-4 * (u0 * u0 + u1 * u1 + u2 * u2) * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]):
        return -1e300
    s = 1 / np.sqrt(square)
    if n0 * (A[0] + B[0]) + n1 * (A[1] + B[1]) + n2 * (A[2] + B[2]) < 0.0:
        s = -s
    n[0], n[1], n[2] = s * n0, s * n1, s * n2
    return s * (n0 * (y[0] - U[0]) + n1 * (y[1] - U[1]) + n2 * (y[2] - U[2]))
