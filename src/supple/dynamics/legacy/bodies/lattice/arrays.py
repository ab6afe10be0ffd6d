"""Lattices and the points in them as compiled loops read them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice, ordered
from supple.dynamics.legacy.bodies.lattice.products import products


class LatticeArrays(NamedTuple):
    """All lattices of a body, the global one first, parents before their children.

    A lattice displaces by a sum of products of functions along its axes (see `products`): those of lattice l are
    begin[l] : begin[l + 1], and its amplitudes are γ[first[l] : first[l + 1]]. What belongs to product k are the
    terms start[k] : start[k + 1]: `value` [m] along `axis` by amplitude `mode` of its lattice.
    """

    counts: Indices
    """Functions along each axis (L, 3)."""
    spline: Indices
    """0 powers, 1 B-splines (L,)."""
    low: Array
    extent: Array
    """Box (L, 3) [m]."""
    parent: Indices
    """(L,); −1 for the global one."""
    first: Indices
    begin: Indices
    function: Indices
    """Which function along each axis a product is of (ΣK, 3)."""
    start: Indices
    axis: Indices
    mode: Indices
    value: Array
    base: Array
    """What goes with each product where no mode is awake (ΣK, 3) [m]."""
    reach: Array
    """Farthest that each mode moves a control point at amplitude 1 (D,) [m]."""


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
    sums = [products(each) for each in every]
    kept = [np.nonzero(d) for _, d in sums]
    sizes = [len(function) for function, _ in sums]
    terms = np.concatenate(
        [np.bincount(row, minlength=n) for (row, _, _), n in zip(kept, sizes, strict=True)]
    )
    return LatticeArrays(
        counts=np.array([each.grid.counts for each in every], dtype=np.int64),
        spline=np.array([each.grid.functions == "b-spline" for each in every], dtype=np.int64),
        low=np.array([each.grid.low for each in every]),
        extent=np.array([each.grid.extent for each in every]),
        parent=np.array([-1 if each.parent is None else names.index(each.parent) for each in every]),
        first=_starts(np.array([len(each.modes) for each in every])),
        begin=_starts(np.array(sizes)),
        function=np.ascontiguousarray(np.concatenate([function for function, _ in sums])),
        start=_starts(terms),
        axis=np.concatenate([axis for _, axis, _ in kept]),
        mode=np.concatenate([mode for _, _, mode in kept]),
        value=np.concatenate([d[at] for (_, d), at in zip(sums, kept, strict=True)]),
        base=np.zeros((sum(sizes), 3)),
        reach=np.concatenate([np.linalg.norm(each.displacements, axis=2).max(axis=1) for each in every]),
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
    return PointArrays(np.array(r, dtype=np.float64, order="C"), inner, phi)


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
