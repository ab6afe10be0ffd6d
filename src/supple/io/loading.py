"""Files in: scenes from meshes, glTF and captures, and takes from what moves."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import numpy as np

from supple.arrays import Array
from supple.errors import FileError, InputError, UnknownNameError
from supple.io import figures
from supple.io.gltf.document import Document, understood
from supple.io.gltf.original import Placing, placed
from supple.io.gltf.reader import read_scene, read_take
from supple.io.obj import read_obj
from supple.io.signs import kind_of
from supple.io.triangles import read_triangles
from supple.io.units import meters
from supple.io.usd.reader import read_usd
from supple.motion import Clip
from supple.scene import Mesh, Node, Scene, Take
from supple.spatial import IDENTITY, compose, from_axis_angle, multiply, rotate

UPRIGHT = {
    "x": from_axis_angle((0, 0, 1), np.pi / 2),
    "y": np.array(IDENTITY),
    "z": from_axis_angle((1, 0, 0), -np.pi / 2),
}
"""What turns the axis that a file calls up into Y."""

_MESHES: dict[str, Callable[[Path], Mesh]] = {
    ".obj": read_obj,
    ".ply": partial(read_triangles, kind="ply"),
    ".stl": partial(read_triangles, kind="stl"),
}
_GLTF = (".glb", ".gltf")
_USD = (".usd", ".usda", ".usdc", ".usdz")


def load(
    path: str | Path,
    *,
    height: float | None = None,
    up: str | None = None,
    unit: str | float | None = None,
    animation: str | None = None,
    search: str | Path | Iterable[str | Path] = (),
) -> Scene:
    """A scene from a .glb, .gltf, .bvh, .mjcf, .urdf, .usd, .obj, .ply or .stl file; `scene.clips`: its animations.

    What kind of file it is its content tells, whatever its name; a name counts where the content says nothing.
    height [m]: scale the whole to this height. up: the axis that is up in the file, "x", "y" or "z".
    unit: what the numbers of the file are in, "mm", "in" …, or its length in meters. animation: the
    name of the one that `scene.clip` is; by default the first. Meshes are changed themselves; of a glTF file only the
    root nodes are. Of a capture, up and unit are guessed where they are not given; `scene.source` says so. A
    robot comes with `scene.skeleton`; search: folders besides its own in which its meshes may be.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "flag.obj"
    >>> _ = file.write_text("v 0 0 0\\nv 1 0 0\\nv 0 2 0\\nf 1 2 3\\n")
    >>> load(file, height=1).bounds[1]
    array([0.5, 1. , 0. ])
    """
    path, kind = _existing(path, (*_GLTF, *figures.SUFFIXES, *_USD, *_MESHES))
    _check_placing(height, up)
    if kind in _USD:
        scene = read_usd(path, None if unit is None else meters(unit), up)
        if height is not None:
            _place_roots(scene, np.array(IDENTITY), float(height) / _height(scene, np.array(IDENTITY)))
        return scene
    if kind in figures.SUFFIXES:
        folders = [Path(search)] if isinstance(search, str | Path) else [Path(each) for each in search]
        return figures.read_figure(path, kind, height, up, None if unit is None else meters(unit), folders)
    if kind in _GLTF:
        with understood(path.name):
            scene = read_scene(Document.open(path), animation)
        turn, size = _placing(scene, height, up, unit)
        _place_roots(scene, turn, size)
        placed(scene, Placing(turn, size))
        return scene
    mesh = _MESHES[kind](path)
    scene = Scene([Node(path.stem, mesh)])
    turn, size = _placing(scene, height, up, unit)
    if size != 1.0 or not np.array_equal(turn, IDENTITY):
        scene.nodes[0].mesh = mesh.transformed(compose(rotation=turn, scale=np.full(3, size)))
    return scene


def load_take(
    path: str | Path,
    *,
    fps: float = 60.0,
    animation: str | None = None,
    height: float | None = None,
    up: str | None = None,
    unit: str | float | None = None,
    search: str | Path | Iterable[str | Path] = (),
) -> Take:
    """A take from a GLB that Supple wrote, as it was; from any other .glb or .gltf, its animation sampled.

    animation: which of the file's, by name; by default the first. Animation whose keys all share their times and are
    joined by lines is taken at these, other at `fps`. A capture (.bvh) is taken at its own frames; a robot stands
    still, on the floor. height, up, unit and search are as of `load`, and for these only.

    >>> import tempfile
    >>> from supple.io import save_glb
    >>> file = save_glb(Take(Scene([Node("ball")]), np.array([0.0, 0.5])), Path(tempfile.mkdtemp()) / "ball.glb")
    >>> load_take(file).times
    array([0. , 0.5])
    """
    path, kind = _existing(path, (*_GLTF, *figures.SUFFIXES, *_USD))
    if kind in (*figures.SUFFIXES, *_USD):
        return figures.figure_take(load(path, height=height, up=up, unit=unit, search=search), path.stem)
    if (height, up, unit) != (None, None, None):
        raise InputError(f"height, up and unit are for captures; load({path.name!r}) takes them of glTF")
    with understood(path.name):
        return read_take(Document.open(path), path.stem, fps, animation)


def _existing(path: str | Path, suffixes: tuple[str, ...]) -> tuple[Path, str]:
    """The path, and the suffix that fits what the file holds."""
    path = Path(path)
    if path.is_dir():
        raise FileError(f"cannot read {str(path)!r}: it is a folder; give a file inside it")
    kind = kind_of(path) if path.is_file() else path.suffix.lower()
    if kind == ".fbx":
        figures.refuse_fbx(path)
    if kind not in suffixes:
        raise UnknownNameError("file type", kind, suffixes)
    if not path.is_file():
        raise FileError(f"cannot read {str(path)!r}: there is no such file")
    return path, kind


def _check_placing(height: float | None, up: str | None) -> None:
    if up is not None and up not in UPRIGHT:
        raise UnknownNameError("axis for up", up, UPRIGHT)
    if height is not None and not (np.isfinite(height) and height > 0):
        raise InputError(f"height is {height}; expected a positive number of meters")


def _placing(
    scene: Scene, height: float | None, up: str | None, unit: str | float | None
) -> tuple[Array, float]:
    """The rotation and the factor that the whole is to be given."""
    turn, size = UPRIGHT[up or "y"], 1.0 if unit is None else meters(unit)
    if height is None:
        return turn, size
    tall = _height(scene, turn)
    if tall <= 0:
        raise InputError(f"height is {height} m, but the model is flat: it has no height to scale")
    return turn, float(height) / tall


def _height(scene: Scene, turn: Array) -> float:
    """How tall the scene at rest is once it is turned, in its own units."""
    points = [n.rest_vertices for n in scene.walk() if n.mesh is not None]
    if not points:
        raise InputError("height: the file has no mesh, so no height to scale")
    return float(np.ptp(rotate(turn, np.concatenate(points))[:, 1]))


def _place_roots(scene: Scene, turn: Array, size: float) -> None:
    """Turn and scale the root nodes, and the tracks that move them, with them."""
    if size == 1.0 and np.array_equal(turn, IDENTITY):
        return
    for root in scene.nodes:
        root.place(
            translation=size * rotate(turn, root.translation),
            rotation=multiply(turn, root.rotation),
            scale=size * root.scale,
        )
        for clip in scene.clips.values():
            _place_tracks(clip, root.name, turn, size)


def _place_tracks(clip: Clip, root: str, turn: Array, size: float) -> None:
    for what in ("position", "rotation", "scale"):
        name = f"{root}.{what}"
        if name in clip:
            track = clip[name] if what == "scale" else clip[name].rotate(turn)
            clip[name] = track if what == "rotation" else track.scale(size)
