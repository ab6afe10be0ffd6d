"""A BVH file as a scene: nodes with joints, one figure, one clip with the joints' own orders of turns.

Y is up in the scene and lengths are in meters; axes of the file that are others become ours one by one, so that each
channel stays one component of one track.
"""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.io.bvh import guess
from supple.io.bvh.axes import OURS, completed, matrix, turned
from supple.io.bvh.frames import read_frames
from supple.io.bvh.hierarchy import HierarchyReader
from supple.io.bvh.layout import Captured, Layout
from supple.io.bvh.lines import Lines
from supple.io.warning import AssetWarning
from supple.motion import Clip, Track
from supple.motion.kinds import euler
from supple.scene import Figure, Joint, Node, Scene
from supple.scene.models.sticks import dress
from supple.spatial import unwound


def read_bvh(
    path: Path, *, height: float | None = None, up: str | None = None, unit: float | None = None
) -> Scene:
    """The scene of a capture; `up` ("x", "y", "z") and `unit` [m] are guessed from the figure where not given.

    `height` [m] says how tall the figure stands, and so the unit.

    `scene.source` says what was read and guessed; a guess that is not a plain one is also a warning.
    """
    lines = Lines(path)
    joints = HierarchyReader(lines).read()
    seconds, frames = read_frames(lines, Layout(joints).width)
    layout = _placed(Layout(joints, seconds), frames, height, up, unit, path.name)
    nodes = _nodes(_lengthened(layout, frames), path.stem)
    roots = [node for node in nodes if node.parent is None]
    scene = Scene(roots, source=layout, playing=path.stem)
    if len(frames):
        scene.clips[path.stem] = _clip(layout, frames, nodes)
    scene.figure = Figure(roots[0], clip=scene.clip, name=path.stem)
    dress(roots)
    return scene


def _placed(
    layout: Layout, frames: Array, height: float | None, up: str | None, unit: float | None, name: str
) -> Layout:
    """With the axis that is up and the unit, guessed where not given."""
    points, guesses = guess.sampled(layout.joints, frames), []
    if up is None:
        guesses.append(guess.up_axis(points))
        up = str(guesses[-1].value)
    if height is not None:
        stands = guess.tall(points, up)
        if not stands > 0:
            raise InputError(
                f"height: the figure of {name} is flat, so it has no height to scale; give unit="
            )
        unit = height / stands
    if unit is None:
        guesses.append(guess.unit(points, up))
        unit = float(guesses[-1].value)
    for found in guesses:
        if not found.usual:
            warnings.warn(f"{name}: {found.sentence}", AssetWarning, stacklevel=5)
    return replace(layout, up=up, unit=unit, said=tuple(found.sentence for found in guesses))


def _lengthened(layout: Layout, frames: Array) -> Layout:
    """Where every OFFSET is zero, as in captures that were FBX once, bones are as long as in the first frame."""
    if not len(frames) or any(any(joint.offset) for joint in layout.joints):
        return layout
    joints = []
    for joint, columns in zip(layout.joints, layout.columns(), strict=True):
        x, y, z = guess.local(joint, frames[:1, columns], at_rest=False)[0][0].tolist()
        joints.append(joint._replace(offset=(x, y, z)))
    return replace(layout, joints=tuple(joints))


def _nodes(layout: Layout, name: str) -> list[Node]:
    """A node for each joint and, below it, an empty one for each end of its last bone."""
    taken = {joint.name for joint in layout.joints}
    c = layout.unit * matrix(layout.up)
    nodes: list[Node] = []
    for joint in layout.joints:
        node = Node(joint.name, translation=c @ joint.offset, joint=_joint(joint, layout.up))
        for end in joint.ends:
            called = _unused(f"{joint.name}.end", taken)
            node.add(Node(called, translation=c @ end))
        if joint.parent >= 0:
            nodes[joint.parent].add(node)
        nodes.append(node)
    return nodes


def _unused(name: str, taken: set[str]) -> str:
    """The name, or with a number behind it what is not taken yet."""
    free = next(n for n in (name, *(f"{name}{k}" for k in range(2, len(taken) + 3))) if n not in taken)
    taken.add(free)
    return free


def _joint(joint: Captured, up: str) -> Joint:
    """What the joint's channels let it do."""
    turns, shifts = turned(joint.order, up), "".join(sorted(turned(joint.shifts, up)))
    if not turns + shifts:
        return Joint("fixed")
    if len(turns) == 3 and len(shifts) in (0, 3):
        return Joint("free" if shifts else "ball", order=turns)
    if len(turns) == 1 and not shifts:
        x, y, z = (float(letter == turns) for letter in "XYZ")
        return Joint("hinge", (x, y, z))
    named = {"X": "pitch", "Y": "yaw", "Z": "roll"}
    return Joint.general([*shifts.lower(), *(named[letter] for letter in turns)])


def _clip(layout: Layout, frames: Array, nodes: list[Node]) -> Clip:
    """The tracks of all joints: what their channels say, and no more."""
    times = layout.step * np.arange(len(frames))
    tracks = {}
    for node, joint, columns in zip(nodes, layout.joints, layout.columns(), strict=True):
        if joint.shifts:
            tracks[f"{node.name}.position"] = Track.sampled(times, _places(layout, joint, frames[:, columns]))
        if joint.order:
            kind = euler(completed(turned(joint.order, layout.up)))
            tracks[f"{node.name}.rotation"] = Track.sampled(
                times, _angles(layout, joint, frames[:, columns]), kind
            )
    return Clip(tracks)


def _places(layout: Layout, joint: Captured, rows: Array) -> Array:
    """Positions (T, 3) [m]; channels replace the offset along their axes."""
    place = np.tile(np.array(joint.offset), (len(rows), 1))
    for k, channel in enumerate(joint.channels):
        if not channel.turns:
            place[:, "XYZ".index(channel.axis)] = rows[:, k]
    return np.asarray(place @ (layout.unit * matrix(layout.up)).T)


def _angles(layout: Layout, joint: Captured, rows: Array) -> Array:
    """Angles (T, 3) about our x, y and z [rad], without the jumps at half a turn."""
    angles = np.zeros((len(rows), 3))
    for k, channel in enumerate(joint.channels):
        if channel.turns:
            ours, sign = OURS[layout.up][channel.axis]
            angles[:, "XYZ".index(ours)] = sign * np.radians(rows[:, k])
    if len(joint.order) < 3:
        return np.unwrap(angles, axis=0)
    order = [("XYZ").index(letter) for letter in turned(joint.order, layout.up)]
    angles[:, order] = unwound(angles[:, order], turned(joint.order, layout.up))
    return angles
