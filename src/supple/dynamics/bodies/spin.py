"""How a link turns, found from velocities nearby: for kinds that do not say it themselves.

With n, t₁, t₂ the directions in F, the rows of ω L are how velocity changes from place to place:

    ω_n L = ½ L (∂u₂/∂t₁ − ∂u₁/∂t₂),   ω₁ L = L ∂u_n/∂t₂,   ω₂ L = −L ∂u_n/∂t₁

taken over the distance L, exactly so where velocity is linear in place.
"""

from typing import Any

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.kind import rows, velocity, yields
from supple.kernels import kernel


@kernel
def spin_by_differences(
    model: Any, state: Any, work: Any, b: int, link: int, x: Array, F: Array, L: float, u: Array, Y: Array,
    blocks: Indices,
) -> int:  # fmt: skip
    """u (3,) ← L ω along the directions in F, and their rows, from those at x, x + L t₁ and x + L t₂."""
    y, w, along, used = np.empty(3), np.empty(3), np.empty(3), 0
    u[:] = 0.0
    for k in range(3):
        for r in range(3):
            y[r] = x[r] + (L * F[3 * k + r] if k > 0 else 0.0)
        velocity(model, state, work, b, link, y, y, w)
        for r in range(3):
            along[r] = w[0] * F[3 * r] + w[1] * F[3 * r + 1] + w[2] * F[3 * r + 2]
        tilt(along, u, k, 1)
        if yields(model, b):
            used = rows(model, state, work, b, link, y, y, F, work.turned, blocks)
            for e in range(used):
                if k == 0:
                    Y[e] = 0.0
                tilt(work.turned[e], Y[e], k, 6)
    return used


@kernel
def tilt(v: Array, turn: Array, k: int, width: int) -> None:
    """Add to three rows of a turn what three rows v say of the place L away along t₁ or t₂, or (0) of where all
    begin."""
    for m in range(width):
        n, one, two = v[m], 0.5 * v[width + m], 0.5 * v[2 * width + m]
        if k == 0:
            turn[m] += one - two
            turn[width + m] -= n
            turn[2 * width + m] += n
        elif k == 1:
            turn[m] += two
            turn[2 * width + m] -= n
        else:
            turn[m] -= one
            turn[width + m] += n
