"""Procedural tracks of a clip: functions of time and of the other tracks (G-F30; T-F17 links)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from supple.arrays import Array
from supple.errors import CycleError
from supple.motion import kinds
from supple.motion.names import parsed
from supple.motion.track import Track


@dataclass(frozen=True)
class Procedural:
    """A rule f(t, tracks) that a clip makes into a track when it is asked for by name."""

    f: Callable[[Array, "Reader"], Any]
    kind: str
    start: float
    end: float


class Tracks(Protocol):
    """Where a procedural track finds the others."""

    def names(self) -> list[str]:
        """All of them."""

    def bound(self, name: str, path: tuple[str, ...]) -> Track:
        """The track of that name, read on behalf of those in `path`."""


@dataclass(frozen=True)
class Reader:
    """What a procedural track sees of its clip. It knows who is asking, so a loop is found and named."""

    tracks: Tracks
    path: tuple[str, ...]

    def __getitem__(self, name: str) -> Track:
        """The track of that name, or one component of it."""
        whole = name if name in self.tracks.names() else parsed(name).track
        if whole in self.path:
            raise CycleError("procedural tracks", [*self.path[self.path.index(whole) :], whole])
        return self.tracks.bound(name, self.path)


def procedural(
    f: Callable[[Array, Reader], Any],
    kind: str = "scalar",
    start: float | None = None,
    end: float | None = None,
) -> Procedural:
    """A track that reads other tracks of its clip: f takes times (n,) and the tracks, and gives values (n, …).

    >>> from supple.motion import Clip, keys
    >>> clip = Clip({"car.position": keys({0: (0, 0, 0), 2: (6, 0, 0)}, interpolate="linear")})
    >>> clip["wheel.angle"] = procedural(lambda t, tracks: tracks["car.position.x"](t) / 0.5)
    >>> clip["wheel.angle"](1)
    np.float64(6.0)
    """
    kinds.named(kind)
    return Procedural(f, kind, -np.inf if start is None else start, np.inf if end is None else end)


def bind(rule: Procedural, tracks: Tracks, path: tuple[str, ...]) -> Track:
    """The track that a rule makes among these tracks; `path` ends with its own name."""
    reader = Reader(tracks, path)

    def value(t: Array) -> Any:
        return rule.f(t, reader)

    value.__name__ = path[-1]
    begin = None if rule.start == -np.inf else rule.start
    return Track.function(value, rule.kind, begin, None if rule.end == np.inf else rule.end)
