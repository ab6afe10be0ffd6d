"""Meshes into glTF: a primitive for each part, targets on all of them alike."""

import re
from collections.abc import Iterable

import numpy as np

from supple.arrays import Array
from supple.io.gltf.buffer import COMPONENTS, Buffer
from supple.io.gltf.deformation import Deformation, still
from supple.io.gltf.glb import Json
from supple.io.gltf.looks import LookWriter
from supple.io.gltf.names import FileNames
from supple.io.gltf.normals import Shading
from supple.scene import Mesh, Part

_SEMANTIC = re.compile(r"TANGENT|(TEXCOORD|COLOR)_\d+|_.*")
POINTS, SET = 0, 4
"""The mode of a primitive without faces, and how many joints one attribute holds."""


class MeshWriter:
    """Writes meshes; one that several nodes share, and that keeps its shape, is written once."""

    def __init__(
        self, buffer: Buffer, looks: LookWriter, names: FileNames, meshes: Iterable[Json] = ()
    ) -> None:
        self.buffer = buffer
        self._looks = looks
        self._names = names
        self.meshes = list(meshes)
        self._shared: dict[int, int] = {}

    def mesh(self, mesh: Mesh, node: str, deformed: Deformation | None = None) -> int | None:
        """Index of the mesh of a node, or None if it has no vertices at all.

        It has its own name or, where that would be taken for another's, that of the node.
        """
        if not len(mesh.vertices):
            return None
        if deformed is None:
            if id(mesh) not in self._shared:
                self._shared[id(mesh)] = self._write(mesh, node, still(mesh))
            return self._shared[id(mesh)]
        return self._write(mesh, node, deformed)

    def _write(self, mesh: Mesh, node: str, deformed: Deformation) -> int:
        written: Json = {"name": self._names.claim(mesh.name, node or mesh.name)} if mesh.name else {}
        runs = zip(mesh.parts, mesh.starts, strict=True)
        written["primitives"] = [self._primitive(p, k, deformed) for p, k in runs if len(p.vertices)]
        extras: Json = {}
        if deformed.names:
            written["weights"] = deformed.rest.tolist()
            extras["targetNames"] = list(deformed.names)
        if mesh.groups:
            extras["supple"] = {"groups": {k: self.buffer.array(v, "u4") for k, v in mesh.groups.items()}}
        if extras:
            written["extras"] = extras
        self.meshes.append(written)
        return len(self.meshes) - 1

    def _primitive(self, part: Part, start: int, deformed: Deformation) -> Json:
        run = slice(start, start + len(part.vertices))
        base = np.asarray(deformed.base[run], "<f4")
        attributes = {"POSITION": self.buffer.attribute(base, bounds=True)}
        shading = Shading(part, deformed.base[run]) if len(part.faces) else None
        if shading is not None:
            attributes["NORMAL"] = self.buffer.attribute(shading.normals.astype("<f4"))
        for name, values in _others(part).items():
            attributes[name] = self.buffer.attribute(values)
        primitive: Json = {"attributes": attributes}
        if len(part.faces):
            primitive["indices"] = self.buffer.indices(part.faces)
        else:
            primitive["mode"] = POINTS
        primitive["material"] = self._looks.material(part.look, part.uv is not None)
        if len(deformed.targets):
            primitive["targets"] = [self._target(t[run], shading) for t in deformed.targets]
        if extras := _part_extras(part):
            primitive["extras"] = {"supple": extras}
        return primitive

    def _target(self, shift: Array, shading: Shading | None) -> Json:
        target = {"POSITION": self.buffer.target(shift, bounds=True)}
        if shading is not None:
            target["NORMAL"] = self.buffer.target(shading.change(shift))
        return target


def _others(part: Part) -> dict[str, np.ndarray]:
    """Vertex attributes besides position and normal, by glTF's names and in types it knows."""
    named = {"TEXCOORD_0": part.uv, "COLOR_0": part.colors, **part.attributes}
    found = _influences(part)
    for name, values in named.items():
        if values is not None:
            dtype = values.dtype if values.dtype in COMPONENTS.values() and values.dtype != "<u4" else "<f4"
            found[name if _SEMANTIC.fullmatch(name) else f"_{name.upper()}"] = np.asarray(values, dtype)
    return found


def _influences(part: Part) -> dict[str, np.ndarray]:
    """Joints and weights in sets of four, the largest first where there are more; sums are 1 in float32, too."""
    if part.joints is None or part.weights is None:
        return {}
    joints, weights = part.joints, part.weights
    if joints.shape[1] > SET:
        order = np.argsort(-weights, axis=1, kind="stable")
        joints, weights = np.take_along_axis(joints, order, 1), np.take_along_axis(weights, order, 1)
    filler = ((0, 0), (0, -joints.shape[1] % SET))
    single = np.pad(weights, filler).astype("<f4")
    joints = np.where(single != 0, np.pad(joints, filler), 0)
    single[np.arange(len(single)), single.argmax(axis=1)] += 1 - single.sum(axis=1, dtype=np.float64)
    dtype = "u1" if joints.max(initial=0) < 256 else "<u2"
    found: dict[str, np.ndarray] = {}
    for k in range(0, joints.shape[1], SET):
        found[f"JOINTS_{k // SET}"] = joints[:, k : k + SET].astype(dtype)
        found[f"WEIGHTS_{k // SET}"] = single[:, k : k + SET]
    return found


def _part_extras(part: Part) -> Json:
    """What glTF has no place for: a name unlike the look's, normals that were computed and not given."""
    extras: Json = {}
    if part.name != part.look.name:
        extras["name"] = part.name
    if part.normals is None and len(part.faces):
        extras["normals"] = "computed"
    return extras
