"""A hinge-horned monster skewers and swallows who walks by: a reflex of six lines (Witkin & Welch 1990, fig. 4)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

import supple
from supple.control import Behavior, disconnect, grab, move_to, wait_for
from supple.dynamics import Handle, Point
from supple.dynamics.figure import material_point
from supple.dynamics.materials import wobble
from supple.scene.models.curve import spline
from supple.scene.models.revolve import revolve
from supple.scene.models.sphere import ball
from supple.scene.models.sweep import sweep

SHOULDER, ELBOW, CLAW = (-0.600, 0.720, -0.470), (-0.481, 1.681, -0.420), (0.155, 1.919, -0.102)
"""Of the horn, poised [m]."""
FEEDING, MOUTH, GULLET = (-0.150, 1.550, -0.250), (-0.555, 0.971, 0.000), (-0.95, 0.46, 0.0)
"""Where the elbow goes to feed, just outside the mouth, and deep inside it [m]."""
POT, RIM, HEIGHT = np.array([-0.95, 0.0, 0.0]), 0.5, 0.72
"""The foot of the monster, and its size [m]."""
REACH = 1.4
"""It looks at nothing farther from its shoulder than this [m]."""
STEP = 1 / 1920
"""Of the world [s]."""
Place = tuple[float, float, float]
PURPLE, HORN = "#7b6cd9", "#e8d9b0"


class Monster(NamedTuple):
    """What the reflex takes hold of: points of the horn and the lid, and the muscles that keep them poised."""

    claw: Point
    elbow: Point
    lid: Point
    claw_muscle: Handle
    lid_muscle: Handle


def demo() -> supple.Take:
    """One who walks straight into it."""
    world, monster, prey = stage(place=(2.4, 0.0, 0.4), velocity=(-0.75, 0.0, -0.13))
    gauge = supple.dynamics.Gauge(world)
    world.direct(reflex(world, monster, prey))
    take = world.run(6.8, name="monster")
    take = take.with_notes({2.05: "reach", 3.0: "lift", 4.25: "swing", 4.7: "in", 5.45: "chew"})
    return take.with_report(**gauge.report(), trials=1, eaten=int(eaten(world, prey)))


def reflex(world: supple.World, monster: Monster, prey: Point) -> Behavior[None]:
    """The six lines of the paper, and a chew."""
    claw, elbow = monster.claw, monster.elbow
    world.note("waiting")
    yield from wait_for(lambda world: in_range(world, prey))
    monster.claw_muscle.release()
    world.note("strike")
    yield from grab(claw, prey, 1.0, (-0.2, -0.8, 0))
    world.note("skewered")
    yield from grab(elbow, FEEDING, 1.0, (0, 0, 0))
    world.note("lifted")
    yield from grab(claw, MOUTH, 1.0, (-1.4, 0.9, 0.2))
    world.note("let go")
    yield from disconnect(claw, prey)
    yield from grab(prey, GULLET, 0.5, (-0.7, -0.7, 0))
    world.note("swallowed")
    yield from chew(monster)
    world.note("gone")


def chew(monster: Monster) -> Behavior[None]:
    """The lid claps shut, and opens a little, and again."""
    monster.lid_muscle.release()
    closed = POT + (RIM, HEIGHT + 0.03, 0)
    yield from move_to(monster.lid, closed, 0.3)
    for open_by in (0.16, 0.1):
        yield from move_to(monster.lid, closed + (-0.02, open_by, 0), 0.2)
        yield from move_to(monster.lid, closed, 0.16)
    yield from grab(monster.lid, closed, 0.1)


def in_range(world: supple.World, prey: Point) -> bool:
    """Whether the prey will be within reach of the shoulder in a second, as it walks now."""
    there = world.position(prey) + world.velocity(prey) * 1.0
    return bool(np.linalg.norm(there - SHOULDER) < REACH)


def eaten(world: supple.World, prey: Point) -> bool:
    """Whether the prey is in the pot for good."""
    x, y, z = world.position(prey) - POT
    return bool(np.hypot(x, z) < RIM and 0 < y < HEIGHT)


def walker(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A random place, over more than a reach either way, and a velocity toward the monster of 0.3 to 1.5 m/s."""
    random = np.random.default_rng(seed)
    place = np.array([random.uniform(0.6, 2.4), 0.0, random.uniform(-0.9, 0.9)])
    toward = np.array([random.uniform(-0.2, 0.4), 0.0, random.uniform(-0.4, 0.4)])
    speed = random.uniform(0.3, 1.5)
    return place, speed * (toward - place) / np.linalg.norm(toward - place)


def trial(seed: int, longest: float = 14.0) -> tuple[supple.World, Point]:
    """The world after a random walker has met the monster."""
    world, monster, prey = stage(*walker(seed))
    performance = world.direct(reflex(world, monster, prey))
    while not performance.done and world.time < longest:
        world.step(round(0.5 / world.step_size))
    return world, prey


