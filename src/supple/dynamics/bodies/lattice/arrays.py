"""Lattices and the points in them as compiled loops read them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.lattice.modal import ModalLattice, ordered


class LatticeArrays(NamedTuple):
    """All lattices of a body, the global one first, parents before their children.

    Amplitudes γ of lattice l are γ[first[l] : first[l + 1]], its control points are rows begin[l] : begin[l + 1] of
    `base`, and d of those rows by its modes is (K, 3, D_l), flat from displaced[l] on.
    """

    counts: Indices
    """Control points along each axis (L, 3)."""
    spline: Indices
    """0 Bernstein, 1 B-spline (L,)."""
    low: Array
    extent: Array
    """Box (L, 3) [m]."""
    parent: Indices
    """(L,); −1 for the global one."""
    first: Indices
    begin: Indices
    displaced: Indices
    d: Array
    base: Array
    """What control points are displaced by where no mode is awake (ΣK, 3) [m]."""


class PointArrays(NamedTuple):
    """Points by the innermost lattice that holds them: there F(r) = r + Φ γ is linear, with Φ known at rest."""

    r: Array
    """Rest positions, with what sleeping modes of the innermost lattice add (n, 3) [m]."""
    lattice: Indices
    """The innermost lattice (n,)."""
    phi: Array
    """Φ (n, 3, D) [m], the modes of the innermost lattice first; the rest is unused."""


def lattice_arrays(lattices: Sequence[ModalLattice]) -> LatticeArrays:
    """The lattices in line."""
    every = ordered(lattices)
    names = [each.name for each in every]
    sizes = np.array([each.grid.size for each in every])
    modes = np.array([len(each.modes) for each in every])
    return LatticeArrays(
        counts=np.array([each.grid.counts for each in every], dtype=np.int64),
        spline=np.array([each.grid.functions == "b-spline" for each in every], dtype=np.int64),
        low=np.array([each.grid.low for each in every]),
        extent=np.array([each.grid.extent for each in every]),
        parent=np.array([-1 if each.parent is None else names.index(each.parent) for each in every]),
        first=_starts(modes),
        begin=_starts(sizes),
        displaced=_starts(3 * sizes * modes),
        d=np.concatenate([each.displacements.transpose(1, 2, 0).reshape(-1) for each in every]),
        base=np.zeros((sizes.sum(), 3)),
    )


def point_arrays(lattices: Sequence[ModalLattice], r: Array) -> PointArrays:
    """Places r (n, 3) [m] at rest, each with the innermost lattice that holds it."""
    every = ordered(lattices)
    inner = innermost(every, r)
    phi = np.zeros((len(r), 3, max(sum(len(each.modes) for each in every), 1)))
    for i, each in enumerate(every):
        here = inner == i
        if here.any() and each.modes:
            phi[here, :, : len(each.modes)] = each.field(r[here])
    return PointArrays(np.array(r, dtype=np.float64), inner, phi)


def innermost(lattices: Sequence[ModalLattice], r: Array) -> Indices:
    """The deepest lattice whose box, and whose parents' boxes, hold each place (n,); the first of several."""
    names = [each.name for each in lattices]
    held = np.zeros(len(r), dtype=np.int64)
    for i, each in enumerate(lattices):
        if each.parent is not None:
            held[(held == names.index(each.parent)) & each.contains(r)] = i
    return held


def _starts(sizes: Indices) -> Indices:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
