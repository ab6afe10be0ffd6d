"""A small humanoid that walks in: strings lead its joints along the tracks of a gait, and the rest hangs on."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import supple
from supple.arrays import Array, ArrayLike
from supple.demos.gait import Gait, Shoe
from supple.dynamics import Handle, Point
from supple.dynamics.legacy.figure import Figure, material_point
from supple.dynamics.legacy.liveliness import Pendant
from supple.spatial import from_axis_angle

HEIGHT = 0.65
"""Of the humanoid [m]."""
FIRM, SOFT = 0.75, 0.5
"""Strength of the strings of hips and feet, and of those of knees, shoulders and head."""
BALLS, HINGES = 0.35, 0.45
"""Strength of its own muscles, at either kind of joint."""
LEAN = 0.12
"""How far it leans into its walk [rad]."""
KEYS = 90
"""Of the tracks, so many a second."""
WOOD = supple.materials.wobble(hz=28, settle=0.1, volume=2, density=1200, friction=0.8)
SIDES = (("L", 1), ("R", -1))


@dataclass(frozen=True, eq=False)
class Humanoid:
    """A figure on its way, the point to take hold of, and the strings that lead it."""

    figure: Figure
    heart: Point
    strings: list[Handle]

    def go_limp(self) -> None:
        """Nothing leads it any more."""
        while self.strings:
            self.strings.pop().release()

    def limbs(self) -> dict[str, Pendant]:
        """What hangs on the heart."""
        joints = {name: joint[0].constraint.points[0] for name, joint in self.figure.joints.items()}
        tips = {"head": ("head", "head.top")}
        tips |= {f"arm_{side}": (f"arm.upper.{side}", f"hand.{side}") for side, _ in SIDES}
        tips |= {f"leg_{side}": (f"leg.upper.{side}", f"foot.{side}") for side, _ in SIDES}
        return {
            name: Pendant(self.heart, joints[joint], self.figure.point(tip))
            for name, (joint, tip) in tips.items()
        }


def walking(world: supple.World, place: ArrayLike, velocity: ArrayLike, seconds: float) -> Humanoid:
    """Someone who walks from a place [m] with a velocity [m/s], for so long or until going limp."""
    way = Way(np.asarray(place, dtype=np.float64), np.asarray(velocity, dtype=np.float64))
    model = {node.name: node for node in supple.models.marionette(height=HEIGHT).walk()}
    gait = _gait(model, way.speed)
    _strike_pose(model, gait)
    figure = world.add(model["marionette"], material=WOOD, at=way.place, rotation=way.facing, name="humanoid")
    for body in figure.bodies.values():
        world.state.v[world.structure.v_span(body)] = body.gravity(way.velocity)
    _tone(world, figure)
    times = np.arange(round(seconds * KEYS) + 1) / KEYS
    strings = []
    for point, strength, path in _paths(world, figure, way, gait, times):
        string = world.follow(point, supple.keys(dict(zip(times.tolist(), path, strict=True))))
        string.strength = strength
        strings.append(string)
    return Humanoid(figure, figure.point("torso"), strings)


def _tone(world: supple.World, figure: Figure) -> None:
    """Muscles draw every limb gently to where it is at first, so that none dangles like a chain."""
    for name, joint in figure.joints.items():
        parent, limb = (point.body for point in joint[0].constraint.points)
        middle = world.position(figure.point(name))
        muscle = world.attach(*(material_point(body, f"muscle {name}", middle) for body in (parent, limb)))
        muscle.strength = BALLS if len(joint) == 1 else HINGES


@dataclass(frozen=True, eq=False)
class Way:
    """Where someone walks: from a place [m] with a velocity [m/s]."""

    place: Array
    velocity: Array

    @property
    def speed(self) -> float:
        """[m/s]."""
        return float(np.linalg.norm(self.velocity))

    @property
    def axes(self) -> Array:
        """Forward, up and to the left, in rows (3, 3)."""
        ahead, up = self.velocity / self.speed, np.array([0.0, 1.0, 0.0])
        return np.stack([ahead, up, np.cross(up, ahead)])

    @property
    def facing(self) -> Array:
        """The rotation of what faces +Z at rest."""
        return from_axis_angle((0, 1, 0), float(np.arctan2(self.velocity[0], self.velocity[2])))

    def along(self, steps: Array, aside: "Array | float") -> Array:
        """Places in the world (T, 3) from those forward and up (T, 2), and how far they are to the left."""
        parts = np.column_stack([steps, np.broadcast_to(aside, len(steps))])
        return np.asarray(self.place + parts @ self.axes)


def _gait(model: dict[str, supple.Node], speed: float) -> Gait:
    leg = -2 * float(model["leg.lower.L"].translation[1])
    low, high = model["leg.lower.L"].surface.bounds
    return Gait(leg, speed, Shoe(-leg / 2 - low[1], high[2], -low[2]))


def _strike_pose(model: dict[str, supple.Node], gait: Gait) -> None:
    """Put the model on its feet as the gait has it at time 0."""
    now = np.zeros(1)
    hip = model["pelvis"].translation + model["leg.upper.L"].translation
    model["pelvis"].translation = model["pelvis"].translation + (0, gait.hips(now)[0, 1] - hip[1], 0)
    for side, sign in SIDES:
        knee, ankle = gait.leg_of(now, sign)
        thigh, shin = (np.arctan2(*(b - a)[0] * (1, -1)) for a, b in ((gait.hips(now), knee), (knee, ankle)))
        model[f"leg.upper.{side}"].rotation = from_axis_angle((1, 0, 0), -float(thigh))
        model[f"leg.lower.{side}"].rotation = from_axis_angle((1, 0, 0), -float(shin - thigh))


def _paths(
    world: supple.World, figure: Figure, way: Way, gait: Gait, times: Array
) -> Iterator[tuple[Point, float, Array]]:
    """What leads each joint: a point, how strongly, and its places (T, 3) [m]."""
    middle, turn, sway = gait.hips(times), gait.turn(times), gait.sway(times)
    ahead = np.array([1.0, 0.0])
    for side, sign in SIDES:
        hip = figure.joints[f"leg.upper.{side}"][0].constraint.points[0]
        width = abs(float((world.position(hip) - way.place) @ way.axes[2]))
        swung = middle + np.outer(sign * width * np.sin(turn), ahead)
        yield hip, FIRM, way.along(swung, sway + sign * width * np.cos(turn))
        knee, ankle = gait.leg_of(times, sign)
        lower = figure[f"leg.lower.{side}"]
        end = Point(lower, "ankle", np.array([0.0, -gait.leg / 2, 0.0]))
        yield Point(lower, "knee", np.zeros(3)), SOFT, way.along(knee, sign * width)
        yield end, FIRM, way.along(ankle, sign * width)
        shoulder = figure.joints[f"arm.upper.{side}"][0].constraint.points[0]
        yield shoulder, SOFT, _carried(world, way, shoulder, middle, -turn)
    yield figure.point("head.top"), SOFT, _carried(world, way, figure.point("head.top"), middle, 0 * turn)


def _carried(world: supple.World, way: Way, point: Point, hips: Array, turn: Array) -> Array:
    """Where a point is that leans and turns with the walk above the hips (T, 3) [m]."""
    _, up, aside = way.axes @ (world.position(point) - way.place)
    height = up - hips[0, 1]
    steps = hips + height * np.array([np.sin(LEAN), np.cos(LEAN)])
    return way.along(steps + np.outer(aside * np.sin(turn), [1, 0]), aside * np.cos(turn))
