"""Points spread over a surface, for meeting what is not flat: along sharp edges, and evenly over the rest."""

import numpy as np

from supple.arrays import Array
from supple.scene import Mesh

FINE = 24
"""Points along an edge as long as the body."""
SHARP = np.cos(np.deg2rad(25))
"""Faces that meet at more than this angle make an edge that others may hang on."""


def spread_over(mesh: Mesh, count: int, taken: Array) -> Array:
    """At most `count` points (n, 3): ever the one farthest from those `taken` (m, 3) and chosen before."""
    size = float(np.ptp(mesh.vertices, axis=0).max())
    edges = mesh.vertices[_edges(mesh)]
    sharp = _along(edges[_sharpness(mesh) < SHARP], size / FINE)
    return np.concatenate(
        [farthest(sharp, count // 2, taken), farthest(_even(mesh, size), count // 2, taken)]
    )


def farthest(places: Array, count: int, taken: Array) -> Array:
    """At most `count` of the places (n, 3), the farthest from all before first, until they lie at one."""
    distance = np.full(len(places), np.inf)
    for place in taken:
        distance = np.minimum(distance, np.linalg.norm(places - place, axis=1))
    chosen: list[int] = []
    while len(chosen) < min(count, len(places)) and distance.max() > 1e-9:
        chosen.append(int(distance.argmax()))
        distance = np.minimum(distance, np.linalg.norm(places - places[chosen[-1]], axis=1))
    return np.asarray(places[chosen])


def _even(mesh: Mesh, size: float) -> Array:
    """The vertices, and points along edges that are long."""
    return np.unique(
        np.concatenate([mesh.vertices, _along(mesh.vertices[_edges(mesh)], size / 8)]).round(9), axis=0
    )


def _edges(mesh: Mesh) -> np.ndarray:
    """Every edge of every face (3m, 2)."""
    return np.concatenate([mesh.faces[:, [0, 1]], mesh.faces[:, [1, 2]], mesh.faces[:, [2, 0]]])


def _sharpness(mesh: Mesh) -> Array:
    """Cosine of the angle at which the two faces of each edge meet (3m,); where there are not two, none."""
    a, b, c = mesh.vertices[mesh.faces].transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    _, place = np.unique(mesh.vertices.round(9), axis=0, return_inverse=True)
    ends = np.sort(place.reshape(-1)[_edges(mesh)], axis=1)
    face = np.tile(np.arange(len(mesh.faces)), 3)
    _, edge, uses = np.unique(ends, axis=0, return_inverse=True, return_counts=True)
    total = np.zeros((len(uses), 3))
    np.add.at(total, edge.reshape(-1), normal[face])
    cosine = (np.einsum("ij,ij->i", total, total) - 2) / 2  # |n₁ + n₂|² = 2 + 2 n₁·n₂
    return np.asarray(np.where(uses == 2, cosine, -1.0)[edge.reshape(-1)])


def _along(edges: Array, step: float) -> Array:
    """Points (n, 3) on edges (m, 2, 3), no farther apart than `step`, ends included."""
    if not len(edges):
        return np.zeros((0, 3))
    parts = np.ceil(np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1) / step).astype(np.int64).clip(1)
    which = np.repeat(np.arange(len(edges)), parts + 1)
    begin = np.cumsum(parts + 1) - (parts + 1)
    share = ((np.arange(len(which)) - begin[which]) / parts[which])[:, None]
    found = (1 - share) * edges[which, 0] + share * edges[which, 1]
    return np.unique(found.round(9), axis=0)
