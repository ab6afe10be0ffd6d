"""A horse's neck and head as soft solids [m]."""

import numpy as np

from supple.arrays import Array
from supple.characters.quadruped.joints import PLACES
from supple.scene.sculpt import Clay

EYE = np.array([0.0760, 1.790, 1.000])
EYE_RADIUS = 0.0225
HEAD = PLACES["head"]
ALONG_HEAD = (PLACES["muzzle"] - HEAD) / np.linalg.norm(PLACES["muzzle"] - HEAD)
FACE: Array = np.array([0.0, ALONG_HEAD[2], -ALONG_HEAD[1]])
"""Out of the forehead."""


def on_head(along: float, out: float, side: float = 0.0) -> Array:
    """A point by how far it is from the poll toward the muzzle, above the middle of the head, and to the left [m]."""
    return np.asarray(HEAD + along * ALONG_HEAD + out * FACE + np.array([side, 0.0, 0.0]))


def neck_and_head() -> Clay:
    """From the shoulders to muzzle and ears."""
    p = PLACES
    clay = Clay()
    clay.add(
        (0, 1.29, 0.42),
        p["neck.upper"],
        radius=(0.135, 0.17, 0.235),
        end_radius=(0.095, 0.12, 0.165),
        blend=0.14,
    )
    clay.add(
        p["neck.upper"],
        HEAD + (0, -0.005, -0.015),
        radius=(0.095, 0.12, 0.165),
        end_radius=(0.070, 0.07, 0.100),
        blend=0.05,
    )
    clay.add(
        on_head(0.02, -0.035),
        on_head(0.25, -0.010),
        radius=(0.078, 0.075, 0.112),
        end_radius=(0.056, 0.06, 0.082),
        front=FACE,
        blend=0.05,
    )
    clay.add(
        on_head(0.25, -0.010),
        on_head(0.400, -0.006),
        radius=(0.056, 0.06, 0.080),
        end_radius=(0.049, 0.050, 0.058),
        front=FACE,
        blend=0.03,
    )
    clay.add(on_head(0.11, -0.085, 0.022), radius=(0.047, 0.085, 0.075), blend=0.05, mirror=True)
    clay.add(on_head(0.425, 0.004), radius=(0.055, 0.050, 0.055), blend=0.03)
    clay.add(on_head(0.440, -0.045), radius=(0.036, 0.030, 0.034), blend=0.02)
    clay.add(
        on_head(0.10, 0.045, 0.052),
        on_head(0.18, 0.045, 0.046),
        radius=0.026,
        end_radius=0.014,
        blend=0.04,
        mirror=True,
    )
    clay.add(EYE - (0.0135, 0, 0), radius=EYE_RADIUS, blend=0.003, mirror=True)
    lid = EYE + (-0.006, 0.019, -0.004)
    clay.add(lid + (0, -0.004, -0.020), lid, radius=0.008, blend=0.010, mirror=True)
    clay.add(lid, lid + (0.0, -0.006, 0.020), radius=0.008, blend=0.010, mirror=True)
    clay.add(
        on_head(0.445, 0.028, 0.040),
        on_head(0.425, 0.040, 0.034),
        radius=0.010,
        blend=0.010,
        carve=True,
        mirror=True,
    )
    ear, tip = p["ear.L"], p["ear.tip.L"]
    clay.add(
        ear - (0.004, 0.02, 0),
        ear + 0.4 * (tip - ear),
        radius=0.027,
        end_radius=(0.030, 0.03, 0.024),
        blend=0.02,
        mirror=True,
    )
    clay.add(
        ear + 0.4 * (tip - ear), tip, radius=(0.030, 0.03, 0.024), end_radius=0.007, blend=0.006, mirror=True
    )
    clay.add(
        ear + (0.010, 0.055, 0.026),
        ear + (0.014, 0.125, 0.024),
        radius=(0.016, 0.02, 0.016),
        end_radius=0.006,
        blend=0.008,
        carve=True,
        mirror=True,
    )
    return clay
