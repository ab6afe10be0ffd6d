"""A glTF file as it lies on disk: its JSON, its buffers, and the arrays inside, checked before they are used."""

import base64
import binascii
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

from supple.errors import FileError, InputError, SuppleError
from supple.io.gltf import meshopt
from supple.io.gltf.buffer import COMPONENTS, TYPES
from supple.io.gltf.checking import checked
from supple.io.gltf.glb import Json, parsed, unpacked

_UNREADABLE = {"EXT_mesh_gpu_instancing": "export it again with instances as nodes"}
_MEDIA = {
    b"\x89PNG": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"RIFF": "image/webp",
    b"\xabKTX": "image/ktx2",
}


@contextmanager
def understood(name: str) -> Iterator[None]:
    """Say of a file that lacks what glTF demands that it is the file which is wrong."""
    try:
        yield
    except InputError as error:
        raise FileError(f"{name}: {error}; the file is damaged, export it again") from error
    except SuppleError:
        raise
    except MemoryError as error:
        raise FileError(
            f"{name}: what it holds does not fit into memory; split the file into smaller ones"
        ) from error
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError) as error:
        raise FileError(
            f"{name}: not valid glTF 2.0 ({type(error).__name__}: {error}); see what Khronos' validator says of it"
        ) from error


GENEROUS = 2**28
"""Bytes that any file may unfold into, and [per byte of the file] how many more."""
UNFOLDING = 32


