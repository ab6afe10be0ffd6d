"""A jump, keyed on a human: it gathers itself, crouches, stretches, flies, lands and settles.

The pelvis is keyed with the velocity that it leaves the floor with; in the air it flies as a stone does. It begins in
a step, standing on the left foot, so that a walk can go over into it.
"""

from math import radians
from typing import Any

import numpy as np

import supple
from supple.arrays import Array
from supple.demos.stepping import BALL, Stance, legs, on_ball
from supple.demos.walking import OUT, hanging
from supple.motion import Clip, Track
from supple.scene import Figure
from supple.spatial import from_euler, rotate

GRAVITY = 9.81
STEPPED, LOW, OFF, LANDED, SOFT, UP, SECONDS = 0.42, 0.86, 1.12, 1.58, 1.84, 2.3, 3.0
"""When the right foot comes alongside, the crouch is deepest, it leaves, lands, has given way, stands again [s]."""
FAR, WIDE, FPS = 1.05, 0.085, 30
"""How far the feet jump, how far they are from the middle [m], and how often legs are keyed [1/s]."""
FROM, TO = (1.012, 0.23), (0.93, 0.95)
"""Height and place of the pelvis as it leaves the floor and as it lands [m]."""
RISE = (TO[0] - FROM[0] + GRAVITY * (LANDED - OFF) ** 2 / 2) / (LANDED - OFF)
"""How fast it rises as it leaves [m/s]."""
SPEED = (TO[1] - FROM[1]) / (LANDED - OFF)
"""How fast it goes forward in the air [m/s]."""


def path(keys: dict[float, float], slopes: dict[float, float]) -> Track:
    """Through keys, with the velocities that are known; at rest at both ends."""
    return supple.keys(keys, interpolate="hermite", slopes={min(keys): 0.0, max(keys): 0.0} | slopes)


HEIGHT = path(
    {0: 0.935, 0.2: 0.94, STEPPED: 0.92, 0.76: 0.68, LOW: 0.66, OFF: FROM[0], LANDED: TO[0], SOFT: 0.67, UP: 0.935,
     2.55: 0.928, SECONDS: 0.93},
    {LOW: 0.0, OFF: RISE, LANDED: RISE - GRAVITY * (LANDED - OFF), SOFT: 0.0, UP: 0.0},
)  # fmt: skip
"""Of the pelvis [m]."""
ALONG = path(
    {0: -0.02, STEPPED: 0.03, LOW: -0.09, OFF: FROM[1], LANDED: TO[1], SOFT: 1.0, UP: 1.07, SECONDS: 1.055},
    {0: 0.5, LOW: 0.0, OFF: SPEED, LANDED: SPEED, SOFT: 0.12, UP: 0.0},
)
"""The way of the pelvis, from where the left foot stands [m]."""
LEAN = path(
    {0: 3, STEPPED: 4, LOW: 34, OFF: 8, 1.32: 12, LANDED: 14, SOFT: 36, UP: 0, 2.55: 4, SECONDS: 3},
    {LOW: 0.0},
)
"""How far the pelvis is pitched [degrees]."""
CHEST = path(
    {0: 3, STEPPED: 3, 0.9: 22, OFF: -10, 1.35: 8, LANDED: 8, 1.92: 26, 2.38: -4, SECONDS: 3}, {0.9: 0.0}
)
"""How far the back is bent, a little later than the pelvis [degrees]."""
ARMS = path(
    {
        0: 12,
        STEPPED: -8,
        0.8: 52,
        0.9: 56,
        OFF: -95,
        1.25: -135,
        LANDED: -80,
        1.8: 10,
        2.05: 34,
        2.45: -9,
        SECONDS: 2,
    },
    {0.9: 0.0, 1.25: 0.0},
)
"""How far the arms are back: they are thrown up, and come down after the body has [degrees]."""
ELBOWS = path(
    {0: 18, STEPPED: 24, 0.86: 12, 1.04: 40, OFF: 32, 1.3: 14, LANDED: 26, SOFT: 30, 2.2: 12, SECONDS: 13},
    {0.86: 0.0},
)
"""How far the elbows are bent [degrees]."""
HEELS = path({0: 0, LOW - 0.02: 0, 1.02: 26, OFF: 64}, {LOW - 0.02: 0.0, OFF: 250.0})
"""How far the feet stand on their balls before they leave [degrees]."""
FEET = path({OFF: 64, 1.26: 50, 1.45: -2, LANDED: 12, 1.66: 0, SECONDS: 0}, {OFF: 100.0, 1.66: 0.0})
"""How far they are pitched in the air and as they land, on their balls first [degrees]."""


