"""Everything that can be touched, assembled into arrays once: surface points of bodies, their solids, obstacles."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.plain import OTHER, PlainArrays, plain_arrays
from supple.dynamics.legacy.contact.points import Face, face_of
from supple.dynamics.legacy.contact.shapes import Plane, ShapeArrays, shape_arrays
from supple.dynamics.legacy.contact.solids import solid_of


class Scenery:
    """Bodies among obstacles; with `collide`, bodies touch each other as well."""

    def __init__(self, bodies: Sequence[Body], obstacles: Sequence[Obstacle], collide: bool) -> None:
        self.bodies, self.obstacles, self.collide = list(bodies), list(obstacles), collide

    @cached_property
    def faces(self) -> list[Face]:
        """Every body with the points that may touch something."""
        if not (self.obstacles or self.collide):
            return []
        spread = self.collide or any(not isinstance(o.shape, Plane) for o in self.obstacles)
        return [face_of(body, spread) for body in self.bodies]

    @cached_property
    def first(self) -> Indices:
        """Where the points of each body begin among all (bodies + 1,)."""
        return np.cumsum([0, *(len(face.p) for face in self.faces)], dtype=np.int64)

    @cached_property
    def owner(self) -> Indices:
        """Which body each point belongs to."""
        return np.repeat(np.arange(len(self.faces)), np.diff(self.first))

    @cached_property
    def corners(self) -> Indices:
        """How many points of each body can be the first to touch what is flat."""
        return np.array([face.corners for face in self.faces], dtype=np.int64)

    @cached_property
    def shapes(self) -> ShapeArrays:
        """What stands still."""
        return shape_arrays([o.shape for o in self.obstacles], [o.placement for o in self.obstacles])

    @cached_property
    def solids(self) -> ShapeArrays:
        """The rest shape of each body, in its own frame."""
        return shape_arrays([solid_of(body) for body in self.bodies], [np.eye(4)] * len(self.bodies))

    @cached_property
    def enterable(self) -> Indices:
        """Whether points of others can be told inside of each body: not where links move on their own."""
        return np.array([body.whole_map for body in self.bodies], dtype=np.int64)

    @cached_property
    def even(self) -> np.ndarray:
        """Whether each body deforms alike everywhere."""
        return np.array([body.even for body in self.bodies], dtype=np.bool_)

    @cached_property
    def r(self) -> Array:
        """Rest positions of all points (points, 3)."""
        return np.concatenate([np.zeros((0, 3)), *(face.r for face in self.faces)])

    @cached_property
    def middles(self) -> Array:
        """The middle of each rest shape (bodies, 3), where a body is taken to be even until it is known better."""
        return np.array([body.node.surface.bounds.mean(axis=0) for body in self.bodies])

    @cached_property
    def plain(self) -> PlainArrays:
        """The bodies whose points are moved in compiled code."""
        return plain_arrays(self.bodies)

    @cached_property
    def apart(self) -> list[int]:
        """The bodies that are asked one by one."""
        return np.flatnonzero(self.plain.kind == OTHER).tolist()

    @cached_property
    def manners(self) -> Array:
        """How bodies answer to a touch (bodies, 6): friction, bounce, whether hard, lag [s], stiffness, damping."""
        rows = [(f.body.material.friction, f.bounce, f.hard, f.lag, np.inf, 0.0) for f in self.faces]
        return np.array(rows, dtype=np.float64).reshape(-1, 6)

    @cached_property
    def rings(self) -> bool:
        """Whether a hard body can wobble, though nobody sees it."""
        return any(face.hard and isinstance(face.body, LinearBody | LatticeBody) for face in self.faces)

    @cached_property
    def met(self) -> Array:
        """The same of all that points may meet, obstacles first; NaN where only the body's own counts."""
        rows = [
            (o.friction, o.bounce, np.isinf(o.stiffness), 0.0, o.stiffness, o.damping) for o in self.obstacles
        ]
        return np.concatenate([np.array(rows, dtype=np.float64).reshape(-1, 6), self.manners])
