"""A shape over a mesh: the triangles that are near, each by itself, and manifolds of what they have in common.

The points of all triangles are put together by their normals. A shape and a mesh have PARTS slots in line, one
for each normal: a floor and two walls, say. Where there are more normals those of the deepest points stay.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.collision.bent import BENT, points_over_triangles
from supple.dynamics.collision.box_box import SAME, seen_from
from supple.dynamics.collision.hull_hull import turn_round
from supple.dynamics.collision.manifold import set_aside
from supple.dynamics.collision.touches import add_touch, thinned
from supple.dynamics.collision.triangle_hull import triangle_hull
from supple.dynamics.collision.triangle_round import triangle_round
from supple.dynamics.model.arrays import FAR, PARTS, Contacts, Geoms, Hulls, Meshes, Workspace
from supple.kernels import kernel
from supple.spatial.grid import find_boxes

NEAR = 0.02
"""Points are the same within this share of the size."""
ROLLS = 0.2
"""The same of what is round, in shares of its radius."""


@kernel
def over_mesh(
    geoms: Geoms, hulls: Hulls, meshes: Meshes, contacts: Contacts, work: Workspace, p: int, margin: float
) -> int:
    """The manifolds of a shape (second of the pair) and a mesh (first), in slots from p on; 1 if made anew."""
    mesh, g, touches = contacts.pair[p, 0], contacts.pair[p, 1], work.touches
    A, B, size = work.frame[mesh], work.frame[g], geoms.reach[g]
    P, Q = np.empty(12), np.empty(12)
    change = seen_from(A, B, contacts.pose[p], size, P)
    if change < SAME and geoms.round[g] == 0.0:
        return 0
    turn_round(P, Q)
    old = set_all_aside(contacts, work, p)
    for part in range(PARTS):
        touches.points[part] = 0
    k = geoms.hull[mesh, 0]
    near = near_triangles(geoms, meshes, work, k, g, P, margin)
    if geoms.deforms[g] == BENT:
        points_over_triangles(hulls, meshes, work, near, meshes.solid[k], geoms.hull[g], P, margin)
        near = 0
    for e in range(near):
        t = touches.triangle[e]
        if geoms.round[g] > 0.0:
            triangle_round(geoms, hulls, meshes, work, t, meshes.solid[k], g, P, margin)
        else:
            triangle_hull(geoms, hulls, meshes, contacts, work, p, t, meshes.solid[k], g, P, Q, margin)
        if size < margin:
            across_path(geoms, hulls, meshes, work, t, g, mesh, P, margin)
    for part in range(PARTS):
        write_part(contacts, work, p + part, part)
    match_all(contacts, work, p, old, ROLLS * geoms.round[g] if geoms.round[g] > 0.0 else NEAR * size)
    contacts.pose[p] = P
    if old == 0 and contacts.points[p] == 0:
        contacts.pose[p, 0] = FAR
    return 1


@kernel
def near_triangles(
    geoms: Geoms, meshes: Meshes, work: Workspace, k: int, g: int, P: Array, margin: float
) -> int:
    """List the triangles of mesh k whose bounds touch those of a shape, widened by the margin; returns how many."""
    low, high, first, found, n = np.empty(3), np.empty(3), meshes.first, work.touches.triangle, 0
    for r in range(3):
        half = margin
        for c in range(3):
            half += abs(P[3 + 3 * r + c]) * geoms.size[g, c]
        low[r], high[r] = P[r] - half + meshes.shift[k, r], P[r] + half + meshes.shift[k, r]
    for e in range(find_boxes(meshes.grid, low, high, found)):
        if found[e] >= first[k] and found[e] < first[k + 1]:
            found[n] = found[e]
            n += 1
    return n


@kernel
def across_path(
    geoms: Geoms,
    hulls: Hulls,
    meshes: Meshes,
    work: Workspace,
    t: int,
    g: int,
    mesh: int,
    P: Array,
    margin: float,
) -> None:
    """What goes farther in a step than it is large does not pass through a triangle that its middle would cross."""
    A, span, d = work.frame[mesh], meshes.hull[t], np.empty(3)
    N, way, ahead, away = hulls.face[span[2]], work.touches.way, 0.0, -hulls.face[span[2], 3]
    for r in range(3):
        d[r] = 0.0
        for c in range(3):
            d[r] += A[3 * c + r] * (way[g, c] - way[mesh, c])
        ahead += N[r] * d[r]
        away += N[r] * P[r]
    if ahead * away >= 0.0 or abs(away) > abs(ahead):
        return
    x, y, n, s = np.empty(3), np.empty(3), np.empty(3), -away / ahead
    for r in range(3):
        x[r] = P[r] + s * d[r]
    for k in range(3):
        V, W = hulls.vertex[span[0] + k], hulls.vertex[span[0] + (k + 1) % 3]
        u0, u1, u2 = W[0] - V[0], W[1] - V[1], W[2] - V[2]
        w0, w1, w2 = x[0] - V[0], x[1] - V[1], x[2] - V[2]
        if N[0] * (u1 * w2 - u2 * w1) + N[1] * (u2 * w0 - u0 * w2) + N[2] * (u0 * w1 - u1 * w0) < 0.0:
            return
    side = 1.0 if away > 0.0 else -1.0
    reach = geoms.round[g] if geoms.round[g] > 0.0 else 0.0
    for r in range(3):
        n[r] = side * N[r]
        x[r] = P[r] - away * N[r]
        y[r] = -reach * (P[3 + r] * side * N[0] + P[6 + r] * side * N[1] + P[9 + r] * side * N[2])
    if abs(away) - reach > 0.0:
        add_touch(work, n, x, y, abs(away) - reach, 64 * t + 63, 0.0)


@kernel
def write_part(contacts: Contacts, work: Workspace, p: int, part: int) -> None:
    """A manifold of at most MOST points into slot p."""
    touches, label = work.touches, work.label
    contacts.points[p] = 0
    if touches.points[part] == 0:
        return
    n = thinned(work, part)
    for m in range(n):
        c = label[0, m, 0]
        for r in range(6):
            contacts.at[p, m, r] = touches.at[part, c, r]
        contacts.feature[p, m] = touches.feature[part, c]
    contacts.points[p] = n
    contacts.normal[p] = touches.normal[part]


@kernel
def set_all_aside(contacts: Contacts, work: Workspace, p: int) -> int:
    """Keep the points of all manifolds of a shape and a mesh, which begin at slot p; returns how many they are."""
    touches, n = work.touches, 0
    for part in range(PARTS):
        for m in range(set_aside(contacts, work, p + part)):
            touches.old[n] = work.old[m]
            touches.oldfeature[n] = work.oldfeature[m]
            n += 1
    return n


@kernel
def match_all(contacts: Contacts, work: Workspace, p: int, old: int, near: float) -> None:
    """Give points the impulses of those before: of the same feature first, then of what is `near` [m]."""
    touches = work.touches
    for by_place in range(2):
        for part in range(PARTS):
            for m in range(contacts.points[p + part]):
                if by_place == 0:
                    touches.feature[part, m] = 0
                    for r in range(3):
                        contacts.impulse[p + part, m, r] = 0.0
                    contacts.load[p + part, m] = 0.0
                elif touches.feature[part, m]:
                    continue
                best = partner(contacts, work, p + part, m, old, near if by_place else -1.0)
                if best >= 0:
                    touches.feature[part, m] = 1
                    touches.old[best, 0], touches.oldfeature[best] = FAR, -1
                    contacts.load[p + part, m] = touches.old[best, 6]
                    for r in range(3):
                        contacts.impulse[p + part, m, r] = touches.old[best, 3 + r]


@kernel
def partner(contacts: Contacts, work: Workspace, p: int, m: int, old: int, near: float) -> int:
    """The old point of the same feature, or that is nearest and `near`; −1 if there is none."""
    touches, best, least = work.touches, -1, near * near
    for o in range(old):
        if near < 0.0:
            if touches.oldfeature[o] == contacts.feature[p, m]:
                return o
            continue
        d = 0.0
        for r in range(3):
            d += (touches.old[o, r] - contacts.at[p, m, r]) ** 2
        if d < least:
            best, least = o, d
    return best
