"""Convex polyhedra: corners, faces with all their corners, and edges with the faces on both sides."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from supple.arrays import Array, Indices
from supple.errors import InputError

FLAT = 1e-6
"""Triangles whose normals differ by less lie in one face."""


class Hull(NamedTuple):
    """A convex polyhedron about its center."""

    center: Array
    """Middle of the box around it, where its frame is (3,)."""
    vertex: Array
    """(v, 3), from the center."""
    face: Array
    """Outward unit normal n and offset d of each face, n · x ≤ d inside (f, 4)."""
    rings: tuple[Indices, ...]
    """Corners of each face, counterclockwise seen from outside."""
    edge: Indices
    """Two corners, the second after the first around the first of the two faces (e, 4)."""

    @property
    def half(self) -> Array:
        """Half of the box around it (3,)."""
        return np.asarray(np.abs(self.vertex).max(axis=0))

    @property
    def volume(self) -> float:
        """[m³]"""
        fans = np.array([(r[0], a, b) for r in self.rings for a, b in pairwise(r[1:].tolist())])
        a, b, c = self.vertex[fans].transpose(1, 0, 2)
        return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def hull(points: Array) -> Hull:
    """The convex hull of points (n, 3).

    >>> cube = hull(np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], float))
    >>> len(cube.vertex), len(cube.face), len(cube.edge), cube.center.tolist()
    (8, 6, 12, [0.5, 0.5, 0.5])
    """
    try:
        found = ConvexHull(points)
    except QhullError as error:
        raise InputError(
            f"{len(points)} points have no convex hull: they lie in a plane or are fewer than four"
        ) from error
    used = found.vertices
    number = {int(v): k for k, v in enumerate(used)}
    center = (points[used].min(axis=0) + points[used].max(axis=0)) / 2
    vertex = points[used] - center
    normals, faces = np.empty((len(found.simplices), 3)), list[set[int]]()
    for simplex, equation in zip(found.simplices.tolist(), found.equations, strict=True):
        corners = {number[v] for v in simplex}
        same = np.abs(normals[: len(faces)] - equation[:3]).max(axis=1) < FLAT
        if same.any():
            faces[int(same.argmax())] |= corners
        else:
            normals[len(faces)] = equation[:3]
            faces.append(corners)
    normals = normals[: len(faces)]
    rings = tuple(_around(n, sorted(corners), vertex) for n, corners in zip(normals, faces, strict=True))
    offsets = [(vertex[ring] @ n).max() for n, ring in zip(normals, rings, strict=True)]
    return Hull(center, vertex, np.column_stack([normals, offsets]), rings, _edges(rings))


def box_hull(half: Array) -> Hull:
    """A box of these half sizes."""
    return hull(np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float) * half)


def prism(radius: float, half: float, sides: int = 32) -> Hull:
    """A cylinder along y, as a prism of so many sides around the same axis whose corners lie on it."""
    angle = 2 * np.pi * np.arange(sides) / sides
    ring = np.stack([radius * np.cos(angle), np.zeros(sides), radius * np.sin(angle)], axis=1)
    return hull(np.concatenate([ring + (0, half, 0), ring - (0, half, 0)]))


def _around(normal: Array, corners: list[int], vertex: Array) -> Indices:
    """Corners of a face in order."""
    if len(corners) == 3:
        (a0, a1, a2), (b0, b1, b2), (c0, c1, c2) = vertex[corners].tolist()
        u0, u1, u2, w0, w1, w2 = b0 - a0, b1 - a1, b2 - a2, c0 - a0, c1 - a1, c2 - a2
        n0, n1, n2 = normal.tolist()
        turn = n0 * (u1 * w2 - u2 * w1) + n1 * (u2 * w0 - u0 * w2) + n2 * (u0 * w1 - u1 * w0)
        return np.array(corners if turn > 0 else corners[::-1], np.int64)
    across = np.cross(normal, np.eye(3)[int(np.abs(normal).argmin())])
    middle = vertex[corners].mean(axis=0)
    away = vertex[corners] - middle
    angle = np.arctan2(away @ np.cross(normal, across), away @ across)
    return np.array(corners, np.int64)[np.argsort(angle)]


def _edges(rings: tuple[Indices, ...]) -> Indices:
    seen: dict[tuple[int, int], int] = {}
    edges = []
    for face, ring in enumerate(rings):
        for a, b in zip(ring.tolist(), np.roll(ring, -1).tolist(), strict=True):
            if (b, a) in seen:
                edges.append((b, a, seen[b, a], face))
            else:
                seen[a, b] = face
    return np.array(edges, np.int64)
