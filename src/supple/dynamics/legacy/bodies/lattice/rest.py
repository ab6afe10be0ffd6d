"""What modes do to a body at rest: where they send its points, and what that weighs.

J(r) = [1  −[r − c]×  Φ(r)],   M = Σ m Jᵀ J   (Faloutsos et al. 1997, eq. 4), c the center of mass

At rest every lattice is the identity, so that nested modes add up: Φ has no products.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.lattice.arrays import innermost
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice

RIGID = 6


class Samples(NamedTuple):
    """Places (n, 3) [m] and the masses there (n,) [kg]."""

    places: Array
    masses: Array

    @property
    def center(self) -> Array:
        """Σ m r / Σ m (3,) [m]."""
        return np.asarray(np.einsum("i,ix->x", self.masses, self.places) / self.masses.sum())


def fields(lattices: Sequence[ModalLattice], r: Array) -> Array:
    """Φ = ∂y/∂γ (n, 3, D) [m] at rest of places r (n, 3); `lattices` in order, the global one first."""
    held, D = innermost(lattices, r), [len(each.modes) for each in lattices]
    phi, at = np.zeros((len(r), 3, sum(D))), 0
    for i, each in enumerate(lattices):
        here = np.isin(held, within(lattices, i))
        phi[here, :, at : at + D[i]] = each.field(r[here])
        at += D[i]
    return phi


def within(lattices: Sequence[ModalLattice], i: int) -> Indices:
    """Lattice i and all that ride on it, as indices."""
    found = [i]
    for k, each in enumerate(lattices):
        if each.parent in [lattices[j].name for j in found] and k not in found:
            found.append(k)
    return np.array(found)


def jacobians(lattices: Sequence[ModalLattice], r: Array, center: Array) -> Array:
    """[1  −[r − c]×  Φ] (n, 3, 6 + D)."""
    x, y, z = (r - center).T
    J = np.zeros((len(r), 3, RIGID))
    J[:, 0, 0] = J[:, 1, 1] = J[:, 2, 2] = 1.0
    J[:, 0, 4], J[:, 1, 5], J[:, 2, 3] = z, x, y
    J[:, 0, 5], J[:, 1, 3], J[:, 2, 4] = -y, -z, -x
    return np.concatenate([J, fields(lattices, r)], axis=2)


def mass_matrix(lattices: Sequence[ModalLattice], samples: Samples, center: Array) -> Array:
    """M (6 + D, 6 + D) at rest, turns counted about `center`."""
    J = jacobians(lattices, samples.places, center)
    return np.asarray(np.einsum("nxi,nxj->ij", samples.masses[:, None, None] * J, J))


def alike(M: Array, scale: Array) -> Array:
    """M with every coordinate scaled by what it weighs in the solid, M_ij / √(s_i s_j): free of units."""
    root = np.sqrt(scale)
    return np.asarray(M / np.outer(root, root))


def condition(M: Array) -> float:
    """Largest over smallest eigenvalue; inf where the smallest drowns in rounding."""
    values = np.linalg.eigvalsh(M)
    return float(values[-1] / values[0]) if values[0] > len(M) * np.finfo(float).eps * values[-1] else np.inf
