"""q after moving with v: hinges and slides go on, quaternions turn exactly by what turns in the link's own frame."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import BALL, FREE, ArticulatedArrays
from supple.kernels import kernel

SMALL = 1e-3
"""Squares of half a turn below which sine and cosine are sums of four terms, to the last bit."""


@kernel
def flow(arrays: ArticulatedArrays, i: int, q: Array, room: Array, v: Array, h: float) -> None:
    """All nodes."""
    for g in range(arrays.first[i] + 1, arrays.first[i + 1]):
        kind, at, by = arrays.kind[g], arrays.at[g], arrays.by[g]
        if kind == BALL:
            turn_on(q, at, v, by, h)
        elif kind == FREE:
            q[at], q[at + 1], q[at + 2] = (
                q[at] + h * v[by],
                q[at + 1] + h * v[by + 1],
                q[at + 2] + h * v[by + 2],
            )
            turn_on(q, at + 3, v, by + 3, h)
        else:
            q[at] += h * v[by]


@kernel
def turn_on(q: Array, at: int, v: Array, by: int, h: float) -> None:
    """e ← e exp(h ω/2)."""
    x, y, z = 0.5 * h * v[by], 0.5 * h * v[by + 1], 0.5 * h * v[by + 2]
    s = x * x + y * y + z * z
    if s < SMALL:
        k = 1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72)))
        c = 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56)))
    else:
        r = np.sqrt(s)
        k, c = np.sin(r) / r, np.cos(r)
    x, y, z = k * x, k * y, k * z
    a, b, d, w = q[at], q[at + 1], q[at + 2], q[at + 3]
    a, b, d, w = (
        a * c + w * x + b * z - d * y,
        b * c + w * y + d * x - a * z,
        d * c + w * z + a * y - b * x,
        w * c - a * x - b * y - d * z,
    )
    n = 1.5 - 0.5 * (a * a + b * b + d * d + w * w)
    q[at], q[at + 1], q[at + 2], q[at + 3] = a * n, b * n, d * n, w * n
