"""A shape that bends over a plane: as many of its points as PARTS manifolds hold, those that may touch first."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.collision.clipping import spread, thin
from supple.dynamics.collision.mesh import match_all, set_all_aside
from supple.dynamics.collision.plane import MARGIN, across, touch
from supple.dynamics.model.arrays import FAR, MOST, PARTS, Contacts, Geoms, Hulls, Workspace
from supple.kernels import kernel


@kernel
def bent_over_plane(
    geoms: Geoms, hulls: Hulls, contacts: Contacts, work: Workspace, p: int, margin: float
) -> None:
    """The manifolds of a shape (second of the pair) over a plane (first), in slots from p on."""
    a, g = contacts.pair[p, 0], contacts.pair[p, 1]
    A, B, n = work.frame[a], work.frame[g], np.empty(3)
    old = set_all_aside(contacts, work, p)
    for part in range(PARTS):
        contacts.points[p + part] = 0
        contacts.normal[p + part, 0], contacts.normal[p + part, 1], contacts.normal[p + part, 2] = (
            0.0,
            1.0,
            0.0,
        )
    for k in range(3):
        n[k] = A[1 + 3 * k]
    first = geoms.hull[g, 0]
    count = lowest_points(hulls, first, geoms.hull[g, 1], work, A, B, n, margin)
    for m in range(count):
        c = work.label[0, m, 0]
        touch(contacts, A, B, p + m // MOST, hulls.vertex[c], c - first, margin)
    match_all(contacts, work, p, old, 0.0)
    contacts.pose[p, 0] = FAR


@kernel
def lowest_points(
    hulls: Hulls, first: int, end: int, work: Workspace, A: Array, B: Array, n: Array, margin: float
) -> int:
    """List the points that are lower than the margin, at most as many as there is room for; returns how many."""
    polygon, label, high, found, soon = work.polygon, work.label, 0.0, 0, 0
    s, t, most = np.empty(3), np.empty(3), PARTS * MOST
    across(n, s, t)
    for k in range(3):
        high += n[k] * (B[9 + k] - A[9 + k])
    for near in range(2):
        for c in range(first, end):
            V = hulls.vertex[c]
            height = high + n[0] * V[0] + n[1] * V[1] + n[2] * V[2]
            touches = height < margin - MARGIN
            if height >= margin or touches == near or found == polygon.shape[1]:
                continue
            polygon[0, found, 0] = s[0] * V[0] + s[1] * V[1] + s[2] * V[2]
            polygon[0, found, 1] = t[0] * V[0] + t[1] * V[1] + t[2] * V[2]
            polygon[0, found, 2] = height
            label[0, found, 0], label[0, found, 1] = c, 0
            found += 1
        soon = found if near == 0 else soon
    return thin(work, 0, soon, most) if soon >= most else spread(work, 0, soon, found, most)
