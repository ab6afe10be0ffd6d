"""The binary part of a glTF file, grown array by array."""

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np

from supple.arrays import ArrayLike
from supple.io.gltf.glb import Json

COMPONENTS: dict[int, np.dtype[Any]] = {
    5120: np.dtype("i1"),
    5121: np.dtype("u1"),
    5122: np.dtype("<i2"),
    5123: np.dtype("<u2"),
    5125: np.dtype("<u4"),
    5126: np.dtype("<f4"),
}
"""glTF's numbers for component types."""

TYPES: dict[str, tuple[int, ...]] = {
    "SCALAR": (),
    "VEC2": (2,),
    "VEC3": (3,),
    "VEC4": (4,),
    "MAT2": (2, 2),
    "MAT3": (3, 3),
    "MAT4": (4, 4),
}
"""glTF's words for the shape of one element."""

_COMPONENT_OF = {dtype: number for number, dtype in COMPONENTS.items()}
_TYPE_OF = {shape: name for name, shape in TYPES.items()}
_VERTICES, _INDICES = 34962, 34963

SPARSE_ABOVE = 0.6
"""Share of zero rows from which a morph target is written as a sparse accessor."""


class Buffer:
    """Views and accessors over one run of bytes; arrays that are equal are stored once.

    What a file has already may be given, to go on from there: its bytes, views and accessors, and the `number` of the
    buffer that grows.

    >>> buffer = Buffer()
    >>> buffer.accessor(np.zeros((4, 3), "f4")), buffer.accessor(np.zeros((4, 3), "f4"))
    (0, 0)
    """

    def __init__(
        self, data: bytes = b"", views: Iterable[Json] = (), accessors: Iterable[Json] = (), number: int = 0
    ) -> None:
        self.data = bytearray(data)
        self.views = list(views)
        self.accessors = list(accessors)
        self._number = number
        self._known: dict[tuple[object, ...], int] = {}

    def view(self, raw: bytes, *, target: int | None = None, stride: int | None = None) -> int:
        """Index of a buffer view that holds `raw`, 8-byte aligned."""
        key = ("view", raw, target, stride)
        if key not in self._known:
            self.data.extend(b"\0" * (-len(self.data) % 8))
            view: Json = {"buffer": self._number, "byteOffset": len(self.data), "byteLength": len(raw)}
            if stride is not None:
                view["byteStride"] = stride
            if target is not None:
                view["target"] = target
            self.data.extend(raw)
            self.views.append(view)
            self._known[key] = len(self.views) - 1
        return self._known[key]

    def accessor(self, values: np.ndarray, *, bounds: bool = False) -> int:
        """Index of an accessor for (count, …) numbers; with `bounds`, min and max are written too."""
        return self._accessor(values, self.view(_little(values)), bounds)

    def indices(self, faces: np.ndarray) -> int:
        """Index of an accessor for the corners of triangles, in the smallest type that holds them."""
        corners = faces.reshape(-1)
        corners = corners.astype("<u2" if corners.max() < 65535 else "<u4")  # 65535 restarts primitives
        return self._accessor(corners, self.view(_little(corners), target=_INDICES), False)

    def attribute(self, values: np.ndarray, *, bounds: bool = False) -> int:
        """Index of an accessor for one row per vertex, each row aligned to 4 bytes as glTF §3.6.2.4 asks."""
        rows = values.reshape(len(values), -1)
        size = rows.shape[1] * rows.dtype.itemsize
        stride = size + -size % 4
        if stride == size:
            view = self.view(_little(values), target=_VERTICES, stride=stride)
            return self._accessor(values, view, bounds)
        padded = np.zeros((len(rows), stride), "u1")
        padded[:, :size] = np.frombuffer(_little(rows), "u1").reshape(len(rows), size)
        view = self.view(padded.tobytes(), target=_VERTICES, stride=stride)
        return self._accessor(values, view, bounds)

    def matrices(self, values: np.ndarray) -> int:
        """Index of an accessor for 4 × 4 matrices, column by column as glTF stores them."""
        columns = np.ascontiguousarray(values.swapaxes(1, 2), dtype="<f4")
        return self._accessor(columns, self.view(_little(columns)), False)

    def target(self, shift: ArrayLike, *, bounds: bool = False) -> int:
        """Index of an accessor for displacements (n, 3), sparse if most of them are zero."""
        values = np.asarray(shift, "<f4")
        moved = np.flatnonzero(values.any(axis=1))
        if not len(moved) or len(moved) >= (1 - SPARSE_ABOVE) * len(values):
            return self.attribute(values, bounds=bounds)
        where = moved.astype("<u2" if len(values) < 65536 else "<u4")
        sparse = {
            "count": len(moved),
            "indices": {"bufferView": self.view(_little(where)), "componentType": _COMPONENT_OF[where.dtype]},
            "values": {"bufferView": self.view(_little(values[moved]))},
        }
        return self._accessor(values, None, bounds, sparse)

    def array(self, values: ArrayLike, kind: Literal["f8", "f4", "u4", "u1"]) -> Json:
        """A plain array for `extras`: bytes in a view, shape and type in words."""
        numbers = np.asarray(values, dtype=f"<{kind}")
        if not numbers.size:
            return {"shape": list(numbers.shape), "type": kind}
        return {"bufferView": self.view(numbers.tobytes()), "shape": list(numbers.shape), "type": kind}

    def _accessor(
        self, values: np.ndarray, view: int | None, bounds: bool, sparse: Json | None = None
    ) -> int:
        accessor: Json = {} if view is None else {"bufferView": view}
        accessor["componentType"] = _COMPONENT_OF[values.dtype.newbyteorder("<")]
        accessor["count"] = len(values)
        accessor["type"] = _TYPE_OF[values.shape[1:]]
        if bounds:
            low, high = values.min(axis=0), values.max(axis=0)
            accessor["min"], accessor["max"] = np.ravel(low).tolist(), np.ravel(high).tolist()
        if sparse is not None:
            accessor["sparse"] = sparse
        key = ("accessor", repr(accessor))
        if key not in self._known:
            self.accessors.append(accessor)
            self._known[key] = len(self.accessors) - 1
        return self._known[key]


def _little(values: np.ndarray) -> bytes:
    return np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<")).tobytes()
