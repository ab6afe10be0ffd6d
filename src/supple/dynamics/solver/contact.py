"""One island: sweeps, then Newton's method if they leave too much; impulses that would add energy are shortened.

What may be left depends on how fast the island is. A stack that rests is solved to a hundredth of its speed, or
what is left feeds itself; while things fall and collide what is left is lost in the impact, and sweeps are
enough.
"""

from typing import Any

from supple.dynamics.bodies.kind import yields
from supple.dynamics.model.arrays import Workspace
from supple.dynamics.solver.equalities import hold_all
from supple.dynamics.solver.gauss_seidel import gauss_seidel
from supple.dynamics.solver.newton import merits, newton, remake
from supple.dynamics.solver.restless import choose_all, choose_restless
from supple.kernels import kernel

SWEEPS = 12
TOLERANCE = 1e-6
"""[m/s]"""
EASE, SHARE = 2e-3, 1e-2
"""Of the fastest body: where sweeps may end, and where Newton's method is called."""
LOCAL, NEARBY = 3, 0.1
"""How often Newton's method is tried on what still moves alone: bodies changed by this share of what may be left."""
FALLING = 0.3
"""[m/s]: beyond this speed things collide, and less has to be exact."""
SWEPT, FACTORED, SOLVED = 2, 3, 4


@kernel
def fastest(model: Any, work: Workspace, island: int) -> float:
    """The speed of the fastest body of an island when the step began [m/s]."""
    most, own = 0.0, work.islands
    for k in range(own.link[island], own.link[island + 1]):
        for side in range(2):
            if yields(model, own.body[k, side]):
                most = max(most, work.pace[own.body[k, side]])
    return most


@kernel
def solve_island(model: Any, work: Workspace, island: int) -> None:
    """Impulses of an island's points, and what they do to z."""
    own = work.islands
    c0, c, c1 = own.point[island], own.contact[island], own.point[island + 1]
    b0, b1 = own.first[island], own.first[island + 1]
    if c == c1:
        hold_all(model, work, island, 1.0)
        return
    s = fastest(model, work, island)
    ends, most = max(TOLERANCE, EASE * s), max(TOLERANCE, SHARE * s * max(1.0, (s / FALLING) ** 2))
    left = sweeps(model, work, island, ends)
    for _turn in range(LOCAL if c == c0 else 0):
        if left <= most or not choose_restless(model, work, island, NEARBY * most):
            break
        work.sums[FACTORED] += newton(model, work, island, TOLERANCE)
        work.sums[SOLVED] += 1
        left = sweeps(model, work, island, ends)
    if left > most:
        choose_all(work, island)
        work.sums[FACTORED] += newton(model, work, island, TOLERANCE)
        work.sums[SOLVED] += 1
        hold_all(model, work, island, 1.0)
    elif left > ends:
        linear, square = merits(work, c0, c1, b0, b1)
        if linear + square > 0.0:
            share = max(0.0, -0.5 * linear / square)
            for d in range(c, c1):
                for r in range(3):
                    work.rows.f[d, r] *= share
            remake(work, c0, c1, b0, b1)
            hold_all(model, work, island, 1.0)


@kernel
def sweeps(model: Any, work: Workspace, island: int, ends: float) -> float:
    """Gauss–Seidel over an island; returns what its last sweep changed [m/s]."""
    swept, left = gauss_seidel(model, work, island, SWEEPS, ends)
    work.sums[SWEPT] += swept * (work.islands.point[island + 1] - work.islands.contact[island])
    return left
