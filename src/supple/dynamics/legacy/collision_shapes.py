"""What a body or an obstacle collides as: the shape that it is said to be, or that its mesh is, or a cloud."""

from functools import lru_cache

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.linear import AFFINE
from supple.dynamics.collision.bent import BENT
from supple.dynamics.collision.fitted import corners, fitted
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.contact.points import friction_lag, is_hard, surface_points
from supple.dynamics.legacy.contact.shapes import (
    Box,
    Capsule,
    DistanceGrid,
    HeightField,
    Plane,
    Shape,
    Sphere,
)
from supple.dynamics.legacy.contact.solids import solid_of
from supple.dynamics.legacy.contact.spread import farthest, spread_over
from supple.dynamics.model.build import Geom
from supple.dynamics.model.cloud import Cloud, bunched
from supple.dynamics.model.geom_types import BOX, CAPSULE, CLOUD, HULL, MESH, PLANE, SPHERE
from supple.dynamics.model.hull import Hull, hull
from supple.dynamics.model.mesh import triangles

CONVEX = 0.95
"""A mesh with this share of the volume of its hull collides as its hull."""
DENSE = 400
"""Corners of a cloud's hull, which only planes and triangles that stand meet."""
FLAT, FEW = 0.01, 40
"""What bends has so many points at most within this share of its size below a plane that supports it: those that may
touch a floor find room in the manifolds."""
ROUND = 24
"""What deforms and has a hull of more corners collides as a cloud, or all edges of two hulls would meet each step."""


def shape_of_body(body: Body) -> Geom:
    """A body's shape in the frame of its link, with its friction and bounce."""
    found = body.__dict__.get("_collides_as")
    if found is None:
        found = body.__dict__["_collides_as"] = _found(body)
    if not isinstance(body, LinearBody):
        found = found._replace(origin=tuple(np.asarray(found.origin) + body.coefficients(np.zeros(3))))
    material = body.material
    bounce = material.bounce if is_hard(body) else 0.0  # what is soft bounces by its own elasticity
    return found._replace(
        friction=material.friction,
        turning=material.turning,
        bounce=bounce,
        lag=friction_lag(body),
        hard=is_hard(body),
    )


def of_shape(shape: Shape) -> Geom:
    """A shape about its own origin."""
    if isinstance(shape, Plane):
        return Geom(PLANE)
    if not isinstance(shape, Box | Sphere | Capsule):
        return _of_triangles(shape)
    n = shape.numbers
    if isinstance(shape, Box):
        return Geom(BOX, (n[0], n[1], n[2]))
    if isinstance(shape, Sphere):
        return Geom(SPHERE, (n[0],) * 3, round=n[0])
    return Geom(CAPSULE, (n[0], n[1] + n[0], n[0]), round=n[0])


@lru_cache(maxsize=64)
def _of_triangles(shape: Shape) -> Geom:
    """Any other shape by its surface; a height field goes on beyond its border, and is filled below."""
    ground = isinstance(shape, HeightField)
    mesh = shape.wide() if isinstance(shape, HeightField) else shape.mesh()
    surface = triangles(mesh.vertices, mesh.faces, solid=ground)
    return Geom(MESH, tuple(surface.half), origin=tuple(surface.center), mesh=surface)


def _found(body: Body) -> Geom:
    mesh, deforms = body.node.surface, isinstance(body, LinearBody)
    if isinstance(body.solid, Box | Sphere | Capsule) and not deforms:
        return of_shape(body.solid)
    solid = hull(corners(mesh.vertices))
    if isinstance(body, LinearBody) and body.k != AFFINE:
        return _bent(body)
    hollow = not mesh.watertight or mesh.volume < CONVEX * solid.volume
    if body.solid is not None or hollow or (deforms and len(solid.vertex) > ROUND):
        return _cloud(body)
    if not deforms:
        return fitted(mesh.vertices)
    return Geom(HULL, tuple(solid.half), origin=tuple(solid.center), hull=solid, deforms=1)


def _cloud(body: Body) -> Geom:
    """Points all over the surface of a body, and the distances around it."""
    solid = hull(corners(body.node.surface.vertices, DENSE))
    points = spread_over(body.node.surface, surface_points(body))
    return Geom(
        CLOUD, tuple(solid.half), origin=tuple(solid.center), hull=solid, cloud=_points(body, points, solid.center),
        deforms=int(isinstance(body, LinearBody)),
    )  # fmt: skip


def _bent(body: Body) -> Geom:
    """The same of a body that bends: its points stand for its hull, too."""
    low, high = body.node.surface.bounds
    middle = (np.asarray(low) + high) / 2
    cloud = _points(body, _thinned(surface_points(body)), middle)
    none = np.zeros((0, 4))
    points = np.concatenate(cloud.bunches)
    cloud = cloud._replace(functions=body.coefficients(points + middle))
    solid = Hull(middle, points, none, (), none.astype(np.int64))
    return Geom(CLOUD, tuple(solid.half), origin=tuple(middle), hull=solid, cloud=cloud, deforms=BENT)


def _points(body: Body, points: Array, middle: Array) -> Cloud:
    distances = solid_of(body)
    grid = distances if isinstance(distances, DistanceGrid) else DistanceGrid.of(distances.mesh())
    return Cloud(bunched(points - middle), grid.grid, np.asarray(grid.low) - middle, grid.spacing)


def _thinned(points: Array) -> Array:
    """Points without some of those on large flat sides, where few are enough."""
    for normal in hull(corners(points)).face[:, :3]:
        depth = (points @ normal).max() - points @ normal
        flat = depth < FLAT * np.ptp(points @ normal)
        if flat.sum() > FEW:
            side = points[flat]
            kept = farthest(side, FEW - 1, side[:1])
            points = np.concatenate([points[~flat], side[:1], kept])
    return points
