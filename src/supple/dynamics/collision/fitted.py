"""The shape that a mesh collides as: the box, sphere, capsule or cylinder that it is, else its convex hull."""

from collections.abc import Iterator

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from supple.arrays import Array
from supple.dynamics.model.build import Geom
from supple.dynamics.model.geom_types import BOX, CAPSULE, CYLINDER, HULL, SPHERE
from supple.dynamics.model.hull import Hull, hull
from supple.errors import InputError

EXACT = 1e-6
"""How far vertices may be off a shape that they are taken for, as a share of its size."""
ROUND = 40
"""A round shape has at least so many vertices."""
CORNERS = 64
"""A hull keeps at most so many corners, those farthest from each other."""
AXES = np.array(
    [[[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]]]
)
"""Turns of a frame whose second column is x, y or z."""


def fitted(vertices: Array) -> Geom:
    """What vertices (n, 3) collide as, about the origin that they are given about.

    >>> from supple.scene import models
    >>> [fitted(m.mesh.vertices).type for m in (models.box(), models.sphere(), models.capsule(), models.cylinder())]
    [3, 1, 2, 4]
    """
    points = vertices[np.unique(vertices.round(9), axis=0, return_index=True)[1]]
    size = float(np.ptp(points, axis=0).max())
    if len(points) >= ROUND:
        for geom in (*_sphere(points, size), *_turned(points, size)):
            return geom
    solid = hull(corners(points))
    return next(_box(solid, size), _hull(solid))


def _sphere(points: Array, size: float) -> Iterator[Geom]:
    center = (points.min(axis=0) + points.max(axis=0)) / 2
    r = np.linalg.norm(points - center, axis=1)
    if np.ptp(r) < EXACT * size:
        yield Geom(SPHERE, (float(r.max()),) * 3, round=float(r.max()), origin=tuple(center))


def _turned(points: Array, size: float) -> Iterator[Geom]:
    """A capsule or a cylinder along one of the axes."""
    center = (points.min(axis=0) + points.max(axis=0)) / 2
    for frame in AXES:
        local = (points - center) @ frame
        r, half = float(np.hypot(local[:, 0], local[:, 2]).max()), float(np.abs(local[:, 1]).max())
        rotation = tuple(frame.reshape(-1).astype(float))
        core = np.clip(local[:, 1], r - half, half - r) if half > r else None
        if core is not None:
            off = np.sqrt(local[:, 0] ** 2 + (local[:, 1] - core) ** 2 + local[:, 2] ** 2) - r
            if np.abs(off).max() < EXACT * size:
                yield Geom(CAPSULE, (r, half, r), round=r, rotation=rotation, origin=tuple(center))
        rim = np.hypot(local[:, 0], local[:, 2]) > r * (1 - EXACT)
        ends = np.abs(local[:, 1]) > half - EXACT * size
        if (ends.all() or (rim | ends).all()) and (rim & ends).sum() >= ROUND:
            yield Geom(CYLINDER, (r, half, r), rotation=rotation, origin=tuple(center))


def _box(solid: Hull, size: float) -> Iterator[Geom]:
    """A box, however it is turned: six faces whose normals are along three axes at right angles."""
    if len(solid.vertex) != 8 or len(solid.face) != 6:
        return
    normals = [solid.face[0, :3]]
    for normal in solid.face[1:, :3]:
        if all(abs(normal @ other) < EXACT for other in normals):
            normals.append(normal)
    if len(normals) != 3:
        return
    frame = np.array(_near_axes(normals)).T
    half = np.abs(solid.vertex @ frame).max(axis=0)
    if np.abs(np.abs(solid.vertex @ frame) - half).max() < EXACT * size:
        yield Geom(BOX, tuple(half), rotation=tuple(frame.reshape(-1)), origin=tuple(solid.center))


def _near_axes(normals: list[Array]) -> list[Array]:
    """Three directions, right-handed, in the order and with the signs that are nearest to x, y and z."""
    left, found = list(normals), []
    for axis in range(2):
        best = max(range(len(left)), key=lambda k: abs(left[k][axis]))
        found.append(left.pop(best))
        found[-1] = found[-1] * np.copysign(1.0, found[-1][axis])
    return [*found, np.cross(found[0], found[1])]


def _hull(solid: Hull) -> Geom:
    return Geom(HULL, tuple(solid.half), origin=tuple(solid.center), hull=solid)


def corners(points: Array, most: int = CORNERS) -> Array:
    """The corners of the hull of points; of more than `most`, those that are farthest from each other."""
    try:
        found = points[np.sort(ConvexHull(points).vertices)]
    except QhullError as error:
        raise InputError(
            f"{len(points)} vertices lie in a plane, so they enclose nothing that could collide"
        ) from error
    if len(found) <= most:
        return found
    taken = list(dict.fromkeys(int(k) for k in np.concatenate([found.argmin(axis=0), found.argmax(axis=0)])))
    away = np.linalg.norm(found[:, None] - found[taken], axis=2).min(axis=1)
    while len(taken) < most:
        taken.append(int(away.argmax()))
        away = np.minimum(away, np.linalg.norm(found - found[taken[-1]], axis=1))
    return np.asarray(found[np.sort(taken)])
