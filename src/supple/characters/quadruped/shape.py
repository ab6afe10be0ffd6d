"""A horse's body as soft solids [m], and how fine their surface is."""

import numpy as np

from supple.arrays import Array
from supple.characters.quadruped.hair import CREST, hair
from supple.characters.quadruped.head import ALONG_HEAD, EYE, HEAD, neck_and_head, on_head
from supple.characters.quadruped.joints import PLACES
from supple.scene.sculpt import Clay

FINEST = 0.006
UP = (0.0, 1.0, 0.0)


def body() -> dict[str, Clay]:
    """The coat, mane and tail, and the hooves, in the order in which they are joined."""
    coat = Clay.of(_trunk(), _front(), _hind(), neck_and_head())
    return {"coat": coat, "mane": hair(coat), "hooves": _hooves()}


def cells(points: Array) -> Array:
    """How large a cell of the surface may be at points (n, 3) [m]: fine at head, mane, tail and legs."""
    at = np.stack([np.abs(points[:, 0]), points[:, 1], points[:, 2]], axis=1)
    y, z = at[:, 1], at[:, 2]
    found = np.full(len(points), 8 * FINEST)
    found[(y > 1.35) & (z > 0.2) | (z > 0.6) | (z < -0.72) | (y < 0.95)] = 4 * FINEST
    legs = y < 0.66
    head = np.linalg.norm(at - HEAD - 0.24 * ALONG_HEAD, axis=1) < 0.32
    hair = (at[:, 0] < 0.14) & (np.abs(y - _crest(z)) < 0.13) & (z > 0.33)
    found[legs | head | hair | (z < -0.80)] = 2 * FINEST
    eye = np.linalg.norm(at - EYE, axis=1) < 0.045
    nose = np.linalg.norm(at - on_head(0.43, 0.02, 0.035), axis=1) < 0.055
    ear = (y > 1.95) & (z > 0.8) & (at[:, 0] > 0.03)
    found[eye | nose | ear] = FINEST
    return found


def _crest(z: Array) -> Array:
    """The height of the mane's roots at z [m]."""
    table = np.array(CREST)
    return np.asarray(np.interp(z, table[:, 1], table[:, 0]))


def _trunk() -> Clay:
    clay = Clay()
    clay.add(
        (0, 1.225, -0.36),
        (0, 1.205, 0.30),
        radius=(0.225, 0.2, 0.265),
        end_radius=(0.215, 0.2, 0.275),
        front=UP,
    )
    clay.add((0, 1.115, -0.02), radius=(0.215, 0.185, 0.36), blend=0.12)
    clay.add(
        (0, 1.43, 0.24),
        (0, 1.36, -0.10),
        radius=(0.065, 0.08, 0.10),
        end_radius=(0.06, 0.08, 0.09),
        front=UP,
        blend=0.14,
    )
    clay.add((0, 1.275, -0.52), radius=(0.222, 0.235, 0.28), blend=0.16)
    clay.add((0.095, 1.20, -0.60), radius=(0.135, 0.22, 0.19), blend=0.10, mirror=True)
    clay.add((0, 1.14, 0.44), radius=(0.185, 0.225, 0.185), blend=0.16)
    clay.add((0.075, 1.06, 0.50), radius=(0.085, 0.13, 0.10), blend=0.10, mirror=True)
    return clay


def _front() -> Clay:
    p = PLACES
    clay = Clay()
    clay.add(
        p["shoulder.L"],
        p["arm.L"],
        radius=(0.075, 0.10, 0.12),
        end_radius=(0.088, 0.09, 0.10),
        blend=0.14,
        mirror=True,
    )
    clay.add(p["arm.L"], p["elbow.L"], radius=0.10, end_radius=(0.075, 0.08, 0.095), blend=0.09, mirror=True)
    middle = p["elbow.L"] + 0.45 * (p["wrist.L"] - p["elbow.L"])
    clay.add(
        p["elbow.L"],
        middle,
        radius=(0.066, 0.07, 0.090),
        end_radius=(0.050, 0.05, 0.060),
        blend=0.06,
        mirror=True,
    )
    clay.add(
        middle,
        p["wrist.L"],
        radius=(0.048, 0.05, 0.058),
        end_radius=(0.040, 0.04, 0.043),
        blend=0.03,
        mirror=True,
    )
    clay.add(p["wrist.L"] + (0, 0, 0.010), radius=(0.045, 0.056, 0.046), blend=0.025, mirror=True)
    _cannon(clay, p["wrist.L"], p["fetlock.front.L"], p["hoof.front.L"])
    return clay


def _hind() -> Clay:
    p = PLACES
    clay = Clay()
    clay.add(
        p["leg.L"],
        p["knee.L"],
        radius=(0.125, 0.15, 0.20),
        end_radius=(0.085, 0.10, 0.115),
        blend=0.10,
        mirror=True,
    )
    clay.add(
        (0.135, 1.02, -0.56),
        p["knee.L"] + (-0.01, -0.08, -0.08),
        radius=(0.090, 0.13, 0.14),
        end_radius=(0.07, 0.08, 0.09),
        blend=0.09,
        mirror=True,
    )
    middle = p["knee.L"] + 0.5 * (p["hock.L"] - p["knee.L"])
    clay.add(
        p["knee.L"],
        middle,
        radius=(0.078, 0.09, 0.10),
        end_radius=(0.056, 0.06, 0.068),
        blend=0.06,
        mirror=True,
    )
    clay.add(
        middle,
        p["hock.L"],
        radius=(0.052, 0.06, 0.062),
        end_radius=(0.036, 0.04, 0.045),
        blend=0.04,
        mirror=True,
    )
    clay.add(p["hock.L"] + (0, -0.005, 0.008), radius=(0.040, 0.060, 0.050), blend=0.03, mirror=True)
    clay.add(
        p["hock.L"] + (0, 0.030, -0.038),
        p["hock.L"] + (0, -0.04, -0.014),
        radius=0.020,
        blend=0.04,
        mirror=True,
    )
    _cannon(clay, p["hock.L"], p["fetlock.hind.L"], p["hoof.hind.L"])
    return clay


def _cannon(clay: Clay, top: Array, fetlock: Array, hoof: Array) -> None:
    clay.add(
        top, fetlock, radius=(0.031, 0.03, 0.037), end_radius=(0.028, 0.03, 0.034), blend=0.03, mirror=True
    )
    clay.add(fetlock + (0, 0, -0.006), radius=(0.037, 0.042, 0.043), blend=0.025, mirror=True)
    clay.add(
        fetlock, hoof, radius=(0.032, 0.03, 0.033), end_radius=(0.036, 0.03, 0.037), blend=0.02, mirror=True
    )


def _hooves() -> Clay:
    clay = Clay()
    for end in ("front", "hind"):
        hoof, toe = PLACES[f"hoof.{end}.L"], PLACES[f"toe.{end}.L"]
        clay.add(
            hoof + (0, -0.022, 0.004),
            toe + (0, 0, -0.018),
            radius=(0.046, 0.014, 0.047),
            end_radius=(0.060, 0.02, 0.064),
            blend=0.004,
            mirror=True,
        )
    clay.add((0, -5000, 0), radius=5000, blend=0.004, carve=True)
    return clay
