"""What a closed surface encloses: open edges, volume, normals. Plain functions of vertices and faces."""

import numpy as np

from supple.arrays import Array, Indices


def welded(vertices: Array, faces: Indices) -> Indices:
    """Faces with vertices at one place (to 1e-9 of the size) given one index; degenerate faces dropped."""
    size = float(np.ptp(vertices, axis=0).max()) or 1.0
    grid = np.round((vertices - vertices.min(axis=0)) / (size * 1e-9)).astype(np.int64)
    _, first = np.unique(grid, axis=0, return_inverse=True)
    faces = first.reshape(-1)[faces]
    a, b, c = faces.T
    return np.asarray(faces[(a != b) & (b != c) & (c != a)])


def open_edges(vertices: Array, faces: Indices) -> int:
    """Number of directed edges not met by one in the other direction; 0 for a closed surface."""
    faces = welded(vertices, faces)
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    n = int(faces.max()) + 1 if len(faces) else 1
    forward, counts = np.unique(edges[:, 0] * n + edges[:, 1], return_counts=True)
    backward, back_counts = np.unique(edges[:, 1] * n + edges[:, 0], return_counts=True)
    same = np.array_equal(forward, backward)
    if same:
        return int(np.abs(counts - back_counts).sum())
    return int(np.setxor1d(forward, backward).size)


def volume(vertices: Array, faces: Indices) -> float:
    """V = Σ a · (b × c) / 6 over the triangles (divergence theorem) [m³]."""
    if not len(faces):
        return 0.0
    a, b, c = (vertices - vertices.mean(axis=0))[faces].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def vertex_normals(vertices: Array, faces: Indices) -> Array:
    """Area-weighted unit normals (n, 3); (0, 1, 0) where no face meets."""
    a, b, c = vertices[faces].transpose(1, 0, 2)
    weighted = np.cross(b - a, c - a)
    sums = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(sums, faces[:, corner], weighted)
    length = np.linalg.norm(sums, axis=1, keepdims=True)
    return np.where(length > 1e-300, sums / np.maximum(length, 1e-300), [0.0, 1.0, 0.0])
