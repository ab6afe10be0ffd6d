"""A human is pushed off the top of a flight of stairs, falls over, slides down head first, and lies still."""

import numpy as np

import supple
from supple.dynamics import World, shapes
from supple.errors import SuppleError

STEPS, RISE, TREAD, WIDE = 7, 0.17, 0.30, 1.6
"""Stairs [m]."""
FAST = 1.6
"""How fast it is pushed [m/s]."""
SECONDS, SHORT = 6.0, {"seconds": 2.0, "trials": 3}


def demo(seconds: float = SECONDS, trials: int = 50) -> supple.Take:
    """Weak springs at the joints, limits, limbs that meet; then the same from other starts, none of which is lost."""
    world, man = stairs_with_a_human(np.zeros(24))
    take = world.run(seconds, name="ragdoll")
    hips = take.position("hips")
    low = float(take.times[int(np.argmax(hips[:, 1] < hips[0, 1] - 3 * RISE))])
    notes = {
        0.05: "pushed",
        0.5 * low: "off the edge",
        low: "down the stairs",
        1.0: "over the steps",
        1.6: "on its way",
        SECONDS: "at rest",
    }
    lost = sum(is_lost(seed, min(seconds, 2.0)) for seed in range(trials))
    return take.with_notes({t: text for t, text in notes.items() if t <= seconds}).with_report(
        rest_speed=float(np.abs(man.v).max()),
        overlap_max_m=take.report["penetration_max_m"],
        divergences=lost,
        trials=trials,
    )


def stairs_with_a_human(turned: np.ndarray) -> "tuple[World, supple.dynamics.LinkFigure]":
    """A human at the top, with some speeds of its joints (24,) [rad/s], and pushed toward the edge."""
    world = supple.World(step=1 / 480)
    for k in range(STEPS):
        high = RISE * (STEPS - k)
        step = shapes.Box(WIDE, high, TREAD if k else 1.2)
        place = 0, high / 2, TREAD * k if k else -0.45
        world.obstacle(step, at=place, friction=0.7, color="#c9b79c", name=f"step{k}")
    man = world.add(supple.characters.human(), at=(0, RISE * STEPS + 0.02, -0.15), velocity=(0, 0, FAST))
    man.hold("*", hz=0.8, settle=0.7)
    world.coordinates(man.body)[1][6:] += turned[6:]
    return world, man


def is_lost(seed: int, seconds: float) -> bool:
    """Whether a random start ends anywhere but near the stairs, or cannot be followed."""
    world, man = stairs_with_a_human(np.random.default_rng(seed).normal(size=24))
    try:
        world.step(round(seconds / world.step_size))
    except SuppleError:
        return True
    return not bool(np.linalg.norm(world.position(man)) < 10)
