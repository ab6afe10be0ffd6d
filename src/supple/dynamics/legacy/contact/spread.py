"""Points spread over a surface, for meeting what is not flat: most along sharp edges, fewest where it is flat.

Where two square edges cross, one sinks into the other as deep as the crossing is from the next point; round things of
radius ρ sink in by s²/2ρ at a distance s from it. Into a thin wall, which has no inside to speak of, edges and tips
sink half as deep as its points are apart: there they are many.
"""

import numpy as np

from supple.arrays import Array
from supple.scene import Mesh

EDGE, BENT = np.cos(np.deg2rad(25)), 1 - 1e-9
"""Cosines of the angle between faces: below the one others may hang on their edge, below the other they bend."""
SHARP, ROUND, FLAT, WALL = 45, 22, 7, 36
"""Parts of a body's size: no place looked at on such an edge, where faces bend, at all, or on a thin wall is farther
from a point."""
THIN = 40
"""What is thinner than such a part of its size, 2 V/A, is a wall."""
MOST = 500
"""Points of each, whatever that leaves uncovered."""


def spread_over(mesh: Mesh, taken: Array) -> Array:
    """Those `taken` (m, 3), and then ever the one farthest from all before, until the surface is covered (n, 3)."""
    size = float(np.ptp(mesh.vertices, axis=0).max())
    edges, cosines = mesh.vertices[_edges(mesh)], _cosines(mesh)
    bent, flat = (WALL, WALL) if _is_thin(mesh, size) else (ROUND, FLAT)
    for below, parts in ((EDGE, SHARP), (BENT, bent), (np.inf, flat)):
        places = _along(edges[cosines < below], size / parts)
        taken = np.concatenate([taken, farthest(places, MOST, taken, size / parts)])
    return taken


def _is_thin(mesh: Mesh, size: float) -> bool:
    """Whether the mesh is a wall around nothing, as of a glass."""
    a, b, c = mesh.vertices[mesh.faces].transpose(1, 0, 2)
    area = float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()) / 2
    return not mesh.watertight or 2 * mesh.volume < size / THIN * area


def farthest(places: Array, count: int, taken: Array, reach: float = 1e-9) -> Array:
    """At most `count` of the places (n, 3), the farthest from all before first, until none is out of `reach` [m]."""
    distance = np.full(len(places), np.inf)
    for place in taken:
        distance = np.minimum(distance, np.linalg.norm(places - place, axis=1))
    chosen: list[int] = []
    while len(chosen) < min(count, len(places)) and distance.max() > reach:
        chosen.append(int(distance.argmax()))
        distance = np.minimum(distance, np.linalg.norm(places - places[chosen[-1]], axis=1))
    return np.asarray(places[chosen])


def _edges(mesh: Mesh) -> np.ndarray:
    """Every edge of every face (3m, 2)."""
    return np.concatenate([mesh.faces[:, [0, 1]], mesh.faces[:, [1, 2]], mesh.faces[:, [2, 0]]])


def _cosines(mesh: Mesh) -> Array:
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
