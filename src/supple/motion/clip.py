"""Clip: named tracks together, with the operators of tracks, layers, and a readable file."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from supple.errors import InputError
from supple.motion import clip_json, dope_sheet, key_reading, key_text
from supple.motion.clip_editing import ClipEditing
from supple.motion.clip_operators import Only
from supple.motion.curves import Curve
from supple.motion.names import UnknownTrackError, matching, parsed
from supple.motion.procedural import Procedural, bind
from supple.motion.track import Track


class Clip(ClipEditing, MutableMapping[str, Track]):
    """Tracks by name: `clip["ball.position"]`, and their components: `clip["ball.position.y"]`.

    >>> from supple.motion import keys
    >>> clip = Clip({"ball.position": keys({0: (0, 1, 0), 1: (2, 0, 0)}, interpolate="linear")})
    >>> clip["ball.position.y"](0.5), clip.match("ball*"), clip.shift(2).start
    (np.float64(0.5), ['ball.position'], 2.0)
    """

    writers: ClassVar[dict[str, Callable[..., Path]]] = {}
    """File suffix → how to draw it. `supple.render` fills it."""

    def __init__(self, tracks: Mapping[str, Track | Procedural] | None = None) -> None:
        self._tracks: dict[str, Track | Procedural] = {}
        for name, track in (tracks or {}).items():
            self[name] = track

    def __getitem__(self, name: str) -> Track:
        """The track of that name, or one component of it."""
        return self.bound(name, ())

    def __setitem__(self, name: str, track: Track | Procedural) -> None:
        """Put a track under a name; a component of a track that is there is replaced in it."""
        if not isinstance(track, Track | Procedural):
            raise InputError(f"clip[{name!r}]: expected a Track or procedural(…), got {type(track).__name__}")
        parts = parsed(name)
        if not parts.component or parts.track not in self._tracks or name in self._tracks:
            self._tracks[name] = track
        elif isinstance(track, Procedural):
            raise InputError(
                f"clip[{name!r}]: give the whole of {parts.track!r} as procedural, not one component"
            )
        else:
            self._tracks[parts.track] = self[parts.track].with_component(parts.component, track)

    def __delitem__(self, name: str) -> None:
        self._known(name)
        del self._tracks[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tracks)

    def __len__(self) -> int:
        return len(self._tracks)

    def names(self) -> list[str]:
        """The names of its tracks."""
        return list(self._tracks)

    def bound(self, name: str, path: tuple[str, ...]) -> Track:
        """The track of that name, as those in `path`, each reading the next, see it."""
        parts = parsed(name)
        if name not in self._tracks and parts.component and parts.track in self._tracks:
            return self.bound(parts.track, path)[parts.component]
        track = self._known(name)
        return bind(track, self, (*path, name)) if isinstance(track, Procedural) else track

    def match(self, pattern: str) -> list[str]:
        """The names that fit a pattern such as "ball*.position.y"; none is an error that lists what there is."""
        wants_part = len(pattern.rpartition(".")[2]) == 1
        return matching(pattern, {name: self._letters(name) if wants_part else "" for name in self._tracks})

    @property
    def start(self) -> float:
        """The earliest finite start of its tracks [s]; 0 for an empty clip."""
        return min((self[name].start for name in self if np.isfinite(self[name].start)), default=0.0)

    @property
    def end(self) -> float:
        """The latest finite end of its tracks [s]; 0 for an empty clip."""
        return max((self[name].end for name in self if np.isfinite(self[name].end)), default=0.0)

    @property
    def duration(self) -> float:
        """end − start [s]."""
        return self.end - self.start

    def copy(self) -> Self:
        """A clip with the same tracks."""
        return type(self)(self._tracks)

    def each(self, operator: Callable[[Track], Track], only: Only = None) -> Self:
        """Apply a function to every track that matches. A procedural track becomes what it plays in this clip."""
        source, result = self.copy(), self.copy()
        for name in self._chosen(only):
            try:
                result[name] = operator(source[name])
            except InputError as error:
                raise InputError(f"{name}: {error}; name the tracks that are meant with only=…") from error
        return result

    def with_tracks(self, other: "Clip", names: Only) -> Self:
        """With the tracks of another clip that match."""
        result = self.copy()
        for name in other._chosen(names):
            result[name] = other[name]
        return result

    def over(self, other: "Clip", weight: float | Track = 1.0) -> Self:
        """This clip with `other` laid over it: a + w (b − a) for every name that `other` has."""
        return self._layered(other, lambda a, b: a.blend(b, weight))

    def add(self, other: "Clip", weight: float | Track = 1.0) -> Self:
        """This clip with `other` added: a + w b for every name that `other` has."""
        return self._layered(other, lambda a, b: a.add(b, weight))

    def override(self, other: "Clip") -> Self:
        """This clip with every track that `other` has taken from there."""
        return self._layered(other, lambda a, b: b)

    def save(self, path: str | PathLike[str]) -> None:
        """Write a readable JSON file that keeps every bit of every number."""
        clip_json.save({name: self._saveable(name) for name in self}, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read what `save` wrote."""
        return cls({name: Track(curve) for name, curve in clip_json.load(path).items()})

    def to_text(self, only: Only = None) -> str:
        """Its keys as text that one reads and edits, a key a line; to the bit, for `from_text`.

        >>> from supple.motion import keys
        >>> print(Clip({"knee.angle": keys({0: 0.0, 0.5: 1.2}, interpolate="linear")}).to_text(), end="")
        knee.angle scalar natural
          0.0  0.0  linear
          0.5  1.2
        """
        return key_text.written({name: self[name].curve for name in self._chosen(only)})

    def rulers(self, only: Only = None, *, width: int = 100) -> str:
        """A ruler of text for each track, with ticks at its keys and their values (BB-40).

        >>> from supple.motion import keys
        >>> print(Clip({"knee.angle": keys({0: 0, 0.5: 1.2, 1: 0})}).rulers(width=41))
        knee.angle
        |~~~~~~~~~~~~~~~~~~~|~~~~~~~~~~~~~~~~~~~|
        0s 0                0.5s 1.2            1s 0
        <BLANKLINE>
        """
        return dope_sheet.rulers(dope_sheet.rows_of(self, self._chosen(only)), width=width)

    def grid(self, only: Only = None, *, fps: float = 24.0, width: int = 100) -> str:
        """Frames across, tracks down, a sign for each interval (BB-41); `supple.motion.dope_sheet` lists the signs.

        >>> from supple.motion import keys
        >>> step = keys({0: 0, 0.5: 1, 1: 0}, interpolate=("linear", "step"))
        >>> print(Clip({"knee.angle": step, "notes": keys({0.25: "left"})}).grid(fps=12), end="")
        frame      0    5    10
        knee.angle |-----|_____|
        notes         |left
        """
        return dope_sheet.grid(dope_sheet.rows_of(self, self._chosen(only)), fps=fps, width=width)

    def sheet(self, path: str | PathLike[str], **options: Any) -> Path:
        """Draw its keys and curves as a PNG; `supple.render.dope_sheet` lists the options."""
        if ".png" not in self.writers:
            raise InputError("sheet: nothing that draws has been loaded; import supple.render first")
        return self.writers[".png"](self, Path(path).with_suffix(".png"), **options)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The clip whose keys a text describes."""
        return cls({name: Track(curve) for name, curve in key_reading.read(text).items()})

    def __repr__(self) -> str:
        return f"<clip of {len(self)} tracks, {self.start:g} to {self.end:g} s: {', '.join(list(self)[:6])}>"

    def _layered(self, other: "Clip", mix: Callable[[Track, Track], Track]) -> Self:
        result, source = self.copy(), self.copy()
        for name in other:
            whole = name if name in self._tracks else parsed(name).track
            result[name] = mix(source[name], other[name]) if whole in self._tracks else other[name]
        return result

    def _with(self, name: str, track: Track) -> Self:
        result = self.copy()
        result[name] = track
        return result

    def _chosen(self, only: Only) -> list[str]:
        if only is None:
            return list(self)
        patterns = [only] if isinstance(only, str) else list(only)
        return list(dict.fromkeys(name for pattern in patterns for name in self.match(pattern)))

    def _letters(self, name: str) -> str:
        return self[name].components

    def _known(self, name: str) -> Track | Procedural:
        if name not in self._tracks:
            raise UnknownTrackError("track", name, self._tracks)
        return self._tracks[name]

    def _saveable(self, name: str) -> Curve:
        if isinstance(self._tracks[name], Procedural):
            raise InputError(f"{name}: a procedural track cannot be saved; resample it first")
        return self[name].curve
