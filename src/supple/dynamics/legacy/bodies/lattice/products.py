"""What a lattice does to a place as a short sum of products of functions along its axes.

Φ_n(r) = Σ_ijk eⁿ_ijk f_i(s_x) f_j(s_y) f_k(s_z),   s ∈ [−½, ½] over the box

Of a Bernstein lattice f_i = sⁱ. A mode that an animator asks for is a polynomial of a few terms (a squash is linear,
a bend has one square), which Bernstein's functions spread over all control points: written in powers only those few
are left, and cost. B-splines stay as they are.
"""

from math import comb

import numpy as np
from numpy.polynomial import Polynomial

from supple.arrays import Array, Indices, summed
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice

NOTHING = 3e-11
"""A coefficient that is so small beside the largest of its mode is rounding."""


def products(lattice: ModalLattice) -> tuple[Indices, Array]:
    """Which function along each axis (K, 3), and e of every mode (K, 3, D) [m], of the products that are used."""
    grid = lattice.grid
    e = lattice.displacements.transpose(1, 2, 0).reshape(*grid.counts, 3, -1)
    if grid.functions == "bernstein":
        for axis, n in enumerate(grid.counts):
            e = np.moveaxis(summed("pi,iabxn->pabxn", _powers(n), np.moveaxis(e, axis, 0)), 0, axis)
    largest = np.abs(e).max(axis=(0, 1, 2, 3), initial=0.0)
    e = np.where(np.abs(e) > NOTHING * largest, e, 0.0)
    used = e.any(axis=(3, 4))
    return np.argwhere(used).astype(np.int64), e[used]


def _powers(n: int) -> Array:
    """Coefficients (n, n) with B_i = Σ_p T_pi s^p of the Bernstein polynomials of degree n − 1 over [−½, ½]."""
    up, down = Polynomial([0.5, 1.0]), Polynomial([0.5, -1.0])
    return np.array([(comb(n - 1, i) * up**i * down ** (n - 1 - i)).coef for i in range(n)]).T
