"""A walk, keyed on a human: heel, ball, passing, up; what the other demos walk with.

Feet and pelvis are keyed over one cycle of two steps that begins as the left heel strikes; legs follow from them
(`stepping`). Arms swing against the legs, the chest turns against the pelvis, elbows and hands come later.
"""

from dataclasses import replace
from math import cos, radians, tau
from typing import Any

import numpy as np

import supple
from supple.arrays import Array
from supple.demos.stepping import BALL, HEEL, Stance, legs, on_ball, on_heel
from supple.motion import Clip, Track
from supple.scene import CameraMotion, Figure, Take
from supple.spatial import from_axis_angle, from_euler, multiply, rotate

SECONDS, STRIDE = 16 / 15, 1.2
"""How long a cycle takes [s], and how far it goes [m]."""
FRAMES, FPS = 32, 30
TRACK, OUT = 0.068, radians(7)
"""How far each foot is from the middle [m], and turned out [rad]."""
AHEAD = 0.275
"""How far ahead of the pelvis the ankle is when its heel strikes [m]."""
OFF = 0.62
"""The share of the cycle at which the toes leave the floor."""
PITCH = supple.keys(
    {0: radians(-18), 0.04: radians(-9), 0.09: 0, 0.35: 0, 0.44: radians(11), 0.52: radians(30), OFF: radians(60),
     0.7: radians(52), 0.79: radians(20), 0.88: radians(-6), 0.96: radians(-19), 1: radians(-18)},
    interpolate="monotone",
)  # fmt: skip
"""Of a foot over its cycle: heel strike, flat, heel off, toes off, passing, reach."""
SWING = supple.keys({OFF: 0, 0.68: 0.1, 0.8: 0.5, 0.92: 0.92, 1: 1}, interpolate="monotone")
"""Share of the way through the air."""
LIFT = supple.keys({OFF: 0, 0.71: 0.09, 0.8: 0.045, 0.9: 0.02, 1: 0}, interpolate="monotone")
"""Height of the ankle above the line between toes off and strike [m]."""
FOREARM, PALM = np.array([0.66, -0.74, 0.13]), 55.0
"""Along the left forearm at rest, and how far its palm is turned to the thigh [degrees]."""
DOWN, OVER = -0.034, -0.009
HEIGHT = supple.keys(
    {0.04: DOWN, 0.29: OVER, 0.54: DOWN, 0.79: OVER, 1.04: DOWN}, interpolate="cubic", ends="cyclic"
)
"""How far the pelvis is below where it stands, over the cycle [m]: down as a foot is loaded, up over it."""
CURL = {"index": 18, "middle": 24, "ring": 28, "little": 32}
"""How far relaxed fingers are bent [degrees]."""


def cycle(figure: Figure, height: Track = HEIGHT) -> Clip:
    """One cycle of the walk, in which the hips travel along z; `going_on="hips.position"` makes it go on."""
    before = figure.clip
    walker = Figure(figure.root, joints=figure.joints.values(), scene=figure.scene_of(), name="walker")
    for frame in range(-2, FRAMES + 3):
        walker.key(frame / FPS, pose(walker, frame / FRAMES, height), interpolate="cubic")
    keyed = walker.clip.each(lambda track: track.trim(0, SECONDS))
    return before.override(keyed) if len(before) else keyed


def steps(figure: Figure, seconds: float, height: Track = HEIGHT) -> Clip:
    """The walk for so many seconds, with a note for each heel that strikes."""
    clip = cycle(figure, height).cycle(going_on="hips.position").crop(0, seconds)
    clip["notes"] = supple.keys(strikes(seconds))
    return clip


def strikes(seconds: float) -> dict[float, str]:
    """Which heel strikes when [s]."""
    half = SECONDS / 2
    return {
        k * half: f"{('left', 'right')[k % 2]} heel strikes" for k in range(int(seconds / half + 1e-9) + 1)
    }


def pose(figure: Figure, phase: float, height: Track = HEIGHT) -> dict[str, Any]:
    """The whole figure at a share of the cycle, which may be below 0 and above 1."""
    feet = {"L": foot(phase, 1.0), "R": foot(phase - 0.5, -1.0, 0.5 * STRIDE)}
    values = legs(figure, pelvis(phase, height), feet)
    bowed = 160 * max(0.0, DOWN - float(height.cycle()(phase)))
    return values | body(phase, bowed) | arm("L", phase) | arm("R", phase - 0.5)


def wave(phase: float, late: float = 0.0) -> float:
    """1 at `late`, −1 half a cycle later."""
    return cos(tau * (phase - late))


