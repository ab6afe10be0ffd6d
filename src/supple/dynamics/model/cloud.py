"""Shapes that are not convex: points all over their surface, and the distances to it on a grid."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices


class Cloud(NamedTuple):
    """What a shape that is not convex meets others with, in the frame of its geom."""

    point: Array
    """(n, 3), spread over the surface."""
    distance: Array
    """Distances to the surface (nx, ny, nz) [m], negative inside, at low + spacing · (i, j, k)."""
    low: Array
    spacing: float


class Clouds(NamedTuple):
    """All of them, end to end."""

    first: Indices
    """Points of cloud k are first[k] … first[k + 1] (m + 1,)."""
    point: Array
    """(n, 3)"""
    start: Indices
    """Where its distances begin (m,)."""
    size: Indices
    """How many there are along each axis (m, 3)."""
    grid: Array
    """Low corner and spacing (m, 4)."""
    distance: Array
    """Flat."""


def together(clouds: Sequence[Cloud]) -> Clouds:
    """The arrays of these clouds; those that are one share their distances."""
    place, kept, total = dict[int, int](), list[Array](), 0
    for each in clouds:
        if id(each.distance) not in place:
            place[id(each.distance)] = total
            kept.append(each.distance.reshape(-1))
            total += each.distance.size
    return Clouds(
        first=np.cumsum([0, *(len(each.point) for each in clouds)]).astype(np.int64),
        point=np.concatenate([np.zeros((0, 3)), *(each.point for each in clouds)]),
        start=np.array([place[id(each.distance)] for each in clouds], np.int64),
        size=np.array([each.distance.shape for each in clouds], np.int64).reshape(-1, 3),
        grid=np.array([(*each.low, each.spacing) for each in clouds], np.float64).reshape(-1, 4),
        distance=np.concatenate([np.zeros(0), *kept]),
    )
