"""Points of a shape and a mesh, gathered by their normals."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.collision.clipping import thin
from supple.dynamics.collision.plane import across
from supple.dynamics.model.arrays import MOST, PARTS, Workspace
from supple.kernels import kernel

SIMILAR = 1 - 1e-6
"""Cosine from which normals are one (0.08°)."""


@kernel
def add_touch(work: Workspace, N: Array, x: Array, y: Array, gap: float, feature: int, same: float) -> None:
    """A point x of the mesh and y of the shape, each in its frame, joins the manifold of its normal N.

    Of points that are nearer than `same` the deeper one stays. Without room a manifold that is less deep goes.
    """
    touches = work.touches
    part = part_of(work, N, gap)
    if part < 0:
        return
    n, place = touches.points[part], -1
    for m in range(n):
        d = 0.0
        for r in range(3):
            d += (touches.at[part, m, r] - x[r]) ** 2
        if d <= same * same:
            place = m
            break
    if place >= 0 and touches.at[part, place, 6] <= gap:
        return
    if place < 0:
        if n == touches.at.shape[1]:
            n = keep_thinned(work, part)
        place = n
        touches.points[part] = n + 1
    at = touches.at[part, place]
    for r in range(3):
        at[r], at[3 + r] = x[r], y[r]
    at[6] = gap
    touches.feature[part, place] = feature


@kernel
def part_of(work: Workspace, N: Array, gap: float) -> int:
    """The manifold of a normal, begun anew if there is none; −1 if all others are deeper and there is no room."""
    touches = work.touches
    free, shallow, most = -1, -1, gap
    for part in range(PARTS):
        if touches.points[part] == 0:
            free = part if free < 0 else free
            continue
        M, least = touches.normal[part], 1e300
        if M[0] * N[0] + M[1] * N[1] + M[2] * N[2] > SIMILAR:
            return part
        for m in range(touches.points[part]):
            least = min(least, touches.at[part, m, 6])
        if least > most:
            shallow, most = part, least
    part = free if free >= 0 else shallow
    if part >= 0:
        touches.points[part] = 0
        for r in range(3):
            touches.normal[part, r] = N[r]
    return part


@kernel
def thinned(work: Workspace, part: int) -> int:
    """Choose at most MOST points of a manifold, the deepest and those farthest apart, into the polygon's labels."""
    touches, polygon, label, s, t = work.touches, work.polygon, work.label, np.empty(3), np.empty(3)
    across(touches.normal[part], s, t)
    for m in range(touches.points[part]):
        at = touches.at[part, m]
        polygon[0, m, 0] = s[0] * at[0] + s[1] * at[1] + s[2] * at[2]
        polygon[0, m, 1] = t[0] * at[0] + t[1] * at[1] + t[2] * at[2]
        polygon[0, m, 2] = at[6]
        label[0, m, 0] = m
    return thin(work, 0, touches.points[part], MOST)


@kernel
def keep_thinned(work: Workspace, part: int) -> int:
    """Keep of a full manifold what `thinned` chooses; returns how many points are left."""
    touches, polygon, label, n = work.touches, work.polygon, work.label, thinned(work, part)
    for m in range(n):
        label[1, m, 0] = touches.feature[part, label[0, m, 0]]
        for r in range(6):
            work.old[m, r] = touches.at[part, label[0, m, 0], r]
    for m in range(n):
        touches.feature[part, m] = label[1, m, 0]
        for r in range(6):
            touches.at[part, m, r] = work.old[m, r]
        touches.at[part, m, 6] = polygon[0, m, 2]
    touches.points[part] = n
    return n
