"""The control points of the Utah teapot (Martin Newell, 1975), in his units, Z up, spout along +X.

Body, lid and bottom are the same in all four quarters, and each row of their control points lies around the axis at
one radius: four points (r, z) give a patch. Handle and spout are the same left and right; half of each row is given.
"""

import numpy as np

from supple.arrays import Array, ArrayLike

HEIGHT = 3.15
QUARTER = 0.56
"""Where Newell put the inner control points of a quarter circle, over its radius; the best value is 0.5523."""
KNOB_QUARTER = 0.45 / 0.8
"""The same for the one row that he rounded otherwise."""

RIM = [(1.4, 2.4), (1.3375, 2.53125), (1.4375, 2.53125), (1.5, 2.4)]
UPPER = [(1.5, 2.4), (1.75, 1.875), (2.0, 1.35), (2.0, 0.9)]
LOWER = [(2.0, 0.9), (2.0, 0.45), (1.5, 0.225), (1.5, 0.15)]
BOTTOM = [(0.0, 0.0), (1.425, 0.0), (1.5, 0.075), (1.5, 0.15)]
KNOB = [(0.0, 3.15), (0.8, 3.15), (0.0, 2.85), (0.2, 2.7)]
LID = [(0.2, 2.7), (0.4, 2.55), (1.3, 2.55), (1.3, 2.4)]

# fmt: off
HANDLE = [
    [(-1.6, 0, 2.025), (-1.6, -0.3, 2.025), (-1.5, -0.3, 2.25), (-1.5, 0, 2.25)],
    [(-2.3, 0, 2.025), (-2.3, -0.3, 2.025), (-2.5, -0.3, 2.25), (-2.5, 0, 2.25)],
    [(-2.7, 0, 2.025), (-2.7, -0.3, 2.025), (-3.0, -0.3, 2.25), (-3.0, 0, 2.25)],
    [(-2.7, 0, 1.8), (-2.7, -0.3, 1.8), (-3.0, -0.3, 1.8), (-3.0, 0, 1.8)],
    [(-2.7, 0, 1.575), (-2.7, -0.3, 1.575), (-3.0, -0.3, 1.35), (-3.0, 0, 1.35)],
    [(-2.5, 0, 1.125), (-2.5, -0.3, 1.125), (-2.65, -0.3, 0.9375), (-2.65, 0, 0.9375)],
    [(-2.0, 0, 0.9), (-2.0, -0.3, 0.9), (-1.9, -0.3, 0.6), (-1.9, 0, 0.6)],
]
SPOUT = [
    [(1.7, 0, 1.425), (1.7, -0.66, 1.425), (1.7, -0.66, 0.6), (1.7, 0, 0.6)],
    [(2.6, 0, 1.425), (2.6, -0.66, 1.425), (3.1, -0.66, 0.825), (3.1, 0, 0.825)],
    [(2.3, 0, 2.1), (2.3, -0.25, 2.1), (2.4, -0.25, 2.025), (2.4, 0, 2.025)],
    [(2.7, 0, 2.4), (2.7, -0.25, 2.4), (3.3, -0.25, 2.4), (3.3, 0, 2.4)],
    [(2.8, 0, 2.475), (2.8, -0.25, 2.475), (3.525, -0.25, 2.49375), (3.525, 0, 2.49375)],
    [(2.9, 0, 2.475), (2.9, -0.15, 2.475), (3.45, -0.15, 2.5125), (3.45, 0, 2.5125)],
    [(2.8, 0, 2.4), (2.8, -0.15, 2.4), (3.2, -0.15, 2.4), (3.2, 0, 2.4)],
]
# fmt: on


def quarter(profile: list[tuple[float, float]]) -> Array:
    """The patch (4, 4, 3) of a profile in the quarter from +X to -Y."""
    rows = []
    for i, (r, z) in enumerate(profile):
        k = KNOB_QUARTER if profile is KNOB and i == 1 else QUARTER
        rows.append([(r, 0, z), (r, -k * r, z), (k * r, -r, z), (0, -r, z)])
    return np.asarray(rows, dtype=np.float64)


def halves(rows: ArrayLike) -> Array:
    """The two patches (2, 4, 4, 3) of the handle or the spout, on the side of -Y; they share their middle row."""
    p = np.asarray(rows, dtype=np.float64)
    return np.stack([p[:4], p[3:]])
