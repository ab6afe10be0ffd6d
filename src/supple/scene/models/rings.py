"""Shells made of rings around an axis or a curve; the rings need not have equally many vertices."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from supple.arrays import Array, Indices
from supple.scene.look import Look
from supple.scene.mesh import Part


def shell(
    rings: Sequence[Array],
    normals: Sequence[Array],
    *,
    closed: bool = False,
    name: str = "",
    look: Look | None = None,
) -> Part:
    """A surface through rings (nᵢ, 3) of vertices [m], one after another, with their normals.

    A ring of one vertex is a pole. Two rings at one place are the two sides of an edge. A ring whose vertices are
    all at one place is a tip, with one normal for each face. `closed`: the last ring joins the first.
    """
    starts = np.cumsum([0, *map(len, rings)])
    index = [np.arange(a, b) for a, b in pairwise(starts)]
    pairs = [(i, i + 1) for i in range(len(rings) - 1)] + ([(len(rings) - 1, 0)] if closed else [])
    bands = [
        _band(index[i], index[j], rings[i], rings[j])
        for i, j in pairs
        if not np.array_equal(rings[i], rings[j])
    ]
    return Part(
        np.concatenate(rings), np.concatenate(bands), name, look or Look(), normals=np.concatenate(normals)
    )


def stitch(lower: Indices, upper: Indices) -> Indices:
    """Triangles between two rings, each with its vertices evenly spaced, counter-clockwise seen from ahead.

    The edges of both rings are taken in the order of their midpoints: edge i of a ring of n stands at
    (2i + 1)/2n of a turn, and makes a triangle with the vertex that the other ring has reached by then.

    >>> stitch(np.array([0, 1, 2]), np.array([3])).tolist()
    [[0, 1, 3], [1, 2, 3], [2, 0, 3]]
    """
    n, m = len(lower), len(upper)
    i, j = np.arange(n), np.arange(m)
    reached_up = np.searchsorted((2 * j + 1) * n, (2 * i + 1) * m, side="left")
    reached_low = np.searchsorted((2 * i + 1) * m, (2 * j + 1) * n, side="right")
    below = np.stack([lower[i], lower[(i + 1) % n], upper[reached_up % m]], axis=1)
    above = np.stack([lower[reached_low % n], upper[(j + 1) % m], upper[j]], axis=1)
    return np.concatenate([below if n > 1 else below[:0], above if m > 1 else above[:0]])


def _band(lower: Indices, upper: Indices, below: Array, above: Array) -> Indices:
    if _is_tip(above):
        return np.stack([lower, np.roll(lower, -1), upper], axis=1)
    if _is_tip(below):
        return np.stack([lower, np.roll(upper, -1), upper], axis=1)
    return stitch(lower, upper)


def _is_tip(ring: Array) -> bool:
    return len(ring) > 1 and bool((ring == ring[0]).all())
