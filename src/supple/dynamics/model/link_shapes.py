"""The shapes of a skeleton's links as geoms of one body, and which of them pass through each other."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np

from supple.arrays import Array
from supple.dynamics.model.build import Geom
from supple.dynamics.model.geom_types import BOX, CAPSULE, CYLINDER, HULL, SPHERE
from supple.dynamics.model.hull import Hull, hull
from supple.errors import InputError
from supple.kinematics.shape import Shape
from supple.kinematics.skeleton import Skeleton
from supple.spatial import to_matrix

FACETS = 80
"""Corners of an ellipsoid's hull."""


def link_shapes(skeleton: Skeleton, body: int, first: int = 0) -> tuple[list[Geom], set[tuple[int, int]]]:
    """Geoms of all links of a body, and the pairs that pass through each other, numbered from `first` on.

    Those of a link and its parent (over links without shapes as well), of excluded links, and those whose categories
    and masks do not meet.
    """
    own = list(_shapes(skeleton))
    geoms = [_geom(shape, body, row) for row, shape in own]
    apart = {
        (first + a, first + b)
        for (a, (i, one)), (b, (j, other)) in combinations(enumerate(own), 2)
        if i != j and (_joined(skeleton, i, j) or not one.meets(other))
    }
    return geoms, apart


def _shapes(skeleton: Skeleton) -> Iterator[tuple[int, Shape]]:
    for row, link in enumerate(skeleton.links):
        for shape in link.shapes:
            if shape.collides and shape.kind != "plane":
                yield row, shape


def _joined(skeleton: Skeleton, i: int, j: int) -> bool:
    """Whether two links never meet: excluded, or the nearest link with shapes above one is the other."""
    excluded = skeleton.excluded(skeleton.links[i].name, skeleton.links[j].name)
    return excluded or i == _above(skeleton, j) or j == _above(skeleton, i)


def _above(skeleton: Skeleton, row: int) -> int:
    row = int(skeleton.parents[row])
    while row >= 0 and not skeleton.links[row].shapes:
        row = int(skeleton.parents[row])
    return row


def _geom(shape: Shape, body: int, link: int) -> Geom:
    s, found = [float(x) for x in np.atleast_1d(shape.size)], Geom(HULL)
    if shape.kind == "sphere":
        found = Geom(SPHERE, (s[0],) * 3, round=s[0])
    elif shape.kind == "capsule":
        found = Geom(CAPSULE, (s[0], s[1] + s[0], s[0]), round=s[0])
    elif shape.kind == "box":
        found = Geom(BOX, (s[0], s[1], s[2]))
    elif shape.kind == "cylinder":
        found = Geom(CYLINDER, (s[0], s[1], s[0]))
    else:
        solid = _ellipsoid(s[0], s[1], s[2]) if shape.kind == "ellipsoid" else _of_mesh(shape)
        found = Geom(HULL, tuple(solid.half), origin=tuple(solid.center), hull=solid)
    turn, origin = to_matrix(shape.rotation), np.asarray(shape.offset)
    return found._replace(
        body=body, link=link, friction=shape.friction[0], rotation=tuple(turn.reshape(-1).tolist()),
        origin=tuple((origin + turn @ np.asarray(found.origin)).tolist()),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _ellipsoid(a: float, b: float, c: float) -> Hull:
    """Points spread evenly over a sphere along a spiral, and stretched."""
    k = np.arange(FACETS) + 0.5
    turn, up = np.pi * (1 + 5**0.5) * k, 1 - 2 * k / FACETS
    ring = np.sqrt(1 - up * up)
    points: Array = np.stack([ring * np.cos(turn), up, ring * np.sin(turn)], axis=1)
    return hull(points * (a, b, c))


def _of_mesh(shape: Shape) -> Hull:
    if shape.mesh is None:
        raise InputError(
            f"shape {shape.name!r} is a {shape.kind} without a mesh, so nothing can touch it; give mesh="
        )
    return hull(shape.mesh.vertices)
