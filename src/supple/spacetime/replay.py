"""A solved motion played forward by the world: its torques, a weak servo at the joints, and a real floor.

Nothing is held: the base stands by contact and friction alone, so that what the optimiser was told about the floor is
put to the test.
"""

from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.characters.torques import Torques
from supple.dynamics import World
from supple.motion import Track
from supple.scene import Take

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot

STEP = 5e-4
STIFFNESS, DAMPING = 1.0, 0.05
"""Of the servo: weight × height a radian, and the same times a second. Found by trial on the quarter turn and its
neighbors, which the world touches down some millimeters off: weaker or more damped servos end farther away."""
FINE = 2000.0
"""How many times a second muscles and servo are told what to do: as often as the world steps."""
SOLE = 0.1
"""By how much the world's floor has more friction than the shot counts on."""


@dataclass(frozen=True, eq=False)
class Replay:
    """What the world made of it."""

    take: Take
    q: Array
    """Where it ended (nq,)."""
    effort: float
    """Of the servo, as a share of the muscles': √ ∫|servo|² / ∫|τ|²."""


def replay(shot: "Shot") -> Replay:
    """Simulate the last solution of a shot from its start."""
    motion, body = shot.motion, copy(shot.character)
    times = np.append(np.arange(0, motion.duration, 1 / FINE), motion.duration)
    course = Track.sampled(times, motion.at(times)[0])
    torque = Track.sampled(times, motion.between(motion.tau, times))
    body.material = replace(body.material, friction=_friction(shot) + SOLE, bounce=0.0)
    world = World(step=STEP, gravity=shot.gravity)
    world.add(body)
    stiff = shot.weight * body.height
    force = Torques(body, torque, course=course, stiffness=STIFFNESS * stiff, damping=DAMPING * stiff)
    world.push(force)
    spent = np.zeros(2)

    def weigh() -> None:
        spent[:] += [np.sum(force.servo(world) ** 2), np.sum(force.muscles(world) ** 2)]

    world.on_step(weigh)
    take = world.run(motion.duration - STEP, name=f"{body.name} replayed")
    return Replay(take, world.coordinates(body)[0].copy(), float(np.sqrt(spent[0] / spent[1])))


def _friction(shot: "Shot") -> float:
    """The most that a phase of the shot counts on."""
    return max(getattr(getattr(p, "friction", None), "friction", 0.0) for p in shot.timeline.phases)
