"""Modes that do not stir are left out of the equations until a force appears (Faloutsos et al. 1997, §5.2).

A mode that sleeps keeps its amplitude, so that what it does becomes a part of the rest shape: lattices, points,
moments and the volume's cubic are rewritten for those that are awake, and the same loops run on fewer coordinates.
"""

from itertools import pairwise

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.lattice.arrays import LatticeArrays, PointArrays
from supple.dynamics.legacy.bodies.lattice.inertia import MassArrays
from supple.dynamics.legacy.bodies.lattice.step import Parts
from supple.dynamics.legacy.bodies.lattice.volume import VolumeArrays

Awake = np.ndarray
"""Whether each mode is awake (D,), bool."""


def packed(parts: Parts, gamma: Array, awake: Awake) -> Parts:
    """The body with only those modes, the others where they are."""
    first = parts.lattices.first
    mass = parts.mass
    T = np.zeros((1 + int(awake[: first[1]].sum()), 1 + int(first[1])))
    T[0, 0], T[0, 1:] = 1.0, np.where(awake, 0.0, gamma)[: first[1]]
    T[np.arange(1, len(T)), 1 + np.flatnonzero(awake[: first[1]])] = 1.0
    kept = MassArrays(
        mass.center,
        mass.total,
        T @ mass.once,
        np.ascontiguousarray(np.einsum("ai,bj,ijxy->abxy", T, T, mass.twice)),
        packed_points(first, mass.points, gamma, awake),
        mass.m,
    )
    return Parts(_lattices(parts.lattices, gamma, awake), kept, _volume(parts.volume, first, gamma, awake))


def packed_points(first: Indices, points: PointArrays, gamma: Array, awake: Awake) -> PointArrays:
    """Points with what sleeping modes of their innermost lattice add to where they are at rest."""
    r, phi = points.r.copy(), np.zeros((*points.phi.shape[:2], max(int(awake.sum()), 1)))
    for i, (a, b) in enumerate(pairwise(first)):
        here, stirs = points.lattice == i, awake[a:b]
        own = points.phi[here][:, :, : b - a]
        r[here] += own[:, :, ~stirs] @ gamma[a:b][~stirs]
        phi[here, :, : stirs.sum()] = own[:, :, stirs]
    return PointArrays(r, points.lattice, phi)


def _lattices(lattices: LatticeArrays, gamma: Array, awake: Awake) -> LatticeArrays:
    sizes = np.diff(lattices.begin)
    before = np.repeat(np.repeat(lattices.first[:-1], sizes), np.diff(lattices.start))
    product = np.repeat(np.arange(len(lattices.base)), np.diff(lattices.start))
    mode = before + lattices.mode
    stirs = awake[mode]
    base = lattices.base.copy()
    still = product[~stirs], lattices.axis[~stirs]
    np.add.at(base, still, lattices.value[~stirs] * gamma[mode[~stirs]])
    first = np.concatenate([[0], np.cumsum(awake)])[lattices.first]
    order = np.cumsum(awake) - 1
    return lattices._replace(
        first=first,
        start=np.concatenate([[0], np.cumsum(np.bincount(product[stirs], minlength=len(base)))]),
        axis=lattices.axis[stirs],
        mode=order[mode[stirs]] - np.repeat(np.repeat(first[:-1], sizes), np.diff(lattices.start))[stirs],
        value=lattices.value[stirs],
        base=base,
        reach=lattices.reach[awake],
    )


def _volume(volume: VolumeArrays, first: Indices, gamma: Array, awake: Awake) -> VolumeArrays:
    """ν(γ + γ_s) as a cubic in γ, γ_s the amplitudes that sleep."""
    constant, one, two, three = volume.constant.copy(), [], [], []
    for i, (start, end) in enumerate(pairwise(first)):
        D, stirs = int(end - start), awake[start:end]
        still = np.where(stirs, 0.0, gamma[start:end])
        a = volume.a[volume.one[i] :][:D]
        b = volume.b[volume.two[i] :][: D**2].reshape(D, D)
        c = volume.c[volume.three[i] :][: D**3].reshape(D, D, D)
        constant[i] += a @ still + still @ b @ still + np.einsum("nmk,n,m,k->", c, still, still, still)
        one.append((a + 2 * b @ still + 3 * np.einsum("nmk,m,k->n", c, still, still))[stirs])
        two.append((b + 3 * c @ still)[np.ix_(stirs, stirs)].reshape(-1))
        three.append(c[np.ix_(stirs, stirs, stirs)].reshape(-1))
    starts = [np.cumsum([0, *(len(x) for x in parts)])[:-1] for parts in (one, two, three)]
    a, b, c = (np.concatenate(parts) for parts in (one, two, three))
    return VolumeArrays(volume.stiffness, constant, starts[0], starts[1], starts[2], a, b, c)
