"""A horse's body as soft solids [m], and how fine their surface is."""

from itertools import pairwise

import numpy as np

from supple.arrays import Array
from supple.characters.quadruped.joints import PLACES
from supple.scene.sculpt import Clay

FINEST = 0.006
UP = (0.0, 1.0, 0.0)
EYE = np.array([0.0760, 1.790, 1.000])
EYE_RADIUS = 0.0225
HEAD = PLACES["head"]
ALONG_HEAD = (PLACES["muzzle"] - HEAD) / np.linalg.norm(PLACES["muzzle"] - HEAD)
FACE: Array = np.array([0.0, ALONG_HEAD[2], -ALONG_HEAD[1]])
"""Out of the forehead."""
CREST = [
    (1.575, 0.36),
    (1.650, 0.45),
    (1.745, 0.54),
    (1.835, 0.62),
    (1.905, 0.70),
    (1.955, 0.775),
    (1.985, 0.85),
]
"""y and z of the mane's roots, from the withers to the poll."""


def body() -> dict[str, Clay]:
    """The coat, mane and tail, and the hooves, in the order in which they are joined."""
    coat = Clay.of(_trunk(), _front(), _hind(), _neck_and_head())
    return {"coat": coat, "mane": _hair(coat), "hooves": _hooves()}


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
    nose = np.linalg.norm(at - _on_head(0.43, 0.02, 0.035), axis=1) < 0.055
    ear = (y > 1.95) & (z > 0.8) & (at[:, 0] > 0.03)
    found[eye | nose | ear] = FINEST
    return found


def _crest(z: Array) -> Array:
    """The height of the mane's roots at z [m]."""
    table = np.array(CREST)
    return np.asarray(np.interp(z, table[:, 1], table[:, 0]))


def _on_head(along: float, out: float, side: float = 0.0) -> Array:
    """A point by how far it is from the poll toward the muzzle, above the middle of the head, and to the left [m]."""
    return np.asarray(HEAD + along * ALONG_HEAD + out * FACE + np.array([side, 0.0, 0.0]))


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


def _neck_and_head() -> Clay:
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
        _on_head(0.02, -0.035),
        _on_head(0.25, -0.010),
        radius=(0.078, 0.075, 0.112),
        end_radius=(0.056, 0.06, 0.082),
        front=FACE,
        blend=0.05,
    )
    clay.add(
        _on_head(0.25, -0.010),
        _on_head(0.400, -0.006),
        radius=(0.056, 0.06, 0.080),
        end_radius=(0.049, 0.050, 0.058),
        front=FACE,
        blend=0.03,
    )
    clay.add(_on_head(0.11, -0.085, 0.022), radius=(0.047, 0.085, 0.075), blend=0.05, mirror=True)
    clay.add(_on_head(0.425, 0.004), radius=(0.055, 0.050, 0.055), blend=0.03)
    clay.add(_on_head(0.440, -0.045), radius=(0.036, 0.030, 0.034), blend=0.02)
    clay.add(
        _on_head(0.10, 0.045, 0.052),
        _on_head(0.18, 0.045, 0.046),
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
        _on_head(0.445, 0.028, 0.040),
        _on_head(0.425, 0.040, 0.034),
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


def _hair(coat: Clay) -> Clay:
    """Locks that lie on the coat to the left of the neck, and on the forehead; then the tail."""
    clay = Clay()
    crest = [np.array([0.0, y, z]) for y, z in CREST]
    for a, b in pairwise(crest):
        clay.add(a, b, radius=(0.020, 0.04, 0.042), blend=0.012)
    for k in range(15):
        share = k / 14 * (len(crest) - 1.001)
        low = int(share)
        root = crest[low] + (share - low) * (crest[low + 1] - crest[low])
        drop = (0.19 + 0.03 * np.cos(2.3 * k)) * min(1.0, 0.35 + 0.22 * k, 0.5 + 0.15 * (14 - k))
        way = [
            root + (0.02, -0.01, 0),
            root + (0.09, -0.45 * drop, -0.010),
            root + (0.12, -drop, -0.035 + 0.012 * np.sin(4 * k)),
        ]
        _lock(clay, way[:1] + list(coat.onto(np.array(way[1:]), 6)), 0.026)
    poll = crest[-1] + (0, -0.005, 0.02)
    for side, drop in ((-0.020, 0.115), (0.002, 0.135), (0.024, 0.105)):
        way = [_on_head(0.5 * drop, 0.09, side), _on_head(drop, 0.08, side)]
        _lock(clay, [poll + (side / 2, 0, 0), *coat.onto(np.array(way), 6)], 0.020)
    _tail(clay)
    return clay


def _lock(clay: Clay, way: list[Array], thick: float) -> None:
    sizes = thick * np.array([1.0, 0.85, 0.40])
    for k in range(2):
        clay.add(way[k], way[k + 1], radius=sizes[k], end_radius=sizes[k + 1], blend=0.010)


def _tail(clay: Clay) -> None:
    dock, second, third, tip = (PLACES[name] for name in ("tail", "tail.2", "tail.3", "tail.tip"))
    clay.add(dock + (0, -0.01, 0.05), second, radius=0.046, end_radius=0.052, blend=0.02)
    for side, back, low in (
        (-0.040, 0.010, 0.07),
        (0.0, -0.030, 0.0),
        (0.040, 0.008, 0.04),
        (0.015, 0.035, 0.10),
        (-0.02, -0.02, 0.13),
    ):
        off = np.array([side, 0.0, back])
        clay.add(second + off / 3, third + off, radius=0.050, end_radius=0.046, blend=0.015)
        clay.add(third + off, tip + 0.7 * off + (0, low, 0), radius=0.046, end_radius=0.009, blend=0.015)


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
