"""A mesh whose triangles are made more even, on the surface that it shows."""

import numpy as np
from scipy import sparse

from supple.arrays import Array, Indices
from supple.scene.sculpt.clay import Clay


def relaxed(vertices: Array, faces: Indices, clay: Clay, *, rounds: int = 4, share: float = 0.5) -> Array:
    """Vertices moved along the surface by a share of the way to the middle of their neighbors, round by round."""
    n = len(vertices)
    pairs = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    links = sparse.coo_array((np.ones(len(pairs)), pairs.T), shape=(n, n)).tocsr()
    middle = sparse.diags_array(1 / np.maximum(np.asarray(links.sum(axis=1)), 1)) @ links
    points = clay.onto(vertices, 1, farthest=0.01)
    for _ in range(rounds):
        normal = _normals(points, faces)
        step = share * (middle @ points - points)
        points = points + step - np.sum(step * normal, axis=1, keepdims=True) * normal
        points = points - np.clip(clay.distance(points), -0.003, 0.003)[:, None] * normal
    return clay.onto(points, 2, farthest=0.004)


def _normals(points: Array, faces: Indices) -> Array:
    a, b, c = points[faces].transpose(1, 0, 2)
    area = np.cross(b - a, c - a)
    total = np.stack(
        [np.bincount(faces.T.reshape(-1), np.tile(area[:, k], 3), len(points)) for k in range(3)], 1
    )
    return np.asarray(total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-300))
