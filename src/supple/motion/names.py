"""Names of tracks: node.channel or node.channel.component. Nodes may have dots: "hand.L.position.y".

The last word that is a channel divides; where none is known, the last word that is not a component is the channel.
Patterns are the shell's: * any characters, ? one, [ab] one of them (G-F33).
"""

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from supple.errors import InputError, UnknownNameError

CHANNELS = frozenset(
    {
        "position",
        "rotation",
        "scale",
        "color",
        "visible",
        "shape",
        "note",
        "weights",
        "angle",
        "strength",
        "physics",
    }
)
COMPONENTS = frozenset("xyzwrgba")


class UnknownTrackError(UnknownNameError, KeyError):
    """A clip has no track of that name; a KeyError too, as mappings promise."""

    __str__ = Exception.__str__


class Name(NamedTuple):
    """The parts of a name; `component` is "" for the whole channel."""

    node: str
    channel: str
    component: str

    @property
    def track(self) -> str:
        """The name without its component."""
        return f"{self.node}.{self.channel}" if self.node else self.channel


def parsed(name: str) -> Name:
    """Split a name.

    >>> parsed("hand.L.position.y")
    Name(node='hand.L', channel='position', component='y')
    >>> parsed("Bone..001.rotation").node
    'Bone..001'
    >>> parsed("wheel.angle")
    Name(node='wheel', channel='angle', component='')
    """
    words = name.split(".")
    known = [index for index, word in enumerate(words) if word in CHANNELS]
    last = len(words) - 1
    if known and known[-1] >= last - 1 and (known[-1] == last or words[last] in COMPONENTS):
        at = known[-1]
    else:
        at = last - 1 if len(words) > 2 and words[last] in COMPONENTS else last
    node = ".".join(words[:at])
    if not words[at] or (at > 0 and not node):
        raise InputError(f"track name {name!r}: expected node.channel or node.channel.component")
    return Name(node, words[at], ".".join(words[at + 1 :]))


def matching(pattern: str, tracks: Mapping[str, str]) -> list[str]:
    """The names that fit a pattern; `tracks` maps each to the letters of its components.

    >>> matching("ball*.position.y", {"ball.position": "xyz", "ball2.position": "xyz", "box.position": "xyz"})
    ['ball.position.y', 'ball2.position.y']
    """
    names: Iterable[str] = tracks
    if pattern.rpartition(".")[2] in COMPONENTS:
        parts = (f"{name}.{letter}" for name, letters in tracks.items() for letter in letters)
        names = [*tracks, *parts]
    found = [name for name in names if fnmatchcase(name, pattern)]
    if not found:
        raise UnknownNameError("track", pattern, tracks)
    return found
