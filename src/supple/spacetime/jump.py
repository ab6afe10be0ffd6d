"""A jump: stand, fly, stand; with every default that makes it look right, for whoever stands on a base.

Nothing here draws a crouch or a squash. They come out of what a jump is: the floor only pushes, and lets go when it
no longer does; muscles have limits and change their mind only so fast; the base meets the floor with a blow of a
given size; parts keep clear of each other and of the floor. All weights and times are in units of the character's
weight W, height H and T = √(H/g), so that they serve the small and the tall, the light and the heavy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from supple.arrays import Array, finite
from supple.characters import SymbolicCharacter
from supple.errors import InputError, UnknownNameError
from supple.spacetime.contact import Coulomb
from supple.spacetime.goals import Goal
from supple.spacetime.phases import Fly, Phase, Seconds, Stand

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot

LANDINGS = {"soft": 0.45, "natural": 0.55, "hard": 0.72}
"""Blow on the base at touchdown, as a share of the momentum M g t/2 that a flight of t seconds falls with."""
FRICTION, SUPPORT = 0.9, 0.8
"""Of a rubber sole, and the share of it that carries."""
PUSH_OFF, FOLLOW_THROUGH = 2.9, 3.4
"""Seconds on the floor before and after, in T."""
FLIGHT = 1.26
"""Seconds in the air, in those of a jump at 45° by a point, √(2 d/g)."""
WEIGHTS = {
    "power": 0.1,
    "torque": 0.1,
    "torque rate": 0.03,
    "acceleration": 3e-3,
    "jerk": 5e-4,
    "contact rate": 1e-3,
    "posture": 0.15,
}
"""Of the squares of what is named, integrated over time; posture: how far the joints leave the pose of rest before
lift-off, so that nobody crouches more than the jump needs."""
SHARES = (0.31, 0.40, 0.29)
"""Of the samples: what happens in the air happens fast."""
LEAST = 0.25
"""A jump is timed as if it went at least so far, in H."""
STRETCHED = 0.85
"""Height of the center of mass at touchdown, as a share of standing: what squashes does so on the floor."""
LOAD = 4.0
"""Most that the floor bears after touchdown, in W."""
ASIDE = np.radians(50)
"""How far the gaze may leave the direction of travel in the air and after."""
TILT = 0.9
"""How far the base may tilt in the air [rad]."""
AHEAD = 0.3
"""How far it may be ahead of an even turn about the vertical, or behind [rad]."""
READY = 0.8
"""Share of the flight in which that turn is made."""
RISE = 0.05
"""Least upward acceleration of the sole when the floor is left in space [m/s²]."""
BRACE = 0.01
"""Weight of how far joint accelerations jump there, squared, in T⁻²."""
MARGIN = 0.01
"""How far parts other than the base keep from the floor [m]."""


@dataclass(frozen=True)
class Measure:
    """W [N], H [m] and g [m/s²] of a character, and what follows from them."""

    weight: float
    height: float
    gravity: float

    @classmethod
    def of(cls, shot: "Shot") -> "Measure":
        """Of a shot's character, as it stands."""
        return cls(shot.weight, shot.character.height, float(np.linalg.norm(shot.gravity)))

    @property
    def time(self) -> float:
        """T = √(H/g) [s]."""
        return float(np.sqrt(self.height / self.gravity))

    @property
    def torque(self) -> float:
        """W H [N m]."""
        return self.weight * self.height


def flight(to: Array, tall: float, gravity: float) -> float:
    """Seconds that a jump to a place is in the air."""
    far = max(float(np.hypot(to[0], to[2])) + 2 * max(to[1], 0.0), LEAST * tall)
    return FLIGHT * float(np.sqrt(2 * far / gravity))


def phases(
    character: SymbolicCharacter,
    to: Array,
    turn: float,
    gravity: float,
    seconds: "tuple[Seconds, ...] | None",
    samples: int,
) -> list[Phase]:
    """Push off, fly, follow through."""
    tall = character.height
    unit = float(np.sqrt(tall / gravity))
    first, air, last = seconds or (PUSH_OFF * unit, flight(to, tall, gravity), FOLLOW_THROUGH * unit)
    friction = Coulomb(FRICTION, SUPPORT)
    before, aloft, after = (max(3, round(share * samples)) for share in SHARES)
    return [
        Stand(at=(0, 0, 0), seconds=first, samples=before, friction=friction, name="push-off"),
        Fly(seconds=air, samples=aloft, name="flight"),
        Stand(at=to, turn=turn, seconds=last, samples=after, friction=friction, name="landing"),
    ]


