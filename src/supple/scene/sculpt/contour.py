"""The surface of a field as a mesh: a vertex for each cell of an octree that it cuts, a face around each edge.

Cells are as small as asked for where they are; since every smallest edge gets the face of the cells around it, the
surface closes, however cells of different sizes meet (Ju, Losasso, Schaefer & Warren 2002; Gibson 1998 for vertices).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, Indices

Field = Callable[[Array], Array]
SLOPE = 1.5
"""A cell is looked into where the field at its middle is within so many times its half diagonal."""
CORNERS = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.int64)


def contour(
    field: Field, bounds: ArrayLike, size: Field, *, finest: float, levels: int = 5
) -> tuple[Array, Indices]:
    """Vertices (n, 3) and triangles (m, 3), outside in front, where the field is 0 inside bounds (2, 3) [m].

    size: how large a cell may be at points (n, 3) [m]; `finest` [m]: the smallest, which is doubled `levels` times
    for the largest. The grid has a corner at the origin, so that what is symmetric stays so.

    >>> ball = contour(lambda p: np.linalg.norm(p, axis=1) - 1, [[-1.2] * 3, [1.2] * 3], lambda p: 0.2, finest=0.1)
    >>> np.linalg.norm(ball[0], axis=1).round(1).min()
    np.float64(1.0)
    """
    tree = _Octree.grown(field, np.asarray(bounds, dtype=np.float64), size, finest, levels)
    cells, crossings, outward = tree.crossed(field)
    used, which = np.unique(cells, return_inverse=True)
    which = which.reshape(-1, 4)
    count = np.zeros(len(used))
    vertices = np.zeros((len(used), 3))
    for k in range(4):
        np.add.at(count, which[:, k], 1.0)
        np.add.at(vertices, which[:, k], crossings)
    quads = np.where(outward[:, None], which, which[:, ::-1])
    vertices /= count[:, None]
    return vertices, _triangles(vertices, quads)


@dataclass(frozen=True, eq=False)
class _Octree:
    """Leaves by their lowest corner (n, 3) and edge (n,), both in units of the finest cell."""

    corners: Indices
    edges: Indices
    unit: float
    origin: Indices
    span: int

    @classmethod
    def grown(cls, field: Field, bounds: Array, size: Field, finest: float, levels: int) -> "_Octree":
        edge = 2**levels
        low = np.floor(bounds[0] / (finest * edge)).astype(np.int64)
        high = np.ceil(bounds[1] / (finest * edge)).astype(np.int64)
        ranges = [np.arange(a, b) for a, b in zip(low, high, strict=True)]
        cells = np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1).reshape(-1, 3) * edge
        corners, edges = [], []
        while len(cells):
            middle = (cells + edge / 2) * finest
            near = np.abs(field(middle)) < SLOPE * edge * finest * np.sqrt(3) / 2
            split = near & (edge * finest > size(middle) * 1.001) & (edge > 1)
            corners.append(cells[~split])
            edges.append(np.full(int((~split).sum()), edge))
            edge //= 2
            cells = (cells[split][:, None] + CORNERS * edge).reshape(-1, 3)
        span = int((high - low).max()) * 2**levels + 1
        return cls(np.concatenate(corners), np.concatenate(edges), finest, low * 2**levels, span)

    def crossed(self, field: Field) -> tuple[Indices, Array, np.ndarray]:
        """Of the smallest edges that the surface crosses: the cells around, where, and whether outward."""
        edges, ends = self._edges(field)
        around = self._around(edges)
        known: np.ndarray = np.all(around >= 0, axis=1)
        sizes: Indices = np.where(known[:, None], self.edges[around], 0)
        least = np.flatnonzero(np.all(sizes >= edges[:, 4:], axis=1))
        edges, ends, around = edges[least], ends[least], around[least]
        share = ends[:, 0] / (ends[:, 0] - ends[:, 1])
        crossings = edges[:, :3].astype(np.float64)
        crossings[np.arange(len(edges)), edges[:, 3]] += share * edges[:, 4]
        return around, crossings * self.unit, ends[:, 0] < 0

    def _edges(self, field: Field) -> tuple[Indices, Array]:
        """Edges of leaves where the sign changes: start, axis and length (n, 5), and the field at both ends."""
        grid = (self.corners[:, None] + CORNERS * self.edges[:, None, None]).reshape(-1, 3)
        _, first, back = np.unique(self._key(grid), return_index=True, return_inverse=True)
        values = field(grid[first] * self.unit)[back].reshape(-1, 8)
        values = np.where(values == 0, 1e-300, values)
        found, ends = [], []
        for axis in range(3):
            starts = [k for k in range(8) if not CORNERS[k][axis]]
            for k in starts:
                other = k + int(4 >> axis)
                crossing = (values[:, k] < 0) != (values[:, other] < 0)
                start = self.corners[crossing] + CORNERS[k] * self.edges[crossing, None]
                length = self.edges[crossing, None]
                found.append(np.hstack([start, np.full_like(length, axis), length]))
                ends.append(values[crossing][:, [k, other]])
        edges = np.concatenate(found)
        keys = (self._key(edges[:, :3]) * 3 + edges[:, 3]) * 64 + np.log2(edges[:, 4]).astype(np.int64)
        first = np.unique(keys, return_index=True)[1]
        return edges[first], np.concatenate(ends)[first]

    def _around(self, edges: Indices) -> Indices:
        """The four leaves around the middle of each edge (n, 4), counter-clockwise about its axis; −1 for none."""
        n, axis = np.arange(len(edges)), edges[:, 3]
        middle = edges[:, :3].copy()
        middle[n, axis] += edges[:, 4] // 2
        found = []
        for b, c in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
            at = middle.copy()
            at[n, (axis + 1) % 3] += b
            at[n, (axis + 2) % 3] += c
            found.append(self._leaf(at))
        return np.stack(found, axis=1)

    def _leaf(self, at: Indices) -> Indices:
        """Which leaf holds each finest cell (n,)."""
        found = np.full(len(at), -1)
        for edge in np.unique(self.edges):
            mine = np.flatnonzero(self.edges == edge)
            keys = self._key(self.corners[mine])
            order = np.argsort(keys)
            wanted = self._key(at // edge * edge)
            place = np.minimum(np.searchsorted(keys[order], wanted), len(order) - 1)
            hit = keys[order][place] == wanted
            found[hit] = mine[order[place[hit]]]
        return found

    def _key(self, corners: Indices) -> Indices:
        x, y, z = (corners - self.origin + 1).T
        wide = self.span + 2
        return np.asarray((x * wide + y) * wide + z)


def _triangles(vertices: Array, quads: Indices) -> Indices:
    """Each quad as two triangles along its shorter diagonal; corners that are the same cell leave one."""
    a, b, c, d = quads.T
    across = np.linalg.norm(vertices[a] - vertices[c], axis=1) <= np.linalg.norm(
        vertices[b] - vertices[d], axis=1
    )
    first = np.where(across[:, None], np.stack([a, b, c], axis=1), np.stack([a, b, d], axis=1))
    second = np.where(across[:, None], np.stack([a, c, d], axis=1), np.stack([b, c, d], axis=1))
    faces: Indices = np.concatenate([first, second])
    twice = (faces[:, 0] == faces[:, 1]) | (faces[:, 1] == faces[:, 2]) | (faces[:, 2] == faces[:, 0])
    return np.asarray(faces[~twice])
