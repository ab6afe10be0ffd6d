"""The rows of a constraint, term by term: each puts coefficients on one component (x, y or z) of one body."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.bodies.linear import LinearBody


class Terms(NamedTuple):
    """Row, body and component of each term, in the order of rows; its k entries of J and of W Jᵀ, flat."""

    row: list[int]
    body: list[Body]
    axis: list[int]
    k: list[int]
    J: Array
    WJ: Array


def terms(points: Sequence[Point], blocks: Sequence[Array]) -> Terms:
    """Terms of the rows Σ Bᵢ xᵢ, blocks Bᵢ (d, ·): J = B_ra p, W Jᵀ = B_ra W p wherever B_ra ≠ 0."""
    found = Terms([], [], [], [], np.zeros(0), np.zeros(0))
    J, WJ = [], []
    held = [(point.body, point.coefficients) for point in points]
    for row in range(len(blocks[0])):
        for (body, p), block in zip(held, blocks, strict=True):
            if not isinstance(body, LinearBody):
                raise TypeError(f"{body.name!r} is not linear in its state")
            for axis in np.flatnonzero(block[row]).tolist():
                found.row.append(row)
                found.body.append(body)
                found.axis.append(axis)
                found.k.append(body.k)
                J.append(block[row, axis] * p)
                WJ.append(block[row, axis] * (body.W @ p))
    return found._replace(J=np.concatenate(J), WJ=np.concatenate(WJ))
