"""Weights that let a mesh made here hang on joints: by distance to the bones, or by the heat that they give off.

A joint's bones are the lines from it to the joints below it; a joint without any is a point.

distance:  wᵢ ∝ 1 / dᵢ⁴
heat:      (L + H) wᵢ = H pᵢ    (Baran & Popović 2007, §4: heat in equilibrium)

L is the cotangent Laplacian over the vertices' areas, H = 1 / d² for the nearest bone, and pᵢ is 1 where that bone is
of joint i. Heat flows through the surface and not across a gap, so that one leg does not pull at the other.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from supple.arrays import Array, Indices
from supple.errors import InputError, UnknownNameError
from supple.scene.mesh import Mesh, Part
from supple.scene.node import Node
from supple.scene.skin import Skin

METHODS = ("heat", "distance")
POWER = 4
FASTEST = 1e-6
"""Distances below this share of the mesh's size count as this."""
LEAST = 1e-3
"""Weights below this are dropped."""


def bind(
    mesh: Mesh, joints: "Node | Sequence[Node]", method: str = "heat", *, influences: int = 4, name: str = ""
) -> Node:
    """A node whose mesh hangs on joints, with smooth weights of at most `influences` a vertex.

    The mesh is in world coordinates and fits the joints as they stand now; one node means it and all nodes below it.
    The result is to be a root of the scene that holds the joints.

    >>> from supple.scene import models
    >>> root = Node("root")
    >>> tip = root.add(Node("tip", translation=(0, 0.5, 0)))
    >>> arm = bind(models.cylinder(height=1.0).mesh, root)
    >>> [joint.name for joint in arm.skin.joints], np.allclose(arm.mesh.weights.sum(axis=1), 1)
    (['root', 'tip'], True)
    """
    if method not in METHODS:
        raise UnknownNameError("method of binding", method, METHODS)
    if influences < 1:
        raise InputError(f"influences is {influences}; a vertex needs at least one joint")
    chosen = list(joints.walk()) if isinstance(joints, Node) else list(joints)
    skin = Skin.bound(chosen, name or mesh.name)
    points, which = np.unique(np.round(mesh.vertices, 12), axis=0, return_inverse=True)
    which = which.reshape(-1)
    near = _distances(points, chosen)
    weights = near**-POWER if method == "distance" else _heat(points, which[mesh.faces], near)
    numbers, shares = _largest(weights, influences)
    rows = np.split(which, mesh.starts[1:])
    parts = [_worn(part, numbers[k], shares[k]) for part, k in zip(mesh.parts, rows, strict=True)]
    return Node(name or mesh.name, replace(mesh, parts=tuple(parts)), skin=skin)


def _worn(part: Part, joints: Indices, weights: Array) -> Part:
    return replace(part, joints=joints, weights=weights)


def _distances(points: Array, joints: list[Node]) -> Array:
    """From points (n, 3) to the nearest bone of every joint, (n, j) [m]."""
    ids = {id(joint) for joint in joints}
    found = np.empty((len(points), len(joints)))
    for k, joint in enumerate(joints):
        start = joint.world[:3, 3]
        ends = [child.world[:3, 3] for child in joint.children if id(child) in ids] or [start]
        found[:, k] = np.min([to_segment(points, start, end) for end in ends], axis=0)
    return np.maximum(found, FASTEST * float(np.ptp(points, axis=0).max(initial=1e-300)))


def to_segment(points: Array, a: Array, b: Array) -> Array:
    """How far points (n, 3) are from the line between a and b (n,) [m]."""
    along = b - a
    length = float(along @ along)
    u = np.clip((points - a) @ along / length, 0, 1) if length > 0 else np.zeros(len(points))
    return np.asarray(np.linalg.norm(points - a - u[:, None] * along, axis=1))


def _heat(points: Array, faces: Indices, near: Array) -> Array:
    """Weights (n, j) in equilibrium; a vertex that is as near to several joints is heated by all of them alike."""
    closest = near.min(axis=1, keepdims=True)
    source = (near <= closest * (1 + 1e-6)).astype(np.float64)
    source /= source.sum(axis=1, keepdims=True)
    laplacian, areas = _cotangents(points, faces)
    H = areas / closest[:, 0] ** 2
    system = splu(sparse.csc_matrix(laplacian + sparse.diags_array(H)))
    return np.asarray(np.maximum(system.solve(H[:, None] * source), 0.0))


def _cotangents(points: Array, faces: Indices) -> "tuple[sparse.csr_matrix, Array]":
    """−Δ times the areas around the vertices, as a sparse matrix, and these areas [m²]."""
    n, rows, columns, values = len(points), [], [], []
    areas = np.zeros(n)
    for k in range(3):
        i, j, o = faces[:, k], faces[:, (k + 1) % 3], faces[:, (k + 2) % 3]
        u, v = points[i] - points[o], points[j] - points[o]
        double = np.linalg.norm(np.cross(u, v), axis=1)
        cot = np.einsum("ij,ij->i", u, v) / np.maximum(double, 1e-300)
        half = np.clip(cot, 0.0, 1e3) / 2
        np.add.at(areas, o, double / 6)
        for a, b, w in ((i, j, -half), (j, i, -half), (i, i, half), (j, j, half)):
            rows.append(a)
            columns.append(b)
            values.append(w)
    where = (np.concatenate(rows), np.concatenate(columns))
    matrix = sparse.csr_matrix((np.concatenate(values), where), shape=(n, n))
    return matrix, np.maximum(areas, 1e-12 * float(areas.max(initial=1e-300)))


def _largest(weights: Array, influences: int) -> tuple[Indices, Array]:
    """The largest `influences` of each row, made to sum to 1: joints and weights (n, k)."""
    count = min(influences, weights.shape[1])
    joints = np.argsort(-weights, axis=1, kind="stable")[:, :count]
    kept = np.take_along_axis(weights, joints, axis=1)
    kept = np.where(kept >= LEAST * kept[:, :1], kept, 0.0)
    return joints, kept / kept.sum(axis=1, keepdims=True)
