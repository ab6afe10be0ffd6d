"""Vertices, normals and tangents of skinned meshes, in compiled code.

A = Σᵢ wᵢ Mᵢ,  Mᵢ = Wᵢ Bᵢ:   points x = A p,  normals n ∝ cof(A) n₀,  tangents t ∝ A t₀

cof(A) = det(A) A⁻ᵀ turns area vectors, so that normals stay normal under any scale.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.errors import InputError
from supple.kernels import kernel
from supple.scene.mesh import Mesh

ROWS = 12
"""Numbers of a matrix without its last row."""


def skinned(mesh: Mesh, matrices: Array, shapes: Array | None = None) -> Array:
    """Vertices (T, n, 3) of a mesh with joints and weights, for matrices W B (T, j, 4, 4).

    shapes: the vertices before they are skinned, (T, n, 3) or (n, 3); by default those of the mesh.

    >>> import numpy as np
    >>> from dataclasses import replace
    >>> part = Mesh.of([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).parts[0]
    >>> mesh = Mesh((replace(part, joints=[[0], [0], [1]], weights=[[1], [1], [1]]),))
    >>> lifted = np.stack([np.eye(4), np.eye(4)])
    >>> lifted[1, 1, 3] = 2
    >>> skinned(mesh, lifted[None])[0, 2]
    array([0., 3., 0.])
    """
    joints, weights = influences(mesh, matrices.shape[1])
    rows = _lines(matrices[:, :, :3].reshape(*matrices.shape[:2], ROWS))
    points = _lines(mesh.vertices if shapes is None else shapes).reshape(-1, len(mesh.vertices), 3)
    found = np.empty((len(rows), len(mesh.vertices), 3))
    _points(joints, weights, rows, points, found)
    return found


def skinned_directions(mesh: Mesh, matrices: Array, directions: Array, *, normal: bool = True) -> Array:
    """Unit normals, or tangents, (n, 3) of a skinned mesh at one moment, for matrices W B (j, 4, 4)."""
    joints, weights = influences(mesh, len(matrices))
    rows = _lines(matrices[:, :3].reshape(len(matrices), ROWS))
    found = np.empty((len(directions), 3))
    _directions(joints, weights, rows, _lines(directions), int(normal), found)
    return found


def influences(mesh: Mesh, count: int) -> tuple[Indices, Array]:
    """Joints and weights (n, k) of all vertices of a mesh, checked against a skin of `count` joints."""
    if mesh.joints is None or mesh.weights is None:
        raise InputError(
            f"mesh {mesh.name!r} has no joints and weights, so it cannot follow a skin; bind() it"
        )
    if len(mesh.joints) and not (mesh.joints.min() >= 0 and mesh.joints.max() < count):
        raise InputError(
            f"mesh {mesh.name!r}: vertices hang on joints {mesh.joints.min()}…{mesh.joints.max()}, "
            f"but the skin has {count}"
        )
    return _whole(mesh.joints), _lines(mesh.weights)


def _lines(values: Array) -> Array:
    return np.ascontiguousarray(values, dtype=np.float64)


def _whole(values: Indices) -> Indices:
    return np.ascontiguousarray(values, dtype=np.int64)


@kernel
def _blend(joints: Indices, weights: Array, rows: Array, A: Array) -> None:
    """A = Σ w M for one vertex; (k,), (k,), (j, 12) ↦ (12,)."""
    for c in range(12):
        A[c] = 0.0
    for k in range(len(joints)):
        w = weights[k]
        if w != 0.0:
            M = rows[joints[k]]
            for c in range(12):
                A[c] += w * M[c]


@kernel
def _points(joints: Indices, weights: Array, rows: Array, shapes: Array, found: Array) -> None:
    A = np.empty(12)
    for t in range(len(rows)):
        p = shapes[min(t, len(shapes) - 1)]
        for i in range(len(joints)):
            _blend(joints[i], weights[i], rows[t], A)
            for x in range(3):
                found[t, i, x] = (
                    A[4 * x] * p[i, 0] + A[4 * x + 1] * p[i, 1] + A[4 * x + 2] * p[i, 2] + A[4 * x + 3]
                )


@kernel
def _directions(
    joints: Indices, weights: Array, rows: Array, given: Array, normal: int, found: Array
) -> None:
    A, C = np.empty(12), np.empty(9)
    for i in range(len(joints)):
        _blend(joints[i], weights[i], rows, A)
        for x in range(3):
            for y in range(3):
                C[3 * x + y] = A[4 * x + y]
        if normal:
            _cofactors(A, C)
        length = 0.0
        for x in range(3):
            found[i, x] = C[3 * x] * given[i, 0] + C[3 * x + 1] * given[i, 1] + C[3 * x + 2] * given[i, 2]
            length += found[i, x] ** 2
        for x in range(3):
            found[i, x] = found[i, x] / np.sqrt(length) if length > 0.0 else given[i, x]


@kernel
def _cofactors(A: Array, C: Array) -> None:
    """det(A) A⁻ᵀ of the 3 × 3 in front, with the sign of A⁻ᵀ."""
    for x in range(3):
        a, b = (x + 1) % 3, (x + 2) % 3
        for y in range(3):
            c, d = (y + 1) % 3, (y + 2) % 3
            C[3 * x + y] = A[4 * a + c] * A[4 * b + d] - A[4 * a + d] * A[4 * b + c]
    det = A[0] * C[0] + A[1] * C[1] + A[2] * C[2]
    if det < 0.0:
        for k in range(9):
            C[k] = -C[k]
