"""Normals of a surface that changes shape: smooth where it was smooth at rest, creased where creased."""

import numpy as np

from supple.arrays import Array, Indices
from supple.scene.mesh import Mesh

SMOOTH = np.cos(np.deg2rad(5.0))
"""Vertices at one place whose normals differ by less than this angle at rest are one."""


class DeformedNormals:
    """n_v ∝ Σ (b − a) × (c − a) over the faces around v.

    Vertices at one place with one normal at rest (the two sides of a texture's seam) count as one; those at
    one place with different normals are a crease, and stay apart.
    """

    def __init__(self, mesh: Mesh) -> None:
        self._faces = mesh.faces
        self._joint = joined(mesh.vertices, np.concatenate([part.shading_normals for part in mesh.parts]))
        self._corners = self._joint[self._faces].ravel()

    def of(self, vertices: Array) -> Array:
        """Unit normals (n, 3) for vertices (n, 3)."""
        a, b, c = vertices[self._faces].transpose(1, 0, 2)
        weighted = np.repeat(np.cross(b - a, c - a), 3, axis=0)
        sums = np.stack([np.bincount(self._corners, w, len(vertices)) for w in weighted.T], axis=1)
        length = np.linalg.norm(sums, axis=1, keepdims=True)
        unit = np.where(length > 1e-300, sums / np.maximum(length, 1e-300), [0.0, 1.0, 0.0])
        return np.asarray(unit[self._joint])


def joined(vertices: Array, normals: Array) -> Indices:
    """One number for all vertices at one place with one normal, (n,)."""
    size = float(np.ptp(vertices, axis=0).max()) or 1.0
    _, place = np.unique(np.round(vertices / (1e-6 * size)), axis=0, return_inverse=True)
    numbers = np.full(len(vertices), -1)
    while len(left := np.flatnonzero(numbers < 0)):
        _, first, which = np.unique(place.reshape(-1)[left], return_index=True, return_inverse=True)
        leader = left[first][which]
        alike = (left == leader) | (np.sum(normals[left] * normals[leader], axis=1) > SMOOTH)
        numbers[left[alike]] = leader[alike]
    return numbers