@dataclass(eq=False)
class Document:
    """JSON, buffers, the name that messages use and the folder of files it points to."""

    json: Json
    buffers: tuple[bytes, ...]
    name: str
    folder: Path
    binary: bytes = b""
    """The chunk of bytes of a .glb."""
    _unfolded: dict[int, bytes] = field(default_factory=dict)
    left: int = field(init=False)
    """Bytes that may still be unfolded from it: small files that claim to be huge are refused."""

    def __post_init__(self) -> None:
        self.left = GENEROUS + UNFOLDING * sum(map(len, self.buffers))

    @classmethod
    def open(cls, path: Path) -> "Document":
        """Read a .glb or .gltf file."""
        data = _bytes_of(path, path.name)
        return cls.parse(data, path.name, path.parent)

    @classmethod
    def parse(cls, data: bytes, name: str, folder: Path) -> "Document":
        """Understand the bytes of a .glb or a .gltf."""
        binary = b""
        if data[:4] == b"glTF" or data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"{":
            json, binary = unpacked(data, name)
        else:
            json = parsed(data, name)
        checked(json, name)
        for extension in json.get("extensionsRequired", []):
            if extension in _UNREADABLE:
                raise FileError(
                    f"{name}: needs {extension}, which Supple does not read; {_UNREADABLE[extension]}"
                )
        buffers = tuple(
            _from_uri(b["uri"], folder, name) if "uri" in b else binary if k == 0 else b""
            for k, b in enumerate(json.get("buffers", []))
        )
        return cls(json, buffers, name, folder, binary)

    def claim(self, size: int, what: str) -> None:
        """Before `size` bytes are made of the file: refuse if that is out of proportion to what it holds."""
        self.left -= size
        if self.left < 0:
            raise FileError(
                f"{self.name}: {what} would take {size / 1e6:.0f} MB, more than a file of this size can mean; "
                "it is damaged, export it again"
            )

    def items(self, kind: str) -> list[Json]:
        """All of `kind` ("nodes", "meshes", …); none if the file does not speak of them."""
        found: list[Json] = self.json.get(kind, [])
        return found

    def item(self, kind: str, index: int) -> Json:
        """One of `kind`, or an error that says how many there are."""
        found = self.items(kind)
        if not isinstance(index, int) or not 0 <= index < len(found):
            raise FileError(f"{self.name}: names {kind}[{index}], but has {len(found)}; the file is damaged")
        return found[index]

    def view(self, index: int) -> memoryview:
        """The bytes of a buffer view; one that is compressed is unfolded."""
        view = self.item("bufferViews", index)
        written = meshopt.compressed(view)
        if written is None or self._has_data(view):
            return self._run(view, f"bufferView {index}")
        if index not in self._unfolded:
            place = f"bufferView {index}"
            meshopt.check(written, self.name, place)
            self.claim(written["count"] * written["byteStride"], place)
            raw = bytes(self._run(written, place))
            self._unfolded[index] = meshopt.decompressed(raw, written, self.name, place)
        return memoryview(self._unfolded[index])

    def _has_data(self, view: Json) -> bool:
        """Whether the buffer of a view that is also compressed holds it as it is, too."""
        there = len(self.buffers[view["buffer"]]) - int(view.get("byteOffset", 0))
        return 0 < int(view["byteLength"]) <= there

    def _run(self, view: Json, place: str) -> memoryview:
        """The bytes of a buffer that a view, or what it says of its compression, names."""
        buffer = self.buffers[view["buffer"]]
        start, length = view.get("byteOffset", 0), view["byteLength"]
        if start + length > len(buffer):
            raise FileError(
                f"{self.name}: {place} is bytes {start}…{start + length} of buffer {view['buffer']}, "
                f"which has {len(buffer)}; the file is damaged or truncated"
            )
        return memoryview(buffer)[start : start + length]

    def numbers(self, index: int) -> np.ndarray:
        """An accessor's elements (count, …) in the type of the file; normalized integers become float."""
        accessor = self.item("accessors", index)
        try:
            dtype, element = COMPONENTS[accessor["componentType"]], TYPES[accessor["type"]]
            count = int(accessor["count"])
        except KeyError as error:
            raise FileError(
                f"{self.name}: accessor {index} has no known {error}; the file is damaged"
            ) from error
        self.claim(8 * count * int(np.prod(element, dtype=int)), f"accessor {index}")
        if "bufferView" in accessor:
            values = self._strided(index, accessor, dtype, element, count)
        else:
            values = np.zeros((count, *element), dtype)
        if "sparse" in accessor:
            values = self._with_sparse(index, values, accessor["sparse"])
        return self.scaled(accessor, values)

    def scaled(self, accessor: Json, values: np.ndarray) -> np.ndarray:
        """Values in the component type of an accessor; normalized integers become float."""
        dtype = COMPONENTS[accessor["componentType"]]
        values = values.astype(dtype, copy=False)
        if accessor.get("normalized") and dtype.kind != "f":
            values = np.maximum(values / np.float32(np.iinfo(dtype).max), np.float32(-1))
        return values

    def floats(self, index: int) -> np.ndarray:
        """An accessor's elements as float64."""
        return self.numbers(index).astype(np.float64)

    def array(self, record: Json) -> np.ndarray:
        """A plain array of `extras` (see `Buffer.array`), in its own type."""
        shape, dtype = tuple(map(int, record["shape"])), np.dtype(f"<{record['type']}")
        if dtype.kind not in "fu" or min(shape, default=0) < 0:
            raise FileError(f"{self.name}: an array of extras has shape {shape}, type {record['type']}")
        if "bufferView" not in record:
            return np.zeros(shape if 0 in shape else 0, dtype)
        raw = self.view(record["bufferView"])
        if len(raw) != prod(shape) * dtype.itemsize:
            raise FileError(f"{self.name}: an array of extras has {len(raw)} bytes, not shape {shape}")
        return np.frombuffer(raw, dtype).reshape(shape)

    def image(self, index: int) -> tuple[bytes, str]:
        """An image's bytes as they are, and their media type."""
        image = self.item("images", index)
        if "bufferView" in image:
            data = bytes(self.view(image["bufferView"]))
        else:
            data = _from_uri(image["uri"], self.folder, self.name)
        return data, image.get("mimeType", media_type_of(data))

    def resource(self, uri: str) -> bytes:
        """The bytes that a document names: those of a data URI, or of a file in its folder."""
        return _from_uri(uri, self.folder, self.name)

    def _strided(
        self, index: int, accessor: Json, dtype: np.dtype[Any], element: tuple[int, ...], count: int
    ) -> np.ndarray:
        raw = self.view(accessor["bufferView"])
        start = accessor.get("byteOffset", 0)
        size = dtype.itemsize * int(np.prod(element, dtype=int))
        stride = self.items("bufferViews")[accessor["bufferView"]].get("byteStride", size)
        end = start + stride * (count - 1) + size
        if stride < size:
            raise FileError(
                f"{self.name}: bufferView {accessor['bufferView']} has a stride of {stride} bytes, but elements of "
                f"accessor {index} take {size}; the file is damaged, export it again"
            )
        if count < 1 or end > len(raw):
            raise FileError(
                f"{self.name}: accessor {index} needs bytes {start}…{end} of bufferView {accessor['bufferView']}, "
                f"which has {len(raw)}; the file is damaged, export it again"
            )
        laid = np.ndarray((count, *element), dtype, raw, start, (stride, *np.zeros(element, dtype).strides))
        if len(element) == 2:  # glTF stores matrices column by column
            laid = laid.swapaxes(1, 2)
        return laid.copy()

    def _with_sparse(self, index: int, values: np.ndarray, sparse: Json) -> np.ndarray:
        count = sparse["count"]
        kinds = COMPONENTS[sparse["indices"]["componentType"]], values.dtype
        rows = int(np.prod(values.shape[1:], dtype=int))
        parts = []
        for part, dtype, width in zip((sparse["indices"], sparse["values"]), kinds, (1, rows), strict=True):
            raw = self.view(part["bufferView"])[part.get("byteOffset", 0) :]
            if len(raw) < count * width * dtype.itemsize:
                raise FileError(f"{self.name}: accessor {index}: its sparse values end past bufferView's end")
            parts.append(np.frombuffer(raw, dtype, count * width))
        where, replaced = parts
        if count and where.max() >= len(values):
            raise FileError(
                f"{self.name}: accessor {index}: sparse index {where.max()} of {len(values)} elements"
            )
        values = values.copy()
        values[where.astype(np.int64)] = replaced.reshape(count, *values.shape[1:])
        return values


def media_type_of(data: bytes) -> str:
    """What kind of image bytes are, by how they begin."""
    return next((kind for start, kind in _MEDIA.items() if data.startswith(start)), "image/png")


def _from_uri(uri: str, folder: Path, name: str) -> bytes:
    if not uri.startswith("data:"):
        target = folder / unquote(uri).replace("\0", "")
        try:
            there = target.is_file() and "://" not in uri and not Path(unquote(uri)).is_absolute()
        except OSError:  # a name that no file can have
            there = False
        if not there:
            raise FileError(
                f"{name}: cannot read {uri[:80]!r}; put that file beside it, or export it as .glb"
            )
        return _bytes_of(target, name)
    try:
        return base64.b64decode(uri.partition(",")[2], validate=True)
    except binascii.Error as error:
        raise FileError(f"{name}: a data URI is not base64: {error}") from error


def _bytes_of(path: Path, name: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"{name}: cannot read {str(path)!r}: {error.strerror or error}") from error
