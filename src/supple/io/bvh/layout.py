"""What a BVH file says before its frames: joints, channels and the time of a frame, and what it leaves to guess."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

Triple = tuple[float, float, float]


class Channel(NamedTuple):
    """One number of a frame: a shift along an axis of the file, or a turn about it."""

    axis: str
    """X, Y or Z."""
    turns: bool

    def __str__(self) -> str:
        return f"{self.axis}{'rotation' if self.turns else 'position'}"

    @classmethod
    def read(cls, word: str) -> "Channel":
        """The channel that a word names, in any case.

        >>> Channel.read("zROTATION")
        Channel(axis='Z', turns=True)
        """
        axis, what = word[:1].upper(), word[1:].lower()
        if axis not in ("X", "Y", "Z") or what not in ("position", "rotation"):
            raise ValueError(
                f"{word!r} is no channel; there are Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation"
            )
        return cls(axis, what == "rotation")


class Captured(NamedTuple):
    """A joint of the hierarchy, in the units and axes of the file."""

    name: str
    parent: int
    """The row of the joint that it hangs on; −1 for a root."""
    offset: Triple
    channels: tuple[Channel, ...]
    ends: tuple[Triple, ...] = ()
    """Where its last bone ends: the offsets of its End Sites."""

    @property
    def order(self) -> str:
        """The axes about which it turns, in the order in which they act: "ZXY" is R = Rz Rx Ry."""
        return "".join(channel.axis for channel in self.channels if channel.turns)

    @property
    def shifts(self) -> str:
        """The axes along which its channels place it."""
        return "".join(channel.axis for channel in self.channels if not channel.turns)


@dataclass(frozen=True)
class Layout:
    """All that a BVH file says but its frames; `Scene.source` of a capture, and what it is written back with."""

    joints: tuple[Captured, ...]
    seconds: str = "0.0333333"
    """The time of a frame [s] as the file writes it: often rounded, so it is kept."""
    up: str = "y"
    unit: float = 0.01
    """Meters in one unit of the file."""
    said: tuple[str, ...] = ()
    """What was guessed, in sentences."""
    sticks: ClassVar[bool] = True
    """What is seen of a capture is made up by its reader."""

    @property
    def width(self) -> int:
        """How many numbers a frame has."""
        return sum(len(joint.channels) for joint in self.joints)

    @property
    def step(self) -> float:
        """The time of a frame [s]."""
        return float(self.seconds)

    def columns(self) -> list[slice]:
        """Where each joint's numbers are in a frame."""
        at, found = 0, []
        for joint in self.joints:
            found.append(slice(at, at + len(joint.channels)))
            at += len(joint.channels)
        return found
