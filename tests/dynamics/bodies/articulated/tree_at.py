"""A tree at one place, with the kernels of its kind as functions of NumPy arrays."""

import numpy as np
from trees import G, posed

from supple.dynamics.bodies.articulated import (
    accelerations,
    energy,
    evaluation,
    flow,
    kinematics,
    motion,
    whitened,
)
from supple.dynamics.bodies.articulated.arrays import WIDE
from supple.dynamics.integrators.step import advance
from supple.dynamics.model.components import still
from supple.kinematics import Skeleton


class TreeAt:
    """A skeleton as a tree with q and v."""

    def __init__(self, skeleton: Skeleton, q, v, gravity=G) -> None:
        self.skeleton, self.q, self.v, self.gravity = skeleton, np.array(q), np.array(v), np.asarray(gravity)
        self.built = posed(skeleton, self.q, self.v, gravity)
        self.arrays, self.room = self.built.model.articulated, self.built.work.room
        self.w = self.room[: self.arrays.first[1] * WIDE].reshape(-1, WIDE)

    def acceleration(self, h=0.0, torque=None):
        if torque is not None:
            self.arrays.torque[:] = torque
        out = np.zeros(self.skeleton.nv)
        accelerations.accelerate(self.arrays, 0, self.q, self.v, self.w, self.gravity, h, out)
        return out

    def inverse_dynamics(self, a):
        out = np.zeros(self.skeleton.nv)
        evaluation.inverse_dynamics(
            self.arrays, 0, self.v, np.asarray(a, float), self.room, self.gravity, out
        )
        return out

    def mass_matrix(self):
        out = np.zeros((self.skeleton.nv, self.skeleton.nv))
        evaluation.mass_matrix(self.arrays, 0, self.v, self.room, out)
        return out

    def position(self, link, p):
        x = np.zeros(3)
        kinematics.point(self.arrays, 0, self.q, self.room, link, p, x)
        return x

    def jacobian(self, link, x):
        out = np.zeros((6, self.skeleton.nv))
        evaluation.jacobian(self.arrays, 0, self.room, link, x, out)
        return out

    def point_bias(self, link, x):
        out = np.zeros(6)
        evaluation.point_bias(self.arrays, 0, self.v, self.room, link, x, out)
        return out

    def velocity(self, link, p, x):
        u = np.zeros(3)
        motion.velocity(self.arrays, 0, self.q, self.v, self.room, link, p, x, u)
        return u

    def rows(self, link, x, F):
        """Y (3, blocks · 6)."""
        blocks = int(self.built.model.bodies.block[1])
        Y, which, out = np.full((blocks, 18), np.nan), np.zeros(blocks, np.int64), np.zeros((3, 6 * blocks))
        used = whitened.rows(self.arrays, 0, self.q, self.room, link, np.zeros(3), x, F.reshape(-1), Y, which)
        for entry, block in zip(Y[:used], which[:used], strict=True):
            out[:, 6 * block : 6 * block + 6] = entry.reshape(3, 6)
        assert len(set(which[:used].tolist())) == used
        return out

    def settled(self, z):
        out = np.zeros(self.skeleton.nv)
        whitened.settle(self.arrays, 0, self.q, self.room, np.array(z), out)
        return out

    def pose(self):
        kinematics.pose(self.arrays, 0, self.q, self.room)

    def flow(self, h):
        """On with v for h seconds."""
        flow.flow(self.arrays, 0, self.q, self.room, self.v, h)
        self.pose()

    def give(self, given, key):
        """Some degrees of freedom move as they are told."""
        self.arrays.key[:] = key
        for node in range(1, len(self.arrays.kind)):
            self.arrays.physics[node] = 0.0 if given[self.arrays.by[node]] else 1.0

    def advance(self, h, steps):
        """The whole step of a world, so many times."""
        built, plan = self.built, still((), np.zeros((0, 3)), self.skeleton.nv)
        assert built.bound(advance)(built.model, built.state, built.work, plan, h, steps) == steps

    def momentum(self):
        out = np.zeros(6)
        energy.momentum(self.arrays, 0, self.q, self.v, self.room, out)
        return out

    def energy(self):
        return energy.energy(self.arrays, 0, self.q, self.v, self.room, self.gravity)
