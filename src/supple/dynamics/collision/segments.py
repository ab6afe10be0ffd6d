"""The nearest points of two segments, and of what is round: spheres are points and capsules segments, with a
radius."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.collision.manifold import match, set_aside
from supple.dynamics.model.arrays import MOST, Contacts, Geoms, Workspace
from supple.dynamics.model.geom_types import CAPSULE
from supple.kernels import kernel

PARALLEL = 1e-3
"""Squared sine of the angle between capsules below which they touch along a line (1.8°)."""
TINY = 1e-18


@kernel
def nearest_on_segments(p: Array, d: Array, q: Array, e: Array) -> tuple[float, float]:
    """Shares s, t in 0 … 1 at which p + s d and q + t e are nearest."""
    dd = de = ee = dr = er = 0.0
    for k in range(3):
        r = p[k] - q[k]
        dd, de, ee, dr, er = (
            dd + d[k] * d[k],
            de + d[k] * e[k],
            ee + e[k] * e[k],
            dr + d[k] * r,
            er + e[k] * r,
        )
    if dd <= TINY and ee <= TINY:
        return 0.0, 0.0
    if dd <= TINY:
        return 0.0, min(max(er / ee, 0.0), 1.0)
    if ee <= TINY:
        return min(max(-dr / dd, 0.0), 1.0), 0.0
    away = dd * ee - de * de
    s = min(max((de * er - dr * ee) / away, 0.0), 1.0) if away > 1e-12 * dd * ee else 0.5
    t = (de * s + er) / ee
    if t < 0.0:
        return min(max(-dr / dd, 0.0), 1.0), 0.0
    if t > 1.0:
        return min(max((de - dr) / dd, 0.0), 1.0), 1.0
    return s, t


@kernel
def core(geoms: Geoms, g: int, X: Array, p: Array, d: Array) -> None:
    """The segment p … p + d in the middle of a sphere or capsule with frame X; a sphere's has no length."""
    half = geoms.size[g, 1] - geoms.round[g] if geoms.type[g] == CAPSULE else 0.0
    for k in range(3):
        d[k] = 2 * half * X[3 * k + 1]
        p[k] = X[9 + k] - half * X[3 * k + 1]


@kernel
def round_round(geoms: Geoms, contacts: Contacts, work: Workspace, p: int, margin: float) -> int:
    """Spheres and capsules against each other: one point, two where capsules lie along each other."""
    a, b = contacts.pair[p, 0], contacts.pair[p, 1]
    A, B = work.frame[a], work.frame[b]
    reach, square = geoms.reach[a] + geoms.reach[b] + margin, 0.0
    for k in range(3):
        square += (B[9 + k] - A[9 + k]) ** 2
    if square > reach * reach:
        contacts.points[p] = 0
        return 0
    old = set_aside(contacts, work, p)
    contacts.points[p] = 0
    x, d, y, e = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    core(geoms, a, A, x, d)
    core(geoms, b, B, y, e)
    s, t = nearest_on_segments(x, d, y, e)
    dd = de = ee = 0.0
    for k in range(3):
        dd, de, ee = dd + d[k] * d[k], de + d[k] * e[k], ee + e[k] * e[k]
    if dd > TINY and ee > TINY and dd * ee - de * de < PARALLEL * dd * ee:
        for end in range(2):
            s = along_other(x, d, dd, y, e, float(end))
            if s >= 0.0 and contacts.points[p] < 2:
                join(geoms, contacts, p, A, B, x, d, s, y, e, float(end), end, margin)
            t = along_other(y, e, ee, x, d, float(end))
            if t > 0.0 and t < 1.0 and contacts.points[p] < 2:
                join(geoms, contacts, p, A, B, x, d, float(end), y, e, t, 2 + end, margin)
        if contacts.points[p] == 0:
            s, t = nearest_on_segments(x, d, y, e)
            join(geoms, contacts, p, A, B, x, d, s, y, e, t, 4, margin)
    else:
        join(geoms, contacts, p, A, B, x, d, s, y, e, t, 4, margin)
    match(contacts, work, p, old, 0.1 * (geoms.round[a] + geoms.round[b]))
    return 1


@kernel
def along_other(x: Array, d: Array, dd: float, y: Array, e: Array, t: float) -> float:
    """The share of the segment x, d that is across from y + t e; −1 where that is beyond its ends."""
    s = 0.0
    for k in range(3):
        s += d[k] * (y[k] + t * e[k] - x[k])
    s /= dd
    return s if s >= 0.0 and s <= 1.0 else -1.0


@kernel
def join(
    geoms: Geoms, contacts: Contacts, p: int, A: Array, B: Array, x: Array, d: Array, s: float, y: Array, e: Array,
    t: float, feature: int, margin: float,
) -> None:  # fmt: skip
    """A point of the manifold, between x + s d and y + t e, if the round shapes are nearer than `margin` there."""
    a, b = contacts.pair[p, 0], contacts.pair[p, 1]
    m, n, length = contacts.points[p], np.empty(3), 0.0
    for k in range(3):
        n[k] = y[k] + t * e[k] - x[k] - s * d[k]
        length += n[k] * n[k]
    length = np.sqrt(length)
    if length - geoms.round[a] - geoms.round[b] >= margin or m >= MOST:
        return
    for k in range(3):
        n[k] = n[k] / length if length > 1e-12 else (1.0 if k == 1 else 0.0)
    at = contacts.at[p, m]
    for k in range(3):
        at[k] = at[3 + k] = 0.0
        contacts.normal[p, k] = A[k] * n[0] + A[3 + k] * n[1] + A[6 + k] * n[2]
        for r in range(3):
            at[k] += A[3 * r + k] * (x[r] + s * d[r] + geoms.round[a] * n[r] - A[9 + r])
            at[3 + k] += B[3 * r + k] * (y[r] + t * e[r] - geoms.round[b] * n[r] - B[9 + r])
    contacts.feature[p, m] = feature
    contacts.points[p] = m + 1
