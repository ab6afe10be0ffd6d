"""Skins out of glTF: joints and inverse bind matrices, and weights that sum to 1."""

import warnings
from dataclasses import replace

import numpy as np

from supple.arrays import Array, Indices
from supple.errors import FileError
from supple.io.gltf.document import Document
from supple.io.warning import AssetWarning
from supple.scene import Mesh, Node, Part, Skin

OFF = 5e-3
"""Sums of weights that are further from 1 than this are told of; bytes and compression come this near."""


class SkinReader:
    """Reads each skin of a document once, so that nodes which share one still do."""

    def __init__(self, document: Document, nodes: dict[int, Node]) -> None:
        self._document = document
        self._nodes = nodes
        self._read: dict[int, Skin] = {}

    def __getitem__(self, index: int) -> Skin:
        if index not in self._read:
            self._read[index] = self._skin(index)
        return self._read[index]

    def _skin(self, index: int) -> Skin:
        written = self._document.item("skins", index)
        joints = tuple(self._nodes[j] for j in written["joints"])
        binds = np.tile(np.eye(4), (len(joints), 1, 1))
        if "inverseBindMatrices" in written:
            given = self._document.floats(written["inverseBindMatrices"])
            if given.shape[1:] != (4, 4) or len(given) < len(joints):
                raise FileError(
                    f"{self._document.name}: skins[{index}] has {len(joints)} joints, but inverse bind matrices of "
                    f"shape {given.shape}; the file is damaged, export it again"
                )
            binds = given[: len(joints)]
        return Skin(joints, binds, written.get("name", ""))


def influences(
    document: Document, numbers: dict[str, np.ndarray], place: str
) -> tuple[Indices, Array] | None:
    """Joints and weights (n, k) of a primitive, all sets side by side, with sums made 1; None if it has none."""
    sets = [k for k in range(len(numbers)) if f"JOINTS_{k}" in numbers and f"WEIGHTS_{k}" in numbers]
    if not sets:
        return None
    joints = np.hstack([numbers[f"JOINTS_{k}"] for k in sets]).astype(np.int64)
    weights = np.hstack([numbers[f"WEIGHTS_{k}"] for k in sets]).astype(np.float64)
    if joints.shape != weights.shape or not np.isfinite(weights).all():
        raise FileError(
            f"{document.name}: {place} has joints of shape {joints.shape} and weights of shape {weights.shape}; "
            "expected finite weights, one for each joint. The file is damaged, export it again"
        )
    sums = weights.sum(axis=1)
    wrong = np.abs(sums - 1) > OFF
    if wrong.any():
        worst = sums[np.abs(sums - 1).argmax()]
        warnings.warn(
            f"{document.name}: {place}: weights of {wrong.sum()} vertices do not sum to 1 (up to {worst:.4g}); "
            "they are normalized",
            AssetWarning,
            stacklevel=2,
        )
    weights[sums <= 0, 0], sums = 1.0, np.where(sums > 0, sums, 1.0)
    return np.where(weights != 0, joints, 0), weights / sums[:, None]


def worn(document: Document, mesh: Mesh, skin: Skin, node: Node) -> Mesh:
    """The mesh of a node that wears a skin; parts without weights hang on its first joint, and that is said."""
    if mesh.joints is not None and mesh.joints.max(initial=0) >= len(skin.joints):
        raise FileError(
            f"{document.name}: mesh {mesh.name!r} hangs on joint {mesh.joints.max()} of a skin of "
            f"{len(skin.joints)}; the file is damaged, export it again"
        )
    if all(part.joints is not None for part in mesh.parts):
        return mesh
    warnings.warn(
        f"{document.name}: {node.name!r} wears a skin, but parts of its mesh have no weights; they hang on "
        f"{skin.joints[0].name!r}",
        AssetWarning,
        stacklevel=2,
    )
    return replace(mesh, parts=tuple(p if p.joints is not None else _hung(p) for p in mesh.parts))


def _hung(part: Part) -> Part:
    count = len(part.vertices)
    return replace(part, joints=np.zeros((count, 1), dtype=np.int64), weights=np.ones((count, 1)))
