"""Buffer views compressed by meshoptimizer: EXT_meshopt_compression, and KHR_ as far as it is the same."""

import numpy as np

from supple.errors import FileError
from supple.io.gltf.extra import formats
from supple.io.gltf.glb import Json

EXTENSIONS = ("EXT_meshopt_compression", "KHR_meshopt_compression")
_FILTERS = {
    "OCTAHEDRAL": "decode_filter_oct",
    "QUATERNION": "decode_filter_quat",
    "EXPONENTIAL": "decode_filter_exp",
}
_STRIDES = {"OCTAHEDRAL": (4, 8), "QUATERNION": (8,)}
WIDEST = 256
"""Bytes that one element may have."""


def compressed(view: Json) -> Json | None:
    """What a buffer view says of its compression, or None."""
    extensions = view.get("extensions", {})
    return next((extensions[name] for name in EXTENSIONS if name in extensions), None)


def decompressed(raw: bytes, written: Json, name: str, place: str) -> bytes:
    """The count × byteStride bytes that `raw` unfolds into, filtered."""
    count, stride, mode = written["count"], written["byteStride"], written["mode"]
    check(written, name, place)
    package = formats("meshoptimizer", name, "meshopt compression")
    try:
        if mode == "ATTRIBUTES":
            values = package.decode_vertex_buffer(count, stride, raw, np.dtype(f"V{stride}"))
            return _filtered(package, values.view("u1"), written)
        decode = package.decode_index_buffer if mode == "TRIANGLES" else package.decode_index_sequence
        return bytes(decode(count, stride, raw).tobytes()[: count * stride])
    except (ValueError, RuntimeError) as error:
        raise FileError(
            f"{name}: {place} cannot be decompressed ({error}); the file is damaged, export it again"
        ) from error


def check(written: Json, name: str, place: str) -> None:
    """Refuse sizes that no such view has."""
    stride, mode, kind = written["byteStride"], written["mode"], written.get("filter", "NONE")
    fits = stride % 4 == 0 and 0 < stride <= WIDEST if mode == "ATTRIBUTES" else stride in (2, 4)
    fits = fits and stride in _STRIDES.get(kind, (stride,)) and (mode == "ATTRIBUTES" or kind == "NONE")
    if mode == "TRIANGLES":
        fits = fits and written["count"] % 3 == 0
    if not fits:
        raise FileError(
            f"{name}: {place} is compressed as {mode} by {stride} bytes with filter {kind}, which cannot be; "
            "the file is damaged, export it again"
        )
    if kind not in (*_FILTERS, "NONE"):
        raise FileError(
            f"{name}: {place} has filter {kind}, which is not read; export it with EXT_meshopt_compression"
        )


def _filtered(package: object, values: np.ndarray, written: Json) -> bytes:
    kind = written.get("filter", "NONE")
    if kind != "NONE":
        values = getattr(package, _FILTERS[kind])(values, written["count"], written["byteStride"])
    return values.tobytes()
