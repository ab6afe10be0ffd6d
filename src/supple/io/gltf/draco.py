"""Primitives compressed by Draco: KHR_draco_mesh_compression.

Decoding reorders, joins and splits vertices, so indices and every attribute come out of it, under numbers of its own.
"""

from typing import Any

import numpy as np

from supple.errors import FileError
from supple.io.gltf.document import Document
from supple.io.gltf.extra import formats
from supple.io.gltf.glb import Json

EXTENSION = "KHR_draco_mesh_compression"


def compressed(document: Document, primitive: Json) -> Json | None:
    """What a primitive says of its compression; None where its accessors hold the same without."""
    written: Json | None = primitive.get("extensions", {}).get(EXTENSION)
    if written is None or EXTENSION in document.json.get("extensionsRequired", ()):
        return written
    plain = all("bufferView" in document.item("accessors", k) for k in primitive["attributes"].values())
    return None if plain else written


def decompressed(
    document: Document, primitive: Json, written: Json, place: str
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Attributes by name, in the type that their accessors say, and the corners of all triangles."""
    package = formats("DracoPy", document.name, "Draco compression")
    raw = bytes(document.view(written["bufferView"]))
    for name in primitive["attributes"].values():
        document.claim(8 * 4 * document.item("accessors", name)["count"], place)
    try:
        mesh = package.decode(raw)
    except Exception as error:  # DracoPy raises whatever its decoder meets
        raise _damaged(document, place, str(error)) from error
    by_number = {attribute["unique_id"]: attribute["data"] for attribute in mesh.attributes}
    found = {}
    for name, number in written["attributes"].items():
        if not isinstance(number, int) or number not in by_number:
            raise _damaged(document, place, f"no attribute {number!r} for {name}")
        accessor = primitive["attributes"].get(name)
        found[name] = by_number[number] if accessor is None else _typed(document, accessor, by_number[number])
    for name, accessor in primitive["attributes"].items():
        if name not in found:
            found[name] = document.numbers(accessor)
    corners = np.asarray(getattr(mesh, "faces", np.zeros((0, 3)))).astype(np.int64).reshape(-1)
    return found, corners


def _typed(document: Document, accessor: int, values: Any) -> np.ndarray:
    """Values as the accessor would give them: of its component type, normalized where it says so."""
    written = document.item("accessors", accessor)
    return document.scaled(written, np.asarray(values))


def _damaged(document: Document, place: str, why: str) -> FileError:
    return FileError(
        f"{document.name}: {place} cannot be decompressed by Draco ({why}); the file is damaged, export it again"
    )
