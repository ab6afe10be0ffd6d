"""A horse's mane, forelock and tail as soft solids [m]."""

from itertools import pairwise

import numpy as np

from supple.arrays import Array
from supple.characters.quadruped.head import on_head
from supple.characters.quadruped.joints import PLACES
from supple.scene.sculpt import Clay

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


def hair(coat: Clay) -> Clay:
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
        way = [on_head(0.5 * drop, 0.09, side), on_head(drop, 0.08, side)]
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
