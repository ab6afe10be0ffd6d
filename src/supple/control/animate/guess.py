"""What a file does not say of its mesh: which axis is up, how long a unit is, where it looks.

Nobody is asked; each guess comes with its reason, and each can be overridden.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array

STATED = {"": "what is in memory", ".glb": "glTF", ".gltf": "glTF"}
"""Where it is laid down: meters, Y up (glTF 2.0 §3.4, and Supple's own convention)."""
CUSTOM = {".stl": "z"}
"""The axis that is usually up in files of a kind, where it is not y."""
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001}
"""What lengths without a unit may be in, the likeliest first, and how many meters that is."""
SHORTEST, LONGEST = 0.15, 5.0
"""Longest side of a thing that one animates [m]."""
DESK = 0.4
"""Height given to what no unit makes a likely size [m]."""
MIRRORED = 0.01
"""Mean distance to one's mirror image, as a share of the longest side, below which a shape is symmetric."""
ON_ZERO = 0.01
"""How near to zero the lowest point of what stands on it is, as a share of its height."""
LOOKED_AT = 2000
"""So many vertices are enough to see a symmetry."""


@dataclass(frozen=True)
class Guess:
    """A value and why it was chosen."""

    value: str
    why: str


def up_axis(points: Array, suffix: str) -> Guess:
    """ "y" or "z" for points (n, 3) out of a file of that kind.

    A shape that is its own mirror image along one of them does not stand along it; one that begins at zero
    along one of them stands on it; else what is usual for such files.

    >>> roof = np.array([[x, y, z] for x in (-1, 1) for y, z in ((-1, 0.2), (1, 0.2), (0, 1))], dtype=float)
    >>> up_axis(roof, ".obj")
    Guess(value='z', why='it is its own mirror image along y')
    """
    if suffix in STATED:
        return Guess("y", f"{STATED[suffix]} has Y up")
    mirrored = [mirror_gap(points, axis) < MIRRORED for axis in (1, 2)]
    if mirrored[0] != mirrored[1]:
        return Guess(
            "yz"[mirrored.index(False)], f"it is its own mirror image along {'yz'[mirrored.index(True)]}"
        )
    lowest = np.abs(points.min(axis=0)[1:]) / np.ptp(points, axis=0)[1:]
    if (lowest[0] < ON_ZERO) != (lowest[1] < ON_ZERO):
        axis = "yz"[int(lowest.argmin())]
        return Guess(axis, f"it stands on {axis} = 0")
    return Guess(CUSTOM.get(suffix, "y"), f"usual in {suffix} files")


def unit_of(size: float, suffix: str) -> "Guess | None":
    """The unit in which a longest side of `size` is that of something one animates; None if there is none.

    >>> unit_of(1800, ".stl")
    Guess(value='mm', why='that makes its longest side 1.8 m')
    >>> unit_of(10, ".obj") is None
    True
    """
    if suffix in STATED:
        return Guess("m", f"{STATED[suffix]} is in meters")
    for name, meters in UNITS.items():
        if SHORTEST <= size * meters <= LONGEST:
            return Guess(name, f"that makes its longest side {size * meters:.3g} m")
    return None


def forward_axis(points: Array) -> Guess:
    """ "x" or "z", the way that an upright shape looks: across the axis along which left mirrors right."""
    gaps = [mirror_gap(points, axis) for axis in (0, 2)]
    if (gaps[0] < MIRRORED) != (gaps[1] < MIRRORED):
        sideways = 0 if gaps[0] < gaps[1] else 2
        return Guess("xz"[sideways == 0], f"left and right mirror each other along {'xyz'[sideways]}")
    size = np.ptp(points, axis=0)
    return Guess("x" if size[0] >= size[2] else "z", "its longest side lies that way")


def mirror_gap(points: Array, axis: int) -> float:
    """Mean distance from the mirror image along an axis to the points themselves, as a share of the longest side."""
    from scipy.spatial import cKDTree

    centered = points - (points.min(axis=0) + points.max(axis=0)) / 2
    image = centered[:: 1 + len(centered) // LOOKED_AT].copy()
    image[:, axis] *= -1
    gaps = np.asarray(cKDTree(centered).query(image)[0])
    return float(gaps.mean() / np.ptp(points, axis=0).max())
