"""What the engine has of a world's bodies, obstacles and constraints."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated.kind import articulated
from supple.dynamics.bodies.kind import Placed
from supple.dynamics.bodies.linear import linear
from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.legacy.bodies.articulated import ArticulatedBody
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.bodies.polynomial import Polynomial
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.dynamics.legacy.collision_shapes import of_shape
from supple.dynamics.legacy.constraints.constraint import Constraint
from supple.dynamics.legacy.constraints.distance import Distance
from supple.dynamics.legacy.constraints.linear import LinearConstraint
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.force_arrays import link_of, place_in
from supple.dynamics.model.build import Geom
from supple.dynamics.model.components import Hold, Term
from supple.kinematics.inertia import Inertia

if TYPE_CHECKING:
    from supple.dynamics.legacy.handle import Handle


def placed_body(body: Body, drag: float) -> Placed:
    """What the engine has of a body; made once, and again where the air is another."""
    known = body.__dict__.get("_placed_as")
    if known is None or known[0] != drag:
        known = body.__dict__["_placed_as"] = drag, _body_of(body, drag)
    placed: Placed = known[1]
    return placed


def _body_of(body: Body, drag: float) -> Placed:
    q = body.rest
    if isinstance(body, LinearBody) and isinstance(body.basis, Polynomial):
        stiff = body.stiffness, body.incompressibility, body.damping
        R, basis = q.reshape(3, body.k), body.basis
        return linear(
            basis.powers,
            basis.center,
            basis.scale,
            body.M,
            body.G,
            body.share,
            stiff,
            R,
            np.zeros_like(R),
            drag,
        )
    if isinstance(body, ArticulatedBody):
        return articulated(body.skeleton, q, drag=drag)
    assert isinstance(body, RigidBody)
    return rigid(Inertia(body.mass, np.zeros(3), body.inertia), q[:3], q[3:], drag=drag, name=body.name)


def placed_obstacle(obstacle: Obstacle, movers: Sequence[Obstacle], bodies: int) -> Geom:
    """The shape of an obstacle where it stands, or on its given body, which come after all others."""
    placement, geom = obstacle.placement, of_shape(obstacle.shape)
    geom = geom._replace(friction=obstacle.friction or 0.0, bounce=obstacle.bounce or 0.0)
    if obstacle in movers:
        return geom._replace(body=bodies + movers.index(obstacle))
    return geom._replace(
        rotation=tuple(placement[:3, :3].reshape(-1)),
        origin=tuple(placement[:3, 3] + placement[:3, :3] @ geom.origin),
    )


def hold_of(constraint: Constraint, places: "dict[Body, int]") -> Hold:
    """A constraint as weighted material points along directions; `places` numbers the bodies."""
    points = constraint.points
    if isinstance(constraint, Distance):
        weights: Sequence[float] = (1.0, -1.0)
    else:
        assert isinstance(constraint, LinearConstraint)
        D = directions(constraint)
        weights = [float((block * D).sum() / (D * D).sum()) for block in constraint.blocks]
    terms = tuple(
        Term(places[p.body], _place(p), w, link_of(p)) for p, w in zip(points, weights, strict=True)
    )
    if isinstance(constraint, Distance):
        return Hold(terms, distance=True)
    return Hold(terms, D)


def _place(point: Point) -> tuple[float, float, float]:
    x, y, z = place_in(point)
    return float(x), float(y), float(z)


def stands(handle: "Handle") -> bool:
    """Whether what a handle holds, and how hard, stays as it is."""
    constraint, strength = handle.constraint, handle.strength
    moves = isinstance(constraint, LinearConstraint) and constraint.path.moving
    return not moves and isinstance(strength, int | float)


def directions(constraint: LinearConstraint) -> Array:
    """Rows of unit length: blocks are multiples of them."""
    block = max(constraint.blocks, key=lambda b: float(np.abs(b).max()))
    return np.asarray(block / np.linalg.norm(block, axis=1, keepdims=True))