def stage(place: ArrayLike, velocity: ArrayLike) -> tuple[supple.World, Monster, Point]:
    """The monster, poised, and someone who slides in from a place [m] with a velocity [m/s]."""
    world = supple.World(step=STEP)
    monster = _monster(world)
    doll = world.add(
        supple.Mesh((_doll(),)), material=wobble(hz=12, settle=0.3, volume=8, density=1500, friction=0),
        at=place, velocity=velocity, name="humanoid", color="#2a9d8f",
    )  # fmt: skip
    return world, monster, doll.point(np.asarray(place) + (0, 0.2, 0))


def _monster(world: supple.World) -> Monster:
    """A pot with a lid, planted on the floor, and a horn of two links behind it."""
    flesh, horn = (
        wobble(hz=9, settle=0.5, volume=8, density=400),
        wobble(hz=20, settle=0.2, volume=6, density=450),
    )
    pot = world.add(supple.Mesh((_pot(),)), material=flesh, at=POT, name="pot", color=PURPLE)
    for turn in (0.5, 2.6, 4.7):
        world.nail(pot.point(POT + (0.3 * np.cos(turn), 0, 0.3 * np.sin(turn))))
    hinge = POT + (-RIM, HEIGHT + 0.03, 0)
    lid = world.add(
        _lid(), material=flesh, at=hinge, rotation=supple.spatial.from_axis_angle((0, 0, 1), 1.25), name="lid"
    )
    for z in (-0.2, 0.2):
        world.attach(*(material_point(body, "hinge", hinge + (0, 0, z)) for body in (pot, lid)))
    upper = world.add(_bone(SHOULDER, ELBOW, 0.1, 0.075), material=horn, name="horn", color=HORN)
    lower = world.add(_bone(ELBOW, CLAW, 0.08, 0.012), material=horn, name="claw", color=HORN)
    world.attach(material_point(pot, "shoulder", np.array(SHOULDER)), upper.point(SHOULDER))
    world.attach(upper.point(ELBOW), lower.point(ELBOW))
    muscles = [world.nail(p) for p in (upper.point(ELBOW), lower.point(CLAW), lid.point("lip"))]
    for muscle, strength in zip(muscles, (0.3, 0.6, 0.6), strict=True):
        muscle.strength = strength
    return Monster(lower.point(CLAW), upper.point(ELBOW), lid.point("lip"), *muscles[1:])


def _pot() -> supple.scene.Part:
    """A bowl with a thick wall."""
    outside = [(0, 0), (0.3, 0), (0.42, 0.06), (0.5, 0.25), (0.53, 0.45), (0.5, 0.68), (0.47, HEIGHT)]
    inside = [(0.42, 0.68), (0.42, 0.45), (0.38, 0.28), (0.28, 0.18), (0, 0.14)]
    return _turned([*outside, *inside], 0.05)


def _lid() -> supple.Node:
    """A dome with two eyes; its origin is its hinge, its lip is opposite."""
    dome = [("dome", (RIM, 0.17, RIM), (RIM, 0.05, 0.0), PURPLE)]
    for z in (-0.16, 0.16):
        dome += [
            (f"eye {z}", (0.11, 0.11, 0.11), (RIM + 0.18, 0.33, z), "white"),
            (f"pupil {z}", (0.05, 0.05, 0.05), (RIM + 0.25, 0.35, z), "#20242a"),
        ]
    parts = []
    for name, half, center, color in dome:
        look = supple.Look(name, color=supple.scene.rgba(color))
        place = supple.spatial.compose(center, (0, 0, 0, 1), (1, 1, 1))
        parts.append(ball(half, 12, name=name, look=look).transformed(place))
    return supple.Node(
        "lid", supple.Mesh(tuple(parts)), children=[supple.Node("lip", translation=(2 * RIM, 0, 0))]
    )


def _bone(a: Place, b: Place, thick: float, thin: float) -> supple.Mesh:
    """A tapering limb from one place to another."""
    return supple.Mesh((sweep(np.linspace(a, b, 12), [thick, thin]),))


def _doll() -> supple.scene.Part:
    """A small humanoid, turned from wood."""
    legs, chest = [(0, 0), (0.09, 0), (0.095, 0.03), (0.06, 0.12)], [(0.065, 0.18), (0.03, 0.215)]
    return _turned([*legs, *chest, (0.06, 0.25), (0.05, 0.31), (0, 0.335)], 0.015)


def _turned(outline: list[tuple[float, float]], step: float) -> supple.scene.Part:
    """A smooth outline turned about the vertical, standing on the floor."""
    profile = spline(outline, step)
    return revolve(profile - (0, profile[:, 1].min()), 40)
