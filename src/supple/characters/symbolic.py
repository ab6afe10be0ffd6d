"""A character: a skeleton, muscles that pull at its joints, and a model to be seen; a body of the world.

M(q) v̇ + bias = B τ + Jᵀ λ:  one definition for `World`, which steps it, and for `Shot`, which solves for all of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.characters.anatomy import Base, KeepOut, Muscle
from supple.characters.sticks import sticks
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.bodies.body import Point
from supple.dynamics.legacy.bodies.symbolic import SymbolicBody
from supple.kinematics.symbolic import Mechanism
from supple.kinematics.symbolic.frames import Frame
from supple.scene import Channel, Node, Scene, Take


class SymbolicCharacter(SymbolicBody):
    """A skeleton that can move by itself; without a model it is drawn as sticks.

    `muscles` at joints by name; `base`: what it stands on; `keep_out`: points that stay beyond a plane of a link, so
    that parts do not meet; `floor_points`: those that stay above the floor, so that it does not sink in; `gaze`: from
    which point to which it looks.

    >>> from supple.kinematics import Link
    >>> arm = Link.rod("arm", to=(0, 1, 0), mass=1)
    >>> hand = Link.rod("hand", "arm", offset=(0, 1, 0), to=(0, 1, 0), mass=1)
    >>> muscles = [Muscle("arm", 30), Muscle("hand", 9)]
    >>> robot = SymbolicCharacter("robot", Mechanism([arm, hand], root="fixed"), muscles=muscles)
    >>> robot.take([0, 1], [[0, 0], [0.5, 0.2]]).position("hand").round(3)
    array([[ 0.   ,  1.   ,  0.   ],
           [-0.479,  0.878,  0.   ]])
    """

    def __init__(
        self,
        name: str,
        skeleton: Mechanism,
        *,
        model: Node | None = None,
        muscles: Iterable[Muscle] = (),
        base: Base | None = None,
        keep_out: Iterable[KeepOut] = (),
        floor_points: Iterable[str] = (),
        gaze: tuple[str, str] | None = None,
        rest_pose: ArrayLike | None = None,
        material: "str | Material" = "wood",
    ) -> None:
        self.skeleton = skeleton
        self.muscles = tuple(muscles)
        self.base = base
        self.keep_out = tuple(KeepOut(*plane) for plane in keep_out)
        self.floor_points = tuple(floor_points)
        self.gaze = gaze
        self.limits = skeleton.limits
        self.rest_pose = skeleton.pose(rest_pose)
        self.joints = tuple(skeleton.index(muscle.joint) for muscle in self.muscles)
        self._check_names()
        lagrangian = skeleton.lagrangian()
        super().__init__(
            lagrangian,
            sticks(skeleton, name) if model is None else model,
            frames=skeleton.expressions(lagrangian.q),
            rest=self.rest_pose,
            material=material,
            name=name,
        )

    def _check_names(self) -> None:
        """Raise for a point or link that the skeleton does not have."""
        soles, ends = (self.base.points, (self.base.link,)) if self.base else ((), ())
        for point in (*self.floor_points, *(self.gaze or ()), *soles, *(k.point for k in self.keep_out)):
            self.skeleton.place(point)
        for link in (*ends, *(k.link for k in self.keep_out)):
            self.skeleton.link(link)

    def point(self, where: "str | ArrayLike", *, outside: bool = False) -> Point:
        """A point of the skeleton by name, else as of any body: a part, a side, or near a position."""
        if not isinstance(where, str) or where not in self.skeleton.places:
            return super().point(where, outside=outside)
        link, at = self.skeleton.place(where)
        return LinkPoint(
            self,
            where,
            self.skeleton.position(where, self.rest_pose),
            list(self.skeleton.freedoms).index(link),
            at,
        )

    @cached_property
    def actuation(self) -> Array:
        """B (nq, muscles): which coordinate each muscle pulls at."""
        return np.eye(self.nq)[:, list(self.joints)]

    @property
    def height(self) -> float:
        """How tall it stands at rest [m]."""
        low, high = self.node.bounds[:, 1]
        return float(high - low)

    @property
    def torque_limits(self) -> Array:
        """Most force of each muscle (m,) [N m, N]."""
        return np.array([muscle.torque_limit for muscle in self.muscles])

    @cached_property
    def clearance(self) -> ca.Function:
        """n · p − offset of every keep-out (k,) [m] at q: below 0 parts meet. Takes numbers and symbols."""
        q = self.lagrangian.q
        known: dict[frozenset[str], dict[str, Frame]] = {}
        seen = [self.skeleton.seen_from(k.link, k.point, q, known) for k in self.keep_out]
        found = [place.T @ k.normal - k.offset for place, k in zip(seen, self.keep_out, strict=True)]
        return ca.Function("clearance", [q], [ca.vertcat(ca.SX(0, 1), *found)], ["q"], ["clearance"])

    def take(
        self,
        times: ArrayLike,
        q: ArrayLike,
        *,
        channels: Mapping[str, Channel] | None = None,
        notes: Mapping[float, str] | None = None,
        name: str | None = None,
    ) -> Take:
        """The model at coordinates q (T, nq) over times (T,) [s]."""
        t = finite(times, "times", (None,))
        states = finite(q, f"coordinates of {self.name!r}", (len(t), self.nq))
        scene = Scene([self.shown()])
        made = Take(scene, t, self.motions(states), channels=channels or {}, name=name or self.name)
        return made.with_notes(notes or {})


@dataclass(frozen=True, eq=False)
class LinkPoint(Point):
    """A point that a link carries, inside its mesh or not."""

    link: int
    at: Array

    @cached_property
    def coefficients(self) -> Array:
        """The link's number, and the place in its frame."""
        return np.array([self.link, *self.at])
