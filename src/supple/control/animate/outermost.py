"""The points of a body that a flat floor can meet: corners of its convex hull, whichever way it lies."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.lattice.symmetry import mirrored, mirrors
from supple.scene import Mesh

MOST = 200
"""Points at most; of more corners those farthest from each other are taken."""


def outermost(mesh: Mesh, most: int = MOST) -> Array:
    """Corners (n, 3) [m] of the hull of a mesh, at most so many; alike on both sides of a mirror plane.

    >>> from supple.scene import models
    >>> len(outermost(models.box().surface)), len(outermost(models.sphere().surface, 50)) <= 50
    (8, True)
    """
    from scipy.spatial import ConvexHull

    corners = np.unique(mesh.vertices.round(9), axis=0)
    corners = corners[np.sort(ConvexHull(corners).vertices)]
    if len(corners) <= most:
        return np.asarray(corners)
    ends, axes = mesh.bounds.sum(axis=0), mirrors(mesh.vertices)
    for axis in axes:
        corners = corners[corners[:, axis] <= ends[axis] / 2 + 1e-9]
    corners = _spread(corners, max(most >> len(axes), 4))
    for axis in axes:
        corners = np.concatenate([corners, mirrored(corners, axis, ends)])
    return np.unique(corners.round(9), axis=0)


def _spread(places: Array, count: int) -> Array:
    """So many of the places: the lowest, then ever the one farthest from those taken."""
    chosen = [int(places[:, 1].argmin())]
    distance = np.full(len(places), np.inf)
    while len(chosen) < min(count, len(places)):
        distance = np.minimum(distance, np.linalg.norm(places - places[chosen[-1]], axis=1))
        chosen.append(int(distance.argmax()))
    return np.asarray(places[chosen])
