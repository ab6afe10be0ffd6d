"""The human's body and clothes as soft solids [m], and how fine their surface is."""

import numpy as np

from supple.arrays import Array
from supple.characters.human import joints
from supple.characters.human.arms import hands, neck_and_arms
from supple.characters.human.head import EYE, hair, head
from supple.characters.human.joints import ALONG_ARM, PLACES, SHOULDER, WRIST
from supple.scene.sculpt import Clay

FINEST = 0.0025
SLEEVE = SHOULDER + 0.180 * ALONG_ARM
HEM = PLACES["foot.L"] + (0, 0.020, 0.0)
WAIST = 0.972


def body() -> dict[str, Clay]:
    """What is worn and what is bare, each a piece of clay, in the order in which they are joined."""
    return {
        "trousers": _trousers(),
        "shirt": _shirt(),
        "skin": Clay.of(neck_and_arms(), hands(), head()),
        "hair": hair(),
        "shoes": _shoes(),
    }


def cells(points: Array) -> Array:
    """How large a cell of the surface may be at points (n, 3) [m]: fine at eyes and mouth, face and hands."""
    at = np.stack([np.abs(points[:, 0]), points[:, 1], points[:, 2]], axis=1)
    x, y, z = at.T
    found = np.full(len(points), 8 * FINEST)
    hem = (np.abs(_along(at, SLEEVE, ALONG_ARM)) < 0.016) & (x > 0.2) | (np.abs(y - HEM[1]) < 0.016)
    belt = (np.abs(y - WAIST) < 0.015) & (x < 0.3)
    found[(y < 0.10) | (y > 1.50) | ((x < 0.09) & (y > 1.44))] = 4 * FINEST
    hand = np.linalg.norm(at - WRIST - 0.09 * joints.ALONG_HAND, axis=1) < 0.125
    ear = (x > 0.068) & (np.abs(y - 1.63) < 0.04) & (np.abs(z + 0.005) < 0.04)
    found[
        hand
        | ear
        | hem
        | belt
        | ((np.abs(y - 0.02) < 0.008) & (y < 0.1))
        | ((y > 1.535) & (z > 0.06))
        | ((y > 1.69) & (z > -0.02))
    ] = 2 * FINEST
    eye = np.linalg.norm(at - EYE - (0.002, 0.006, 0), axis=1) < 0.032
    mouth = (np.abs(y - 1.572) < 0.013) & (x < 0.030) & (z > 0.06)
    nose = (np.abs(y - 1.600) < 0.014) & (x < 0.020) & (z > 0.085)
    found[eye | mouth | nose] = FINEST
    return found


def _along(points: Array, origin: Array, axis: Array) -> Array:
    return np.asarray((points - origin) @ axis)


def _shirt() -> Clay:
    clay = Clay()
    clay.add(
        (0, WAIST, -0.010),
        (0, 1.11, -0.006),
        radius=(0.156, 0.010, 0.116),
        end_radius=(0.133, 0.07, 0.100),
        blend=0.012,
    )
    clay.add((0, 1.262, -0.020), radius=(0.150, 0.180, 0.112), blend=0.08)
    clay.add((0.066, 1.320, 0.026), radius=(0.078, 0.070, 0.052), blend=0.06, mirror=True)
    clay.add((0.080, 1.36, -0.072), radius=(0.075, 0.09, 0.045), blend=0.06, mirror=True)
    clay.add(
        (0.022, 1.440, -0.026), SHOULDER + (-0.02, 0.012, 0), radius=(0.046, 0.05, 0.050), end_radius=0.046,
        blend=0.06, mirror=True,
    )  # fmt: skip
    clay.add(
        SHOULDER,
        SLEEVE,
        radius=(0.054, 0.045, 0.059),
        end_radius=(0.056, 0.009, 0.059),
        blend=0.05,
        mirror=True,
    )
    clay.add((0, 1.500, -0.022), radius=(0.062, 0.034, 0.062), blend=0.010, carve=True)
    return clay


def _trousers() -> Clay:
    leg, knee = PLACES["leg.L"], PLACES["knee.L"]
    clay = Clay()
    clay.add((0, 0.945, -0.012), radius=(0.150, 0.080, 0.106))
    clay.add((0.070, 0.895, -0.052), radius=(0.080, 0.074, 0.068), blend=0.05, mirror=True)
    clay.add(
        leg + (-0.002, -0.03, 0), knee, radius=(0.088, 0.08, 0.094), end_radius=(0.053, 0.05, 0.056), blend=0.035,
        mirror=True,
    )  # fmt: skip
    clay.add(
        knee, HEM, radius=(0.048, 0.05, 0.050), end_radius=(0.055, 0.009, 0.062), blend=0.04, mirror=True
    )
    clay.add(knee + (0.004, -0.115, -0.022), radius=(0.051, 0.13, 0.050), blend=0.04, mirror=True)
    return clay


def _shoes() -> Clay:
    clay = Clay()
    clay.add((0.098, 0.052, -0.032), radius=(0.037, 0.048, 0.046), mirror=True)
    clay.add(
        (0.097, 0.032, -0.045), (0.108, 0.026, 0.120), radius=(0.036, 0.034, 0.038), end_radius=(0.046, 0.030, 0.044),
        front=(0, 1, 0), blend=0.03, mirror=True,
    )  # fmt: skip
    clay.add(
        (0.100, 0.06, 0.0), (0.105, 0.040, 0.09), radius=0.035, end_radius=0.028, blend=0.03, mirror=True
    )
    clay.add((0.110, 0.024, 0.152), radius=(0.042, 0.030, 0.044), blend=0.02, mirror=True)
    clay.add(
        (0.098, 0.008, -0.050),
        (0.111, 0.008, 0.150),
        radius=(0.039, 0.034, 0.012),
        end_radius=(0.050, 0.046, 0.012),
        front=(0, 1, 0),
        blend=0.014,
        mirror=True,
    )
    clay.add((0, -5000, 0), radius=5000, blend=0.009, carve=True)
    return clay
