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


def nearest(vertices: Array, faces: Indices, x: Array) -> Array:
    """The point (3,) of the surface that is nearest to x (3,): inside a triangle, or on one of its edges.

    >>> corners, face = np.eye(3), np.array([[0, 1, 2]])
    >>> nearest(corners, face, np.ones(3)).round(3), nearest(corners, face, np.array([3.0, -1, 0]))
    (array([0.333, 0.333, 0.333]), array([1., 0., 0.]))
    """
    corners = vertices[faces]
    found = [_on_edges(corners[:, k], corners[:, (k + 1) % 3], x) for k in range(3)]
    a, ab, ac = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normal = np.cross(ab, ac)
    area = np.maximum(np.einsum("ij,ij->i", normal, normal), 1e-300)
    u = np.einsum("ij,ij->i", np.cross(x - a, ac), normal) / area
    v = np.einsum("ij,ij->i", np.cross(ab, x - a), normal) / area
    within = (u >= 0) & (v >= 0) & (u + v <= 1)
    flat = np.concatenate([*found, (a + u[:, None] * ab + v[:, None] * ac)[within]])
    return np.asarray(flat[((flat - x) ** 2).sum(axis=1).argmin()])


def _on_edges(a: Array, b: Array, x: Array) -> Array:
    along = b - a
    share = np.einsum("ij,ij->i", x - a, along) / np.maximum(np.einsum("ij,ij->i", along, along), 1e-300)
    return np.asarray(a + np.clip(share, 0, 1)[:, None] * along)


def winding(vertices: Array, faces: Indices, x: Array) -> float:
    """How often the surface goes around x (3,): 1 inside a closed one, 0 outside; Σ solid angles / 4π.

    tan(Ω/2) = a · (b × c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|)   (van Oosterom & Strackee 1983)

    >>> corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    >>> round(winding(corners, faces, np.full(3, 0.2)), 9), round(abs(winding(corners, faces, np.ones(3))), 9)
    (1.0, 0.0)
    """
    a, b, c = (vertices - x)[faces].transpose(1, 0, 2)
    la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
    above = np.einsum("ij,ij->i", a, np.cross(b, c))
    dots = [np.einsum("ij,ij->i", p, q) for p, q in ((a, b), (b, c), (c, a))]
    return float(
        np.arctan2(above, la * lb * lc + dots[0] * lc + dots[1] * la + dots[2] * lb).sum() / (2 * np.pi)
    )
