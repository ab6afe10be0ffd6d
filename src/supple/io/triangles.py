"""PLY and STL, through trimesh."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from supple.errors import FileError, InputError
from supple.scene import Look, Mesh, Part

LONGEST_HEADER = 65_536
"""Bytes in which the header of a PLY file must end."""


def read_triangles(path: Path, kind: str = "") -> Mesh:
    """The mesh of a PLY file in its own vertex order, or of an STL file with equal corners joined.

    kind: "ply" or "stl"; by default the suffix says it.
    """
    kind = kind or path.suffix[1:].lower()
    _check_claims(path)
    try:
        with _quiet("trimesh"):
            loaded = _loaded(path, kind)
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    except Exception as error:  # trimesh raises whatever its parsers meet
        raise FileError(
            f"{path.name}: cannot be read as {kind.upper()} ({error or type(error).__name__}); export it again"
        ) from error
    if not len(getattr(loaded, "faces", ())):
        raise FileError(f"{path.name}: no triangles in it; it may be empty, damaged or a point cloud")
    try:
        with _quiet("trimesh"):
            return Mesh((_part(loaded, path.stem),), path.stem)
    except InputError as error:
        raise FileError(f"{path.name}: {error}; the file is damaged, export it again") from error


def _loaded(path: Path, kind: str) -> Any:
    import trimesh

    loaded = trimesh.load_mesh(path, file_type=kind, process=False)
    if kind == "stl" and len(getattr(loaded, "faces", ())) and np.isfinite(loaded.vertices).all():
        loaded.merge_vertices()
    return loaded


def _part(loaded: Any, name: str) -> Part:
    colors = None
    if loaded.visual.kind == "vertex":
        colors = np.asarray(loaded.visual.vertex_colors, dtype=np.float64) / 255
    look = Look() if colors is None else Look(color=(1.0, 1.0, 1.0, 1.0))
    vertices, faces = np.array(loaded.vertices, dtype=np.float64), np.array(loaded.faces, dtype=np.int64)
    return Part(vertices, faces, name, look=look, colors=colors)


def _check_claims(path: Path) -> None:
    """Refuse a PLY file that announces more elements than it has bytes, before memory is taken for them."""
    try:
        with path.open("rb") as file:
            size, head = path.stat().st_size, file.read(LONGEST_HEADER)
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    for line in head.partition(b"end_header")[0].splitlines() if head[:3] == b"ply" else ():
        words = line.split()
        if words[:1] == [b"element"] and len(words) > 2 and words[2].isdigit() and int(words[2][:20]) > size:
            raise FileError(
                f"{path.name}: announces {words[2].decode()[:20]} of {words[1].decode(errors='replace')!r} in "
                f"{size} bytes; the file is damaged or cut short, export it again"
            )


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Keep a package's log to itself: what is wrong is said by our error."""
    log = logging.getLogger(name)
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)
