"""Shapes over a plane, y = 0 of its frame: the lowest points of what is round, of boxes, cylinders, hulls."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.collision.clipping import spread, swap_corners, thin
from supple.dynamics.collision.manifold import match, set_aside
from supple.dynamics.model.arrays import MOST, Contacts, Geoms, Hulls, Workspace
from supple.dynamics.model.geom_types import BOX, CAPSULE, CYLINDER, SPHERE
from supple.kernels import kernel

MARGIN = 0.002
"""How far away contacts are looked for at least [m], by each of the two shapes."""


@kernel
def over_plane(geoms: Geoms, hulls: Hulls, contacts: Contacts, work: Workspace, p: int, margin: float) -> int:
    """The manifold of a shape (second of the pair) over a plane (first)."""
    floor, g = contacts.pair[p, 0], contacts.pair[p, 1]
    A, B = work.frame[floor], work.frame[g]
    height = A[1] * (B[9] - A[9]) + A[4] * (B[10] - A[10]) + A[7] * (B[11] - A[11])
    if height > geoms.reach[g] + margin:
        contacts.points[p] = 0
        return 0
    old = set_aside(contacts, work, p)
    contacts.points[p] = 0
    contacts.normal[p, 0], contacts.normal[p, 1], contacts.normal[p, 2] = 0.0, 1.0, 0.0
    n = np.empty(3)  # the plane's normal, seen from the shape
    for k in range(3):
        n[k] = B[k] * A[1] + B[3 + k] * A[4] + B[6 + k] * A[7]
    kind, size = geoms.type[g], geoms.size[g]
    y = np.empty(3)
    if kind == SPHERE:
        for k in range(3):
            y[k] = -geoms.round[g] * n[k]
        touch(contacts, A, B, p, y, 0, margin)
    elif kind == CAPSULE:
        for end in range(2):
            for k in range(3):
                y[k] = -geoms.round[g] * n[k]
            y[1] += (size[1] - geoms.round[g]) * (1.0 if end else -1.0)
            touch(contacts, A, B, p, y, end, margin)
    elif kind == CYLINDER:
        lowest_rims(contacts, A, B, p, size, n, margin)
    elif kind == BOX:
        lowest_face(contacts, A, B, p, size, n, margin)
    else:
        lowest_corners(hulls, geoms.hull[g, 0], geoms.hull[g, 1], contacts, work, A, B, p, n, margin)
    match(contacts, work, p, old, 0.0)
    return 1


@kernel
def touch(contacts: Contacts, A: Array, B: Array, p: int, y: Array, feature: int, margin: float) -> None:
    """A point y of the shape joins the manifold if it is lower than `margin`; its partner is straight below."""
    m = contacts.points[p]
    if m >= MOST:
        return
    x0 = B[9] + B[0] * y[0] + B[1] * y[1] + B[2] * y[2] - A[9]
    x1 = B[10] + B[3] * y[0] + B[4] * y[1] + B[5] * y[2] - A[10]
    x2 = B[11] + B[6] * y[0] + B[7] * y[1] + B[8] * y[2] - A[11]
    if A[1] * x0 + A[4] * x1 + A[7] * x2 >= margin:
        return
    at = contacts.at[p, m]
    for k in range(3):
        at[k] = A[k] * x0 + A[3 + k] * x1 + A[6 + k] * x2
        at[3 + k] = y[k]
    at[1] = 0.0
    contacts.feature[p, m] = feature
    contacts.points[p] = m + 1


@kernel
def lowest_face(contacts: Contacts, A: Array, B: Array, p: int, size: Array, n: Array, margin: float) -> None:
    """The corners of the face of a box that looks down most; each is known by its three signs."""
    i = 0
    for k in range(1, 3):
        if abs(n[k]) > abs(n[i]):
            i = k
    u, v, y = (i + 1) % 3, (i + 2) % 3, np.empty(3)
    for c in range(4):
        y[u] = size[u] if c == 0 or c == 3 else -size[u]
        y[v] = size[v] if c < 2 else -size[v]
        y[i] = -size[i] if n[i] > 0 else size[i]
        signs = (1 if y[0] > 0 else 0) + (2 if y[1] > 0 else 0) + (4 if y[2] > 0 else 0)
        touch(contacts, A, B, p, y, signs, margin)


@kernel
def lowest_corners(
    hulls: Hulls, first: int, end: int, contacts: Contacts, work: Workspace, A: Array, B: Array, p: int, n: Array,
    margin: float,
) -> None:  # fmt: skip
    """Corners of a hull that are lower than `margin`: what may touch within the step, then the farthest apart.

    A corner that touches and is left out would go in, and be found again when it is the deepest: a teapot rocks on
    a round belly for ever.
    """
    polygon, label, found, high, soon = work.polygon, work.label, 0, 0.0, 0
    for k in range(3):
        high += A[1 + 3 * k] * (B[9 + k] - A[9 + k])
    s, t = np.empty(3), np.empty(3)
    across(n, s, t)
    for c in range(first, end):
        V = hulls.vertex[c]
        if high + n[0] * V[0] + n[1] * V[1] + n[2] * V[2] < margin and found < polygon.shape[1]:
            polygon[0, found, 0] = s[0] * V[0] + s[1] * V[1] + s[2] * V[2]
            polygon[0, found, 1] = t[0] * V[0] + t[1] * V[1] + t[2] * V[2]
            polygon[0, found, 2] = n[0] * V[0] + n[1] * V[1] + n[2] * V[2]
            label[0, found, 0], label[0, found, 1] = c, 0
            found += 1
    for m in range(found):
        if polygon[0, m, 2] < margin - high - MARGIN:
            swap_corners(work, 0, soon, m)
            soon += 1
    count = thin(work, 0, soon, MOST) if soon >= MOST else spread(work, 0, soon, found, MOST)
    for m in range(count):
        touch(contacts, A, B, p, hulls.vertex[label[0, m, 0]], label[0, m, 0] - first, margin)


@kernel
def across(n: Array, s: Array, t: Array) -> None:
    """Two directions across a unit vector."""
    k = 0 if abs(n[0]) < 0.6 else 1
    s[0], s[1], s[2] = -n[k] * n[0], -n[k] * n[1], -n[k] * n[2]
    s[k] += 1.0
    length = np.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
    for r in range(3):
        s[r] /= length
    t[0], t[1], t[2] = n[1] * s[2] - n[2] * s[1], n[2] * s[0] - n[0] * s[2], n[0] * s[1] - n[1] * s[0]


@kernel
def lowest_rims(contacts: Contacts, A: Array, B: Array, p: int, size: Array, n: Array, margin: float) -> None:
    """Of a cylinder: the lowest point of each rim, and two more of the lower one, a third of the way round."""
    level = np.sqrt(n[0] * n[0] + n[2] * n[2])
    c = -n[0] / level if level > 1e-9 else 1.0
    s = -n[2] / level if level > 1e-9 else 0.0
    low, y = (-1.0 if n[1] > 0.0 else 1.0), np.empty(3)
    for k in range(4):
        a = -0.5 if k == 1 or k == 2 else 1.0
        b = 0.75**0.5 * (1.0 if k == 1 else -1.0) if k == 1 or k == 2 else 0.0
        y[0], y[1], y[2] = (
            size[0] * (a * c - b * s),
            size[1] * (-low if k == 3 else low),
            size[0] * (a * s + b * c),
        )
        touch(contacts, A, B, p, y, k, margin)
