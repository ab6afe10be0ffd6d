"""Scenes and takes out as BVH: the joints of a figure at every frame, in the conventions that are asked for."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.files import written_beside
from supple.io.bvh.axes import ORDERS, OURS, matrix
from supple.io.bvh.captured import Moved, columns, moved
from supple.io.bvh.layout import Captured, Layout, Triple
from supple.io.bvh.text import text_of
from supple.io.units import meters
from supple.motion import Clip
from supple.motion.clip_frames import clip_frames, even
from supple.scene import Node, Scene, Take, played

FPS = 30.0
"""Frames a second of a clip whose keys are not evenly apart."""


class Conventions(NamedTuple):
    """How a file says it. What is None is as it was read from a BVH file, else the joints' orders, Y up, and cm."""

    order: str | None = None
    up: str | None = None
    unit: str | float | None = None


def save_scene(
    scene: Scene, path: str | Path, *, clip: str | None = None, fps: float | None = None, **conventions: Any
) -> Path:
    """Write the joints of a scene with one of its clips, by default the one that plays.

    `fps`: frames a second; by default those of the clip's keys. `order`: "ZXY" for R = Rz Rx Ry at every joint;
    `up`: the axis of the file that is; `unit`: "cm", "m" … or meters.
    """
    if clip is not None and clip not in scene.clips:
        raise UnknownNameError("clip", clip, scene.clips)
    chosen = scene.clip if clip is None else scene.clips[clip]
    take = played(scene, chosen, clip_frames(chosen, fps, usual=FPS), name=Path(path).stem)
    return _save(take, chosen, path, Conventions(**conventions))


def save_take(take: Take, path: str | Path, **conventions: Any) -> Path:
    """Write the joints of a take, one frame for each of its samples; `order`, `up` and `unit` as of scenes."""
    if len(take.times) > 2 and not even(np.diff(take.times)):
        raise InputError(
            "a BVH file has frames evenly apart, the take has not; give fps=, such as 60, to resample"
        )
    return _save(take, Clip(), path, Conventions(**conventions))


def _save(take: Take, clip: Clip, path: str | Path, asked: Conventions) -> Path:
    layout, frames = captured(take, clip, asked)
    with written_beside(path) as draft:
        draft.write_text(text_of(layout, frames), encoding="utf-8", newline="\n")
    return Path(path)


def captured(take: Take, clip: Clip, asked: Conventions) -> tuple[Layout, Array]:
    """What the file says: its layout, and the frames (T, width) in its units and degrees."""
    source = take.scene.source if isinstance(take.scene.source, Layout) else None
    up, order = asked.up or (source.up if source else "y"), asked.order
    if up not in OURS:
        raise UnknownNameError("axis for up", up, OURS)
    if order is not None and order not in ORDERS:
        raise UnknownNameError("order of turns", str(order), ORDERS)
    unit = meters(asked.unit if asked.unit is not None else source.unit if source else "cm")
    joints, found, numbers = moved(take, joints_of(take.scene)), [], []
    names = _names([joint.node.name for joint in joints], source)
    for joint, name in zip(joints, names, strict=True):
        channels, values = columns(joint, clip, take.times, source, order, up)
        numbers.append(values / [1.0 if channel.turns else unit for channel in channels])
        back = matrix(up).T / unit
        ends = tuple(_triple(back @ end) for end in _ends(joint, joints))
        found.append(Captured(name, joint.parent, _triple(back @ joint.offset), channels, ends))
    return Layout(tuple(found), _seconds(take.times, source), up, unit), np.concatenate(numbers, axis=1)


def joints_of(scene: Scene) -> list[Node]:
    """The nodes that are joints, parents first: those with degrees of freedom, else those that skins hang on."""
    nodes = list(scene.walk())
    worn = {id(joint) for node in nodes if node.skin is not None for joint in node.skin.joints}
    found = [n for n in nodes if n.joint is not None] or [n for n in nodes if id(n) in worn]
    if not found:
        raise InputError(
            "a BVH file holds joints, and the scene has none; give its nodes joints (Node(joint=))"
        )
    return found


def _ends(joint: Moved, joints: list[Moved]) -> list[Array]:
    """Where the last bone of a joint ends, along the axes of the world at rest: its empty nodes, or at itself."""
    carried = {id(each.node) for each in joints}
    empty = [c for c in joint.node.children if id(c) not in carried and not c.children and c.mesh is None]
    found = [child.world[:3, 3] - joint.node.world[:3, 3] for child in empty]
    is_last = not any(each.parent >= 0 and joints[each.parent] is joint for each in joints)
    return found or ([np.zeros(3)] if is_last else [])


def _names(names: list[str], source: Layout | None) -> list[str]:
    """Names of joints as files have them: those that were read so, others without blanks and braces."""
    known = {joint.name for joint in source.joints} if source else set()
    plain = [name if name in known else re.sub(r"[\s{}]+", "_", name) or "joint" for name in names]
    return [name if plain.count(name) == 1 else f"{name}_{row}" for row, name in enumerate(plain)]


def _seconds(times: Array, source: Layout | None) -> str:
    """The time of a frame: as the capture that was read has it, where it is the same."""
    if len(times) < 2:
        return source.seconds if source else f"{1 / FPS:.7g}"
    step = float(times[-1] - times[0]) / (len(times) - 1)
    return source.seconds if source and abs(step - source.step) < 1e-9 else f"{step:.9g}"


def _triple(vector: Array) -> Triple:
    x, y, z = vector.tolist()
    return x, y, z
