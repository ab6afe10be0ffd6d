"""Files that hold a figure: captures and robots, each by its own reader."""

from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

from supple.errors import FileError, InputError
from supple.io.bvh.reader import read_bvh
from supple.io.markup import read_markup
from supple.io.robots.mjcf import read_mjcf
from supple.scene import Scene

SUFFIXES = (".bvh", ".mjcf", ".xml")


def read_figure(
    path: Path, height: float | None, up: str | None, unit: float | None, search: Iterable[Path] = ()
) -> Scene:
    """The scene of a capture or a robot; `search`: folders besides its own where a robot's meshes may be."""
    if path.suffix.lower() == ".bvh":
        return read_bvh(path, height=height, up=up, unit=unit)
    for name, given in (("height", height), ("up", up), ("unit", unit)):
        if given is not None:
            raise InputError(
                f"{name}: a robot's file is in meters, Z up, with masses and motors to match; leave it out"
            )
    root = read_markup(path)
    if root.tag == "mujoco":
        return read_mjcf(path)
    raise FileError(
        f"{path.name}, line {root.line}: expected <mujoco>, got <{root.tag}>; this is no file of a robot"
    )


def refuse_fbx(path: Path) -> NoReturn:
    """Say with what line Blender makes it a file that can be read."""
    script = (
        "import bpy; bpy.ops.wm.read_factory_settings(use_empty=True); "
        f"bpy.ops.import_scene.fbx(filepath={path.as_posix()!r}); "
        f"bpy.ops.export_scene.gltf(filepath={path.with_suffix('.glb').as_posix()!r})"
    )
    raise FileError(
        f"cannot read {path.name!r}: Python has no reader of FBX that is safe and keeps skins. Blender makes it a "
        f'GLB, which can be read: blender -b --python-expr "{script}"'
    )
