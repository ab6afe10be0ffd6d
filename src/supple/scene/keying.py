"""Keys on a figure: poses at times, and the clip that they make.

A key refers to a pose, by name or given; the clip is made anew when a key or a named pose has changed. Each freedom
has a list of keys of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.errors import InputError
from supple.motion import Clip, Pose, Poses, Track, keys
from supple.motion.curves import Choice
from supple.scene.keyed_clip import played
from supple.scene.parameters import Parameters

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
            self._made = (state, played(self.parameters, self.tracks(), self.base))
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
