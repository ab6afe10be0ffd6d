"""A hinge-horned monster eats whoever walks by: a reflex of six lines (Witkin & Welch 1990, fig. 4)."""

from collections.abc import Callable

import numpy as np

import supple
from supple.arrays import Array, ArrayLike
from supple.control import Behavior, chase, connect, disconnect, follow, grab, wait
from supple.demos.humanoid import Humanoid, walking
from supple.demos.monster_body import (
    CLAW,
    ELBOW,
    HEIGHT,
    PEEPING,
    POT,
    RIM,
    SHOULDER,
    Monster,
    lip_at,
    planted,
)
from supple.dynamics import Point
from supple.dynamics.legacy import liveliness
from supple.dynamics.legacy.script import Performance
from supple.errors import SuppleError

FEEDING, MOUTH, GULLET = (-0.20, 1.93, -0.25), (-0.70, 1.43, 0.00), (-0.95, 0.60, 0.00)
"""Where the elbow goes to feed, just outside the mouth, and deep inside it [m]."""
DRAWN, LOOSE = (-0.35, 1.25, -0.15), 0.2
"""Where the claw draws back when someone is in sight [m], and how firm the elbow is while it strikes."""
NEAREST, REACH, SIGHT = 0.75, 1.6, 2.3
"""It strikes at those who will be between the first two from its shoulder, and sees those within the third [m]."""
STRONGEST = 1500.0
"""A grab that needs more is given up [N]."""
GAPING = 1.25
"""How far the lid opens [rad]."""
GLANCE = 1 / 60
"""It looks around so often [s]."""
TRIALS, PATIENCE = 2, 20.0
"""So many others come by in the demo, each for so long at most [s]; `benchmarks.monster` tries 200."""
SHORT = {"trials": 0}


def demo(trials: int = TRIALS) -> supple.Take:
    """One who walks straight into it; and whether others, who come from anywhere, are eaten as well."""
    world, _, humanoid = directed(place=(2.2, 0.0, 0.5), velocity=(-0.62, 0.0, -0.14))
    gauge = supple.dynamics.Gauge(world)
    take = world.run(8.0, name="monster")
    words = {
        0.9: "walking in",
        1.7: "reach",
        2.7: "lift",
        3.9: "swing",
        5.2: "chew",
        8.0: "as if nothing happened",
    }
    escaped = [trial(seed) for seed in range(trials)]
    return take.with_notes(words).with_report(
        **gauge.report(),
        **life(take, humanoid, {note.text: note.time for note in take.notes}),
        trials=trials + 1,
        eaten=escaped.count("") + int(eaten(world, humanoid)),
    )


def reflex(world: supple.World, monster: Monster, humanoid: Humanoid) -> Behavior[None]:
    """The script of the paper; a grab that fails is tried again."""
    claw, elbow, prey, caught = monster.claw, monster.elbow, humanoid.heart, None
    while caught is None:
        yield from wait_for_humanoid(world, prey)
        caught = yield from grab(claw, prey, 1.0, (-0.3, 0.3, 0), effort=STRONGEST)
    yield from grab(elbow, FEEDING, 1.0, (0, 0, 0))
    yield from chase(claw, MOUTH, 1.0, (-1.5, 1.5, 0))
    yield from disconnect(claw, prey)
    yield from connect(claw, MOUTH)
    yield from grab(prey, GULLET, 0.65, (-0.07, -0.07, 0))


def wait_for_humanoid(world: supple.World, prey: Point) -> Behavior[None]:
    """Let time pass until prey will be within reach in a second, as it walks now, and not too close to take."""
    yield from _until(lambda: NEAREST < _ahead(world, prey, 1.0) < REACH)


def acting(world: supple.World, monster: Monster, humanoid: Humanoid) -> Behavior[None]:
    """What goes with it: the horn draws back, the lid gapes, the prey goes limp; jaws clap, and all is as before."""
    claw, prey = monster.claw, humanoid.heart
    world.note("at ease")
    yield from _until(lambda: _ahead(world, prey, 0.5) < SIGHT)
    world.note("drawing back")
    monster.hold(claw=DRAWN)
    yield from wait_for_humanoid(world, prey)
    world.note("strike")
    monster.relax("claw")
    monster.hold(elbow=ELBOW, firmness=LOOSE)
    monster.hold(lip=lip_at(GAPING))
    yield from _until(lambda: _joined(world, claw, prey))
    world.note("skewered")
    humanoid.go_limp()
    monster.relax("elbow")
    yield from _until(lambda: not _joined(world, claw, prey))
    world.note("let go")
    yield from _until(lambda: eaten(world, humanoid))
    world.note("in")
    yield from chew(monster)
    world.note("gone")
    for held in (claw, monster.elbow):
        yield from disconnect(held)
    monster.hold(claw=CLAW, elbow=ELBOW)


