"""Torques at the joints of a character, as a track of what its muscles do, and a weak hand that keeps it on course.

Q = B (τ(t) + k (q*(t) − q) + d (v*(t) − v))
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.characters.symbolic import SymbolicCharacter
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.forces.force import Force
from supple.errors import InputError
from supple.motion import Track

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World


class Torques(Force):
    """What the muscles do: `torque`, a track of (muscles,) [N m]; `course`, a track of q (nq,), is served weakly.

    `stiffness` [N m/rad] and `damping` [N m s/rad] of that servo, one number or one a muscle.

    >>> from supple.characters import particle
    >>> from supple.dynamics import World
    >>> from supple.motion import keys
    >>> world = World(floor=None, gravity=(0, 0, 0))
    >>> jet = world.add(particle(2.0))
    >>> push = world.push(Torques(jet, keys({0: (4, 0, 0), 1: (4, 0, 0)})))
    >>> world.run(1.0).position("particle")[-1].round(2)  # f t²/2m
    array([1., 0., 0.])
    """

    def __init__(
        self,
        character: SymbolicCharacter,
        torque: Track | None = None,
        *,
        course: Track | None = None,
        stiffness: float | Array = 0.0,
        damping: float | Array = 0.0,
    ) -> None:
        self.character, self.torque, self.course = character, torque, course
        self.stiffness, self.damping = np.asarray(stiffness, float), np.asarray(damping, float)
        self.name = f"torques of {character.name}"
        for track, size, what in (
            (torque, len(character.muscles), "muscles"),
            (course, character.nq, "coordinates"),
        ):
            if track is not None and np.shape(track(track.start)) != (size,):
                raise InputError(
                    f"{self.name}: a track of {size} numbers, one for each of its {what}, is needed; this one gives "
                    f"shape {np.shape(track(track.start))}"
                )

    def on(self, world: "World") -> Iterable[tuple[Point, Array]]:
        """No point alone."""
        return ()

    def generalized(self, world: "World") -> Iterable[tuple[Body, Array]]:
        """B τ on the character."""
        yield self.character, self.character.actuation @ (self.muscles(world) + self.servo(world))

    def muscles(self, world: "World") -> Array:
        """τ now (muscles,) [N m]."""
        return np.zeros(len(self.character.joints)) if self.torque is None else self.torque(world.time)

    def servo(self, world: "World") -> Array:
        """What the servo adds now (muscles,) [N m]."""
        joints = list(self.character.joints)
        if self.course is None:
            return np.zeros(len(joints))
        q, v = world.coordinates(self.character)
        behind, slow = self.course(world.time) - q, self.course.velocity(world.time) - v
        return np.asarray(self.stiffness * behind[joints] + self.damping * slow[joints])
