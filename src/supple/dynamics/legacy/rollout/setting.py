"""A lattice body, its ground and its control, as the compiled loop reads them."""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array, carved
from supple.dynamics.legacy.bodies.lattice.arrays import PointArrays
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.drive import Drive
from supple.dynamics.legacy.bodies.lattice.forces import Springs
from supple.dynamics.legacy.bodies.lattice.settings import Settings
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.points import friction_lag, is_hard
from supple.dynamics.legacy.contact.shapes import Plane, Shape, shape_arrays
from supple.dynamics.legacy.contact.shapes.shape import Kind
from supple.dynamics.legacy.rollout.advancing import Course
from supple.dynamics.legacy.rollout.surface import MARGIN, Surface

EXACT = (Kind.PLANE, Kind.BOX, Kind.SPHERE, Kind.CAPSULE)
"""Shapes whose gap is the distance; that of others may be more than the way there."""
CAREFUL = 0.5
SWEEPS = 60


Ground = Shape | Obstacle | Sequence[Obstacle] | float | None
"""What may be touched: a shape, obstacles, a floor at a height [m], or nothing."""


def surface_of(body: LatticeBody, ground: Ground) -> Surface:
    """The body's contact points over the ground."""
    obstacles = _obstacles(ground)
    contacts = body.contacts if obstacles else np.zeros((0, 3))
    far = np.linalg.norm(contacts - body.center_at_rest, axis=1)
    own = body.material.friction, body.material.bounce if is_hard(body) else 0.0
    manner = [
        [
            *(a if b is None else np.sqrt(a * b) for a, b in zip(own, (o.friction, o.bounce), strict=True)),
            o.stiffness,
            o.damping,
        ]
        for o in obstacles
    ]
    points = body.located(np.ascontiguousarray(contacts))
    return Surface(
        points,
        float(far.max(initial=0.0)),
        _reach(body, points),
        shape_arrays([o.shape for o in obstacles], [o.placement for o in obstacles]),
        1.0 if all(o.shape.kind in EXACT for o in obstacles) else CAREFUL,
        np.array(manner, dtype=np.float64).reshape(-1, 4),
        is_hard(body),
        friction_lag(body),
    )


def _reach(body: LatticeBody, points: PointArrays) -> Array:
    """Farthest that each mode carries a point at amplitude 1 (D,) [m]; known at rest where no lattice is nested."""
    if len(body.lattices) > 1:
        return np.asarray(MARGIN * body.parts.lattices.reach)
    far = np.linalg.norm(points.phi[:, :, : len(body.modes)], axis=1)
    return np.asarray(far.max(axis=0, initial=0.0))


def _obstacles(ground: Ground) -> list[Obstacle]:
    if ground is None:
        return []
    if isinstance(ground, Obstacle):
        return [ground]
    if isinstance(ground, Shape):
        return [Obstacle(ground)]
    if isinstance(ground, Sequence):
        return list(ground)
    return [Obstacle(Plane(), at=(0.0, float(ground), 0.0))]


def idle(modes: int) -> Drive:
    """No control."""
    none = np.zeros(modes)
    return Drive(np.zeros((0, modes)), np.zeros(0), np.zeros(0, dtype=np.int64), False, none, none)


def springs_of(body: LatticeBody, t: float) -> Springs:
    """Springs of all modes at a time, which the loop may write to; not driven."""
    springs = Springs(**carved(dict.fromkeys(Springs._fields, (len(body.modes),))))
    springs.stiffness[:], springs.damping[:] = body.stiffness.at(t), body.damping.at(t)
    springs.rest[:] = body.rest_amplitude.at(t)
    return springs


def strive_by(control: Drive, springs: Springs) -> Springs:
    """Springs with the gains of a control."""
    force = 0.0 if control.by_rest else 1.0
    springs.gain[:], springs.control_damping[:] = force * control.C, force * control.damping
    springs.target[:] = 0.0
    return springs


def course_of(body: LatticeBody, t: float, h: float, steps: int) -> Course:
    """What is set of all modes in steps of h seconds from t."""

    def rows(settings: Settings) -> Array:
        if settings.still:
            return settings.at(t)[None]
        return np.array([settings.at(t + i * h) for i in range(max(steps, 1))])

    return Course(rows(body.stiffness), rows(body.damping) + body.firmness, rows(body.rest_amplitude))
