"""The HIERARCHY of a BVH file: joints in braces within joints.

Keywords in any case, braces on any line, OFFSET and CHANNELS in either order, names with blanks, several roots.
"""

from supple.io.bvh.layout import Captured, Channel, Triple
from supple.io.bvh.lines import Lines, number

DEEPEST = 200
"""Joints within joints; nobody's figure has more."""


class Draft:
    """A joint, or an End Site (of row −1), as far as it has been read."""

    def __init__(self, name: str, row: int, parent: int, line: int) -> None:
        self.name, self.row, self.parent, self.line = name, row, parent, line
        self.offset: Triple | None = None
        self.channels: tuple[Channel, ...] = ()
        self.ends: list[Triple] = []


class HierarchyReader:
    """Reads line by line; `open` are the joints whose braces have not closed, `waiting` one whose have not opened."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.joints: list[Draft] = []
        self.open: list[Draft] = []
        self.waiting: Draft | None = None
        self._known: dict[str, int] = {}

    def read(self) -> tuple[Captured, ...]:
        """The joints, parents first, up to the line MOTION."""
        if self.lines.next().upper() != "HIERARCHY":
            self.lines.wrong("expected HIERARCHY; this is no BVH file")
        while True:
            line = self.lines.next()
            if not line:
                self._cut_off()
            if line.upper() == "MOTION":
                break
            self._line(line)
        if self.open or self.waiting:
            self._cut_off()
        if not self.joints:
            self.lines.wrong("expected a ROOT before MOTION; the hierarchy has no joints")
        return tuple(
            Captured(d.name, d.parent, d.offset or (0.0, 0.0, 0.0), d.channels, tuple(d.ends))
            for d in self.joints
        )

    def _line(self, line: str) -> None:
        """One line, or its parts where braces stand in it."""
        for part in line.replace("{", "\n{\n").replace("}", "\n}\n").split("\n"):
            if words := part.split():
                self._statement(words)

    def _statement(self, words: list[str]) -> None:
        key = words[0].upper()
        if key == "{":
            self._begin()
        elif key == "}":
            self._end()
        elif self.waiting is not None:
            self.lines.wrong(f"expected {{ after {self.waiting.name!r}, got {words[0]!r}")
        elif key in ("ROOT", "JOINT"):
            self._joint(key, " ".join(words[1:]))
        elif key == "END":
            self.waiting = Draft("End Site", -1, -1, self.lines.number)
        elif key == "OFFSET":
            self._inside(key).offset = self._offset(words[1:])
        elif key == "CHANNELS":
            self._inside(key).channels = self._channels(words[1:])
        else:
            self.lines.wrong(
                f"expected ROOT, JOINT, End Site, OFFSET, CHANNELS, MOTION or a brace, got {words[0][:40]!r}"
            )

    def _joint(self, key: str, name: str) -> None:
        if (key == "ROOT") != (not self.open):
            self.lines.wrong("a JOINT stands inside a ROOT, and a ROOT in no other")
        if not name:
            self.lines.wrong(f"a {key} has a name; give it one")
        if not all(name.split(".")):
            self.lines.wrong(
                f"{name[:40]!r} begins or ends with a dot, or has two together; rename the joint"
            )
        if name in self._known:
            self.lines.wrong(
                f"a joint is called {name!r} as in line {self._known[name]} already; rename one of them"
            )
        self._known[name] = self.lines.number
        parent = self.open[-1].row if self.open else -1
        self.waiting = Draft(name, len(self.joints), parent, self.lines.number)
        self.joints.append(self.waiting)

    def _begin(self) -> None:
        if self.waiting is None:
            self.lines.wrong("a brace opens, but no ROOT, JOINT or End Site stands before it")
        if self.open and self.open[-1].row < 0:
            self.lines.wrong("nothing stands inside an End Site but its OFFSET")
        if len(self.open) >= DEEPEST:
            self.lines.wrong(f"joints stand more than {DEEPEST} deep in each other; this is no figure")
        self.open.append(self.waiting)
        self.waiting = None

    def _end(self) -> None:
        if not self.open or self.waiting:
            self.lines.wrong("a brace closes that never opened")
        closed = self.open.pop()
        if closed.offset is None:
            self.lines.wrong(f"{closed.name!r}, begun in line {closed.line}, has no OFFSET; give it one")
        if closed.row < 0:
            if not self.open:
                self.lines.wrong("an End Site stands inside a JOINT")
            self.open[-1].ends.append(closed.offset)

    def _inside(self, key: str) -> Draft:
        if not self.open:
            self.lines.wrong(f"{key} stands inside the braces of a joint")
        return self.open[-1]

    def _offset(self, words: list[str]) -> Triple:
        if len(words) != 3:
            self.lines.wrong(f"OFFSET has three numbers, got {len(words)}")
        x, y, z = (self.lines.understood(number, word) for word in words)
        return x, y, z

    def _channels(self, words: list[str]) -> tuple[Channel, ...]:
        count, named = words[:1], words[1:]
        if count != [str(len(named))]:
            self.lines.wrong(
                f"CHANNELS says {count[0][:20] if count else 'no number'} and names {len(named)}: "
                f"{' '.join(named)[:80]}; the number and the names must agree"
            )
        channels = tuple(self.lines.understood(Channel.read, word) for word in named)
        if len(set(channels)) < len(channels):
            self.lines.wrong("a joint has each channel once at most; one is named twice")
        return channels

    def _cut_off(self) -> None:
        begun = self.waiting or (self.open[-1] if self.open else None)
        within = f", within {begun.name!r} begun in line {begun.line}" if begun else ""
        self.lines.wrong(f"the hierarchy is cut off{within}; expected its closing braces, then MOTION")
