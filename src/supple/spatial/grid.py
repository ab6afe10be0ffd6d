"""A grid of cubes: what is near what, in time that grows with the number of things (Teschner et al. 2003).

What lies in cube (i, j, k) stands in line with the others of bucket

    (73856093 i ⊕ 19349663 j ⊕ 83492791 k) mod n

so that empty space costs nothing. A box that lies in several cubes stands in the bucket of each. Whoever asks
meets it in the first cube that both share, and there alone.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.errors import InputError
from supple.kernels import kernel

CROWDED = 8
"""Boxes stand in so many cubes each at most, if nobody says how large cubes are."""


class Grid(NamedTuple):
    """Boxes, or points, in line by the cubes that they lie in; kernels take it as it is."""

    low: Array
    """Corners of the boxes (n, 3)."""
    high: Array
    edge: Array
    """Of a cube (1,) [m]."""
    span: Indices
    """The lowest and the highest cube in use (6,)."""
    first: Indices
    """Entries of bucket b are first[b] … first[b + 1] (m + 1,); m is a power of two."""
    item: Indices
    """Which box each entry is."""


def grid_of(low: ArrayLike, high: "ArrayLike | None" = None, edge: float | None = None) -> Grid:
    """A grid of boxes low … high (n, 3) [m], or of points; its cubes have an `edge`, or one that suits them.

    >>> grid = grid_of([(0, 0, 0), (0.9, 0, 0), (5, 0, 0)], edge=1.0)
    >>> found = np.zeros(3, np.int64)
    >>> count = find_boxes(grid, np.array([0.5, -1, -1]), np.array([6.0, 1, 1]), found)
    >>> found[:count].tolist()
    [1, 2]
    """
    a = np.ascontiguousarray(finite(low, "low corners", (None, 3)))
    b = a if high is None else np.ascontiguousarray(finite(high, "high corners", (None, 3)))
    if a.shape != b.shape or (b < a).any():
        raise InputError(
            f"{len(a)} low and {len(b)} high corners; give one of each a box, and the higher as high"
        )
    if edge is not None and not (np.isfinite(edge) and edge > 0):
        raise InputError(f"cubes with an edge of {edge} m; give a positive number")
    size = _fitting(a, b) if edge is None else float(edge)
    cubes = np.floor(a / size).astype(np.int64), np.floor(b / size).astype(np.int64)
    entries = int(np.prod(cubes[1] - cubes[0] + 1, axis=1).sum())
    buckets = 1 << max(entries - 1, 0).bit_length()
    reach = np.concatenate([cubes[0].min(axis=0, initial=2**31), cubes[1].max(axis=0, initial=-(2**31))])
    grid = Grid(a, b, np.array([size]), reach, np.zeros(buckets + 1, np.int64), np.zeros(entries, np.int64))
    fill(grid)
    return grid


def neighbors(points: ArrayLike, radius: float) -> tuple[Indices, Indices]:
    """For each of the points (n, 3) those within a radius [m]: of point i, index[first[i] : first[i + 1]], rising.

    >>> first, index = neighbors([(0, 0, 0), (0.5, 0, 0), (3, 0, 0)], 1.0)
    >>> first.tolist(), index.tolist()
    ([0, 1, 2, 2], [1, 0])
    """
    if not (np.isfinite(radius) and radius > 0):
        raise InputError(f"neighbors within {radius} m; give a positive number")
    grid = grid_of(points, edge=radius)
    first, found = np.zeros(len(grid.low) + 1, np.int64), np.zeros(len(grid.low), np.int64)
    index = np.zeros(find_all(grid, radius, first, found, np.zeros(0, np.int64)), np.int64)
    find_all(grid, radius, first, found, index)
    return first, index


def _fitting(low: Array, high: Array) -> float:
    """The edge of a cube that about fits most boxes, such that none stands in all too many."""
    if not len(low):
        return 1.0
    spread = float(np.ptp(np.concatenate([low, high]), axis=0).max())
    size = max(float(np.median((high - low).max(axis=1))), spread / (4 * float(np.sqrt(len(low)))), 1e-6)
    while np.prod(np.floor(high / size) - np.floor(low / size) + 1, axis=1).sum() > CROWDED * len(low) + 64:
        size *= 1.5
    return size


@kernel
def cube_of(x: float, edge: float) -> int:
    """Along one axis."""
    return int(np.floor(x / edge))


@kernel
def bucket_of(i: int, j: int, k: int, buckets: int) -> int:
    """Where what lies in cube (i, j, k) stands."""
    return ((73856093 * i) ^ (19349663 * j) ^ (83492791 * k)) & (buckets - 1)


@kernel
def fill(grid: Grid) -> None:
    """Put boxes in line by bucket, after counting how many each has; those of one bucket are in order."""
    first, buckets, edge = grid.first, len(grid.first) - 1, grid.edge[0]
    for b in range(buckets + 1):
        first[b] = 0
    for turn in range(2):
        for n in range(len(grid.low)):
            low, high = grid.low[n], grid.high[n]
            for i in range(cube_of(low[0], edge), cube_of(high[0], edge) + 1):
                for j in range(cube_of(low[1], edge), cube_of(high[1], edge) + 1):
                    for k in range(cube_of(low[2], edge), cube_of(high[2], edge) + 1):
                        b = bucket_of(i, j, k, buckets)
                        if turn == 1:
                            grid.item[first[b]] = n
                        first[b] += 1
        total = 0
        for b in range(buckets if turn == 0 else 0):
            total += first[b]
            first[b] = total - first[b]
    for b in range(buckets, 0, -1):
        first[b] = first[b - 1]
    first[0] = 0


@kernel
def find_boxes(grid: Grid, low: Array, high: Array, found: Indices) -> int:
    """Write the boxes that touch low … high into `found`, as far as it reaches; returns how many they are."""
    count, edge, span = 0, grid.edge[0], grid.span
    i0, i1 = max(cube_of(low[0], edge), span[0]), min(cube_of(high[0], edge), span[3])
    j0, j1 = max(cube_of(low[1], edge), span[1]), min(cube_of(high[1], edge), span[4])
    k0, k1 = max(cube_of(low[2], edge), span[2]), min(cube_of(high[2], edge), span[5])
    if float(i1 - i0 + 1) * float(j1 - j0 + 1) * float(k1 - k0 + 1) > len(grid.low):
        for n in range(len(grid.low)):
            if touches(grid, n, low, high):
                if count < len(found):
                    found[count] = n
                count += 1
        return count
    for i in range(i0, i1 + 1):
        for j in range(j0, j1 + 1):
            for k in range(k0, k1 + 1):
                b = bucket_of(i, j, k, len(grid.first) - 1)
                for e in range(grid.first[b], grid.first[b + 1]):
                    n = grid.item[e]
                    if e > grid.first[b] and grid.item[e - 1] == n:
                        continue
                    if touches(grid, n, low, high) and meets_first(grid, n, i, j, k, i0, j0, k0):
                        if count < len(found):
                            found[count] = n
                        count += 1
    return count


@kernel
def touches(grid: Grid, n: int, low: Array, high: Array) -> int:
    """Whether box n does."""
    for r in range(3):
        if grid.low[n, r] > high[r] or grid.high[n, r] < low[r]:
            return 0
    return 1


@kernel
def meets_first(grid: Grid, n: int, i: int, j: int, k: int, i0: int, j0: int, k0: int) -> int:
    """Whether (i, j, k) is the first cube that box n shares with those from (i0, j0, k0) on."""
    low, edge = grid.low[n], grid.edge[0]
    return (
        max(cube_of(low[0], edge), i0) == i
        and max(cube_of(low[1], edge), j0) == j
        and max(cube_of(low[2], edge), k0) == k
    )


@kernel
def find_all(grid: Grid, radius: float, first: Indices, found: Indices, index: Indices) -> int:
    """Neighbors of all points in line, into `index` if it has room; returns how many they are."""
    low, high, total = np.empty(3), np.empty(3), 0
    for n in range(len(grid.low)):
        x = grid.low[n]
        for r in range(3):
            low[r], high[r] = x[r] - radius, x[r] + radius
        first[n] = total
        for e in range(find_boxes(grid, low, high, found)):
            m = found[e]
            y = grid.low[m]
            square = (x[0] - y[0]) ** 2 + (x[1] - y[1]) ** 2 + (x[2] - y[2]) ** 2
            if m != n and square <= radius * radius:
                if total < len(index):
                    index[total] = m
                total += 1
        if len(index) > 0:
            sort(index, first[n], total)
    first[len(grid.low)] = total
    return total


@kernel
def sort(index: Indices, begin: int, end: int) -> None:
    """By insertion."""
    for i in range(begin + 1, end):
        me, j = index[i], i - 1
        while j >= begin and index[j] > me:
            index[j + 1] = index[j]
            j -= 1
        index[j + 1] = me
