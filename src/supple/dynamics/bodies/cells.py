"""A solid cut into a few cells, for energies that are integrated over the volume: middles and shares."""

import numpy as np

from supple.arrays import Array
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
    step = np.minimum(side.max() / FINE, side / (2 * coarse))
    inside = _inside(mesh, low, high, step) if mesh.watertight else mesh.vertices
    if not len(inside):
        raise InputError(f"mesh {mesh.name!r} is too thin to fill: no sample lies inside")
    size = np.maximum(side / coarse * (1 + 1e-9), np.finfo(float).tiny)
    _, which, counts = np.unique(
        np.floor((inside - low) / size), axis=0, return_inverse=True, return_counts=True
    )
    middles = np.zeros((len(counts), 3))
    np.add.at(middles, which.reshape(-1), inside)
    return middles / counts[:, None], counts / counts.sum()


def _inside(mesh: Mesh, low: Array, high: Array, step: Array) -> Array:
    """Points of a grid inside a closed mesh: along each vertical line, between crossings in and out."""
    lines = [np.arange(a + d / 2, b, d) for a, b, d in zip(low, high, step, strict=True)]
    lines = [
        line if len(line) else np.array([(a + b) / 2]) for line, a, b in zip(lines, low, high, strict=True)
    ]
    found = []
    corners = mesh.vertices[mesh.faces]
    nudge = step[[0, 2]] * np.array([1.7e-4, 2.3e-4])
    for x in lines[0] + nudge[0]:
        near = (corners[:, :, 0].min(axis=1) <= x) & (corners[:, :, 0].max(axis=1) >= x)
        for z in lines[2] + nudge[1]:
            height, direction = _crossings(corners[near], x, z)
            depth = np.array([-direction[height > y].sum() for y in lines[1]])
            found += [(x, y, z) for y in lines[1][depth < -0.5]]
    return np.array(found).reshape(-1, 3)


def _crossings(corners: Array, x: float, z: float) -> tuple[Array, Array]:
    """Where a vertical line meets triangles (n, 3, 3): heights, and −1 for a face seen from below, 1 from above."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    d = (b[:, 0] - a[:, 0]) * (c[:, 2] - a[:, 2]) - (c[:, 0] - a[:, 0]) * (b[:, 2] - a[:, 2])
    safe = np.where(np.abs(d) < 1e-300, 1.0, d)
    u = ((x - a[:, 0]) * (c[:, 2] - a[:, 2]) - (c[:, 0] - a[:, 0]) * (z - a[:, 2])) / safe
    w = ((b[:, 0] - a[:, 0]) * (z - a[:, 2]) - (x - a[:, 0]) * (b[:, 2] - a[:, 2])) / safe
    hit = (np.abs(d) > 1e-300) & (u >= 0) & (w >= 0) & (u + w <= 1)
    height = a[:, 1] + u * (b[:, 1] - a[:, 1]) + w * (c[:, 1] - a[:, 1])
    return height[hit], np.where(d[hit] < 0, 1.0, -1.0)
