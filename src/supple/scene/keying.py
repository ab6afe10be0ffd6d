"""Keys on a figure: poses at times, and the clip that they make.

A key refers to a pose, by name or given; the clip is made anew when a key or a named pose has changed. Each freedom
has a list of keys of its own.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from supple.errors import InputError
from supple.motion import Clip, Pose, Poses, Track, keys
from supple.motion.curves import Choice
from supple.motion.names import parsed
from supple.motion.operators import editing
from supple.motion.operators.editing import Span, at
from supple.scene.key import Key
from supple.scene.key_moves import copied, parted, shifted
from supple.scene.keyed_clip import played
from supple.scene.parameters import Parameters

DEFAULT = "monotone"
ALL = "*"
"""The clock of everything that has none of its own."""


class Keying:
    """The keys and poses of a figure, over the clip that it came with."""

    def __init__(self, parameters: Parameters, clip: Clip) -> None:
        self.parameters = parameters
        self.base = clip
        self.poses = Poses({"rest": Pose(parameters.rest())})
        self.keys: list[Key] = []
        self.edited: dict[str, Track] = {}
        """Tracks of parameters whose curves were edited, in place of their keys."""
        self.paces: dict[str, Track] = {}
        """Clocks of joints, and of all that has none."""
        self._changes = 0
        self._made: tuple[object, Clip] | None = None

    def add(self, key: Key) -> None:
        """Set a key."""
        if not np.isfinite(key.time):
            raise InputError(f"a key at {key.time} s; its time must be a number")
        self.poses.resolved(key.pose)
        self.keys = sorted([*self.keys, key], key=lambda each: each.time)
        for name, value in self._values(key).items():
            if name in self.edited:
                self.edit(name, self.edited[name].set_key(key.time, value))

    def remove(self, time: float, only: frozenset[str] | None) -> int:
        """Take away the keys at a time, of some parameters alone where they are named; return how many there were."""
        gone, self.keys = parted(self.keys, self._values, only, lambda key: key.time == time)
        named = self._edited_at(time, only)
        for name in named:
            self.edited[name] = self.edited[name].remove_key(time)
        self._changes += bool(named)
        return len(gone) + len(named)

    def move(
        self, span: Span, by: float, mode: str, only: frozenset[str] | None, until: float | None
    ) -> None:
        """Move the keys of a span, alone or with all later ones."""
        self._some(span, only)
        edited = {
            n: self.edited[n].move_key(span, by, mode, until=until) for n in self._edited_at(span, only)
        }
        self.keys = shifted(self.keys, self._values, span, by, mode, only, until)
        self.edited |= edited
        self._changes += 1

    def copy(self, span: Span, to: float, only: frozenset[str] | None) -> None:
        """Copy the keys of a span, so that the first comes to a time."""
        self._some(span, only)
        self.edited |= {name: self.edited[name].copy_key(span, to) for name in self._edited_at(span, only)}
        self.keys = copied(self.keys, self._values, span, to, only)
        self._changes += 1

    def edit(self, name: str, track: Track) -> None:
        """Put an edited track in the place of the keys of a parameter."""
        self.edited[name] = track
        self._changes += 1

    def pace(self, joints: Iterable[str], clock: Track | None, all_of_it: bool) -> None:
        """Play joints, or everything, by a clock."""
        chosen = [*joints, *([ALL] if all_of_it else [])]
        self.paces = {**{k: v for k, v in self.paces.items() if k not in chosen},
                      **({} if clock is None else dict.fromkeys(chosen, clock))}  # fmt: skip
        self._changes += 1

    @property
    def clip(self) -> Clip:
        """The clip that the figure came with, with what is keyed in place of it."""
        if not (self.keys or self.edited or self.paces):
            return self.base
        state = (tuple(map(id, self.keys)), self.poses.version, id(self.base), self._changes)
        if self._made is None or self._made[0] != state:
            self._made = (state, self._paced(played(self.parameters, self.tracks(), self.base)))
        return self._made[1]

    def tracks(self) -> dict[str, Track]:
        """A track for each parameter that is keyed, by its full name."""
        columns: dict[str, dict[float, tuple[Any, Choice | None]]] = {}
        for key in self.keys:
            for name, value in self._values(key).items():
                columns.setdefault(name, {})[key.time] = (value, key.interpolate)
        made = {name: _track(name, column) for name, column in columns.items() if name not in self.edited}
        return made | self.edited

    def _paced(self, clip: Clip) -> Clip:
        """Every joint by its own clock, the rest by the clock of all."""
        clocks = {name: self.paces.get(parsed(name).node, self.paces.get(ALL)) for name in clip}
        for name, clock in clocks.items():
            if clock is not None:
                clip = clip.retime(clock, only=name)
        return clip

    def _edited_at(self, span: Span, only: frozenset[str] | None) -> list[str]:
        """The edited parameters that have keys in a span."""
        return [name for name, track in self.edited.items() if (only is None or name in only)
                and editing.has_keys(track.curve) and editing.holds(track.curve, span)]  # fmt: skip

    def _some(self, span: Span, only: frozenset[str] | None) -> None:
        mine, _ = parted(self.keys, self._values, only, lambda key: bool(at(np.array([key.time]), span)[0]))
        if not mine and not self._edited_at(span, only):
            times = sorted({key.time for key in self.keys})
            raise InputError(f"no key at {span} s of what is meant; there are keys at {times}")

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
