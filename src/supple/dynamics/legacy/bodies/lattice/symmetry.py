"""Upright mirror planes of a body: what is chosen on it is chosen alike on both sides, and a hop goes straight."""

from collections.abc import Sequence

import numpy as np
from scipy.spatial import cKDTree

from supple.arrays import Array, Indices

SAME = 5e-3
"""How nearly a surface must meet its mirror image, in diagonals of its box."""


def mirrors(vertices: Array) -> tuple[int, ...]:
    """Axes, 0 (x) or 2 (z), along which vertices (n, 3) are their own mirror image about the middle of their box.

    >>> mirrors(np.array([[0.0, 0, 0], [2, 0, 0], [1, 1, 0.5], [1, 0, 1], [1, 0, 0]]))
    (0,)
    """
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    tree, near = cKDTree(vertices), SAME * float(np.linalg.norm(high - low))
    found = []
    for axis in (0, 2):
        if np.max(tree.query(mirrored(vertices, axis, low + high))[0]) <= near:
            found.append(axis)
    return tuple(found)


def mirrored(r: Array, axis: int, ends: Array) -> Array:
    """Places (n, 3) on the other side of the middle of a box whose lowest and highest corner sum to `ends`."""
    other = r.copy()
    other[:, axis] = ends[axis] - r[:, axis]
    return other


def orbits(r: Array, axes: Sequence[int], ends: Array) -> list[Indices]:
    """Places (n, 3) gathered with their mirror images, as indices; what has none stays alone."""
    label, near = np.arange(len(r)), SAME * float(np.linalg.norm(np.ptp(r, axis=0)))
    tree = cKDTree(r)
    for axis in axes:
        apart, partner = map(np.asarray, tree.query(mirrored(r, axis, ends)))
        for i in np.flatnonzero(apart <= near):
            label[label == label[partner[i]]] = label[i]
    return [np.flatnonzero(label == each) for each in dict.fromkeys(label.tolist())]
