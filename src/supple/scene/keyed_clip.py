"""The tracks of freedoms as the clip of nodes that plays them, and what a clip says of a freedom.

rotation = rest · R(axis₁, q₁) …,   position = rest + Σ axis shift;   a freedom that is not keyed is as the clip below
has it, and still where that has nothing
"""

from collections.abc import Iterable, Mapping

import numpy as np

from supple.arrays import Array
from supple.motion import Clip, Track
from supple.motion.curves import Apart, Curve, Jointed, Keyed
from supple.motion.kinds import euler
from supple.scene.joint import Freedom
from supple.scene.node import Node
from supple.scene.parameters import Parameters, full_name, joint_of
from supple.spatial import conjugate, rotate

LETTERS = {"pitch": "x", "yaw": "y", "roll": "z"}


def played(parameters: Parameters, tracks: Mapping[str, Track], below: Clip) -> Clip:
    """A clip of the nodes that tracks of freedoms move, laid over another."""
    clip = Clip()
    for node in parameters.joints.values():
        own = {f: tracks[n] for f in joint_of(node).freedoms if (n := full_name(node, f)) in tracks}
        for motion, channel, make in (
            ("turn", "rotation", _rotation),
            ("shift", "position", _position),
            ("scale", "scale", _scale),
        ):
            if any(f.motion == motion for f in own):
                under = below.get(f"{node.name}.{channel}")
                clip[f"{node.name}.{channel}"] = make(node, own, under)
    return below.override(clip).override(
        Clip({name: tracks[name] for name in tracks if name in parameters.unmoved})
    )


def _part(freedom: Freedom, own: Mapping[Freedom, Track], under: Track | None) -> Curve:
    """The curve of a freedom: its keys, or what the clip below says, or where it is still."""
    if freedom in own:
        return own[freedom].curve
    if under is not None:
        return under.curve
    start = min(track.start for track in own.values())
    return Keyed("scalar", np.array([start]), np.array([freedom.still]), "monotone")


def _rotation(node: Node, own: Mapping[Freedom, Track], under: Track | None) -> Track:
    """Angles keyed apart where they are the node's whole rotation, else its rotation with the joint's turns."""
    joint = joint_of(node)
    turns = [f for f in joint.freedoms if f.motion == "turn"]
    angles = None
    if under is not None and joint.turning and not all(f in own for f in turns):
        turn = under.to_rotation().rotate(conjugate(node.rotation))
        angles = under if under.kind == euler(joint.order) and _plain(node) else turn.to_euler(joint.order)
    parts = tuple(_part(f, own, None if angles is None else angles[LETTERS[f.name]]) for f in turns)
    if joint.turning and _plain(node):
        return Track(Apart(euler(joint.order), tuple(parts[joint.order.index(letter)] for letter in "XYZ")))
    return Track(Jointed("rotation", parts, np.array([f.axis for f in turns]), node.rotation))


def _plain(node: Node) -> bool:
    """Whether the node stands unturned at rest."""
    return np.array_equal(np.abs(node.rotation), [0, 0, 0, 1])


def _position(node: Node, own: Mapping[Freedom, Track], under: Track | None) -> Track:
    shifts = [f for f in joint_of(node).freedoms if f.motion == "shift"]
    axes = rotate(node.rotation, np.array([f.axis for f in shifts]))
    return _summed(shifts, own, under, axes, node.translation)


def _scale(node: Node, own: Mapping[Freedom, Track], under: Track | None) -> Track:
    scales = [f for f in joint_of(node).freedoms if f.motion == "scale"]
    axes = np.array([f.axis for f in scales]) * node.scale
    return _summed(scales, own, under, axes, node.scale - axes.sum(axis=0))


def _summed(
    freedoms: Iterable[Freedom], own: Mapping[Freedom, Track], under: Track | None, axes: Array, offset: Array
) -> Track:
    """offset + Σ axisₖ xₖ(t) as a vector track, keyed apart where each axis is x, y or z."""
    tracks = []
    for freedom, axis in zip(freedoms, axes, strict=True):
        away = None if under is None or freedom in own else _along(under, axis, offset)
        tracks.append(Track(_part(freedom, own, away)))
    if all(np.count_nonzero(axis) == 1 for axis in axes):
        return _apart(tracks, axes, offset)

    def at(t: Array, order: int) -> Array:
        values = np.stack([track.curve(t, order) for track in tracks], axis=-1)
        return np.asarray(values @ axes + (0.0 if order else offset))

    start, end = min(track.start for track in tracks), max(track.end for track in tracks)
    if start == end:
        return Track(Keyed("vector", np.array([start]), at(np.array([start]), 0), "monotone"))
    return Track.function(lambda t: at(t, 0), "vector", start, end, lambda t: at(t, 1), lambda t: at(t, 2))


def _along(under: Track, axis: Array, offset: Array) -> Track:
    """How far a vector track is from an offset along an axis; exactly keyed where the axis is x, y or z."""
    k = int(np.argmax(np.abs(axis)))
    if np.count_nonzero(axis) == 1:
        return under["xyz"[k]].translate(-float(offset[k])).scale(1 / float(axis[k]))
    way = axis / (axis @ axis)
    return Track.function(lambda t: (under.curve(t, 0) - offset) @ way, "scalar")


def _apart(tracks: list[Track], axes: Array, offset: Array) -> Track:
    """A vector of scalar tracks, each along one axis."""
    start = min(track.start for track in tracks)
    parts: list[Curve] = [Keyed("scalar", np.array([start]), np.array([o]), "monotone") for o in offset]
    for track, axis in zip(tracks, axes, strict=True):
        k = int(np.flatnonzero(axis)[0])
        parts[k] = track.scale(float(axis[k])).translate(float(offset[k])).curve
    return Track(Apart("vector", tuple(parts)))