def chew(monster: Monster) -> Behavior[None]:
    """The lid claps shut, and opens a little, and again."""
    monster.relax("lip")
    bites = supple.keys({0: 0.9, 0.25: 0.03, 0.45: 0.2, 0.6: 0.03, 0.85: 0.16, 1.0: 0.03, 1.3: PEEPING / 2})
    jaws = supple.Track.function(
        lambda t: np.array([lip_at(angle) for angle in bites(t)]), "vector", 0.0, 1.3
    )
    yield from follow(monster.lip, jaws, preroll=0.15)
    monster.hold(lip=lip_at(PEEPING))


def eaten(world: supple.World, humanoid: Humanoid) -> bool:
    """Whether the prey is in the pot."""
    x, y, z = world.position(humanoid.heart) - POT
    return bool(np.hypot(x, z) < RIM and 0 < y < HEIGHT)


def directed(place: ArrayLike, velocity: ArrayLike) -> tuple[supple.World, Performance, Humanoid]:
    """The monster at ease, someone who walks in from a place [m] with a velocity [m/s], and both their scripts."""
    world = supple.World(step=1 / 3840, drag=2.3, collide=False)
    monster, humanoid = planted(world), walking(world, place, velocity, PATIENCE)
    world.direct(acting(world, monster, humanoid))
    return world, world.direct(reflex(world, monster, humanoid)), humanoid


def walker(seed: int) -> tuple[Array, Array]:
    """A random place, over two reaches either way, and a velocity of 0.3 to 1.5 m/s toward the monster."""
    random = np.random.default_rng(seed)
    place = np.array([0.5 + random.uniform(0, 2) * REACH, 0.0, random.uniform(-1, 1) * REACH])
    way = np.array([random.uniform(-0.2, 0.4), 0.0, random.uniform(-0.4, 0.4)]) - place
    return place, random.uniform(0.3, 1.5) * way / np.linalg.norm(way)


def trial(seed: int) -> str:
    """Why a random walker was not eaten; nothing if it was."""
    world, performance, humanoid = directed(*walker(seed))
    try:
        while not performance.done and world.time < PATIENCE - 1:
            world.step(round(0.5 / world.step_size))
    except SuppleError as error:
        return f"{error} (after {world.notes[-1].text!r})"
    return (
        ""
        if eaten(world, humanoid)
        else f"not eaten after {world.time:.1f} s, last seen: {world.notes[-1].text!r}"
    )


def life(take: supple.Take, humanoid: Humanoid, at: dict[str, float]) -> dict[str, float]:
    """How far limbs trail the heart, sideways, while it is lifted, and how often they swing until they are still."""
    lifted = (take.times >= at["skewered"]) & (take.times <= at["skewered"] + 1.0 + liveliness.LONGEST)
    still = take.times >= at["let go"] + 0.65
    found = {}
    for name, limb in humanoid.limbs().items():
        leader, pivot, tip = (take.position(point.body.name, point.rest) for point in limb)
        found[f"{name}_lag_s"] = liveliness.lag(
            take.times[lifted], leader[lifted][:, ::2], tip[lifted][:, ::2]
        )
        found[f"{name}_swings"] = liveliness.swings(take.times[still], pivot[still], tip[still])
    return found


def _until(condition: Callable[[], bool]) -> Behavior[None]:
    """Let time pass until a condition holds at a glance."""
    while not condition():
        yield from wait(GLANCE)


def _ahead(world: supple.World, prey: Point, seconds: float) -> float:
    """How far from the shoulder the prey will be [m]."""
    there = world.position(prey) + world.velocity(prey) * seconds
    return float(np.linalg.norm(there - SHOULDER))


def _joined(world: supple.World, *points: Point) -> bool:
    """Whether something holds these points together."""
    return any(handle.constraint.points == points for handle in world.handles)
