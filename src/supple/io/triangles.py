"""PLY and STL, through trimesh."""

from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.scene import Look, Mesh, Part


def read_triangles(path: Path) -> Mesh:
    """The mesh of a PLY file in its own vertex order, or of an STL file with equal corners joined."""
    import trimesh

    try:
        loaded = trimesh.load_mesh(path, process=False)
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    except Exception as error:  # trimesh raises whatever its parsers meet
        raise FileError(f"{path.name}: cannot be read as {path.suffix[1:].upper()}: {error}") from error
    if not len(getattr(loaded, "faces", ())):
        raise FileError(f"{path.name}: no triangles in it; it may be empty, damaged or a point cloud")
    if path.suffix.lower() == ".stl":
        loaded.merge_vertices()
    colors = None
    if loaded.visual.kind == "vertex":
        colors = np.asarray(loaded.visual.vertex_colors, dtype=np.float64) / 255
    look = Look() if colors is None else Look(color=(1.0, 1.0, 1.0, 1.0))
    vertices, faces = np.array(loaded.vertices, dtype=np.float64), np.array(loaded.faces, dtype=np.int64)
    return Mesh((Part(vertices, faces, path.stem, look=look, colors=colors),), path.stem)
