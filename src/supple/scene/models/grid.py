"""Faces of grids of vertices."""

import numpy as np

from supple.arrays import Array, Indices


def grid_quads(rows: int, columns: int) -> Indices:
    """Quads of a grid of vertices stored row after row, counter-clockwise for columns right and rows up.

    >>> grid_quads(2, 2).tolist()
    [[0, 1, 3, 2]]
    """
    index = np.arange(rows * columns).reshape(rows, columns)
    corners = (index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1])
    return np.stack(corners, axis=-1).reshape(-1, 4)


def triangles(vertices: Array, quads: Indices) -> Indices:
    """Each quad (n, 4) as two triangles along its shorter diagonal, (2n, 3)."""
    a, b, c, d = vertices[quads].transpose(1, 0, 2)
    shorter = np.linalg.norm(a - c, axis=1) <= np.linalg.norm(b - d, axis=1) * (1 + 1e-9)
    first = np.where(shorter[:, None], quads[:, [0, 1, 2]], quads[:, [0, 1, 3]])
    second = np.where(shorter[:, None], quads[:, [0, 2, 3]], quads[:, [1, 2, 3]])
    return np.stack([first, second], axis=1).reshape(-1, 3)


def weld(vertices: Array, faces: Indices) -> tuple[Array, Indices]:
    """One vertex for all that are at one place (to 1e-9 of the size), in order of first appearance."""
    size = float(np.ptp(vertices, axis=0).max()) or 1.0
    place = np.round(vertices / (size * 1e-9)).astype(np.int64)
    _, first, same = np.unique(place, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return vertices[first[order]], rank[same.reshape(-1)][faces]
