"""The points of a body that a flat floor can meet: corners of its convex hull, and its flanks between them.

A straight flank has no corners of its own, yet the floor meets it once the body bends.
"""

from collections.abc import Callable

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.symmetry import mirrored, mirrors
from supple.scene import Mesh

MOST, CORNERS = 200, 0.75
"""Points at most, and the share of them that corners may take; of more those farthest from each other are taken."""
SHARP, FLANK, FINE = 45, 20, 80
"""Parts of the size of a body: how far a corner and a place on a flank may be from a point, and from each other those
that are looked at."""
NEAR = 0.01
"""How far within the hull a flank may lie, in sizes of the body."""
CHUNK = 1000
"""Places whose depth is found at once."""


def outermost(mesh: Mesh, most: int = MOST) -> Array:
    """Places (n, 3) [m] near the hull of a mesh, at most so many; alike on both sides of a mirror plane.

    >>> from supple.scene import models
    >>> len(outermost(models.box().surface, 8)), len(outermost(models.sphere().surface, 50)) <= 50
    (8, True)
    """
    from scipy.spatial import ConvexHull, cKDTree

    ends, axes = mesh.bounds.sum(axis=0), mirrors(mesh.vertices)
    sides = np.ptp(mesh.vertices, axis=0)
    size, sharp = float(sides.max()), float(min(sides.max() / SHARP, sides.min() / 2))
    vertices = np.unique(mesh.vertices.round(9), axis=0)
    hull = ConvexHull(vertices)

    def half(places: Array) -> Array:
        for axis in axes:
            places = places[places[:, axis] <= ends[axis] / 2 + 1e-9]
        return places

    def images(place: Array) -> Array:
        for axis in axes:
            place = np.concatenate([place, mirrored(place, axis, ends)])
        return np.unique(place.round(9), axis=0)

    corners = half(vertices[np.sort(hull.vertices)])
    flanks = _thinned(half(_edges(mesh, size / FINE)), size / FINE)
    flanks = flanks[cKDTree(corners).query(flanks)[0] > size / SHARP]
    flanks = flanks[_depth(flanks, hull.equations) <= NEAR * size]
    few = max(int(CORNERS * most), min(most, 8))
    taken = _spread(corners[:0], corners, few, sharp, images)
    return _spread(taken, np.concatenate([corners, flanks]), most, size / FLANK, images)


def _edges(mesh: Mesh, apart: float) -> Array:
    """Places (n, 3) along all edges, no farther from each other."""
    a, b = mesh.vertices[mesh.faces].transpose(1, 0, 2)[[[0, 1, 2], [1, 2, 0]]].reshape(2, -1, 3)
    parts = np.ceil(np.linalg.norm(b - a, axis=1) / apart).astype(np.int64).clip(1, 2 * FINE)
    edge = np.repeat(np.arange(len(parts)), parts)
    share = (np.arange(len(edge)) - np.repeat(np.cumsum(parts) - parts, parts)) / parts[edge]
    return np.asarray(a[edge] + share[:, None] * (b - a)[edge])


def _thinned(places: Array, apart: float) -> Array:
    """One of the places in each cell of a grid so fine."""
    cell = np.floor((places - places.min(axis=0)) / apart).astype(np.int64)
    return np.asarray(places[np.unique(cell @ [1, 4 * FINE, 16 * FINE**2], return_index=True)[1]])


def _depth(places: Array, planes: Array) -> Array:
    """How far (n,) [m] places (n, 3) lie within all of the planes (m, 4)."""
    chunks = np.array_split(places, 1 + len(places) // CHUNK)
    return np.concatenate([-(some @ planes[:, :3].T + planes[:, 3]).max(axis=1) for some in chunks])


def _spread(taken: Array, places: Array, count: int, reach: float, images: Callable[[Array], Array]) -> Array:
    """Those taken, then ever the place farthest from them with its images, while it is out of reach; the lowest
    first."""
    distance = np.full(len(places), np.inf)
    for point in taken:
        distance = np.minimum(distance, np.linalg.norm(places - point, axis=1))
    k = int(places[:, 1].argmin()) if not len(taken) else int(distance.argmax())
    while distance[k] > reach and len(taken) + len(more := images(places[k : k + 1])) <= count:
        for point in more:
            distance = np.minimum(distance, np.linalg.norm(places - point, axis=1))
        taken, k = np.concatenate([taken, more]), int(distance.argmax())
    return taken