def jump(figure: Figure) -> Clip:
    """The jump as a clip; it begins on the left foot, whose ankle is at z = 0, and goes along z."""
    jumper = Figure(figure.root, joints=figure.joints.values(), scene=figure.scene_of(), name="jumper")
    for frame in range(round(SECONDS * FPS) + 1):
        jumper.key(frame / FPS, pose(jumper, frame / FPS), interpolate="cubic")
    clip = jumper.clip.copy()
    clip["notes"] = supple.keys(
        {STEPPED: "gathered", LOW: "crouch", OFF: "take-off", (OFF + LANDED) / 2: "flight", LANDED: "landing",
         SOFT: "gives way", UP: "rises", SECONDS: "settled"}
    )  # fmt: skip
    return clip


def pose(figure: Figure, t: float) -> dict[str, Any]:
    """The whole figure at a time."""
    across = 0.03 * max(0.0, 1 - t / STEPPED) ** 2
    lean, bent = float(LEAN(t)), float(CHEST(t))
    pelvis = np.array([across, float(HEIGHT(t)), float(ALONG(t)), 0.0, radians(lean), 0.0])
    values = legs(figure, pelvis, {"L": foot(t, 1.0), "R": foot(t, -1.0)})
    values |= {
        "spine": supple.degrees(0.45 * bent, 0, 0),
        "chest": supple.degrees(0.55 * bent, 0, 0),
        "neck": supple.degrees(-0.3 * (lean + bent), 0, 0),
        "head": supple.degrees(-0.35 * (lean + bent), 0, 0),
    }
    for letter, late in (("L", 0.0), ("R", 0.025)):
        back = float(ARMS(max(t - late, 0)))
        values |= hanging(letter, back=back - bent, aside=6 + 0.06 * abs(back), bent=float(ELBOWS(t)))
    return values


def foot(t: float, side: float) -> Stance:
    """A foot: it stands, rolls over its ball, is drawn up in the air, and lands flat."""
    stands = np.array([side * WIDE, 0.0805, 0.0])
    if t < STEPPED and side < 0:
        return _stepping(t, stands)
    turn = from_euler([side * OUT, 0, 0], "YXZ")
    ball = (stands + rotate(turn, BALL * (side, 1, 1))) * (1, 0, 1)
    if t <= OFF:
        return on_ball(ball, side, radians(max(float(HEELS(t)), 0.0)), OUT)
    if t >= LANDED:
        return on_ball(ball + (0, 0, FAR), side, radians(max(float(FEET(t)), 0.0)), OUT)
    left = on_ball(ball, side, radians(float(HEELS(OFF))), OUT).ankle
    lands = on_ball(ball + (0, 0, FAR), side, radians(float(FEET(LANDED))), OUT).ankle
    return Stance(_drawn_up(t, left, lands), radians(float(FEET(t))), OUT, _relaxed(t))


def _stepping(t: float, stands: Array) -> Stance:
    """The right foot comes from behind to stand beside the left."""
    u = t / STEPPED
    share = u * u * (3 - 2 * u)
    back = np.array([0.0, 0.12, -0.5])
    lift = np.array([0.0, 0.05 * np.sin(np.pi * u), 0.0])
    pitch = radians(48) * (1 - u) ** 2
    return Stance(stands + (1 - share) * back + lift, pitch, OUT, 0.6 * pitch * (1 - u))


def _drawn_up(t: float, left: Array, lands: Array) -> Array:
    """An ankle in the air: from where it left to where it lands, by way of under the body."""
    middle = (OFF + LANDED) / 2
    under = np.array([lands[0], float(HEIGHT(middle)) - 0.62, float(ALONG(middle)) - 0.16])
    way = supple.keys({OFF: left, middle: under, LANDED: lands}, interpolate="catmull-rom")
    return np.asarray(way(t))


def _relaxed(t: float) -> float:
    """The toes of a foot that has left the floor."""
    u = min((t - OFF) / 0.2, 1.0)
    return radians(float(HEELS(OFF))) * (1 - u) ** 2 + radians(10) * max(0.0, (t - LANDED + 0.1) / 0.1)