def ask(shot: "Shot", landing: "str | float | None", *, timed: bool) -> Callable[[], None]:
    """What and how of a jump, on a shot of its three phases; gives what is to be done when the goal moves.

    `timed`: the flight lasts as long as its distance wants.
    """
    unit = Measure.of(shot)
    _poses(shot)
    _clearances(shot)
    blow = _landing(shot, landing, unit)
    _gaze(shot)
    _effort(shot, unit)

    def adapt() -> None:
        if timed:
            shot.timeline.phases[1].seconds = flight(shot.to, unit.height, unit.gravity)
        if blow is not None and isinstance(landing, str):
            blow.move(impulse(shot, landing))

    return adapt


def _poses(shot: "Shot") -> None:
    """At rest, in the pose of rest, at both ends. The base stands by itself."""
    joints = dict.fromkeys(shot.resources.coordinates[len(shot.resources.root) :], 0.0)
    for end in ("start", "end"):
        shot.pose(shot.character.rest_pose, at=end, name=f"pose at the {end}")
        shot.velocity(joints, at=end, name=f"still at the {end}")


def _clearances(shot: "Shot") -> None:
    """Parts keep clear of each other and of the floor; the base in the air, and not on its head."""
    character = shot.character
    if len(character.keep_out):
        shot.require(lambda s: s.clearance, at_least=0.0, name="parts keep clear", unit="m")
    parts = [p for p in character.floor_points if p not in shot.resources.base.points]
    if parts:
        shot.require(lambda s: _heights(s, parts), at_least=MARGIN, name="parts above the floor", unit="m")
    inside = ("flight", 0.01, 0.99)
    shot.require(
        lambda s: _sole(s, shot.resources.base.points),
        at_least=0.0,
        during=inside,
        name="base above the floor",
        unit="m",
    )
    names = shot.resources.coordinates
    tilts = [i for i in shot.resources.root if names[i] in ("turn", "pitch", "roll")]
    shot.require(
        lambda s: s.q[tilts],
        at_least=-TILT,
        at_most=TILT,
        during=inside,
        name="base stays upright",
        unit="rad",
    )
    if "yaw" in names:
        shot.require(
            lambda s: ca.jtimes(_sole(s, shot.resources.base.points), s.q, s.a),
            at_least=RISE,
            at=("flight", 0.0),
            name="base leaves the floor",
            unit="m/s²",
        )
        shot.require(
            lambda s: s.angle("yaw") - turned(shot, s.phase, s.share),
            at_least=-AHEAD,
            at_most=AHEAD,
            during=inside,
            name="base turns evenly",
            unit="rad",
        )


def _heights(sample: Any, points: "list[str] | tuple[str, ...]") -> Any:
    return ca.vertcat(*(sample.point(name)[1] for name in points))


def _sole(sample: Any, points: "tuple[str, ...]") -> Any:
    """Heights of the ends of the base; in space, where it is round, of the corners of an octagon around its rim."""
    ends = _heights(sample, points)
    if len(points) < 4:
        return ends
    front, back, left, right = ca.vertsplit(ends)
    along, aside, middle = (front - back) / 2, (left - right) / 2, ca.sum1(ends) / 4
    eighths = np.arange(8) * np.pi / 4
    return middle + (np.cos(eighths) * along + np.sin(eighths) * aside) / np.cos(np.pi / 8)


def _landing(shot: "Shot", landing: "str | float | None", unit: Measure) -> Goal | None:
    """Stretched when the base touches, a blow of the size asked for, and then no more than the floor's load."""
    character = shot.character
    standing = float(character.lagrangian.center_of_mass(character.rest_pose, shot.parameters)[1])
    ground = float(finite(shot.to, "to", (3,))[1])
    shot.require(
        lambda s: s.center[1],
        at_least=ground + STRETCHED * standing,
        at=("flight", 1.0),
        name="lands stretched",
        unit="m",
    )
    shot.require(
        lambda s: s.force[1], at_most=LOAD * unit.weight, during="landing", name="load of the floor", unit="N"
    )
    if landing is None:
        return None
    blow = impulse(shot, landing)
    return shot.require(lambda s: s.impulse[1], equal=blow, at="landing", name="landing", unit="N s")


