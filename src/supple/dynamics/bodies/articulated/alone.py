"""One tree at any place, for Python: what kernels compute, as NumPy arrays of its own."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated import energy as energies
from supple.dynamics.bodies.articulated import evaluation, kinematics, motion
from supple.dynamics.bodies.articulated.accelerations import accelerate
from supple.dynamics.bodies.articulated.arrays import WIDE, room_for
from supple.dynamics.bodies.articulated.flow import flow
from supple.dynamics.bodies.articulated.tree import gathered, row_of
from supple.kinematics.skeleton import Skeleton


class Alone:
    """The tree of a skeleton with scratch of its own; each answer is for the q and v that are asked about.

    >>> from supple.kinematics import Link
    >>> rod = Alone(Skeleton([Link.rod("rod", to=(0, -1, 0), mass=3)]))
    >>> rod.mass_matrix(np.zeros(1)).round(12), rod.bias(np.zeros(1), np.zeros(1), np.array([9.81, 0, 0]))
    (array([[1.]]), array([-14.715]))
    """

    def __init__(self, skeleton: Skeleton) -> None:
        self.skeleton = skeleton
        row, _ = row_of(skeleton)
        self.arrays = gathered([row])
        self._n, self._nv = len(row["kind"]), skeleton.nv
        self._room = np.zeros(room_for(self._n, self._nv))
        self._w = self._room[: self._n * WIDE].reshape(self._n, WIDE)

    def pose(self, q: Array) -> None:
        """Put the links where q has them."""
        kinematics.pose(self.arrays, 0, np.ascontiguousarray(q, np.float64), self._room)

    def accelerations(self, q: Array, v: Array, gravity: Array, h: float = 0.0) -> Array:
        """v̇ (nv,) under what acts at joints and weight, springs and dampers implicit over h."""
        self.pose(q)
        out = np.zeros(self._nv)
        accelerate(self.arrays, 0, q, v, self._w, gravity, h, out)
        return out

    def inverse_dynamics(self, q: Array, v: Array, acceleration: Array, gravity: Array) -> Array:
        """M v̇ + V (nv,): what must act at the joints in all."""
        self.pose(q)
        out = np.zeros(self._nv)
        evaluation.inverse_dynamics(self.arrays, 0, v, acceleration, self._room, gravity, out)
        return out

    def bias(self, q: Array, v: Array, gravity: Array) -> Array:
        """V (nv,), of velocities and weight."""
        return self.inverse_dynamics(q, v, np.zeros(self._nv), gravity)

    def mass_matrix(self, q: Array) -> Array:
        """M (nv, nv), with armature."""
        self.pose(q)
        out = np.zeros((self._nv, self._nv))
        evaluation.mass_matrix(self.arrays, 0, out[0], self._room, out)
        return out

    def position(self, q: Array, link: int, p: Array) -> Array:
        """Where a point p of a link's frame is (3,)."""
        self.pose(q)
        x = np.zeros(3)
        kinematics.point(self.arrays, 0, q, self._room, link, p, x)
        return x

    def jacobian(self, q: Array, link: int, p: Array) -> Array:
        """How a link turns, and a point p of its frame moves (6, nv): ω above ẋ."""
        x, out = self.position(q, link, p), np.zeros((6, self._nv))
        evaluation.jacobian(self.arrays, 0, self._room, link, x, out)
        return out

    def velocity(self, q: Array, v: Array, link: int, p: Array) -> Array:
        """How fast a point p of a link's frame is (3,)."""
        x, u = self.position(q, link, p), np.zeros(3)
        motion.velocity(self.arrays, 0, q, v, self._room, link, p, x, u)
        return u

    def point_bias(self, q: Array, v: Array, link: int, p: Array) -> Array:
        """J̇ v of both (6,)."""
        x, out = self.position(q, link, p), np.zeros(6)
        evaluation.point_bias(self.arrays, 0, v, self._room, link, x, out)
        return out

    def energy(self, q: Array, v: Array, gravity: Array) -> tuple[float, float]:
        """Kinetic and potential [J]."""
        self.pose(q)
        return energies.energy(self.arrays, 0, q, v, self._room, gravity)

    def momentum(self, q: Array, v: Array) -> Array:
        """Angular about the world's origin, then linear (6,)."""
        self.pose(q)
        out = np.zeros(6)
        energies.momentum(self.arrays, 0, q, v, self._room, out)
        return out

    def flow(self, q: Array, v: Array, h: float) -> Array:
        """q after moving with v for h seconds."""
        there = np.array(q, np.float64)
        flow(self.arrays, 0, there, self._room, v, h)
        return there
