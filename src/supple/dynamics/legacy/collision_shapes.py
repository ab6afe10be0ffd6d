"""What a body or an obstacle collides as: the shape that it is said to be, or that its mesh is, or a cloud."""

from functools import lru_cache

import numpy as np

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
from supple.dynamics.legacy.contact.spread import spread_over
from supple.dynamics.model.build import Geom
from supple.dynamics.model.cloud import Cloud
from supple.dynamics.model.geom_types import BOX, CAPSULE, CLOUD, HULL, MESH, PLANE, SPHERE
from supple.dynamics.model.hull import hull
from supple.dynamics.model.mesh import triangles

CONVEX = 0.95
"""A mesh with this share of the volume of its hull collides as its hull."""
DENSE = 400
"""Corners of a cloud's hull, which only planes and triangles that stand meet."""
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
    hollow = not mesh.watertight or mesh.volume < CONVEX * solid.volume
    if body.solid is not None or hollow or (deforms and len(solid.vertex) > ROUND):
        return _cloud(body)
    if not deforms:
        return fitted(mesh.vertices)
    return Geom(HULL, tuple(solid.half), origin=tuple(solid.center), hull=solid, deforms=True)


def _cloud(body: Body) -> Geom:
    """Points all over the surface of a body, and the distances around it."""
    mesh = body.node.surface
    solid = hull(corners(mesh.vertices, DENSE))
    distances = solid_of(body)
    grid = distances if isinstance(distances, DistanceGrid) else DistanceGrid.of(distances.mesh())
    cloud = Cloud(
        spread_over(mesh, surface_points(body)) - solid.center,
        grid.grid,
        np.asarray(grid.low) - solid.center,
        grid.spacing,
    )
    return Geom(
        CLOUD, tuple(solid.half), origin=tuple(solid.center), hull=solid, cloud=cloud,
        deforms=isinstance(body, LinearBody),
    )  # fmt: skip
