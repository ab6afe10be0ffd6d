"""The joints of one MuJoCo body as joints of ours: those about one anchor are one.

A body's joints act one after another, each about an anchor of its own in the body; a slide has none that matters.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.io.robots import upright
from supple.kinematics import Passive
from supple.scene import Freedom, Joint
from supple.scene.joint import Axis, Pair

FREE, BALL, SLIDE, HINGE = 0, 1, 2, 3
"""mjtJoint."""


@dataclass(frozen=True)
class Run:
    """Joints of one body, by their numbers in the model, that are one joint here, and their anchor in the body."""

    joints: tuple[int, ...]
    anchor: Array


def runs(model: Any, body: int) -> list[Run]:
    """The joints of a body in runs about one anchor each; a ball and a free joint stand alone."""
    found: list[Run] = []
    open_: list[int] = []
    anchor: Array | None = None
    start = int(model.body_jntadr[body])
    for j in range(start, start + int(model.body_jntnum[body])):
        kind, own = int(model.jnt_type[j]), upright.vector(model.jnt_pos[j])
        elsewhere = kind == HINGE and anchor is not None and np.abs(own - anchor).max() > 1e-12
        elsewhere |= kind == SLIDE and anchor is not None
        alone = kind in (FREE, BALL) or (open_ and int(model.jnt_type[open_[-1]]) in (FREE, BALL))
        if open_ and (elsewhere or alone):
            found.append(Run(tuple(open_), np.zeros(3) if anchor is None else anchor))
            open_, anchor = [], None
        open_.append(j)
        if kind in (HINGE, BALL) and anchor is None:
            anchor = own
    return [*found, Run(tuple(open_), np.zeros(3) if anchor is None else anchor)] if open_ else found


class RunJoint:
    """What one run of joints is here, and how MuJoCo's numbers become ours."""

    def __init__(self, model: Any, run: Run) -> None:
        self.model, self.run = model, run
        self.kinds = [int(model.jnt_type[j]) for j in run.joints]
        self.dofs = [
            k for j, kind in zip(run.joints, self.kinds, strict=True)
            for k in range(int(model.jnt_dofadr[j]), int(model.jnt_dofadr[j]) + {FREE: 6, BALL: 3}.get(kind, 1))
        ]  # fmt: skip
        self.joint = self._joint()

    @property
    def names(self) -> list[str]:
        """What the joints are called, those without a name by their number."""
        return [self.model.joint(j).name or f"joint{j}" for j in self.run.joints]

    def _joint(self) -> Joint:
        if self.kinds[0] == FREE:
            return Joint("free")
        limits = [self._limits(j) for j in self.run.joints]
        if self.kinds[0] == BALL:
            swing = limits[0] and limits[0][1]
            return Joint("ball", limits=(-swing, swing) if swing else None)
        axes = [_axis(self.model.jnt_axis[j]) for j in self.run.joints]
        if len(self.kinds) == 1:
            return Joint("slide" if self.kinds[0] == SLIDE else "hinge", axes[0], limits[0])
        return Joint(
            "general",
            freedoms=tuple(
                Freedom(name, "shift" if kind == SLIDE else "turn", axis, pair)
                for name, kind, axis, pair in zip(self.names, self.kinds, axes, limits, strict=True)
            ),
        )

    def _limits(self, j: int) -> Pair | None:
        if not self.model.jnt_limited[j]:
            return None
        at = int(self.model.jnt_qposadr[j])
        reference = 0.0 if self.model.jnt_type[j] == BALL else float(self.model.qpos0[at])
        low, high = (self.model.jnt_range[j] - reference).tolist()
        return low, high

    def q(self, qpos: Array) -> Array:
        """Our numbers (..., k) from all of MuJoCo's (..., nq): hinges and slides count from where they began."""
        at = int(self.model.jnt_qposadr[self.run.joints[0]])
        if self.kinds[0] == FREE:
            place, turn = upright.vector(qpos[..., at : at + 3]), upright.rotation(qpos[..., at + 3 : at + 7])
            return np.concatenate([place, turn], axis=-1)
        if self.kinds[0] == BALL:
            return upright.rotation(qpos[..., at : at + 4])
        columns = [int(self.model.jnt_qposadr[j]) for j in self.run.joints]
        return np.asarray(qpos[..., columns] - self.model.qpos0[columns])

    @property
    def passive(self) -> Passive:
        """Damping, springs, armature and dry friction."""
        stiff = np.repeat(
            self.model.jnt_stiffness[list(self.run.joints)], [self._width(k) for k in self.kinds]
        )
        return Passive(
            damping=self.model.dof_damping[self.dofs].copy(),
            stiffness=stiff,
            at=self.q(self.model.qpos_spring),
            armature=self.model.dof_armature[self.dofs].copy(),
            friction=self.model.dof_frictionloss[self.dofs].copy(),
        )

    @staticmethod
    def _width(kind: int) -> int:
        return {FREE: 6, BALL: 3}.get(kind, 1)


def _axis(v: Array) -> Axis:
    x, y, z = upright.vector(v).tolist()
    return x, y, z
