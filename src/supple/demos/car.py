"""A cartoon car is pushed over bumps and rolls down a hill: soft body and wheels (Faloutsos et al. 1997, fig. 1)."""

import time
from dataclasses import replace

import numpy as np

import supple
from supple.arrays import Array
from supple.dynamics import LatticeBody, Obstacle, Part, lattice_body, shapes, tallied
from supple.dynamics.legacy.forces import PointForce
from supple.dynamics.legacy.rollout import roll

WHEELS = ("wheel.FL", "wheel.FR", "wheel.BL", "wheel.BR")
FACING_X = supple.spatial.from_axis_angle((0, 1, 0), np.pi / 2)
START, ROAD, WIDE, RAISED = -5.6, 14.0, 1.1, 0.07
"""Where it stands at first along x, how long, wide and, at its lowest, high over the floor the road is [m]."""
CREST, DOWN, HIGH = -0.2, 4.6, 1.0
"""Where the road begins to go down, over how long a way, and by how much [m]."""
SLOPE, DOWNHILL, FALL, SLEEP = np.radians(14.0), 2.5, 2.0, 3e-4
"""Of the hill; seconds of the run down it and of the teapot's fall; amplitude below which modes sleep."""
PUSH, AIR = 0.16, 0.3
"""The constant push, in weights, and what the air takes of its speed [1/s]."""
TIRE, CALM = 0.12, 0.2
"""Amplitude to which a quarter of the weight squashes a wheel, and its share of critical damping."""
EYE = (0.5, 0.55, 2.3)
"""Where the camera is, seen from the car [m]."""
SECONDS, SHORT, STEP = 6.0, {"seconds": 1.5}, 1 / 480


def demo(seconds: float = SECONDS) -> supple.Take:
    """One body: a global squash, and one of each wheel; they slide on the ground like wheels that turn freely."""
    car = _car((START, RAISED + HIGH + 0.01, 0))
    ground = Obstacle(shapes.HeightField.of(road, ROAD, WIDE, 0.04), color="#c9b48a", name="road")
    world = supple.World(step=STEP, drag=AIR, ground=ground)
    world.add(car)
    hood = car.point("front")

    def until_the_crest(world: supple.World) -> tuple[float, float, float]:
        return (PUSH * car.mass * 9.81 if world.position(hood)[0] < CREST else 0.0, 0.0, 0.0)

    world.push(PointForce(hood, until_the_crest))
    take = tallied(world, world.run(seconds, name="car"), car)
    figures, timings = asleep_and_awake(seconds)
    take = replace(_spinning(take, car), camera=_beside(take)).with_notes(_words(take))
    return take.with_report(**_figures(take, car), **figures).with_timings(**timings)


def bumps(x: Array, z: Array) -> Array:
    """Heights [m] that grow from the start on, a little later on one side of the road than on the other."""
    grows = np.clip((x - START) / 2, 0, 1)
    waves = 0.035 * np.sin(2 * np.pi * (x + 0.3 * z) / 0.95) + 0.02 * np.sin(2 * np.pi * x / 2.1)
    return np.asarray(grows * waves)


def road(x: Array, z: Array) -> Array:
    """Height of a bumpy road that goes down a hill, and on [m]."""
    u = np.clip((x - CREST) / DOWN, 0, 1)
    return np.asarray(RAISED + bumps(x, z) + HIGH * (1 - u * u * (3 - 2 * u)))


def hill(x: Array, z: Array) -> Array:
    """Height of a bumpy slope without an end [m]."""
    return np.asarray(bumps(x, z) - np.tan(SLOPE) * x)


def asleep_and_awake(longest: float = SECONDS) -> tuple[dict[str, float], dict[str, float]]:
    """Down the hill, and a teapot that falls, with and without sleeping modes: how far apart, and how long [s].

    Faloutsos et al. (1997, §5.2) took 121 s instead of 133 for the hill, and 7 s instead of 12 for the fall.
    """
    slope = shapes.HeightField.of(hill, 4 * ROAD, WIDE, 0.04)
    car = _car((START, float(hill(np.array([START]), np.zeros(1))[0]) + 0.06, 0))
    runs: dict[str, tuple[LatticeBody, shapes.Shape | float, float]] = {
        "car_downhill": (car, slope, DOWNHILL),
        "teapot_fall": (_pot(), 0.0, FALL),
    }
    far, seconds = dict[str, float](), dict[str, float]()
    for name, (body, ground, long) in runs.items():
        rolled = {}
        for state, threshold in (("warm", None), ("awake", None), ("asleep", SLEEP)):
            body.sleep, begin = threshold, time.process_time()
            rolled[state] = roll(body, ground, None, min(long, longest), step=STEP)
            seconds[f"{name}_{state}_s"] = time.process_time() - begin
        places = [
            np.array([body.position(q, body.contacts) for q in r.q])
            for r in (rolled["awake"], rolled["asleep"])
        ]
        apart = np.linalg.norm(places[0] - places[1], axis=2).max()
        far[f"{name}_sleep_difference"] = float(apart / np.ptp(body.node.surface.vertices[:, 1]))
        del seconds[f"{name}_warm_s"]
    return far, seconds


