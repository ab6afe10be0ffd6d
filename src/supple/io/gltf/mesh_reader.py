"""Meshes out of glTF: vertices in the file's order, everything else that they carry kept."""

import warnings

import numpy as np

from supple.arrays import Array, Indices
from supple.errors import FileError
from supple.io.gltf import draco
from supple.io.gltf.document import Document
from supple.io.gltf.glb import Json
from supple.io.gltf.looks import Looks
from supple.io.gltf.skin import influences
from supple.io.warning import AssetWarning
from supple.scene import Look, Mesh, Part

_POINTS, _TRIANGLES, _STRIP, _FAN = 0, 4, 5, 6
_MODELLED = ("POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0", "JOINTS_", "WEIGHTS_")
_WIDTHS = {
    "POSITION": (3,),
    "NORMAL": (3,),
    "TANGENT": (4,),
    "TEXCOORD_": (2,),
    "COLOR_": (3, 4),
    "JOINTS_": (4,),
    "WEIGHTS_": (4,),
}
"""Numbers in a row of each attribute."""


class MeshReader:
    """Reads each mesh of a document once, so that nodes which share one still do."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._looks = Looks(document)
        self._read: dict[int, Mesh] = {}

    def __getitem__(self, index: int) -> Mesh:
        if index not in self._read:
            self._read[index] = self._mesh(index)
        return self._read[index]

    def _mesh(self, index: int) -> Mesh:
        written = self._document.item("meshes", index)
        name = written.get("name", "")
        drawn = [
            p
            for p in written["primitives"]
            if p.get("mode", _TRIANGLES) in (_POINTS, _TRIANGLES, _STRIP, _FAN)
        ]
        if len(drawn) < len(written["primitives"]):
            warnings.warn(
                f"{self._document.name}: lines of mesh {name!r} are left out", AssetWarning, stacklevel=2
            )
        parts = tuple(self._part(p, f"primitive {k} of mesh {name!r}") for k, p in enumerate(drawn))
        extras = written["extras"] if isinstance(written.get("extras"), dict) else {}
        called = extras.get("targetNames")
        groups = extras.get("supple", {}).get("groups", {})
        return Mesh(
            parts,
            name,
            targets=self._targets(drawn, parts, called if isinstance(called, list) else []),
            groups={k: self._document.array(v).astype(np.int64) for k, v in groups.items()},
        )

    def _part(self, primitive: Json, place: str) -> Part:
        numbers, corners = self._numbers(primitive, place)
        count = self._count(numbers, place)
        hung = influences(self._document, numbers, place)
        bare = Look(color=(1.0, 1.0, 1.0, 1.0)) if "COLOR_0" in numbers else Look()
        look = self._looks[primitive["material"]] if "material" in primitive else bare
        extras = primitive["extras"] if isinstance(primitive.get("extras"), dict) else {}
        ours = extras.get("supple", {})
        if ours.get("normals") == "computed":
            del numbers["NORMAL"]
        normals, uv, colors = (_float(numbers.get(k)) for k in _MODELLED[1:4])
        return Part(
            numbers["POSITION"].astype(np.float64),
            self._faces(primitive, count, corners),
            ours.get("name", look.name),
            look=look,
            normals=normals,
            uv=uv,
            colors=colors,
            joints=None if hung is None else hung[0],
            weights=None if hung is None else hung[1],
            attributes={k: v for k, v in numbers.items() if not k.startswith(_MODELLED)},
        )

    def _numbers(self, primitive: Json, place: str) -> tuple[dict[str, np.ndarray], Indices | None]:
        """The attributes of a primitive, and its corners where they are compressed with them."""
        written = draco.compressed(self._document, primitive)
        if written is not None:
            return draco.decompressed(self._document, primitive, written, place)
        return {k: self._document.numbers(i) for k, i in primitive["attributes"].items()}, None

    def _count(self, numbers: dict[str, np.ndarray], place: str) -> int:
        """How many vertices a primitive has; every attribute has as many rows, of its own width."""
        if "POSITION" not in numbers:
            raise FileError(f"{self._document.name}: {place} has no POSITION; the file is damaged")
        count = len(numbers["POSITION"])
        for key, values in numbers.items():
            widths = _WIDTHS.get(key.rstrip("0123456789"), ())
            if len(values) != count or (widths and values.shape[1:] not in [(w,) for w in widths]):
                raise FileError(
                    f"{self._document.name}: {place}: {key} has shape {values.shape} for {count} vertices; "
                    "the file is damaged, export it again"
                )
        return count

    def _faces(self, primitive: Json, count: int, corners: Indices | None) -> Indices:
        mode = _TRIANGLES if corners is not None else primitive.get("mode", _TRIANGLES)
        if mode == _POINTS:
            return np.zeros((0, 3), dtype=np.int64)
        if corners is not None:
            pass
        elif "indices" in primitive:
            corners = self._document.numbers(primitive["indices"]).astype(np.int64)
        else:
            corners = np.arange(count)
        if len(corners) and corners.max() >= count:
            raise FileError(
                f"{self._document.name}: an index names vertex {corners.max()}, but there are {count}"
            )
        if mode == _TRIANGLES:
            return corners[: len(corners) // 3 * 3].reshape(-1, 3)
        if mode == _FAN:
            return np.stack([np.full(len(corners) - 2, corners[0]), corners[1:-1], corners[2:]], axis=1)
        faces = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
        faces[1::2, 1:] = faces[1::2, :0:-1]
        return faces

    def _targets(self, primitives: list[Json], parts: tuple[Part, ...], names: list[str]) -> dict[str, Array]:
        count = max((len(p.get("targets", [])) for p in primitives), default=0)
        targets: dict[str, Array] = {}
        for k in range(count):
            known = names[k] if k < len(names) and isinstance(names[k], str) else ""
            name = known if known and known not in targets else f"target {k}"
            runs = [self._shift(p, k, len(part.vertices)) for p, part in zip(primitives, parts, strict=True)]
            targets[name] = np.concatenate(runs)
        return targets

    def _shift(self, primitive: Json, k: int, count: int) -> Array:
        written = primitive.get("targets", [])
        if k >= len(written) or "POSITION" not in written[k]:
            return np.zeros((count, 3))
        return self._document.floats(written[k]["POSITION"])


def _float(values: np.ndarray | None) -> Array | None:
    return None if values is None else values.astype(np.float64)
