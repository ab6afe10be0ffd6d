"""Which bodies of an island Newton's method solves for: all of them, or those that the last sweep still changed.

In a heap that settles few bodies move, and the others hold still under them. Newton's method solves for these few,
as if the others kept their velocities; what that leaves to the others is little, and swept.
"""

from typing import Any

import numpy as np

from supple.dynamics.bodies.kind import yields
from supple.dynamics.model.arrays import Workspace
from supple.kernels import kernel

SELF, BESIDE = 1, 2
FEW = 0.5
"""Share of the bodies up to which it pays to solve for some of them."""


@kernel
def choose_all(work: Workspace, island: int) -> None:
    """All bodies of an island."""
    for k in range(work.islands.first[island], work.islands.first[island + 1]):
        work.newton.chosen[work.owner[work.islands.block[k]]] = SELF


@kernel
def choose_restless(model: Any, work: Workspace, island: int, change: float) -> int:
    """Bodies that the last sweep changed by more than this [m/s], and those that touch them; 0 if they are
    none, or not few."""
    own, islands, z, before = work.newton, work.islands, work.z, work.sweeps.z
    b0, b1 = islands.first[island], islands.first[island + 1]
    for k in range(b0, b1):
        own.chosen[work.owner[islands.block[k]]] = 0
    for k in range(b0, b1):
        b, square = islands.block[k], 0.0
        for r in range(6):
            square += (z[b, r] - before[b, r]) ** 2
        if np.sqrt(square) * work.scale[b] > change:
            own.chosen[work.owner[b]] = SELF
    for k in range(islands.link[island], islands.link[island + 1]):
        a, b = islands.body[k, 0], islands.body[k, 1]
        if yields(model, a) and yields(model, b):
            if own.chosen[a] == SELF and own.chosen[b] == 0:
                own.chosen[b] = BESIDE
            elif own.chosen[b] == SELF and own.chosen[a] == 0:
                own.chosen[a] = BESIDE
    chosen = 0
    for k in range(b0, b1):
        chosen += 1 if own.chosen[work.owner[islands.block[k]]] > 0 else 0
    return 1 if chosen > 0 and chosen < FEW * (b1 - b0) else 0
