"""Points of a shape and a mesh, gathered by their normals."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.collision.plane import across
from supple.dynamics.model.arrays import MOST, PARTS, Workspace
from supple.kernels import kernel

SIMILAR = 1 - 1e-6
"""Cosine from which normals are one (0.08°)."""
CLEARLY = 1e-3
"""By how much deeper points must be to be kept beside the outermost [m]."""
TIE = 1e-6
"""Of two points that are as far out as each other within this, or as deep, the first is taken [m]."""


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
    """Choose at most MOST points of a manifold, into the polygon's labels: the outermost in eight directions,
    then the deepest while they are clearly deeper than some of those."""
    touches, polygon, s, t = work.touches, work.polygon, np.empty(3), np.empty(3)
    across(touches.normal[part], s, t)
    n, kept, shallow = touches.points[part], 0, -1e300
    for m in range(n):
        at = touches.at[part, m]
        polygon[0, m, 0] = s[0] * at[0] + s[1] * at[1] + s[2] * at[2]
        polygon[0, m, 1] = t[0] * at[0] + t[1] * at[1] + t[2] * at[2]
        polygon[0, m, 2] = at[6]
    for k in range(8):
        best = outermost(work, n, np.cos(0.25 * np.pi * k), np.sin(0.25 * np.pi * k))
        kept = listed(work, kept, best)
        shallow = max(shallow, polygon[0, best, 2])
    while kept < MOST:
        deepest = -1
        for m in range(n):
            if not is_listed(work, kept, m) and (deepest < 0 or polygon[0, m, 2] < polygon[0, deepest, 2]):
                deepest = m
        if deepest < 0 or polygon[0, deepest, 2] > shallow - CLEARLY:
            break
        kept = listed(work, kept, deepest)
    return kept


@kernel
def outermost(work: Workspace, n: int, a: float, b: float) -> int:
    """Which of n points is the farthest along (a, b); of those that are as far, the deepest."""
    polygon, best, most = work.polygon, 0, -1e300
    for m in range(n):
        out = a * polygon[0, m, 0] + b * polygon[0, m, 1]
        if out > most + TIE or (out > most - TIE and polygon[0, m, 2] < polygon[0, best, 2] - TIE):
            best, most = m, out
    return best


@kernel
def is_listed(work: Workspace, kept: int, m: int) -> int:
    """Whether point m is among those that are kept."""
    for c in range(kept):
        if work.label[0, c, 0] == m:
            return 1
    return 0


@kernel
def listed(work: Workspace, kept: int, m: int) -> int:
    """Put point m at the end of those that are kept, unless it is among them; returns how many they are."""
    if is_listed(work, kept, m):
        return kept
    work.label[0, kept, 0] = m
    return kept + 1


@kernel
def keep_thinned(work: Workspace, part: int) -> int:
    """Keep of a full manifold what `thinned` chooses; returns how many points are left."""
    touches, label, n = work.touches, work.label, thinned(work, part)
    for m in range(n):
        label[1, m, 0] = touches.feature[part, label[0, m, 0]]
        for r in range(6):
            work.old[m, r] = touches.at[part, label[0, m, 0], r]
    for m in range(n):
        touches.feature[part, m] = label[1, m, 0]
        for r in range(6):
            touches.at[part, m, r] = work.old[m, r]
        touches.at[part, m, 6] = work.polygon[0, label[0, m, 0], 2]
    touches.points[part] = n
    return n