def pelvis(phase: float, height: Track = HEIGHT) -> Array:
    """x, y, z [m], yaw, pitch, roll [rad]: up as it passes over a foot, over to that side, led by the forward leg."""
    up = 0.9538 + float(height.cycle()(phase))
    across, along = 0.024 * wave(phase, 0.29), STRIDE * phase + 0.012 * wave(2 * phase, 0.1)
    turns = np.radians([-6 * wave(phase), 3 + wave(2 * phase, 0.2), 3.5 * wave(phase, 0.16)])
    return np.array([across, up, along, *turns])


def foot(phase: float, side: float, start: float = 0.0) -> Stance:
    """A foot over its cycle, from where it first strikes [m] on."""
    count = int(np.floor(phase))
    u = phase - count
    flat = np.array([side * TRACK, -HEEL[1], start + AHEAD + STRIDE * count])
    if u >= OFF:
        return _swung(u, side, flat)
    pitch = float(PITCH(u))
    turn = from_euler([side * OUT, 0, 0], "YXZ")
    if pitch <= 0:
        return on_heel(flat + rotate(turn, HEEL), side, pitch, OUT)
    ball = flat + rotate(turn, BALL * (side, 1, 1))
    return on_ball(ball * (1, 0, 1), side, pitch, OUT)


def _swung(u: float, side: float, flat: Array) -> Stance:
    """Through the air, from where the toes left to where the heel strikes."""
    pitch, share = float(PITCH(u)), float(SWING(u))
    turn = from_euler([side * OUT, 0, 0], "YXZ")
    ball = flat + rotate(turn, BALL * (side, 1, 1))
    left = on_ball(ball * (1, 0, 1), side, float(PITCH(OFF)), OUT).ankle
    strikes = on_heel(flat + (0, 0, STRIDE) + rotate(turn, HEEL), side, float(PITCH(1)), OUT).ankle
    ankle = left + share * (strikes - left) + (0, float(LIFT(u)), 0)
    toes = float(PITCH(OFF)) * (0.5 + 0.5 * wave(min((u - OFF) / 0.2, 0.5)))
    return Stance(ankle, pitch, OUT, toes)


def body(phase: float, bowed: float = 0.0) -> dict[str, Any]:
    """The chest turns against the pelvis, a little later, and bows as it drops [degrees]; the head looks ahead."""
    yaw, roll = wave(phase, 0.02), wave(phase, 0.17)
    return {
        "spine": supple.degrees(1.5 + 0.5 * bowed, 6 * yaw, -2.0 * roll),
        "chest": supple.degrees(1.5 + wave(2 * phase, 0.25) + 0.6 * bowed, 7 * yaw, -2.5 * roll),
        "neck": supple.degrees(-2.5 - 0.3 * bowed, -3.5 * yaw, 0.6 * roll),
        "head": supple.degrees(-2.0 - 1.2 * wave(2 * phase, 0.3) - 0.3 * bowed, -3.5 * yaw, 0.4 * roll),
    }


def arm(letter: str, phase: float) -> dict[str, Any]:
    """Back as the leg of its side is ahead; the elbow bends as it comes forward, the hand trails."""
    back, ahead = wave(phase, 0.02), 0.5 - 0.5 * wave(phase, 0.08)
    values = hanging(letter, back=20 * back + 3, aside=1.5 * wave(2 * phase, 0.1), bent=13 + 22 * ahead)
    side = 1.0 if letter == "L" else -1.0
    trailing = from_euler(np.radians([0.0, 6 * wave(phase, 0.3), 0.0]), "YXZ")
    values[f"hand.{letter}"] = multiply(values[f"hand.{letter}"], trailing)
    return values | {f"shoulder.{letter}": supple.degrees(0, side * 3 * back, side * -3)}


def hanging(letter: str, *, back: float = 0.0, aside: float = 0.0, bent: float = 12.0) -> dict[str, Any]:
    """An arm that hangs with its palm to the thigh, and fingers a little curled [degrees]."""
    side = 1.0 if letter == "L" else -1.0
    found: dict[str, Any] = {
        f"arm.{letter}": supple.degrees(back, side * 14, side * (aside - 39)),
        f"elbow.{letter}": radians(bent),
        f"hand.{letter}": from_axis_angle(FOREARM * (1, side, side), radians(PALM)),
    }
    for finger, angle in CURL.items():
        found |= {f"{finger}.{letter}": radians(angle), f"{finger}.tip.{letter}": radians(angle + 4)}
    return found


def filmed(take: Take, eye: tuple[float, float, float], *, angle: float = 34.0) -> Take:
    """The take with a camera that goes evenly along with all hips, at `eye` [m] seen from between them."""
    hips = [node.name for node in take.scene.walk() if node.name.endswith("hips")]
    middle = np.mean([take.position(name) for name in hips], axis=0)
    calm = Track.sampled(take.times, middle * (1, 0, 1)).smooth(0.4)(take.times)
    center = calm + (0, 0.92, 0)
    still = np.zeros(len(center))
    return replace(take, camera=CameraMotion(center + eye, center, still, still + radians(angle)))
