"""Points that may be in something, found in compiled code."""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.contact.shapes.arrays import ShapeArrays, gap_of
from supple.kernels import kernel

PLANE, HEIGHTS, SUPERQUADRIC = 0, 1, 5
"""Kinds of shape: the first is flat; the gap to the other two is no distance, so a body's middle says nothing."""
ROOM = 1024
"""For so many points at first; where there are more, all are looked for again."""


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
    room = ROOM
    while True:
        point, shape = np.empty((2, room), dtype=np.int64)
        gap, normal = np.empty(room), np.empty((room, 3))
        count = find_in_shapes(x, v, h, first, corners, low, high, shapes, point, shape, gap, normal)
        if count <= room:
            return point[:count], shape[:count], gap[:count], normal[:count]
        room = count


@kernel
def find_in_shapes(
    x: Array, v: Array, h: float, first: Indices, corners: Indices, low: Array, high: Array, shapes: ShapeArrays,
    point: Indices, shape: Indices, gap: Array, normal: Array,
) -> int:  # fmt: skip
    """How many points there are; as many as there is room for are given."""
    count = 0
    for b in range(len(first) - 1):
        for s in range(len(shapes.kind)):
            kind = shapes.kind[s]
            if kind != HEIGHTS and kind != SUPERQUADRIC and _far(shapes, s, low[b], high[b]):
                continue
            last = first[b] + corners[b] if kind == PLANE else first[b + 1]
            for i in range(first[b], last):
                g, nx, ny, nz = gap_of(shapes, s, x[i, 0], x[i, 1], x[i, 2])
                if g + h * (nx * v[i, 0] + ny * v[i, 1] + nz * v[i, 2]) >= 0.0:
                    continue
                if count < len(gap):
                    point[count], shape[count], gap[count] = i, s, g
                    normal[count, 0], normal[count, 1], normal[count, 2] = nx, ny, nz
                count += 1
    return count


@kernel
def _far(shapes: ShapeArrays, s: int, low: Array, high: Array) -> bool:
    """Whether a shape is out of reach of a box."""
    a, b, c = (high[0] - low[0]) / 2, (high[1] - low[1]) / 2, (high[2] - low[2]) / 2
    g, _, _, _ = gap_of(shapes, s, low[0] + a, low[1] + b, low[2] + c)
    return bool(g > np.sqrt(a * a + b * b + c * c))


def near_bodies(
    x: Array, v: Array, h: float, first: Indices, low: Array, high: Array, pairs: Indices, open_to: Indices,
    inverse: Array, middle: Array, at: Array, loose: Array, speed: Array, solids: ShapeArrays,
) -> tuple[Indices, Indices, Array]:  # fmt: skip
    """Points x (n, 3) of one body of a pair that may be in the other within h: (point, other, rest place there).

    A body has the rest shape of its number in `solids`; what is at x is about at r = at + inverse (x − middle) in it,
    and no farther from that than `loose` [m]; its points move no faster than `speed` [m/s].
    """
    room = ROOM
    while True:
        point, other = np.empty((2, room), dtype=np.int64)
        place = np.empty((room, 3))
        count = find_in_bodies(
            x, v, h, first, low, high, pairs, open_to, inverse, middle, at, loose, speed, solids, point, other, place
        )  # fmt: skip
        if count <= room:
            return point[:count], other[:count], place[:count]
        room = count


@kernel
def find_in_bodies(
    x: Array, v: Array, h: float, first: Indices, low: Array, high: Array, pairs: Indices, open_to: Indices,
    inverse: Array, middle: Array, at: Array, loose: Array, speed: Array, solids: ShapeArrays,
    point: Indices, other: Indices, place: Array,
) -> int:  # fmt: skip
    """How many points there are; as many as there is room for are given."""
    count, r = 0, np.empty(3)
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
            for c in range(3):
                r[c] = at[b, c]
                for d in range(3):
                    r[c] += inverse[b, c, d] * (x[i, d] - middle[b, d])
            g, _, _, _ = gap_of(solids, b, r[0], r[1], r[2])
            if g < 2 * slack:
                if count < len(point):
                    point[count], other[count] = i, b
                    place[count] = r
                count += 1
    return count


def gaps_in(solids: ShapeArrays, other: Indices, r: Array) -> tuple[Array, Array]:
    """Gaps (n,) and normals (n, 3) of rest places r (n, 3) in the solids `other` (n,)."""
    gap, normal = np.empty(len(r)), np.empty((len(r), 3))
    set_gaps(solids, other, r, gap, normal)
    return gap, normal


@kernel
def set_gaps(solids: ShapeArrays, other: Indices, r: Array, gap: Array, normal: Array) -> None:
    """The same into arrays that are given."""
    for i in range(len(r)):
        gap[i], normal[i, 0], normal[i, 1], normal[i, 2] = gap_of(solids, other[i], r[i, 0], r[i, 1], r[i, 2])
