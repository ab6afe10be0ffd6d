"""Triangles that stand still: each with its neighbors, all in one grid.

A contact at an edge or a corner counts only where the surface is nearest: no triangle beside it reaches
farther toward the shape. So edges within a floor are not felt. `over` and `around` say how the surface goes on.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.model.arrays import Hulls, Meshes
from supple.errors import InputError
from supple.spatial.grid import grid_of

WELDED = 1e-7
"""Vertices nearer than this share of the size are one."""
RINGS = np.array([[0, 1, 2], [0, 2, 1]])
SIDES = np.array([[0, 1, 0, 1], [1, 2, 0, 1], [2, 0, 0, 1]])


class Triangles(NamedTuple):
    """A surface about the middle of the box around it; closed or open."""

    center: Array
    vertex: Array
    """(v, 3), from the center."""
    face: Indices
    """Corners (t, 3), counterclockwise seen from outside."""
    solid: bool = False
    """Whether what is behind is filled: it pushes to the front, and not to the side on which a shape is."""

    @property
    def half(self) -> Array:
        """Half of the box around it (3,)."""
        return np.asarray(np.abs(self.vertex).max(axis=0))


def triangles(vertices: Array, faces: Indices, *, solid: bool = False) -> Triangles:
    """A surface of these triangles; equal places are one vertex, and what has no area is left out.

    >>> corners = np.array([(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)], float)
    >>> square = triangles(corners, np.array([(0, 2, 1), (0, 3, 2)]))
    >>> square.center.tolist(), len(square.face)
    ([0.5, 0.0, 0.5], 2)
    """
    size = float(np.ptp(vertices, axis=0).max()) if len(vertices) else 0.0
    if not size > 0:
        raise InputError(
            f"{len(vertices)} vertices and {len(faces)} triangles have no extent, so nothing can touch them"
        )
    _, first, place = np.unique(
        (vertices / (WELDED * size)).round(), axis=0, return_index=True, return_inverse=True
    )
    vertex, face = vertices[first], place.reshape(-1)[faces]
    a, b, c = vertex[face].transpose(1, 0, 2)
    face = face[np.linalg.norm(np.cross(b - a, c - a), axis=1) > (WELDED * size) ** 2]
    if not len(face):
        raise InputError(f"none of the {len(faces)} triangles has an area, so nothing can touch them")
    center = (vertex.min(axis=0) + vertex.max(axis=0)) / 2
    return Triangles(center, vertex - center, face.astype(np.int64), solid)


def meshes(surfaces: Sequence[Triangles], hulls: Hulls) -> tuple[Meshes, Hulls]:
    """All surfaces as arrays; each triangle is a flat polyhedron among the others in `hulls`."""
    ends = [0, *accumulate(len(s.face) for s in surfaces)]
    corner = np.concatenate([np.zeros((0, 3, 3)), *(s.vertex[s.face] for s in surfaces)])
    widths = [2 * float(s.half[0]) for s in surfaces]
    shift = np.array([(x, 0.0, 0.0) for x in accumulate(widths, initial=0.0)])[: len(surfaces)].reshape(-1, 3)
    owner = np.repeat(np.arange(len(surfaces)), np.diff(ends))
    placed = corner + shift[owner][:, None]
    over, owns = [np.zeros((0, 3, 3))], [np.zeros((0, 3), np.int64)]
    vertex, ring, around, count = [np.zeros((0, 3), np.int64)], [np.zeros(1, np.int64)], [np.zeros((0, 3))], 0
    for each in surfaces:
        own_over, own_owns = _over(each)
        own_ring, own_around = _around(each)
        over.append(own_over)
        owns.append(own_owns)
        vertex.append(each.face + count)
        ring.append(own_ring[1:] + ring[-1][-1])
        around.append(own_around)
        count += len(each.vertex)
    flat, hull = _flat(corner, hulls)
    grid = grid_of(placed.min(axis=1), placed.max(axis=1)) if len(placed) else grid_of(np.zeros((0, 3)))
    return Meshes(
        shift=shift,
        solid=np.array([s.solid for s in surfaces], np.int64),
        first=np.array(ends, np.int64),
        hull=hull,
        over=np.concatenate(over).reshape(-1, 9),
        owns=np.concatenate(owns),
        vertex=np.concatenate(vertex),
        ring=np.concatenate(ring),
        around=np.concatenate(around),
        grid=grid,
    ), flat


def _over(surface: Triangles) -> tuple[Array, Indices]:
    """Beyond each side of each triangle the direction into its neighbor across the side (t, 3, 3), zero where it has
    none or more than one, and whether the triangle speaks for the side."""
    t = len(surface.face)
    ends = np.stack([surface.face, np.roll(surface.face, -1, axis=1)], axis=2).reshape(-1, 2)
    _, side, sharing = np.unique(np.sort(ends, axis=1), axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(side.reshape(-1), kind="stable")
    begin = np.concatenate([[0], np.cumsum(sharing)[:-1]])
    two = np.flatnonzero(sharing == 2)
    a, b = order[begin[two]], order[begin[two] + 1]
    x = surface.vertex[surface.face]
    along = np.roll(x, -1, axis=1) - x
    inward = np.cross(np.cross(along[:, 0], along[:, 1])[:, None], along)
    inward = (inward / np.linalg.norm(inward, axis=2, keepdims=True)).reshape(-1, 3)
    over, owns = np.zeros((3 * t, 3)), np.zeros(3 * t, np.int64)
    over[a], over[b] = inward[b], inward[a]
    owns[order[begin]] = 1
    return over.reshape(t, 3, 3), owns.reshape(t, 3)


def _around(surface: Triangles) -> tuple[Indices, Array]:
    """Directions from each vertex to its neighbors, in line, and the first of each vertex."""
    ends = np.stack([surface.face, np.roll(surface.face, -1, axis=1)], axis=2).reshape(-1, 2)
    ends = np.unique(np.concatenate([ends, ends[:, ::-1]]), axis=0)
    way = surface.vertex[ends[:, 1]] - surface.vertex[ends[:, 0]]
    first = np.searchsorted(ends[:, 0], np.arange(len(surface.vertex) + 1)).astype(np.int64)
    return first, way / np.linalg.norm(way, axis=1, keepdims=True)


def _flat(corner: Array, hulls: Hulls) -> tuple[Hulls, Indices]:
    """Polyhedra of two faces each added to others, and where the corners, faces and edges of each are (t, 6)."""
    t, v, f, e = len(corner), len(hulls.vertex), len(hulls.face), len(hulls.edge)
    a, b, c = corner.transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    offset = (normal * corner.mean(axis=1)).sum(axis=1, keepdims=True)
    up = np.concatenate([normal, offset], axis=1)
    n = np.arange(t)[:, None]
    first = np.array([v, v + 3, f, f + 2, e, e + 3])
    edge = SIDES[None] + (n[:, :, None] * np.array([3, 3, 2, 2]) + np.array([v, v, f, f]))
    return hulls._replace(
        vertex=np.concatenate([hulls.vertex, corner.reshape(-1, 3)]),
        face=np.concatenate([hulls.face, np.stack([up, -up], axis=1).reshape(-1, 4)]),
        ring=np.concatenate([hulls.ring, hulls.ring[-1] + 3 * np.arange(1, 2 * t + 1)]),
        corner=np.concatenate([hulls.corner, np.tile(RINGS.reshape(-1), t)]),
        edge=np.concatenate([hulls.edge, edge.reshape(-1, 4)]),
    ), (first + n * np.array([3, 3, 2, 2, 3, 3])).astype(np.int64)