def impulse(shot: "Shot", landing: "str | float") -> float:
    """The blow that is asked for [N s]: by name, or the number itself."""
    if isinstance(landing, str):
        if landing not in LANDINGS:
            raise UnknownNameError("landing", landing, LANDINGS)
        return LANDINGS[landing] * shot.weight * shot.timeline.phases[1].guess / 2
    blow = float(finite(landing, "landing"))
    if blow < 0:
        raise InputError(
            f"landing={blow} N s: the floor pushes upward; give a positive number or {', '.join(LANDINGS)}"
        )
    return blow


def _gaze(shot: "Shot") -> None:
    """In the air and after, the gaze keeps near the way: of travel, or from the old to the new heading."""
    gaze = shot.character.gaze
    if gaze is None or not way(shot, 1, 0.0).any():
        return
    eye, ahead = gaze

    def along(s: Any) -> Any:
        sight = s.point(ahead) - s.point(eye)
        return ca.dot(way(shot, s.phase, s.share), sight) / ca.norm_2(sight)

    shot.require(along, at_least=np.cos(ASIDE), during=("flight", "landing"), name="looks ahead")


def way(shot: "Shot", phase: int, share: float) -> Array:
    """Where to look (3,), when so much of a phase has passed: as far as it has turned, or else ahead."""
    yaw = turned(shot, phase, share)
    if turned(shot, 2, 0.0):
        return np.array([np.cos(yaw), 0.0, -np.sin(yaw)])
    level = shot.to * (1.0, 0.0, 1.0)
    return np.asarray(level / (np.linalg.norm(level) or 1.0))


def turned(shot: "Shot", phase: int, share: float) -> float:
    """How far a jump in space has turned about the vertical [rad]: evenly in the air, and in time for the landing."""
    landing = shot.timeline.phases[-1]
    if "yaw" not in shot.resources.coordinates or not isinstance(landing, Stand):
        return 0.0
    return float(landing.turn * (min(share / READY, 1.0) if phase == 1 else phase > 1))


def _effort(shot: "Shot", unit: Measure) -> None:
    """Little power, little force, and both change smoothly."""
    torque, joints = unit.torque, list(shot.resources.muscles.joints)
    moving = joints + [i for i, k in enumerate(shot.resources.coordinates) if k in ("yaw", "pitch", "roll")]
    flow = unit.time / torque
    shot.minimize(lambda s: ca.sumsqr(s.tau * s.joint_rates) * flow**2, weight=WEIGHTS["power"], name="power")
    shot.minimize(lambda s: ca.sumsqr(s.tau) / torque**2, weight=WEIGHTS["torque"], name="torque")
    shot.minimize(
        lambda s, n: ca.sumsqr((n.tau - s.tau) / s.step) * flow**2,
        weight=WEIGHTS["torque rate"],
        name="torque rate",
    )
    shot.minimize(
        lambda s: ca.sumsqr(s.a[moving]) * unit.time**4,
        weight=WEIGHTS["acceleration"],
        name="acceleration",
    )
    shot.minimize(
        lambda s, n: ca.sumsqr((n.a[moving] - s.a[moving]) / s.step) * unit.time**6,
        weight=WEIGHTS["jerk"],
        name="jerk",
    )
    if "yaw" in shot.resources.coordinates:
        shot.minimize(jolt=BRACE * unit.time**4, at="flight")
    rest = shot.character.rest_pose[joints]
    shot.minimize(
        lambda s: ca.sumsqr(s.q[joints] - rest), weight=WEIGHTS["posture"], during="push-off", name="posture"
    )
    axes = 2 if len(shot.resources.root) == 3 else 3
    wrench = unit.weight * np.repeat([1.0, unit.height], [axes, len(shot.resources.root) - axes])
    for phase in ("push-off", "landing"):
        shot.minimize(
            lambda s, n: ca.sumsqr((n.contact - s.contact) / wrench / s.step) * unit.time**2,
            weight=WEIGHTS["contact rate"],
            during=phase,
            name="contact rate",
        )
