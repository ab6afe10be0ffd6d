"""What a closed surface encloses, looked at on a grid: how many times it goes around each point."""

import numpy as np

from supple.arrays import Array, Indices

ASIDE = np.array([1.7e-4, 2.3e-4])
"""Lines run beside the grid by these shares of its spacing, so that they meet no edge along all of it."""


def grid(low: Array, high: Array, step: Array) -> list[Array]:
    """Coordinates of the middles of boxes of size `step` (3,) along x, y and z; one at least."""
    lines = [np.arange(a + d / 2, b, d) for a, b, d in zip(low, high, step, strict=True)]
    return [x if len(x) else np.array([(a + b) / 2]) for x, a, b in zip(lines, low, high, strict=True)]


def depth(corners: Array, lines: list[Array]) -> Indices:
    """How many times triangles (n, 3, 3) enclose the points of a grid, (x, y, z): 1 inside, 2 where shells overlap.

    Along each vertical line, what is crossed above a point: faces seen from above count 1, from below −1.
    """
    x, y, z = lines
    spacing = np.array([np.ptp(line) / max(len(line) - 1, 1) for line in (x, z)])
    found = np.zeros((len(x), len(y), len(z)), dtype=np.int64)
    left, right = corners[:, :, 0].min(axis=1), corners[:, :, 0].max(axis=1)
    for i, at_x in enumerate(x + spacing[0] * ASIDE[0]):
        near = corners[(left <= at_x) & (right >= at_x)]
        for k, at_z in enumerate(z + spacing[1] * ASIDE[1]):
            height, count = _crossings(near, at_x, at_z)
            found[i, :, k] = count @ (height[:, None] > y)
    return found


def _crossings(corners: Array, x: float, z: float) -> tuple[Array, Indices]:
    """Where a vertical line meets triangles (n, 3, 3): heights, and 1 for a face seen from above, −1 from below."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    d = (b[:, 0] - a[:, 0]) * (c[:, 2] - a[:, 2]) - (c[:, 0] - a[:, 0]) * (b[:, 2] - a[:, 2])
    safe = np.where(np.abs(d) < 1e-300, 1.0, d)
    u = ((x - a[:, 0]) * (c[:, 2] - a[:, 2]) - (c[:, 0] - a[:, 0]) * (z - a[:, 2])) / safe
    w = ((b[:, 0] - a[:, 0]) * (z - a[:, 2]) - (x - a[:, 0]) * (b[:, 2] - a[:, 2])) / safe
    hit = (np.abs(d) > 1e-300) & (u >= 0) & (w >= 0) & (u + w <= 1)
    height = a[:, 1] + u * (b[:, 1] - a[:, 1]) + w * (c[:, 1] - a[:, 1])
    return height[hit], np.where(d[hit] < 0, 1, -1)
