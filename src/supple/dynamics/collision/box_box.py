"""Box against box: fifteen separating axes, then the clipped face or the nearest points of two edges.

All in the frame of box a: t where b is, C = Raᵀ Rb, Q = |C|; α and β half sizes.

    face i of a   |tᵢ| − αᵢ − Σⱼ Qᵢⱼ βⱼ          face j of b   |(Cᵀt)ⱼ| − βⱼ − Σᵢ Qᵢⱼ αᵢ
    edges i × j   (|tₖ Cₘⱼ − tₘ Cₖⱼ| − (αₖ Qₘⱼ + αₘ Qₖⱼ) − (βₘ' Qᵢₖ' + βₖ' Qᵢₘ')) / |eᵢ × Ceⱼ|

The axis of the last time is favored a little, and edges must beat faces clearly, so that what lies still keeps
its points.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.collision.clipping import clip, thin
from supple.dynamics.collision.manifold import match, part, set_aside
from supple.dynamics.model.arrays import MOST, Contacts, Geoms, Workspace
from supple.kernels import kernel

SAME = 1e-7
"""Squared change of the relative pose within which a manifold is kept."""
HOLD = 1e-3
"""By how much the last axis is favored, in shares of the size."""
CLEAR = 1e-2
"""By how much edges must beat faces, in shares of the size."""
SLANTED = 1e-4
"""Squared sine of the angle between edges below which they count as parallel (0.6°)."""
NEAR = 0.02
"""Points are the same within this share of the size."""


@kernel
def box_box(geoms: Geoms, contacts: Contacts, work: Workspace, p: int, margin: float) -> int:
    """The manifold of two boxes that are nearer than `margin`; returns 1 if it was made anew."""
    a, b = contacts.pair[p, 0], contacts.pair[p, 1]
    A, B = work.frame[a], work.frame[b]
    d0, d1, d2 = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    reach = geoms.reach[a] + geoms.reach[b] + margin
    if d0 * d0 + d1 * d1 + d2 * d2 > reach * reach:
        return part(contacts, p)
    pose, size = contacts.pose[p], geoms.reach[a]
    P = np.empty(12)
    change = seen_from(A, B, pose, size, P)
    if change < SAME:
        return 0
    last = contacts.axis[p]
    axis = separating_axis(P, geoms.size[a], geoms.size[b], margin, size, last)
    if axis < 0:
        return part(contacts, p)
    old = set_aside(contacts, work, p)
    contacts.axis[p] = axis
    pose[:] = P
    if axis < 6:
        face_points(P, geoms.size[a], geoms.size[b], axis, margin, contacts, work, p)
    elif not edge_points(P, geoms.size[a], geoms.size[b], axis - 6, margin, contacts, p):
        return part(contacts, p)
    match(contacts, work, p, old, NEAR * size)
    return 1


@kernel
def seen_from(A: Array, B: Array, pose: Array, size: float, P: Array) -> float:
    """P ← (Raᵀ (b − a), Raᵀ Rb); returns how far that is from `pose`: turns squared, and ways over the size
    squared."""
    d0, d1, d2 = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    way = turn = 0.0
    for i in range(3):
        x, y, z = A[i], A[3 + i], A[6 + i]
        t = x * d0 + y * d1 + z * d2
        P[i] = t
        way += (t - pose[i]) ** 2
        for j in range(3):
            c = x * B[j] + y * B[3 + j] + z * B[6 + j]
            P[3 + 3 * i + j] = c
            turn += (c - pose[3 + 3 * i + j]) ** 2
    return way / (size * size) + turn


@kernel
def separating_axis(P: Array, alpha: Array, beta: Array, margin: float, size: float, last: int) -> int:
    """The axis that tells the boxes apart most: 0–2 faces of a, 3–5 of b, 6–14 edges; −1 if beyond the margin."""
    best, most = -1, -1e300
    for i in range(3):
        r = 3 + 3 * i
        s = abs(P[i]) - alpha[i] - abs(P[r]) * beta[0] - abs(P[r + 1]) * beta[1] - abs(P[r + 2]) * beta[2]
        if s > margin:
            return -1
        s += HOLD * size if last == i else 0.0
        if s > most:
            best, most = i, s
    for j in range(3):
        c0, c1, c2 = P[3 + j], P[6 + j], P[9 + j]
        s = abs(P[0] * c0 + P[1] * c1 + P[2] * c2) - beta[j]
        s -= abs(c0) * alpha[0] + abs(c1) * alpha[1] + abs(c2) * alpha[2]
        if s > margin:
            return -1
        s += HOLD * size if last == 3 + j else 0.0
        if s > most:
            best, most = 3 + j, s
    most += CLEAR * size
    for i in range(3):
        k, m = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            j1, j2 = (j + 1) % 3, (j + 2) % 3
            ck, cm = P[3 + 3 * k + j], P[3 + 3 * m + j]
            square = ck * ck + cm * cm
            if square < SLANTED:
                continue
            s = abs(P[k] * cm - P[m] * ck) - alpha[k] * abs(cm) - alpha[m] * abs(ck)
            s -= beta[j1] * abs(P[3 + 3 * i + j2]) + beta[j2] * abs(P[3 + 3 * i + j1])
            s /= np.sqrt(square)
            if s > margin:
                return -1
            s += CLEAR * size if last == 6 + 3 * i + j else 0.0
            if s > most:
                best, most = 6 + 3 * i + j, s
    return best


@kernel
def face_points(
    P: Array, alpha: Array, beta: Array, axis: int, margin: float, contacts: Contacts, work: Workspace, p: int
) -> None:
    """The face of one box that looks at the other most, clipped by the sides of the face it looks at.

    For a face of b everything is seen from b: t' = −Cᵀ t, C' = Cᵀ, and turned round at the end.
    """
    polygon, label = work.polygon, work.label
    swapped, i = axis >= 3, axis % 3
    t, C = np.empty(3), np.empty(9)
    for r in range(3):
        if swapped:
            t[r] = -(P[0] * P[3 + r] + P[1] * P[6 + r] + P[2] * P[9 + r])
        else:
            t[r] = P[r]
        for c in range(3):
            C[3 * r + c] = P[3 + 3 * c + r] if swapped else P[3 + 3 * r + c]
    own = beta if swapped else alpha
    other = alpha if swapped else beta
    side = 1.0 if t[i] > 0 else -1.0
    u, v = (i + 1) % 3, (i + 2) % 3
    j = 0
    for k in range(1, 3):
        if abs(C[3 * i + k]) > abs(C[3 * i + j]):
            j = k
    facing = -side if C[3 * i + j] > 0 else side
    ju, jv = (j + 1) % 3, (j + 2) % 3
    for c in range(4):
        du = other[ju] if c == 0 or c == 3 else -other[ju]
        dv = other[jv] if c < 2 else -other[jv]
        dw = facing * other[j]
        polygon[0, c, 0] = t[u] + C[3 * u + ju] * du + C[3 * u + jv] * dv + C[3 * u + j] * dw
        polygon[0, c, 1] = t[v] + C[3 * v + ju] * du + C[3 * v + jv] * dv + C[3 * v + j] * dw
        polygon[0, c, 2] = (
            side * (t[i] + C[3 * i + ju] * du + C[3 * i + jv] * dv + C[3 * i + j] * dw) - own[i]
        )
        label[0, c, 0], label[0, c, 1] = (c + 3) % 4, c
    n = clip(work, 0, 4, 1.0, 0.0, own[u], 4)
    n = clip(work, 1, n, -1.0, 0.0, own[u], 5)
    n = clip(work, 0, n, 0.0, 1.0, own[v], 6)
    n = clip(work, 1, n, 0.0, -1.0, own[v], 7)
    n = thin(work, 0, n, MOST)
    code = ((axis * 2 + (1 if side > 0 else 0)) * 6 + 2 * j + (1 if facing > 0 else 0)) * 64
    mine = 3 if swapped else 0
    theirs = 3 - mine
    m = 0
    for c in range(n):
        gap = polygon[0, c, 2]
        if gap >= margin:
            continue
        at = contacts.at[p, m]
        x, y = polygon[0, c, 0], polygon[0, c, 1]
        at[mine + u], at[mine + v], at[mine + i] = x, y, side * own[i]
        x, y, z = x - t[u], y - t[v], side * (own[i] + gap) - t[i]
        for k in range(3):
            at[theirs + k] = C[3 * u + k] * x + C[3 * v + k] * y + C[3 * i + k] * z
        contacts.feature[p, m] = code + label[0, c, 0] * 8 + label[0, c, 1]
        m += 1
    contacts.points[p] = m
    for k in range(3):
        along = 1.0 if k == i else 0.0
        contacts.normal[p, k] = -side * P[3 + 3 * k + i] if swapped else side * along


@kernel
def edge_points(
    P: Array, alpha: Array, beta: Array, code: int, margin: float, contacts: Contacts, p: int
) -> int:
    """The nearest points of edge i of a and edge j of b; 0 if they are not nearer than `margin`."""
    i, j = code // 3, code % 3
    k, m = (i + 1) % 3, (i + 2) % 3
    e, n, x, y = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    for r in range(3):
        e[r] = P[3 + 3 * r + j]
    size = np.sqrt(e[k] * e[k] + e[m] * e[m])
    n[i], n[k], n[m] = 0.0, -e[m] / size, e[k] / size
    if n[k] * P[k] + n[m] * P[m] < 0:
        n[k], n[m] = -n[k], -n[m]
    sides = 0
    for r in range(3):
        x[r], y[r] = 0.0, P[r]
    for r in range(3):
        if r != i:
            x[r] = alpha[r] if n[r] > 0 else -alpha[r]
            sides += (1 << r) if n[r] > 0 else 0
    for c in range(3):
        if c != j:
            along = P[3 + c] * n[0] + P[6 + c] * n[1] + P[9 + c] * n[2]
            reach = -beta[c] if along > 0 else beta[c]
            sides += (8 << c) if along <= 0 else 0
            for r in range(3):
                y[r] += reach * P[3 + 3 * r + c]
    slope, along_a, along_b = e[i], y[i] - x[i], 0.0
    for r in range(3):
        along_b += (y[r] - x[r]) * e[r]
    away = 1 - slope * slope
    s = min(max((along_a - slope * along_b) / away, -alpha[i]), alpha[i])
    q = min(max((slope * along_a - along_b) / away, -beta[j]), beta[j])
    x[i] += s
    gap = 0.0
    for r in range(3):
        y[r] += q * e[r]
        gap += (y[r] - x[r]) * n[r]
    if gap >= margin:
        return 0
    for r in range(3):
        contacts.normal[p, r] = n[r]
        contacts.at[p, 0, r] = x[r]
        contacts.at[p, 0, 3 + r] = (
            P[3 + r] * (y[0] - P[0]) + P[6 + r] * (y[1] - P[1]) + P[9 + r] * (y[2] - P[2])
        )
    contacts.feature[p, 0] = 1_000_000 + code * 64 + sides
    contacts.points[p] = 1
    return 1
