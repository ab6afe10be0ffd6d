"""Forces of a world that the one step runs over by itself; others end its batches, a step each."""

from collections.abc import Iterator, Sequence

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.articulated import ArticulatedBody
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.dynamics.legacy.forces.force import Force
from supple.dynamics.legacy.forces.point_force import PointForce
from supple.dynamics.legacy.forces.spring import Pull, Spring
from supple.dynamics.legacy.forces.wind import Wind
from supple.dynamics.model.arrays import NO_FORCES, PULL, PUSH, SPRING, WIND, Forces
from supple.motion import Track

Row = tuple[int, tuple[Point, ...], tuple[float, float, float], "Track | Array"]
NOWHERE = np.zeros(3)


def is_known(force: Force) -> bool:
    """Whether the one step has the law of a force: not of one of a user's own, nor of a function of the world."""
    return type(force) in (Spring, Pull, Wind) or (type(force) is PointForce and not force.is_function)


def force_arrays(forces: Sequence[Force], bodies: Sequence[Body], times: Array) -> Forces:
    """All of them, at the times when steps begin [s]."""
    found = [row for force in forces if is_known(force) for row in _rows(force, bodies)]
    if not found:
        return NO_FORCES
    places = {body: b for b, body in enumerate(bodies)}
    n, moving = len(found), any(isinstance(vector, Track) for *_, vector in found)
    body, link, at = np.full((n, 2), -1, np.int64), np.zeros((n, 2), np.int64), np.zeros((n, 2, 3))
    vector = np.zeros((len(times) if moving else 1, n, 3))
    for k, (_, points, _, where) in enumerate(found):
        for side, point in enumerate(points):
            body[k, side], link[k, side] = places[point.body], link_of(point)
            at[k, side] = place_in(point)
        vector[:, k] = where(times) if isinstance(where, Track) else where
    law = np.array([law for law, *_ in found], np.int64)
    numbers = np.array([numbers for _, _, numbers, _ in found])
    return Forces(law, body, link, at, numbers, vector)


def place_in(point: Point) -> Array:
    """Where a material point is in its body's frame, which for a rigid body is at its center of mass."""
    if isinstance(point.body, ArticulatedBody):
        return np.asarray(point.coefficients[1:], float)
    return np.asarray(point.coefficients if isinstance(point.body, RigidBody) else point.rest, float)


def link_of(point: Point) -> int:
    """Which link of its body carries a point."""
    return int(point.coefficients[0]) if isinstance(point.body, ArticulatedBody) else 0


def _rows(force: Force, bodies: Sequence[Body]) -> Iterator[Row]:
    if isinstance(force, Spring):
        assert force.length is not None
        yield SPRING, (force.a, force.b), (force.stiffness, force.damping, force.length), NOWHERE
    elif isinstance(force, Pull):
        yield PULL, (force.point,), (force.stiffness, force.damping, 0.0), np.asarray(force.target, float)
    elif isinstance(force, PointForce):
        yield PUSH, (force.point,), (0.0, 0.0, 0.0), force.given
    elif isinstance(force, Wind):
        for body in bodies:
            points, drag = force.felt_by(body)
            yield from ((WIND, (point,), (drag, 0.0, 0.0), force.velocity) for point in points)
