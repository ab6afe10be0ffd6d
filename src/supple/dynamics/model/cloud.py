"""Shapes that are not convex: points all over their surface, and the distances to it on a grid."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices

BUNCH = 16
"""Points that are looked at together, at most."""


class Cloud(NamedTuple):
    """What a shape that is not convex meets others with, in the frame of its geom."""

    bunches: tuple[Array, ...]
    """Points (n, 3) that are spread over the surface, in bunches of those that are near each other."""
    distance: Array
    """Distances to the surface (nx, ny, nz) [m], negative inside, at low + spacing · (i, j, k)."""
    low: Array
    spacing: float
    functions: Array = np.zeros((0, 0))
    """Of a body that bends, x = R p, the functions p at each point (n, k)."""


class Clouds(NamedTuple):
    """All of them, end to end."""

    first: Indices
    """Points of cloud k are first[k] … first[k + 1] (m + 1,)."""
    point: Array
    """(n, 3), neighbors near each other in line."""
    bunch: Indices
    """Bunches of cloud k are bunch[k] … bunch[k + 1] (m + 1,)."""
    begin: Indices
    """Points of bunch c are begin[c] … begin[c + 1] (c + 1,)."""
    ball: Array
    """Center and radius of a ball around each bunch (c, 4)."""
    start: Indices
    """Where its distances begin (m,)."""
    size: Indices
    """How many there are along each axis (m, 3)."""
    grid: Array
    """Low corner and spacing (m, 4)."""
    distance: Array
    """Flat."""
    width: Indices
    """How many functions the points of each have, 0 where it does not bend (m,)."""
    place: Indices
    """Where their values begin (m,)."""
    value: Array
    """Point after point."""


def together(clouds: Sequence[Cloud]) -> Clouds:
    """The arrays of these clouds; those that are one share their distances."""
    place, kept, total = dict[int, int](), list[Array](), 0
    for each in clouds:
        if id(each.distance) not in place:
            place[id(each.distance)] = total
            kept.append(each.distance.reshape(-1))
            total += each.distance.size
    bunches = [each.bunches for each in clouds]
    every = [bunch for each in bunches for bunch in each]
    return Clouds(
        first=np.cumsum([0, *(sum(map(len, each.bunches)) for each in clouds)]).astype(np.int64),
        point=np.concatenate([np.zeros((0, 3)), *every]),
        bunch=np.cumsum([0, *map(len, bunches)]).astype(np.int64),
        begin=np.cumsum([0, *map(len, every)]).astype(np.int64),
        ball=np.array([_ball(bunch) for bunch in every], np.float64).reshape(-1, 4),
        start=np.array([place[id(each.distance)] for each in clouds], np.int64),
        size=np.array([each.distance.shape for each in clouds], np.int64).reshape(-1, 3),
        grid=np.array([(*each.low, each.spacing) for each in clouds], np.float64).reshape(-1, 4),
        distance=np.concatenate([np.zeros(0), *kept]),
        width=np.array([each.functions.shape[1] for each in clouds], np.int64),
        place=np.cumsum([0, *(each.functions.size for each in clouds)]).astype(np.int64),
        value=np.concatenate([np.zeros(0), *(each.functions.reshape(-1) for each in clouds)]),
    )


def bunched(points: Array) -> tuple[Array, ...]:
    """Points cut in halves along their longest side until few are left in each part."""
    if len(points) <= BUNCH:
        return (points,)
    axis = int(np.ptp(points, axis=0).argmax())
    order, half = np.argsort(points[:, axis], kind="stable"), len(points) // 2
    return bunched(points[order[:half]]) + bunched(points[order[half:]])


def _ball(points: Array) -> tuple[float, ...]:
    center = (points.min(axis=0) + points.max(axis=0)) / 2
    return (*center.tolist(), float(np.linalg.norm(points - center, axis=1).max()))
