"""Sutherland and Hodgman's clipping of a convex polygon, each corner with the edges before and after it."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.model.arrays import Workspace
from supple.kernels import kernel

TOLERANCE = 1e-9
"""Corners so near a side are within it [m]."""


@kernel
def clip(work: Workspace, now: int, n: int, a: float, b: float, limit: float, side: int) -> int:
    """Keep what has a u + b v ≤ limit of the n corners (u, v, gap) in half `now`; the result goes to the other half.

    Returns how many corners are left. `side` names the side in the labels of corners that it makes.
    """
    polygon, label = work.polygon, work.label
    other, m = 1 - now, 0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        di = a * polygon[now, i, 0] + b * polygon[now, i, 1] - limit
        dj = a * polygon[now, j, 0] + b * polygon[now, j, 1] - limit
        if di <= TOLERANCE:
            for c in range(3):
                polygon[other, m, c] = polygon[now, i, c]
            label[other, m, 0], label[other, m, 1] = label[now, i, 0], label[now, i, 1]
            m += 1
        if (di <= TOLERANCE) != (dj <= TOLERANCE):
            share = min(max(di / (di - dj), 0.0), 1.0)
            for c in range(3):
                polygon[other, m, c] = polygon[now, i, c] + share * (polygon[now, j, c] - polygon[now, i, c])
            if di <= TOLERANCE:
                label[other, m, 0], label[other, m, 1] = label[now, i, 1], side
            else:
                label[other, m, 0], label[other, m, 1] = side, label[now, i, 1]
            m += 1
    return m


@kernel
def thin(work: Workspace, now: int, n: int, most: int) -> int:
    """At most so many corners of those in half `now`: the deepest, then each time the farthest from those taken."""
    polygon, _label = work.polygon, work.label
    if n <= most:
        return n
    deepest = 0
    for i in range(1, n):
        if polygon[now, i, 2] < polygon[now, deepest, 2]:
            deepest = i
    swap_corners(work, now, 0, deepest)
    return spread(work, now, 1, n, most)


@kernel
def spread(work: Workspace, now: int, begun: int, n: int, most: int) -> int:
    """Add to the corners that are taken already, the first of them, each time the farthest from those taken."""
    polygon = work.polygon
    if n <= most:
        return n
    for taken in range(begun, most):
        best, farthest = taken, -1.0
        for i in range(taken, n):
            nearest = 1e300
            for k in range(taken):
                d = (polygon[now, i, 0] - polygon[now, k, 0]) ** 2 + (
                    polygon[now, i, 1] - polygon[now, k, 1]
                ) ** 2
                nearest = min(nearest, d)
            if nearest > farthest:
                best, farthest = i, nearest
        swap_corners(work, now, taken, best)
    return most


@kernel
def swap_corners(work: Workspace, now: int, i: int, j: int) -> None:
    """Corner i becomes j and j becomes i."""
    polygon, label = work.polygon, work.label
    for c in range(3):
        polygon[now, i, c], polygon[now, j, c] = polygon[now, j, c], polygon[now, i, c]
    for c in range(2):
        label[now, i, c], label[now, j, c] = label[now, j, c], label[now, i, c]


@kernel
def length(a: float, b: float, c: float) -> float:
    """√(a² + b² + c²)."""
    return np.sqrt(a * a + b * b + c * c)


@kernel
def dot(a: Array, b: Array) -> float:
    """a · b of three."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
