"""Files that hold a figure: captures and robots, each by its own reader."""

from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import numpy as np

from supple.errors import FileError, InputError
from supple.io.bvh.reader import read_bvh
from supple.io.markup import read_markup
from supple.io.robots.mjcf import read_mjcf
from supple.io.robots.urdf import read_urdf
from supple.scene import Scene, Take, played

SUFFIXES = (".bvh", ".mjcf", ".urdf", ".xml")


def read_figure(
    path: Path,
    kind: str,
    height: float | None,
    up: str | None,
    unit: float | None,
    search: Iterable[Path] = (),
) -> Scene:
    """The scene of a capture or a robot; kind: the suffix that fits it; search: where meshes may be, too."""
    if kind == ".bvh":
        return read_bvh(path, height=height, up=up, unit=unit)
    for name, given in (("height", height), ("up", up), ("unit", unit)):
        if given is not None:
            raise InputError(
                f"{name}: a robot's file is in meters, Z up, with masses and motors to match; leave it out"
            )
    root = read_markup(path)
    if root.tag == "mujoco":
        return read_mjcf(path)
    if root.tag == "robot":
        return read_urdf(root, path, search)
    return root.wrong(f"expected <robot> or <mujoco>, got <{root.tag}>; this is no file of a robot")


def figure_take(scene: Scene, name: str) -> Take:
    """The scene of a figure at the frames of its clip; one of a robot is lifted out of the floor."""
    times = np.unique(np.concatenate([np.zeros(1), *(track.times for track in scene.clip.values())]))
    if scene.skeleton is not None and any(node.mesh is not None for node in scene.walk()):
        sunk = min(float(scene.bounds[0, 1]), 0.0)
        for root in scene.nodes:
            root.place(translation=root.translation - [0.0, sunk, 0.0])
    return played(scene, scene.clip, times, name=name)


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
