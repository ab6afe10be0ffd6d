"""How far apart convex shapes are, without the engine: by the hull of all differences y − x of their corners.

They overlap where 0 is in it; how deep is the least offset of a face of that hull, how far apart its distance.
"""

import numpy as np
from scipy.spatial import ConvexHull

from supple.dynamics.model.build import Geom
from supple.dynamics.model.geom_types import BOX, CAPSULE, CYLINDER, SPHERE
from supple.dynamics.model.hull import prism

NONE = np.zeros((0, 3))


def core(geom: Geom) -> np.ndarray:
    """Corners (n, 3) of what is rounded by `geom.round`; a cylinder has the 32 sides that the engine gives it."""
    if geom.type == SPHERE:
        return np.zeros((1, 3))
    if geom.type == CAPSULE:
        return np.array([[0, 1, 0], [0, -1, 0]]) * (geom.size[1] - geom.round)
    if geom.type == BOX:
        return np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * geom.size
    return prism(geom.size[0], geom.size[1]).vertex if geom.type == CYLINDER else geom.hull.vertex


class Apart:
    """Two sets of corners, a (n, 3) where it is, b (m, 3) to be moved."""

    def __init__(self, a: np.ndarray, b: np.ndarray) -> None:
        points = (b[None] - a[:, None]).reshape(-1, 3)
        self.normals, self.offsets = NONE, np.zeros(0)
        if len(points) > 4:
            hull = ConvexHull(points)
            self.normals, self.offsets = hull.equations[:, :3], hull.equations[:, 3]
            self.triangles = points[hull.simplices]
        else:  # of segments and points: a parallelogram, a segment, a point
            corners = {1: [(0, 0, 0)], 2: [(0, 1, 1)], 4: [(0, 1, 2), (1, 2, 3)]}[len(points)]
            self.triangles = points[np.array(corners)]

    def __call__(self, move: np.ndarray) -> float:
        """How far apart they are when b is moved; below zero how deep they are inside each other [m]."""
        away = self.offsets - self.normals @ move
        if len(away) and away.max() < 0:
            return float(away.max())
        corners = self.triangles + move
        sides = min(to_segments(corners[:, i], corners[:, i - 1]) for i in range(3))
        return min(sides, to_planes(corners))


def to_segments(p: np.ndarray, q: np.ndarray) -> float:
    """The least distance from 0 to segments (k, 3)."""
    d = q - p
    share = np.clip(-(p * d).sum(axis=1) / np.maximum((d * d).sum(axis=1), 1e-300), 0, 1)
    return float(np.linalg.norm(p + share[:, None] * d, axis=1).min())


def to_planes(corners: np.ndarray) -> float:
    """The least distance from 0 to triangles that it lies over (k, 3, 3)."""
    a, b, c = corners.transpose(1, 0, 2)
    n = np.cross(b - a, c - a)
    inside = np.ones(len(corners), bool)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= (np.cross(q - p, -p) * n).sum(axis=1) >= 0
    size = np.linalg.norm(n, axis=1)
    inside &= size > 1e-12
    return float((np.abs((a * n).sum(axis=1))[inside] / size[inside]).min(initial=np.inf))
