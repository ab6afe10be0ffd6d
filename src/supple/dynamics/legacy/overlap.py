"""Closed shells of one mesh that overlap: volume formulas count what they share twice."""

from itertools import combinations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from supple.arrays import Array, Indices
from supple.dynamics.legacy.filling import depth, grid
from supple.errors import InputError
from supple.scene import Mesh

FINE = 16
"""Points looked at along each side."""
MUCH = 0.2
"""Parts stuck into each other, a stalk in an apple, are joinery; sharing this much of the volume is a mistake."""


def check_overlap(mesh: Mesh) -> None:
    """Refuse a closed mesh of which much is enclosed twice, and name the parts."""
    shell = shells(mesh)
    if shell.max(initial=0) == 0:
        return
    low, high = mesh.bounds
    lines, corners = grid(low, high, (high - low) / FINE), mesh.vertices[mesh.faces]
    around = depth(corners, lines)
    twice = np.maximum(around - 1, 0).sum() / max(around.sum(), 1)
    if twice < MUCH:
        return
    one, other = _worst(corners, shell, lines)
    names = [_name(mesh, int(np.flatnonzero(shell == s)[0])) for s in (one, other)]
    raise InputError(
        f"mesh {mesh.name!r}: its parts {names[0]} and {names[1]} overlap, so that {twice:.0%} of the volume would "
        "count twice; unite them, add them as bodies of their own, or say where the mass is "
        "(MassPoints.given, MassPoints.shell)"
    )


def shells(mesh: Mesh) -> Indices:
    """Which connected surface of which part each face belongs to (m,), from 0; equal places are one vertex."""
    _, place = np.unique(mesh.vertices.round(9), axis=0, return_inverse=True)
    a, b, c = place.reshape(-1)[mesh.faces].T
    size = int(place.max(initial=0)) + 1
    joined = coo_array((np.ones(2 * len(a)), (np.r_[a, b], np.r_[b, c])), shape=(size, size))
    surface = connected_components(joined, directed=False)[1][a]
    part = np.repeat(np.arange(len(mesh.parts)), [len(p.faces) for p in mesh.parts])
    return np.asarray(np.unique(np.stack([surface, part]), axis=1, return_inverse=True)[1].reshape(-1))


def _worst(corners: Array, shell: Indices, lines: list[Array]) -> tuple[int, int]:
    """The two shells that share most."""
    inside = {s: depth(corners[shell == s], lines) > 0 for s in np.unique(shell).tolist()}
    return max(combinations(inside, 2), key=lambda pair: int((inside[pair[0]] & inside[pair[1]]).sum()))


def _name(mesh: Mesh, face: int) -> str:
    ends = np.cumsum([len(part.faces) for part in mesh.parts])
    return repr(mesh.parts[int(np.searchsorted(ends, face, side="right"))].name)
