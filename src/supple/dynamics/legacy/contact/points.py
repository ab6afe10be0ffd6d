"""Surface points that may touch something."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from supple.arrays import Array
from supple.dynamics.legacy.assembly import flat, offsets
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.dynamics.legacy.contact.arrays import ContactArrays
from supple.dynamics.legacy.contact.spread import farthest, spread_over

CONTACT_POINTS = 400
AFFINE = 4
LAG = 4.0
"""Radians of the slowest wobble over which friction follows the load."""
HARD = 25.0
"""A body whose slowest wobble is faster than this [Hz] answers an impact as a whole: no frame can show it wobble."""


class Face(NamedTuple):
    """What a body shows to others: its surface points, by rest positions (n, 3) and coefficients (n, ·), and how it
    answers to a touch.

    The first `corners` of them are those that can be the first to touch what is flat.
    """

    body: Body
    r: Array
    p: Array
    corners: int
    hard: bool
    bounce: float
    lag: float


def face_of(body: Body, spread: bool = False) -> Face:
    """The points of a body that may touch the floor, and, `spread` over all of it, what is not flat.

    What is soft bounces by its own elasticity.
    """
    hard, corners = is_hard(body), surface_points(body)
    r = spread_over(body.node.surface, corners) if spread else corners
    bounce = body.material.bounce if hard else 0.0
    return Face(body, r, body.coefficients(r), len(corners), hard, bounce, friction_lag(body))


def contact_arrays(
    bodies: Sequence[LinearBody], points: Sequence[Array], height: float, gravity: float
) -> ContactArrays:
    """Surface points (n, 3) at rest of each body over a floor at `height` [m], under `gravity` [m/s²]."""
    p = [b.basis.values(r) for b, r in zip(bodies, points, strict=True)]
    Wp = [x @ b.W for b, x in zip(bodies, p, strict=True)]
    counts = np.array([len(x) for x in p], dtype=np.int64)
    sizes = np.array([b.k for b in bodies], dtype=np.int64)
    return ContactArrays(
        body=np.repeat(np.arange(len(bodies)), counts),
        p=flat(p),
        Wp=flat(Wp),
        p_start=offsets(np.repeat(sizes, counts))[:-1],
        weight=flat([np.einsum("ij,ij->i", x, y) for x, y in zip(p, Wp, strict=True)]),
        first=offsets(counts),
        low=flat([x.min(axis=0) for x in p]),
        high=flat([x.max(axis=0) for x in p]),
        k_start=offsets(sizes)[:-1],
        M=flat([b.M for b in bodies]),
        moment=flat([b.M @ b.basis.uniform for b in bodies]),
        u=flat([b.basis.uniform for b in bodies]),
        mass=np.array([b.mass for b in bodies]),
        hard=np.array([is_hard(b) for b in bodies], dtype=np.int64),
        friction=np.array([b.material.friction for b in bodies]),
        bounce=np.array([b.material.bounce for b in bodies]),
        lag=np.array([friction_lag(b) for b in bodies]),
        height=float(height),
        gravity=float(gravity),
    )


def friction_lag(body: Body) -> float:
    """How far friction is behind the load [s]: the time in which the slowest wobble turns by a few radians."""
    slowest = body.frequencies()[:1]
    return float(LAG / (2 * np.pi * slowest[0])) if slowest.any() else 0.0


def is_hard(body: Body) -> bool:
    """Whether a body answers an impact as a whole."""
    slowest = body.frequencies()[:1]
    return not len(slowest) or bool(slowest[0] >= HARD)


def surface_points(body: Body, count: int = CONTACT_POINTS) -> Array:
    """At most `count` vertices in line: the extremes first, then ever the one farthest from those taken.

    What is rigid or deforms affinely stays inside its convex hull: only corners of that can be the first to touch.
    """
    if body.contacts is not None:
        return body.contacts
    vertices = np.unique(body.node.surface.vertices.round(9), axis=0)
    if isinstance(body, RigidBody) or (isinstance(body, LinearBody) and body.k == AFFINE):
        vertices = _corners(vertices)
    directions = np.array([d for d in np.ndindex(3, 3, 3) if d != (1, 1, 1)]) - 1
    extremes = vertices[list(dict.fromkeys((vertices @ directions.T).argmax(axis=0).tolist()))]
    return np.concatenate([extremes, farthest(vertices, count - len(extremes), extremes)])


def _corners(vertices: Array) -> Array:
    """Vertices of the convex hull; all of them if they are flat."""
    try:
        return np.asarray(vertices[np.sort(ConvexHull(vertices).vertices)])
    except QhullError:
        return vertices
