"""Points that may be in something, found in compiled code."""

import numpy as np
from numba import njit

from supple.arrays import Array, Indices
from supple.dynamics.contact.shapes.arrays import ShapeArrays, gap_of

DISTANCES = (0, 2, 3, 4, 6)
"""Kinds of shape whose gap is a distance: what is farther from a body's middle than its radius cannot touch it."""
PLANE = 0


@njit(cache=True, nogil=True, error_model="numpy")
def near_shapes(
    x: Array,
    v: Array,
    h: float,
    first: Indices,
    corners: Indices,
    low: Array,
    high: Array,
    shapes: ShapeArrays,
) -> tuple[Indices, Indices, Array, Array]:
    """Points x (n, 3) that would sink into shapes within h: (point, shape, gap, normal), each in order of points.

    Body b has the points from `first` (bodies + 1,), of which the first `corners` (bodies,) can be the first to touch
    what is flat, in a box `low` to `high` (bodies, 3) around all that they reach within h.
    """
    point, shape = np.empty(64, dtype=np.int64), np.empty(64, dtype=np.int64)
    gap, normal = np.empty(64), np.empty((64, 3))
    count = 0
    for b in range(len(first) - 1):
        for s in range(len(shapes.kind)):
            kind = shapes.kind[s]
            if kind in DISTANCES and _far(shapes, s, low[b], high[b]):
                continue
            last = first[b] + corners[b] if kind == PLANE else first[b + 1]
            for i in range(first[b], last):
                g, nx, ny, nz = gap_of(shapes, s, x[i, 0], x[i, 1], x[i, 2])
                if g + h * (nx * v[i, 0] + ny * v[i, 1] + nz * v[i, 2]) >= 0.0:
                    continue
                if count == len(gap):
                    point, shape = np.concatenate((point, point)), np.concatenate((shape, shape))
                    gap, normal = np.concatenate((gap, gap)), np.concatenate((normal, normal))
                point[count], shape[count], gap[count] = i, s, g
                normal[count, 0], normal[count, 1], normal[count, 2] = nx, ny, nz
                count += 1
    return point[:count], shape[:count], gap[:count], normal[:count]


@njit(cache=True, nogil=True, error_model="numpy")
def _far(shapes: ShapeArrays, s: int, low: Array, high: Array) -> bool:
    """Whether a shape is out of reach of a box."""
    a, b, c = (high[0] - low[0]) / 2, (high[1] - low[1]) / 2, (high[2] - low[2]) / 2
    g, _, _, _ = gap_of(shapes, s, low[0] + a, low[1] + b, low[2] + c)
    return bool(g > np.sqrt(a * a + b * b + c * c))


@njit(cache=True, nogil=True, error_model="numpy")
def near_bodies(
    x: Array, v: Array, h: float, first: Indices, low: Array, high: Array, pairs: Indices, open_to: np.ndarray,
    inverse: Array, middle: Array, at: Array, loose: Array, speed: Array, solids: ShapeArrays,
) -> tuple[Indices, Indices, Array]:  # fmt: skip
    """Points x (n, 3) of one body of a pair that may be in the other within h: (point, other, rest place there).

    A body has the rest shape of its number in `solids`; what is at x is about at r = at + inverse (x − middle) in it,
    and no farther from that than `loose` [m]; its points move no faster than `speed` [m/s].
    """
    point, other, place = np.empty(64, dtype=np.int64), np.empty(64, dtype=np.int64), np.empty((64, 3))
    count = 0
    for k in range(2 * len(pairs)):
        a, b = pairs[k // 2, k % 2], pairs[k // 2, 1 - k % 2]
        if not open_to[b]:
            continue
        for i in range(first[a], first[a + 1]):
            own = np.sqrt(v[i, 0] ** 2 + v[i, 1] ** 2 + v[i, 2] ** 2)
            slack = h * (own + speed[b]) + loose[b]
            out = False
            for c in range(3):
                out = out or x[i, c] < low[b, c] - slack or x[i, c] > high[b, c] + slack
            if out:
                continue
            if count == len(point):
                point, other = np.concatenate((point, point)), np.concatenate((other, other))
                place = np.concatenate((place, place))
            for c in range(3):
                place[count, c] = at[b, c]
                for d in range(3):
                    place[count, c] += inverse[b, c, d] * (x[i, d] - middle[b, d])
            g, _, _, _ = gap_of(solids, b, place[count, 0], place[count, 1], place[count, 2])
            if g < 2 * slack:
                point[count], other[count] = i, b
                count += 1
    return point[:count], other[:count], place[:count]


@njit(cache=True, nogil=True, error_model="numpy")
def gaps_in(solids: ShapeArrays, other: Indices, r: Array) -> tuple[Array, Array]:
    """Gaps (n,) and normals (n, 3) of rest places r (n, 3) in the solids `other` (n,)."""
    gap, normal = np.empty(len(r)), np.empty((len(r), 3))
    for i in range(len(r)):
        gap[i], normal[i, 0], normal[i, 1], normal[i, 2] = gap_of(solids, other[i], r[i, 0], r[i, 1], r[i, 2])
    return gap, normal
