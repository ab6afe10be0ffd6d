"""A sky hook swoops down, grabs a pyramid by its tip, flies off and hangs itself up (Witkin & Welch 1990, fig. 3)."""

import numpy as np

import supple
from supple.control import Behavior, grab, wait
from supple.dynamics import Point
from supple.dynamics.forces import PointForce
from supple.scene.models.sweep import sweep

SKY, PERCH = (1.1, 2.1, 0.0), (-1.2, 2.1, 0.0)
"""Where the hook will hang, and where it hangs at first [m]."""
SWOOP, HAUL = (0.87, (1.4, -1.15, 0)), (1.05, (0, 0.5, 0))
"""Durations and final velocities of the two grabs [s, m/s]."""
BREATH = 0.78
"""It waits so long [s]."""
LIFT = 240.0
"""What makes it a sky hook: an upward pull on its eye [N]."""
EYE, SHANK, BEND = 0.09, 0.25, 0.18
"""Radius of the eye, length of the shank, radius of the bend [m]."""


def demo() -> supple.Take:
    """The two lines of the paper, after a breath."""
    world = supple.World(drag=0.7, step=1 / 1920)
    tip, eye = _hook(world)
    pyramid = world.add(
        _pyramid(),
        material=supple.materials.wobble(hz=12, settle=0.6, volume=10, density=130),
        at=(0, 0, 0),
        name="pyramid",
    )
    sky = _cloud(world, "sky", SKY)
    perch = world.attach(eye, _cloud(world, "perch", PERCH))
    world.push(PointForce(eye, (0, LIFT, 0)))

    def script(world: supple.World) -> Behavior[None]:
        world.note("waiting")
        yield from wait(BREATH)
        world.note("off")
        perch.release()
        yield from grab(tip, pyramid.point("top"), *SWOOP)
        world.note("got it")
        yield from grab(eye, sky, *HAUL)
        world.note("hung up")

    world.direct(script)
    gauge = supple.dynamics.Gauge(world)
    take = world.run(5.8, name="skyhook")
    words = {1.3: "swoop", 1.95: "haul", 2.35: "up and away", 3.1: "dangling", 5.6: "at rest"}
    return take.with_notes(words).with_report(**gauge.report())


def _hook(world: supple.World) -> tuple[Point, Point]:
    """A shank with an eye, and a bend, one under the other; gives the tip of the bend and the top of the eye."""
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
    return hook.point(joint + bend[-1]), shank.point(top)


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