def _pot() -> LatticeBody:
    """The teapot of the paper's second experiment: one global mode, three on the handle, three on the spout."""
    local = {part: Part(part, ["bend.y", "shear.z", "squash.x"]) for part in ("handle", "spout")}
    return lattice_body(supple.models.teapot(), ["squash.y"], local=local, contacts=300, at=(0, 21.0, 0))


def _car(at: tuple[float, float, float]) -> LatticeBody:
    stuff = supple.materials.wobble(hz=6, settle=0.7, volume=2, density=150, friction=0.03, size=0.4)
    local = {wheel: Part(wheel, ["squash.y"]) for wheel in WHEELS}
    car = lattice_body(
        supple.models.car(), ["squash.y"], local=local, sag=0.16, material=stuff, contacts=260,
        at=at, rotation=FACING_X, name="car",
    )  # fmt: skip
    inertia = car.mass_matrix(car.rest).diagonal()[7:]
    for wheel, weight in zip(WHEELS, inertia, strict=True):
        radius = np.ptp(car.node.surface.vertices[car.node.surface.indices(wheel)], axis=0)[1] / 2
        mode = f"{wheel}/squash.y"
        car.stiffness[mode] = k = car.mass * 9.81 / 4 * radius / TIRE
        car.damping[mode] = 2 * CALM * np.sqrt(k * weight)
    return car


def _spinning(take: supple.Take, car: LatticeBody) -> supple.Take:
    """The same take with wheels seen turning: the tire goes around through its lattice, the squash stays below."""
    motion, q = take.motions[car.name], take.data["q"]
    mesh = car.node.surface
    vertices = np.array(motion.vertices)
    way = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(q[:, :3], axis=0), axis=1)))
    for wheel in WHEELS:
        own = mesh.indices(wheel)
        rest = mesh.vertices[own]
        hub, radius = (rest.min(axis=0) + rest.max(axis=0)) / 2, np.ptp(rest[:, 1]) / 2
        for k, angle in enumerate(way / radius):
            turn = supple.spatial.from_axis_angle((1, 0, 0), angle)
            still = np.concatenate([car.center_at_rest, [0, 0, 0, 1], q[k, 7:]])
            vertices[k, own] = car.position(still, hub + supple.spatial.rotate(turn, rest - hub))
    return replace(take, motions={**take.motions, car.name: replace(motion, vertices=vertices)})


def _beside(take: supple.Take) -> supple.scene.CameraMotion:
    """A camera that goes along, without its bumps."""
    x, y, _ = supple.Track.sampled(take.times, take.data["q"][:, :3]).smooth(0.4)(take.times).T
    center = np.stack([x, y, 0 * x], axis=1)
    roll, angle = 0 * x, np.full(len(x), np.radians(30))
    return supple.scene.CameraMotion(center + EYE, center, roll, angle)


def _words(take: supple.Take) -> dict[float, str]:
    """Where it is by itself, squashed, and in the air."""
    q, above = take.data["q"], take.data["contact"][:, 1] == 0
    x, squash = q[:, 0], q[:, 7]
    crest, foot = np.searchsorted(x, (CREST, CREST + DOWN)).tolist()
    flown = [k for k in np.flatnonzero(above).tolist() if k > 30]
    moments = {0: "pushed from here on", int(squash[60:crest].argmax()) + 60: "squash", len(q) - 1: "and on"}
    if foot < len(q):
        moments |= {
            crest: "let go at the top",
            (crest + foot) // 2: "downhill",
            crest + int(squash[crest:foot].argmax()): "deepest",
            foot: "down",
        }
    if flown:
        moments[flown[len(flown) // 2]] = "off the ground"
    return {float(take.times[k]): text for k, text in sorted(moments.items())}


def _figures(take: supple.Take, car: LatticeBody) -> dict[str, float]:
    q = take.data["q"]
    up = np.array([supple.spatial.to_matrix(each)[1, 1] for each in q[:, 3:7]])
    return {
        "tilt_max_deg": float(np.degrees(np.arccos(up.min()))),
        "squash_body_max": float(np.abs(q[:, 7]).max()),
        "squash_wheel_max": float(np.abs(q[:, 8:]).max()),
        "speed_max": float(take.data["v"][:, 0].max()),
        "airborne_fraction": float((take.data["contact"][:, 1] == 0).mean()),
    }
