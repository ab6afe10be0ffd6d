"""Skinned meshes are shown as they stand: each vertex where the joints at rest put it.

x = Σⱼ wⱼ Jⱼ Bⱼ p  (glTF 2.0 §3.7.3): Jⱼ the joint in the world, Bⱼ its inverse bind matrix.
"""

import warnings
from dataclasses import replace

import numpy as np

from supple.arrays import Array
from supple.io.gltf.document import Document
from supple.io.warning import AssetWarning
from supple.scene import Mesh, Node, Part


def posed(document: Document, skin_index: int, node: Node, nodes: dict[int, Node]) -> Mesh:
    """The mesh of a skinned node in rest pose, in the node's own frame and without its skin."""
    warnings.warn(
        f"{document.name}: {node.name!r} is skinned; its mesh is taken in rest pose and does not follow its joints",
        AssetWarning,
        stacklevel=2,
    )
    skin = document.item("skins", skin_index)
    joints = np.stack([nodes[j].world if j in nodes else np.eye(4) for j in skin["joints"]])
    if "inverseBindMatrices" in skin:
        joints = joints @ document.floats(skin["inverseBindMatrices"])
    joints = np.linalg.inv(node.world) @ joints
    mesh = node.surface
    matrices = [_blended(part, joints) for part in mesh.parts]
    every = np.concatenate(matrices) if matrices else np.zeros((0, 4, 4))
    targets = {k: np.einsum("nij,nj->ni", every[:, :3, :3], t) for k, t in mesh.targets.items()}
    return replace(
        mesh, parts=tuple(_moved(p, m) for p, m in zip(mesh.parts, matrices, strict=True)), targets=targets
    )


def _blended(part: Part, joints: Array) -> Array:
    """Σ w J B for each vertex, (n, 4, 4)."""
    total = np.zeros((len(part.vertices), 4, 4))
    for k in range(len(part.attributes)):
        if f"JOINTS_{k}" in part.attributes and f"WEIGHTS_{k}" in part.attributes:
            which = part.attributes[f"JOINTS_{k}"].astype(np.int64)
            weights = part.attributes[f"WEIGHTS_{k}"].astype(np.float64)
            total += np.einsum("nk,nkij->nij", weights, joints[which])
    return np.where(total[:, 3:, 3:] > 0, total, np.eye(4))


def _moved(part: Part, matrices: Array) -> Part:
    linear = matrices[:, :3, :3]
    normals = part.normals
    if normals is not None:
        turned = np.einsum("nji,nj->ni", np.linalg.pinv(linear), normals)
        normals = turned / np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), 1e-300)
    return replace(
        part,
        vertices=np.einsum("nij,nj->ni", linear, part.vertices) + matrices[:, :3, 3],
        normals=normals,
        attributes={k: v for k, v in part.attributes.items() if not k.startswith(("JOINTS_", "WEIGHTS_"))},
    )
