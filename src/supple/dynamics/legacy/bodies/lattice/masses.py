"""A few mass points that weigh what the solid weighs, in every motion: M = Σ m Jᵀ J ≈ ∫ Jᵀ J dm.

min |L⁻¹ (Σ mᵢ JᵢᵀJᵢ − M) L⁻ᵀ|  over mᵢ ≥ 0,   M = L Lᵀ of the solid

Places come one after another from the middles of cells of the body and of every local lattice, with their mirror
images where it is symmetric: ever the one that explains most of what is missing, with masses by non-negative least
squares. At last all are shifted and stretched a little: total mass, center and inertia are exactly the solid's.
"""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.lattice.arrays import innermost
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.rest import RIGID, Samples, jacobians
from supple.dynamics.legacy.bodies.lattice.samples import matched
from supple.dynamics.legacy.bodies.lattice.symmetry import orbits
from supple.dynamics.legacy.mass import MassPoints

COARSE = 5
"""Cells along each side of a lattice, from which mass points are chosen; odd, so that some are in the middle."""
CLOSE = 0.2
"""How nearly all motions must weigh what they do in the solid, where the number of points is free."""
MOST = 40
"""Points at most, where their number is free."""
FIRM = 3.0
"""How much more mass, center and inertia count than modes, so that little is left to put right at last."""
TRIED = 8
"""Places that are tried for each new point."""


def mass_points(
    lattices: Sequence[ModalLattice],
    samples: Samples,
    M: Array,
    whole: MassPoints,
    count: int | None = None,
    mirrors: Sequence[int] = (),
    ends: Array | None = None,
) -> Samples:
    """At most `count` mass points, or the fewest under which every motion weighs within a fifth what it should.

    `samples`, `whole`: the solid, M what it weighs in every motion; `mirrors`: axes along which it is symmetric about
    half of `ends` (3,) [m].
    """
    places = _middles(lattices, samples)
    groups = orbits(places, mirrors, np.zeros(3) if ends is None else ends)
    columns = _columns(lattices, places, groups, M, whole.center)
    wanted = _row(np.eye(len(M)))
    sizes = np.array([len(group) for group in groups])
    chosen: list[int] = []
    masses, missing = np.zeros(0), wanted
    while np.linalg.norm(missing) > CLOSE or count is not None:
        room = (MOST if count is None else count) - int(sizes[chosen].sum())
        open_ = [j for j in range(len(groups)) if sizes[j] <= room and j not in chosen]
        if not open_:
            break
        gain = np.einsum("r,rj->j", missing, columns[:, open_]) / np.linalg.norm(columns[:, open_], axis=0)
        best = [open_[k] for k in np.argsort(-gain, kind="stable")[:TRIED]]
        fits = [_fit(columns[:, [*chosen, j]], wanted) for j in best]
        k = int(np.argmin([np.linalg.norm(left) for _, left in fits]))
        chosen, (masses, missing) = [*chosen, best[k]], fits[k]
    used = [(groups[j], mass / sizes[j]) for j, mass in zip(chosen, masses, strict=True) if mass > 0]
    found = Samples(
        np.concatenate([places[group] for group, _ in used]),
        np.concatenate([np.full(len(group), mass) for group, mass in used]),
    )
    return _finished(lattices, found, whole)


def _middles(lattices: Sequence[ModalLattice], samples: Samples) -> Array:
    """Centers of mass of the cells of every lattice (g, 3) [m]."""
    held, found = innermost(lattices, samples.places), []
    for i, each in enumerate(lattices):
        r, m = samples.places[held == i], samples.masses[held == i]
        cell = np.clip(np.floor((r - each.grid.low) / each.grid.extent * COARSE), 0, COARSE - 1)
        _, which = np.unique(cell, axis=0, return_inverse=True)
        sums = np.zeros((int(which.max(initial=-1)) + 1, 4))
        np.add.at(sums, which.reshape(-1), np.column_stack([r * m[:, None], m]))
        found.append(sums[:, :3] / sums[:, 3:])
    return np.concatenate(found)


def _columns(
    lattices: Sequence[ModalLattice], places: Array, groups: list[Indices], M: Array, center: Array
) -> Array:
    """What a kilogram at each group adds to L⁻¹ M L⁻ᵀ, one column each."""
    J = jacobians(lattices, places, center)
    J = np.linalg.solve(np.linalg.cholesky(M), J.reshape(-1, len(M)).T).T.reshape(J.shape)
    return np.stack([_row(np.einsum("nxi,nxj->ij", J[g], J[g]) / len(g)) for g in groups], axis=1)


def _row(M: Array) -> Array:
    """The upper triangle with the Frobenius norm of the whole, but for what concerns rigid motions only."""
    i, j = np.triu_indices(len(M))
    return np.asarray(M[i, j] * np.where(i == j, 1.0, np.sqrt(2.0)) * np.where(j < RIGID, FIRM, 1.0))


def _fit(columns: Array, wanted: Array) -> tuple[Array, Array]:
    """Masses ≥ 0 (k,), and what they leave."""
    from scipy.optimize import nnls

    masses = np.asarray(nnls(columns, wanted)[0])
    return masses, wanted - np.einsum("rj,j->r", columns, masses)


def _finished(lattices: Sequence[ModalLattice], points: Samples, whole: MassPoints) -> Samples:
    """The points that no local lattice holds put right for all of them: total mass, center and inertia of `whole`."""
    local = innermost(lattices, points.places) > 0
    rest = MassPoints(
        np.concatenate([whole.points, points.places[local]]),
        np.concatenate([whole.masses, -points.masses[local]]),
    )
    own = points.masses[~local]
    moved = matched(Samples(points.places[~local], rest.total / own.sum() * own), rest)
    return Samples(
        np.concatenate([moved.places, points.places[local]]),
        np.concatenate([moved.masses, points.masses[local]]),
    )
