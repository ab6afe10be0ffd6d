"""Where the joints of a human are, at a height of 1.75 m, facing +Z with the left at +X and the arms a little raised.

Lengths are shares of the height as measured on people (Drillis & Contini 1966, after Winter, "Biomechanics and
Motor Control of Human Movement"): ankle 0.039, knee 0.285, hip 0.530, shoulder 0.818, upper arm 0.186, forearm 0.146,
hand 0.108, foot 0.152.
"""

import numpy as np

from supple.arrays import Array
from supple.scene.joint import Axis, Joint, X

HEIGHT = 1.75
UPPER_ARM, FOREARM, HAND = 0.186 * HEIGHT, 0.146 * HEIGHT, 0.108 * HEIGHT


def _point(x: float, y: float, z: float) -> Array:
    return np.array([x, y, z])


def _unit(x: float, y: float, z: float) -> Array:
    v = _point(x, y, z)
    return np.asarray(v / np.linalg.norm(v))


ALONG_ARM, ALONG_FOREARM, ALONG_HAND = (
    _unit(0.70, -0.71, -0.02),
    _unit(0.66, -0.74, 0.13),
    _unit(0.62, -0.77, 0.16),
)
SHOULDER = _point(0.176, 0.806 * HEIGHT, -0.022)
ELBOW = SHOULDER + UPPER_ARM * ALONG_ARM
WRIST = ELBOW + FOREARM * ALONG_FOREARM
PALM = np.cross(ALONG_HAND, _unit(0.0, 0.2, 1.0))
PALM = PALM / np.linalg.norm(PALM)
"""Out of the palm."""
ACROSS = np.cross(PALM, ALONG_HAND)
"""From the little finger to the index."""


def axis(v: Array) -> Axis:
    """The direction of a vector."""
    x, y, z = (float(c) for c in v / np.linalg.norm(v))
    return x, y, z


ELBOW_JOINT = Joint("hinge", axis(np.cross(ALONG_ARM, [0.0, 0.0, 1.0])), (0.0, 2.6))
KNEE_JOINT = Joint("hinge", X, (0.0, 2.6))
PLACES = {
    "hips": _point(0, 0.545 * HEIGHT, -0.005),
    "spine": _point(0, 1.045, -0.012),
    "chest": _point(0, 1.195, -0.022),
    "neck": _point(0, 1.468, -0.028),
    "head": _point(0, 1.545, -0.012),
    "shoulder.L": _point(0.03, 1.43, -0.01),
    "arm.L": SHOULDER,
    "elbow.L": ELBOW,
    "hand.L": WRIST,
    "leg.L": _point(0.088, 0.53 * HEIGHT, -0.003),
    "knee.L": _point(0.094, 0.285 * HEIGHT, 0.004),
    "foot.L": _point(0.097, 0.046 * HEIGHT, -0.022),
    "toes.L": _point(0.106, 0.022, 0.105),
}
"""Joints of the middle and of the left side, in the world [m]."""
FINGERS = {
    "index": (0.030, 0.088, 0.078, 0.0088),
    "middle": (0.0105, 0.092, 0.086, 0.0090),
    "ring": (-0.0095, 0.088, 0.079, 0.0086),
    "little": (-0.028, 0.080, 0.062, 0.0076),
}
"""Of each finger: across the hand, from the wrist to its knuckle, its length and its radius [m]."""


def finger(name: str) -> tuple[Array, Array, Array, float]:
    """Knuckle, middle joint and tip of a finger of the left hand, and its radius [m]."""
    across, root, length, radius = FINGERS[name]
    knuckle = WRIST + root * ALONG_HAND + across * ACROSS + 0.002 * PALM
    spread = ALONG_HAND + 2.6 * across * ACROSS + 0.05 * PALM
    bent = ALONG_HAND + 1.6 * across * ACROSS + 0.40 * PALM
    middle = knuckle + 0.5 * length * spread / np.linalg.norm(spread) + 0.004 * PALM
    return knuckle, middle, middle + 0.5 * length * bent / np.linalg.norm(bent), radius


def thumb() -> tuple[Array, Array, Array]:
    """Root, middle joint and tip of the left thumb [m]."""
    root = WRIST + 0.026 * ALONG_HAND + 0.026 * ACROSS + 0.010 * PALM
    middle = root + 0.030 * ALONG_HAND + 0.026 * ACROSS + 0.010 * PALM
    return root, middle, middle + 0.034 * ALONG_HAND + 0.010 * ACROSS + 0.004 * PALM
