"""A sky hook swoops down, grabs a pyramid by its tip, flies off and hangs itself up (Witkin & Welch 1990, fig. 3)."""

from typing import NamedTuple

import numpy as np

import supple
from supple.control import Behavior, grab
from supple.dynamics import Point
from supple.dynamics.legacy.forces import PointForce
from supple.dynamics.legacy.liveliness import Pendant, life
from supple.scene.models.sweep import sweep

SKY, PERCH = (1.1, 2.1, 0.0), (-1.2, 2.1, 0.0)
"""Where the hook will hang, and where it hangs at first [m]."""
OFF, GOT_IT, HUNG_UP, SECONDS = 0.78, 1.65, 2.70, 6.5
"""When it leaves, takes the pyramid, and hangs up; and when the take ends [s]."""
LIFT, AIR = 240.0, 3.0
"""What makes it a sky hook: an upward pull on its eye [N]; and what slows everything down [1/s]."""
EYE, SHANK, BEND = 0.09, 0.25, 0.18
"""Radius of the eye, length of the shank, radius of the bend [m]."""


class Hook(NamedTuple):
    """The points of the hook that the script leads, and the joint between them."""

    tip: Point
    eye: Point
    joint: Point


def demo(step: float = 1 / 1920, seconds: float = SECONDS) -> supple.Take:
    """It hangs for a moment, then comes the script of the paper."""
    world = supple.World(drag=AIR, step=step)
    hook = _hook(world)
    stuff = supple.materials.wobble(hz=12, settle=0.6, volume=10, density=130)
    pyramid = world.add(_pyramid(), material=stuff, at=(0, 0, 0), name="pyramid")
    sky = _cloud(world, "sky", SKY)
    perch = world.attach(hook.eye, _cloud(world, "perch", PERCH))
    world.push(PointForce(hook.eye, (0, LIFT, 0)))
    world.at(OFF, perch.release)
    world.at(OFF, lambda: world.direct(script(hook, pyramid.point("top"), sky)))
    gauge = supple.dynamics.Gauge(world)
    take = world.run(seconds, name="skyhook")
    words = {
        0: "waiting", OFF: "off", 1.3: "swoop", GOT_IT: "got it", 1.95: "haul", 2.35: "up and away",
        HUNG_UP: "hung up", 3.2: "dangling", SECONDS: "at rest",
    }  # fmt: skip
    limbs = {
        "shank": Pendant(hook.eye, hook.eye, hook.joint),
        "hook": Pendant(hook.joint, hook.joint, hook.tip),
        "pyramid": Pendant(hook.tip, hook.tip, pyramid.point("bottom")),
    }
    alive = life(take, limbs, led=(GOT_IT, HUNG_UP), still=HUNG_UP)
    return take.with_notes(words).with_report(**gauge.report(), **alive)


def script(hook: Hook, tip: Point, sky: Point) -> Behavior[None]:
    """The two lines of the paper, with durations [s] and final velocities [m/s]."""
    yield from grab(hook.tip, tip, GOT_IT - OFF, (1.4, -1.15, 0))
    yield from grab(hook.eye, sky, HUNG_UP - GOT_IT, (0, 0.5, 0))


def _hook(world: supple.World) -> Hook:
    """A shank with an eye, and a bend, one under the other."""
    steel = supple.materials.wobble(hz=20, settle=0.25, volume=4, density=3000)
    around = np.linspace(-0.5 * np.pi, 1.4 * np.pi, 30)
    loop = EYE * np.stack([np.cos(around), np.sin(around) - 1, 0 * around], axis=1)
    turn = np.linspace(0.5 * np.pi, -0.7 * np.pi, 24)
    bend = BEND * np.stack([np.cos(turn), np.sin(turn) - 1, 0 * turn], axis=1)
    top = np.array(PERCH)
    joint = top - (0, 2 * EYE + SHANK, 0)
    wire = sweep([(0, -2 * EYE - SHANK, 0), (0, -2 * EYE - SHANK / 2, 0), *loop], [0.045, 0.034, 0.03])
    shank = world.add(supple.Mesh((wire,)), material=steel, at=top, name="shank", color="#5b6770")
    claw = sweep(bend, [0.045, 0.055, 0.05, 0.04, 0.008])
    hook = world.add(supple.Mesh((claw,)), material=steel, at=joint, name="hook", color="#e4572e")
    world.attach(shank.point(joint), hook.point(joint))
    return Hook(hook.point(joint + bend[-1]), shank.point(top), hook.point(joint))


def _pyramid(width: float = 0.6, height: float = 0.52) -> supple.Mesh:
    """Four sides over a square."""
    w = width / 2
    corners = [(-w, 0, w), (w, 0, w), (w, 0, -w), (-w, 0, -w), (0, height, 0)]
    faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 3, 2), (0, 2, 1)]
    parts = [np.array([corners[i] for i in face]) for face in faces]
    return supple.Mesh.of(np.concatenate(parts), np.arange(18).reshape(6, 3)).painted("#e8a33d")


def _cloud(world: supple.World, name: str, below: tuple[float, float, float]) -> Point:
    """Something in the sky to hang on: soft, held by its top; gives its lowest point."""
    model = supple.models.superquadric(
        width=0.6, height=0.24, depth=0.4, north_south=1, east_west=1, color="white"
    )
    at = np.array(below) + (0, 0.12, 0)
    cloud = world.add(
        model, material=supple.materials.wobble(hz=7, settle=0.6, volume=6, density=1500), at=at, name=name
    )
    for side in ("left", "right", "back"):
        world.nail(cloud.point(side))
    lowest: Point = cloud.point("bottom")
    return lowest
