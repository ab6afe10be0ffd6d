"""A surface as a balanced tree of boxes: each holds half of the triangles of the box above, down to one.

The boxes lie along the principal axes of what they hold, so that a flat piece has a flat box.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, Indices


@dataclass(frozen=True, eq=False)
class Boxes:
    """Box k holds what boxes 2k and 2k + 1 hold; box 1 holds everything, and n + m triangle m of the n.

    >>> tree = Boxes.of(np.eye(3)[[[0, 1, 2], [0, 2, 1]]])
    >>> len(tree.triangles), tree.half[1].round(3)
    (2, array([0.   , 0.612, 0.707]))
    """

    triangles: Array
    """Corners (n, 3, 3) [m], in the order of the leaves; n is a power of two, reached by repetition."""
    central: Indices
    """The triangle in the middle of each box, (2n,)."""
    middle: Array
    """Middles (2n, 3) [m] of the boxes."""
    axes: Array
    """Their axes as rows, (2n, 3, 3), the thinnest first."""
    half: Array
    """Half their extents (2n, 3) [m] along the axes."""

    @classmethod
    def of(cls, triangles: Array) -> "Boxes":
        """The tree over triangles (m, 3, 3) [m], m ≥ 1."""
        leaves = _sorted(triangles)
        levels = [_boxes(leaves.reshape(2**k, -1, 3, 3)) for k in range(len(leaves).bit_length())]
        central, middle, axes, half = (np.concatenate(rows) for rows in zip(levels[0], *levels, strict=True))
        return cls(leaves, central, middle, axes, half)


def _sorted(triangles: Array) -> Array:
    """In the order of the leaves: each run is split in half at the median along its widest axis."""
    depth = (len(triangles) - 1).bit_length()
    triangles = triangles[np.arange(2**depth) % len(triangles)]
    for k in range(depth):
        runs = triangles.reshape(2**k, -1, 3, 3)
        centroids = runs.mean(axis=2)
        widest = np.ptp(centroids, axis=1).argmax(axis=1)
        order = np.take_along_axis(centroids, widest[:, None, None], axis=2).argsort(axis=1, kind="stable")
        triangles = np.take_along_axis(runs, order[..., None], axis=1)
    return triangles.reshape(-1, 3, 3)


def _boxes(runs: Array) -> tuple[Indices, Array, Array, Array]:
    """Central triangles, middles, axes and half extents of the boxes around runs of triangles (k, m, 3, 3)."""
    corners = runs.reshape(len(runs), -1, 3)
    mean = corners.mean(axis=1, keepdims=True)
    spread = corners - mean
    _, columns = np.linalg.eigh(spread.transpose(0, 2, 1) @ spread)
    along = spread @ columns
    low, high = along.min(axis=1), along.max(axis=1)
    middle = mean[:, 0] + np.einsum("kij,kj->ki", columns, (low + high) / 2)
    central = np.linalg.norm(runs.mean(axis=2) - middle[:, None], axis=2).argmin(axis=1)
    first = np.arange(len(runs)) * runs.shape[1]
    return first + central, middle, columns.transpose(0, 2, 1), (high - low) / 2
