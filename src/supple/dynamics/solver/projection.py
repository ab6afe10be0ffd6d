"""Out of penetration by velocities that only change places, solved until the last sweep changes little.

A share of what is too deep goes in a step, at most so fast; the other gaps stay open. Places changed without
speed are energy too: an unfinished way out throws a heavy body off a light one.
"""

from typing import Any

from supple.dynamics.model.arrays import Workspace
from supple.dynamics.solver.equalities import hold_all
from supple.kernels import kernel

SLOP = 1e-5
"""What is left inside [m]."""
SHARE = 0.2
FASTEST = 3.0
"""[m/s]"""
SWEEPS = 30
ENOUGH = 0.1
"""Of the velocity that is asked for."""


@kernel
def push_out(model: Any, work: Workspace, island: int, h: float) -> float:
    """Add to z what takes the points out of each other within steps of h; returns the deepest gap [m]."""
    to, z, push = work.rows, work.z, work.sweeps.f
    c0, c1 = work.islands.contact[island], work.islands.point[island + 1]
    held, deepest = c0 - work.islands.point[island], 0.0
    for c in range(c0, c1):
        deepest = min(deepest, to.gap[c])
        push[c, 0] = 0.0
    if deepest > -SLOP:
        return deepest
    asked = min(SHARE * (-deepest - SLOP) / h, FASTEST)
    for k in range(SWEEPS):
        worst = 0.0
        for turn in range(c0, c1):
            c = c0 + c1 - 1 - turn if k % 2 else turn
            if to.turns[c]:
                continue
            gap, u = to.gap[c], 0.0
            aim = min(SHARE * max(0.0, -gap - SLOP) / h, FASTEST) if gap < 0.0 else -gap / h
            for e in range(to.first[c], to.first[c + 1]):
                y, w = to.Y[e], z[to.block[e]]
                for r in range(6):
                    u += y[r] * w[r]
            f = max(0.0, push[c, 0] - (u - aim) * to.inverse[c, 0])
            change = f - push[c, 0]
            push[c, 0] = f
            if change != 0.0:
                worst = max(worst, abs(change) * to.A[c, 0])
                for e in range(to.first[c], to.first[c + 1]):
                    y, w = to.Y[e], z[to.block[e]]
                    for r in range(6):
                        w[r] += y[r] * change
        if held:
            worst = max(worst, hold_all(model, work, island, 0.0))
        if worst < ENOUGH * asked:
            break
    return deepest
