"""Contacts of one step as compiled loops read them, and what is asked of one of them."""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.kernels import kernel


class Contacts(NamedTuple):
    """Contacts of one step, n of them, with `sides` 1 or 2 and room for m velocities a side.

    `start` and `size` (n, sides) say which velocities a side has, start −1 if it has none; J (n, sides, 3, m) is
    ∂u/∂v in world axes, with a minus on side b, `WJ` the same rows answered, W Jᵀ, and `WB` how a side answers a
    blow, as a whole where it is hard, or empty, if that is the same. All three are turned into the frames of the
    contacts on the way. `normal` (n, 3) points from b to a, `gap` (n,) [m] is negative inside. `stiffness` [N/m] is
    infinite where hard, `damping` [N s/m]. `blow` (n,) says whether a fast hit returns with `bounce`. `lag` (n,) [s].

    In and out, in world axes: `impulse` (n, 3) [N s] on side a, where the search starts, `load` (n,) [N s], that
    friction goes by, and `stretch` (n, 3) [m] from the point of entry. Out: `struck` (n, 3) [N s], of blows.
    """

    start: Indices
    size: Indices
    J: Array
    WJ: Array
    WB: Array
    normal: Array
    gap: Array
    friction: Array
    bounce: Array
    blow: Indices
    stiffness: Array
    damping: Array
    lag: Array
    impulse: Array
    load: Array
    stretch: Array
    struck: Array


@kernel
def set_frame(frame: Array, normal: Array) -> None:
    """Rows normal and two tangents; for what is level x and z, up to sign."""
    x, y, z = normal
    if abs(y) > 0.7:
        tx, ty, tz = y, -x, 0.0
    else:
        tx, ty, tz = z, 0.0, -x
    length = np.sqrt(tx * tx + ty * ty + tz * tz)
    tx, ty, tz = tx / length, ty / length, tz / length
    frame[0, 0], frame[0, 1], frame[0, 2] = x, y, z
    frame[1, 0], frame[1, 1], frame[1, 2] = tx, ty, tz
    frame[2, 0], frame[2, 1], frame[2, 2] = y * tz - z * ty, z * tx - x * tz, x * ty - y * tx


@kernel
def turn(size: Indices, rows: Array, frames: Array) -> None:
    """Rows (n, sides, 3, m) from world axes into the frames (n, 3, 3), in place."""
    for i in range(len(rows)):
        for side in range(rows.shape[1]):
            for j in range(size[i, side]):
                x, y, z = rows[i, side, 0, j], rows[i, side, 1, j], rows[i, side, 2, j]
                for r in range(3):
                    rows[i, side, r, j] = frames[i, r, 0] * x + frames[i, r, 1] * y + frames[i, r, 2] * z


@kernel
def answer(start: Indices, size: Indices, J: Array, W: Array, i: int, A: Array) -> None:
    """A = Σ J W Jᵀ over the sides of contact i (3, 3)."""
    A[:] = 0.0
    for side in range(J.shape[1]):
        if start[i, side] < 0:
            continue
        for r in range(3):
            for s in range(3):
                for j in range(size[i, side]):
                    A[r, s] += J[i, side, r, j] * W[i, side, s, j]


@kernel
def speed(v: Array, start: Indices, size: Indices, J: Array, i: int, r: int) -> float:
    """u_r = Σ J_r v over the sides of contact i [m/s]."""
    total = 0.0
    for side in range(J.shape[1]):
        first = start[i, side]
        if first >= 0:
            for j in range(size[i, side]):
                total += J[i, side, r, j] * v[first + j]
    return total


@kernel
def push(v: Array, start: Indices, size: Indices, W: Array, i: int, a: float, b: float, c: float) -> None:
    """v += Σ W Jᵀ f over the sides of contact i, f = (a, b, c) in its frame."""
    for side in range(W.shape[1]):
        first = start[i, side]
        if first >= 0:
            for j in range(size[i, side]):
                v[first + j] += W[i, side, 0, j] * a + W[i, side, 1, j] * b + W[i, side, 2, j] * c
