"""Free-form deformations by modes, as expressions: what compiled loops over lattices are held to.

x = c + R (y − y₀),  y = F_G(… F_l(r)),  F(r) = r + Σ_n γ_n Σ_ijk dⁿ_ijk B_i B_j B_k

(Faloutsos et al. 1997, eqs. 2–3.) Lattices act from the deepest to the global one, each on the places that its box
and its parents' boxes hold at rest.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import casadi as ca
import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.mechanics.continuum import Continuum
from supple.mechanics.rotation import heading

ROOT = 6


class Grid(NamedTuple):
    """One lattice: control points along each axis, its box [m], and d of its modes (D, K, 3) [m]."""

    counts: tuple[int, int, int]
    low: Array
    extent: Array
    displacements: Array
    parent: int = -1
    """Which of the lattices it rides on; −1 for the global one, which comes first."""
    functions: str = "bernstein"


def deformed(grids: Sequence[Grid], gamma: ca.SX, r: ca.SX) -> ca.SX:
    """y (3,) at a rest position r (3,), by amplitudes in the order of the lattices.

    >>> lift = np.zeros((1, 8, 3))
    >>> lift[:, :, 1] = 2.0
    >>> box = Grid((2, 2, 2), np.zeros(3), np.ones(3), lift)
    >>> ca.evalf(deformed([box], ca.SX([0.5]), ca.SX([0.25, 0.25, 0.25])))
    DM([0.25, 1.25, 0.25])
    """
    held = _members(grids, r)
    starts = np.cumsum([0, *(len(grid.displacements) for grid in grids)])
    y = r
    for i in reversed(range(len(grids))):
        grid, own = grids[i], gamma[int(starts[i]) : int(starts[i + 1])]
        d = ca.DM(grid.displacements.reshape(len(grid.displacements), -1).T)
        c = ca.reshape(d @ own, 3, -1)
        y = ca.if_else(held[i], y + c @ products(grid, y), y)
    return y


def products(grid: Grid, y: ca.SX) -> ca.SX:
    """B_i B_j B_k of every control point at y (K,)."""
    axes = []
    for a in range(3):
        s, n = (y[a] - grid.low[a]) / grid.extent[a], grid.counts[a]
        axes.append(_bernstein(s, n) if grid.functions == "bernstein" else _cubic_spline(s, n))
    return ca.kron(ca.kron(axes[0], axes[1]), axes[2])


def free_form(
    name: str,
    grids: Sequence[Grid],
    *,
    masses: ArrayLike,
    places: ArrayLike,
    center: ArrayLike = (0.0, 0.0, 0.0),
    stiffness: ArrayLike = 0.0,
    rest: ArrayLike = 0.0,
) -> Continuum:
    """Lagrange's equations of masses in lattices: q = (c, yaw, pitch, roll, γ), V = Σ ½ k (γ − γ₀)² (eq. 5)."""
    if not grids or any(not -1 <= grid.parent < i for i, grid in enumerate(grids)):
        raise InputError("give the global lattice first (parent −1), and parents before their children")
    D = sum(len(grid.displacements) for grid in grids)
    q, v, r = ca.SX.sym("q", ROOT + D), ca.SX.sym("v", ROOT + D), ca.SX.sym("r", 3)
    k, rested = (np.broadcast_to(finite(value, "springs"), D) for value in (stiffness, rest))
    gamma = q[ROOT:]
    s = deformed(grids, gamma, r) - ca.DM(finite(center, "center", (3,)))
    return Continuum(
        name,
        q,
        v,
        r,
        q[:3] + heading(q[3:ROOT]) @ s,
        masses=masses,
        places=places,
        potential=ca.dot(ca.DM(k), (gamma - ca.DM(rested)) ** 2) / 2,
    )


def _members(grids: Sequence[Grid], r: ca.SX) -> list[ca.SX]:
    """Whether each lattice acts on a place: it is in all boxes down to this one, and in none of an elder sibling."""
    held: list[ca.SX] = []
    for i, grid in enumerate(grids):
        if grid.parent < 0:
            held.append(ca.SX(1))
            continue
        inside = held[grid.parent]
        for a in range(3):
            inside = ca.logic_and(inside, r[a] >= grid.low[a])
            inside = ca.logic_and(inside, r[a] <= grid.low[a] + grid.extent[a])
        for j in range(i):
            if grids[j].parent == grid.parent:
                inside = ca.logic_and(inside, ca.logic_not(held[j]))
        held.append(inside)
    return held


def _bernstein(s: ca.SX, n: int) -> ca.SX:
    return ca.vertcat(*(comb(n - 1, i) * s**i * (1 - s) ** (n - 1 - i) for i in range(n)))


def _cubic_spline(s: ca.SX, n: int) -> ca.SX:
    """Uniform, over n − 3 spans; beyond the ends the outer spans go on."""
    spans = n - 3
    found = ca.SX.zeros(n)
    for i in range(spans):
        u = s * spans - i
        piece = ca.vertcat(
            (1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, 3 * (1 - u) ** 3 - 6 * (1 - u) ** 2 + 4, u**3
        )
        after = s * spans >= i if i else ca.SX(1)
        before = s * spans < i + 1 if i < spans - 1 else ca.SX(1)
        found[i : i + 4] += ca.if_else(ca.logic_and(after, before), piece / 6, 0)
    return found
