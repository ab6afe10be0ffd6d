"""A solid cut into a few cells, for energies that are integrated over the volume: middles and shares."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.filling import depth, grid
from supple.errors import InputError
from supple.scene import Mesh

FINE = 24
"""Samples along the longest side of the box."""


def cells(mesh: Mesh, coarse: int) -> tuple[Array, Array]:
    """Middles (g, 3) [m] and shares (g,), summing to 1, of the filled cells of a grid, `coarse` along each side.

    A closed mesh counts what is inside it; an open one what is near its surface. A thin body has as many cells
    through its thickness as along its length: with fewer, bending would cost no energy.
    """
    low, high = mesh.bounds
    side = high - low
    inside = _inside(mesh, np.minimum(side.max() / FINE, side / (2 * coarse)))
    if not len(inside):
        raise InputError(f"mesh {mesh.name!r} is too thin to fill: no sample lies inside")
    size = np.maximum(side / coarse * (1 + 1e-9), np.finfo(float).tiny)
    _, which, counts = np.unique(
        np.floor((inside - low) / size), axis=0, return_inverse=True, return_counts=True
    )
    middles = np.zeros((len(counts), 3))
    np.add.at(middles, which.reshape(-1), inside)
    return middles / counts[:, None], counts / counts.sum()


def _inside(mesh: Mesh, step: Array) -> Array:
    """Points of a grid of spacing `step` (3,) inside a closed mesh, or the vertices of an open one, (n, 3)."""
    if not mesh.watertight:
        return mesh.vertices
    low, high = mesh.bounds
    lines = grid(low, high, step)
    i, j, k = np.nonzero(depth(mesh.vertices[mesh.faces], lines) > 0)
    return np.stack([lines[0][i], lines[1][j], lines[2][k]], axis=1)
