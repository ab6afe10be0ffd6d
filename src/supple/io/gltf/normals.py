"""Normals of a shape that moves: N = Σ (b − a) × (c − a) over the faces at a vertex, and how N changes.

A viewer adds up normals linearly and then makes them unit vectors, so what it should be given is the
derivative of the area vector N itself: exact for a stretch along one axis, first order for the rest.
Normals that a file gave (creases, a modeller's own) turn with the area vector; vertices at one place with one
normal are one, so that a texture seam does not open.
"""

from dataclasses import replace

import numpy as np

from supple.arrays import Array, Indices
from supple.scene import Mesh, Part


class Shading:
    """Normals of a part whose vertices were moved to `base` (n, 3), and their change with the shape."""

    def __init__(self, part: Part, base: Array) -> None:
        given = part.shading_normals
        keys = np.concatenate([part.vertices, np.round(given, 5)], axis=1)
        _, first, self._one = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        self._one = self._one.reshape(-1)
        self._corners: Indices = self._one[part.faces]
        self._base = base[first]
        rest, moved = self._areas(part.vertices[first]), self._areas(self._base)
        self._length = np.linalg.norm(moved, axis=1, keepdims=True)
        self._flat = self._length[:, 0] < 1e-300
        self._axis = _unit(moved, given[first])
        same = np.array_equal(part.vertices, base)
        self.normals = (
            given if same else _turned(given, _unit(rest, given[first])[self._one], self._axis[self._one])
        )

    def change(self, shift: Array) -> Array:
        """δn (n, 3) for displacements (n, 3): with d = δN/|N| along the axis m, δn = (m·d) n + (m × d) × n."""
        moved = np.zeros_like(self._base)
        moved[self._one] = shift
        d = self._area_changes(moved) / np.where(self._flat[:, None], 1.0, self._length)
        stretch = np.einsum("ij,ij->i", self._axis, d)[:, None]
        turn = np.cross(self._axis, d)
        return np.asarray(stretch[self._one] * self.normals + np.cross(turn[self._one], self.normals))

    def _areas(self, points: Array) -> Array:
        a, b, c = points[self._corners].transpose(1, 0, 2)
        return self._summed(np.cross(b - a, c - a))

    def _area_changes(self, shift: Array) -> Array:
        a, b, c = self._base[self._corners].transpose(1, 0, 2)
        da, db, dc = shift[self._corners].transpose(1, 0, 2)
        return self._summed(np.cross(db - da, c - a) + np.cross(b - a, dc - da))

    def _summed(self, faces: Array) -> Array:
        corners, weights = self._corners.reshape(-1), np.repeat(faces, 3, axis=0)
        return np.stack([np.bincount(corners, weights[:, k], len(self._base)) for k in range(3)], axis=1)


def _unit(vectors: Array, otherwise: Array) -> Array:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.where(length > 1e-300, vectors / np.where(length > 1e-300, length, 1.0), otherwise)


def _turned(vectors: Array, a: Array, b: Array) -> Array:
    """Vectors (n, 3) turned by the smallest rotation that takes unit a to unit b (Rodrigues)."""
    cross = np.cross(a, b)
    cosine = np.einsum("ij,ij->i", a, b)[:, None]
    once = np.cross(cross, vectors)
    turned = vectors + once + np.cross(cross, once) / np.maximum(1 + cosine, 1e-9)
    return _unit(turned, b)


def reshaped(mesh: Mesh, vertices: Array) -> Mesh:
    """The mesh with its vertices moved to (n, 3); normals that were given turn with the surface."""
    parts = []
    for part, moved in zip(mesh.parts, np.split(vertices, mesh.starts[1:]), strict=True):
        normals = None if part.normals is None else Shading(part, moved).normals
        parts.append(replace(part, vertices=moved, normals=normals))
    return replace(mesh, parts=tuple(parts))
