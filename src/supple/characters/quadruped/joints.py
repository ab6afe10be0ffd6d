"""Where the joints of a horse are [m], 1.55 m high at the withers, facing +Z with the left at +X."""

import numpy as np

from supple.arrays import Array
from supple.characters.rig import Bone, sided
from supple.scene import Joint
from supple.scene.joint import X

WITHERS = 1.55
BALL = Joint("ball")
PITCH = X
BACK: tuple[float, float, float] = (-1.0, 0.0, 0.0)
"""Axis of joints that fold the other way."""


def _point(x: float, y: float, z: float) -> Array:
    return np.array([x, y, z])


PLACES = {
    "hips": _point(0, 1.30, -0.50),
    "spine": _point(0, 1.33, -0.22),
    "chest": _point(0, 1.31, 0.14),
    "neck": _point(0, 1.34, 0.47),
    "neck.upper": _point(0, 1.60, 0.72),
    "head": _point(0, 1.855, 0.885),
    "muzzle": _point(0, 1.585, 1.245),
    "ear.L": _point(0.048, 1.935, 0.880),
    "ear.tip.L": _point(0.066, 2.085, 0.905),
    "tail": _point(0, 1.375, -0.775),
    "tail.2": _point(0, 1.245, -0.905),
    "tail.3": _point(0, 0.98, -0.965),
    "tail.tip": _point(0, 0.58, -0.95),
    "shoulder.L": _point(0.105, 1.42, 0.30),
    "arm.L": _point(0.150, 1.10, 0.545),
    "elbow.L": _point(0.160, 0.935, 0.385),
    "wrist.L": _point(0.160, 0.530, 0.425),
    "fetlock.front.L": _point(0.160, 0.225, 0.412),
    "hoof.front.L": _point(0.160, 0.098, 0.468),
    "toe.front.L": _point(0.160, 0.012, 0.530),
    "leg.L": _point(0.130, 1.16, -0.52),
    "knee.L": _point(0.170, 0.920, -0.330),
    "hock.L": _point(0.160, 0.605, -0.680),
    "fetlock.hind.L": _point(0.160, 0.245, -0.640),
    "hoof.hind.L": _point(0.160, 0.102, -0.578),
    "toe.hind.L": _point(0.160, 0.012, -0.520),
}


def _hinge(axis: tuple[float, float, float], low: float, high: float) -> Joint:
    return Joint("hinge", axis, (low, high))


ELBOW, WRIST, FETLOCK, HOOF = (
    _hinge(BACK, -0.5, 1.4),
    _hinge(PITCH, -0.1, 1.8),
    _hinge(PITCH, -1.1, 1.2),
    _hinge(PITCH, -0.8, 0.8),
)
STIFLE, HOCK = _hinge(PITCH, -0.6, 1.3), _hinge(BACK, -0.5, 1.5)


def bones() -> list[Bone]:
    """Both sides, parents first; ends without a joint shape the weights."""
    p = PLACES
    middle = [
        Bone("hips", None, p["hips"], Joint("free"), thick=0.22),
        Bone("spine", "hips", p["spine"], BALL, thick=0.30, bend=0.20),
        Bone("chest", "spine", p["chest"], BALL, thick=0.26, bend=0.20),
        Bone("neck", "chest", p["neck"], BALL, thick=0.17, bend=0.14, half=True),
        Bone("neck.upper", "neck", p["neck.upper"], BALL, thick=0.13, bend=0.14, half=True),
        Bone("head", "neck.upper", p["head"], BALL, thick=0.11, bend=0.08, half=True),
        Bone("muzzle", "head", p["muzzle"]),
        Bone("tail", "hips", p["tail"], BALL, thick=0.05, bend=0.05),
        Bone("tail.2", "tail", p["tail.2"], BALL, thick=0.07, bend=0.08),
        Bone("tail.3", "tail.2", p["tail.3"], BALL, thick=0.07, bend=0.10),
        Bone("tail.tip", "tail.3", p["tail.tip"]),
    ]
    left = [
        Bone("ear.L", "head", p["ear.L"], BALL, thick=0.03, bend=0.025),
        Bone("ear.tip.L", "ear.L", p["ear.tip.L"]),
        Bone("shoulder.L", "chest", p["shoulder.L"], BALL, thick=0.09),
        Bone("arm.L", "shoulder.L", p["arm.L"], BALL, thick=0.10),
        Bone("elbow.L", "arm.L", p["elbow.L"], ELBOW, thick=0.08, half=True),
        Bone("wrist.L", "elbow.L", p["wrist.L"], WRIST, thick=0.045, bend=0.062, half=True),
        Bone("fetlock.front.L", "wrist.L", p["fetlock.front.L"], FETLOCK, thick=0.04, bend=0.05, half=True),
        Bone("hoof.front.L", "fetlock.front.L", p["hoof.front.L"], HOOF, thick=0.05, bend=0.03),
        Bone("toe.front.L", "hoof.front.L", p["toe.front.L"]),
        Bone("leg.L", "hips", p["leg.L"], BALL, thick=0.13, half=True),
        Bone("knee.L", "leg.L", p["knee.L"], STIFLE, thick=0.10, bend=0.13, half=True),
        Bone("hock.L", "knee.L", p["hock.L"], HOCK, thick=0.05, bend=0.075, half=True),
        Bone("fetlock.hind.L", "hock.L", p["fetlock.hind.L"], FETLOCK, thick=0.04, bend=0.05, half=True),
        Bone("hoof.hind.L", "fetlock.hind.L", p["hoof.hind.L"], HOOF, thick=0.05, bend=0.03),
        Bone("toe.hind.L", "hoof.hind.L", p["toe.hind.L"]),
    ]
    return sided([*middle, *left])
