"""What keeps the volume of a body: every lattice resists changes of what it holds.

V = ½ κ (ν − 1)²,  ν = Σ share det F over cells of the solid,  F = 1 + E,  E = Σ γ_n ∂Φⁿ/∂r

for each lattice by itself. det F = 1 + tr E + ½ (tr² E − tr E²) + det E is a cubic in the amplitudes, so that the
cells are summed once for all: ν = 1 + a·γ + γ·b γ + c_nmk γ_n γ_m γ_k.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices, summed
from supple.dynamics.legacy.bodies.lattice.arrays import innermost
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.rest import within
from supple.kernels import kernel


class VolumeArrays(NamedTuple):
    """Coefficients of ν of all lattices in line, flat: those of lattice l begin at one[l], two[l] and three[l]."""

    stiffness: Array
    """κ of each lattice (L,) [J]."""
    constant: Array
    """ν without amplitudes (L,)."""
    one: Indices
    two: Indices
    three: Indices
    a: Array
    b: Array
    c: Array


def volume_arrays(
    lattices: Sequence[ModalLattice], middles: Array, shares: Array, stiffness: float
) -> VolumeArrays:
    """Cells by their middles (n, 3) [m] and shares of the volume; a lattice has its share of the stiffness [J]."""
    held = innermost(lattices, middles)
    cells = [np.isin(held, within(lattices, i)) for i in range(len(lattices))]
    parts = np.array([float(shares[here].sum()) for here in cells])
    sums = [
        _cubic(each, middles[here], shares[here] / max(part, np.finfo(float).tiny))
        for each, here, part in zip(lattices, cells, parts, strict=True)
    ]
    one, two, three = (np.cumsum([0, *(each[i].size for each in sums)])[:-1] for i in range(3))
    a, b, c = (np.concatenate([each[i].reshape(-1) for each in sums]) for i in range(3))
    return VolumeArrays(stiffness * parts, np.ones(len(lattices)), one, two, three, a, b, c)


def _cubic(lattice: ModalLattice, r: Array, share: Array) -> tuple[Array, Array, Array]:
    """a (D,), b (D, D) and c (D, D, D), b and c symmetric."""
    S = lattice.slopes(r)
    trace = S[:, 0, 0] + S[:, 1, 1] + S[:, 2, 2]
    pairs = summed("g,gn,gm->nm", share, trace, trace) - summed("g,gxyn,gyxm->nm", share, S, S)
    x, y, z = (S[:, :, column].transpose(0, 2, 1) for column in range(3))
    across = np.cross(y[:, :, None], z[:, None])
    one = summed("g,gnx,gmkx->nmk", share, x, across)
    triples = np.sum([one.transpose(order) for order in permutations(range(3))], axis=0)
    return summed("g,gn->n", share, trace), pairs / 2, triples / 6


def volumes(V: VolumeArrays, gamma: Array) -> Array:
    """ν of the global lattice (T,) at its amplitudes (T, D)."""
    found = np.empty(len(gamma))
    _find_volumes(V, np.ascontiguousarray(gamma), np.empty(gamma.shape[1]), found)
    return found


@kernel
def _find_volumes(V: VolumeArrays, gamma: Array, slope: Array, found: Array) -> None:
    for i in range(len(found)):
        found[i] = volume(V, 0, gamma[i], slope)


@kernel
def volume(V: VolumeArrays, here: int, gamma: Array, slope: Array) -> float:
    """ν of lattice l by its own amplitudes (D_l,); slope (D_l,) receives ∂ν/∂γ."""
    D, at, total = len(gamma), V.three[here], V.constant[here]
    for n in range(D):
        pair = triple = 0.0
        for m in range(D):
            inner = 0.0
            for k in range(D):
                inner += V.c[at] * gamma[k]
                at += 1
            triple += inner * gamma[m]
            pair += V.b[V.two[here] + n * D + m] * gamma[m]
        single = V.a[V.one[here] + n]
        slope[n] = single + 2.0 * pair + 3.0 * triple
        total += gamma[n] * (single + pair + triple)
    return float(total)
