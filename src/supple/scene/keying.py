"""Keys on a figure: poses at times, and the clip that they make.

A key refers to a pose, by name or given; the clip is made anew when a key or a named pose has changed. Each freedom
has a list of keys of its own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.motion import Clip, Pose, Poses, Track, keys
from supple.motion.curves import Apart, Choice, Jointed, Keyed
from supple.motion.kinds import euler
from supple.scene.joint import Freedom
from supple.scene.node import Node
from supple.scene.parameters import Parameters, full_name, joint_of
from supple.spatial import rotate

DEFAULT = "monotone"


@dataclass(frozen=True, eq=False)
class Key:
    """A pose at a time [s], of some parameters only where `only` names them; how the motion goes on after it."""

    time: float
    pose: str | Pose
    only: frozenset[str] | None = None
    interpolate: Choice | None = None


class Keying:
    """The keys and poses of a figure, over the clip that it came with."""

    def __init__(self, parameters: Parameters, clip: Clip) -> None:
        self.parameters = parameters
        self.base = clip
        self.poses = Poses({"rest": Pose(parameters.rest())})
        self.keys: list[Key] = []
        self._made: tuple[object, Clip] | None = None

    def add(self, key: Key) -> None:
        """Set a key."""
        if not np.isfinite(key.time):
            raise InputError(f"a key at {key.time} s; its time must be a number")
        self.poses.resolved(key.pose)
        self.keys = sorted([*self.keys, key], key=lambda each: each.time)

    def remove(self, time: float, only: frozenset[str] | None) -> int:
        """Take away the keys at a time, of some parameters alone where they are named; return how many there were."""
        kept, gone = [], 0
        for key in self.keys:
            if key.time != time:
                kept.append(key)
                continue
            gone += 1
            left = frozenset(self._values(key)) - (only or frozenset(self._values(key)))
            if left:
                kept.append(Key(key.time, key.pose, left, key.interpolate))
        self.keys = kept
        return gone

    @property
    def clip(self) -> Clip:
        """The clip that the figure came with, with what is keyed in place of it."""
        if not self.keys:
            return self.base
        state = (tuple(map(id, self.keys)), self.poses.version, id(self.base))
        if self._made is None or self._made[0] != state:
            self._made = (state, self.base.override(made(self.parameters, self.tracks())))
        return self._made[1]

    def tracks(self) -> dict[str, Track]:
        """A track for each parameter that is keyed, by its full name."""
        columns: dict[str, dict[float, tuple[Any, Choice | None]]] = {}
        for key in self.keys:
            for name, value in self._values(key).items():
                columns.setdefault(name, {})[key.time] = (value, key.interpolate)
        return {name: _track(name, column) for name, column in columns.items()}

    def _values(self, key: Key) -> Mapping[str, Any]:
        values = self.poses.resolved(key.pose)
        return values if key.only is None else {k: v for k, v in values.items() if k in key.only}


def _track(name: str, column: Mapping[float, tuple[Any, Choice | None]]) -> Track:
    values = {time: value for time, (value, _) in column.items()}
    if name.endswith(".color"):
        return keys(values, kind="color", interpolate=_ways(column))
    return keys(values, interpolate=None if name.endswith(".visible") else _ways(column))


def _ways(column: Mapping[float, tuple[Any, Choice | None]]) -> tuple[Choice, ...] | None:
    """What each key asks for after it; None where no key asks for anything."""
    asked = [way for _, way in column.values()][:-1]
    return tuple(way or DEFAULT for way in asked) if any(asked) else None


def made(parameters: Parameters, tracks: Mapping[str, Track]) -> Clip:
    """Tracks of freedoms as the clip of nodes that plays them."""
    clip = Clip()
    for node in parameters.joints.values():
        own = {f: tracks[n] for f in joint_of(node).freedoms if (n := full_name(node, f)) in tracks}
        if any(f.motion == "turn" for f in own):
            clip[f"{node.name}.rotation"] = _rotation(node, own)
        if any(f.motion == "shift" for f in own):
            clip[f"{node.name}.position"] = _position(node, own)
        if any(f.motion == "scale" for f in own):
            clip[f"{node.name}.scale"] = _scale(node, own)
    for name in tracks:
        if name in parameters.unmoved:
            clip[name] = tracks[name]
    return clip


def _part(freedom: Freedom, own: Mapping[Freedom, Track]) -> Any:
    if freedom in own:
        return own[freedom].curve
    still = np.array([freedom.still])
    return Keyed("scalar", np.array([next(iter(own.values())).start]), still, DEFAULT)


def _rotation(node: Node, own: Mapping[Freedom, Track]) -> Track:
    """Angles keyed apart where they are the node's whole rotation, else its rotation with the joint's turns."""
    joint = joint_of(node)
    turns = [f for f in joint.freedoms if f.motion == "turn"]
    parts = tuple(_part(f, own) for f in turns)
    if joint.turning and np.array_equal(np.abs(node.rotation), [0, 0, 0, 1]):
        return Track(Apart(euler(joint.order), tuple(parts[joint.order.index(letter)] for letter in "XYZ")))
    return Track(Jointed("rotation", parts, np.array([f.axis for f in turns]), node.rotation))


def _position(node: Node, own: Mapping[Freedom, Track]) -> Track:
    """Rest + Σ axis · shift: exactly a vector keyed apart where the axes are x, y and z."""
    shifts = [f for f in joint_of(node).freedoms if f.motion == "shift"]
    axes = rotate(node.rotation, np.array([f.axis for f in shifts]))
    return _summed([_part(f, own) for f in shifts], axes, node.translation)


def _scale(node: Node, own: Mapping[Freedom, Track]) -> Track:
    scales = [f for f in joint_of(node).freedoms if f.motion == "scale"]
    axes = np.array([f.axis for f in scales]) * node.scale
    return _summed([_part(f, own) for f in scales], axes, node.scale - axes.sum(axis=0))


def _summed(parts: Iterable[Any], axes: Array, offset: Array) -> Track:
    """offset + Σ axisₖ xₖ(t) as a vector track."""
    moved = [Track(part) for part in parts]

    def at(t: Array, how: str) -> Array:
        values = [getattr(track, how)(t) if how != "value" else track(t) for track in moved]
        return np.stack(values, axis=-1) @ axes + (offset if how == "value" else 0.0)

    if all(np.count_nonzero(axis) == 1 for axis in axes):
        return _apart(moved, axes, offset)
    start, end = min(track.start for track in moved), max(track.end for track in moved)
    return Track.function(
        lambda t: at(t, "value"), "vector", start, end,
        lambda t: at(t, "velocity"), lambda t: at(t, "acceleration"),
    )  # fmt: skip


def _apart(tracks: list[Track], axes: Array, offset: Array) -> Track:
    """A vector of scalar tracks, each along one axis."""
    parts: list[Any] = [Keyed("scalar", np.array([tracks[0].start]), np.array([o]), DEFAULT) for o in offset]
    for track, axis in zip(tracks, axes, strict=True):
        k = int(np.flatnonzero(axis)[0])
        parts[k] = track.scale(float(axis[k])).translate(float(offset[k])).curve
    return Track(Apart("vector", tuple(parts)))
