"""COLLADA meshes (.dae), through pycollada: triangles of the scene with the transforms of its nodes, in meters.

The axis that a file calls up is left alone: RViz, by which robots are made to look right, does so, too.
"""

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import FileError, MissingToolError
from supple.io.markup import LARGEST, read_markup
from supple.io.robots.drawing import GRAY, look_color
from supple.scene import Look, Mesh, Part


def read_collada(path: Path, *, unit: bool = True) -> Mesh:
    """The triangles of a COLLADA file, a part for each material; `unit`: in its own unit, else as they are."""
    try:
        import collada
    except ImportError as error:
        raise MissingToolError(
            f"{path.name}: COLLADA is read with pycollada, which is not installed: pip install 'supple[formats]'"
        ) from error
    read_markup(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            document = collada.Collada(
                str(path), ignore=[collada.common.DaeUnsupportedError, collada.common.DaeBrokenRefError]
            )
            parts = [part for shape in _shapes(document) for part in _parts(shape)]
    except Exception as error:  # pycollada raises whatever its parsers meet
        raise FileError(
            f"{path.name}: cannot be read as COLLADA: {' '.join(str(error).split())[:300]}"
        ) from error
    if not parts:
        raise FileError(f"{path.name}: no triangles in it; it may be empty or damaged")
    size = float(document.assetInfo.unitmeter or 1.0) if unit else 1.0
    if not 0 < size <= LARGEST:
        raise FileError(f"{path.name}: its <unit> is {size:g} m long; expected a positive number")
    mesh = Mesh(tuple(parts), path.stem)
    return mesh if size == 1.0 else mesh.transformed(np.diag([size, size, size, 1.0]))


def _shapes(document: Any) -> list[Any]:
    """The geometries of the scene where its nodes have them, as primitives of triangles."""
    scene = document.scene
    bound = scene.objects("geometry") if scene is not None else []
    found = []
    for geometry in bound:
        for primitive in geometry.primitives():
            triangles = primitive.triangleset() if hasattr(primitive, "triangleset") else primitive
            if getattr(triangles, "vertex_index", None) is not None and triangles.vertex_index.shape[-1:] == (
                3,
            ):
                found.append(triangles)
    return found


def _parts(triangles: Any) -> list[Part]:
    faces = np.asarray(triangles.vertex_index, dtype=np.int64).reshape(-1, 3)
    if not len(faces):
        return []
    vertices = np.asarray(triangles.vertex, dtype=np.float64).reshape(-1, 3)
    used, index = np.unique(faces, return_inverse=True)
    return [Part(vertices[used], index.reshape(-1, 3), look=_look(triangles.material))]


def _look(material: Any) -> Look:
    """The diffuse color of a material; where that is an image, white."""
    effect = getattr(material, "effect", None)
    diffuse = getattr(effect, "diffuse", None)
    name = str(getattr(material, "name", None) or getattr(material, "id", None) or "")
    if diffuse is None:
        return Look(name, GRAY)
    if not isinstance(diffuse, tuple | list):
        return Look(name, (0.8, 0.8, 0.8, 1.0))
    color: Array = np.concatenate([np.asarray(diffuse, dtype=np.float64)[:3], [1.0]])
    return Look(name, look_color(color), roughness=0.5)
