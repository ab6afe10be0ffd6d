"""The committed tables: one file a system, a line a feature.

The first line of a file names the system; the second says whether it is being built ("now") or waits ("later"). Then
    NUMBER | STATE: WHERE OR WHY | what it is, in our own words
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from supple.errors import FileError

STATES = {
    "built": "the file that holds it; a marked test asserts it",
    "next": "the piece of work that brings it",
    "later": "the topic that it waits for",
    "no": "the reason why not",
}
"""The states of a row, and what stands after each."""


@dataclass(frozen=True)
class Row:
    """A numbered feature: its state, where it lives or why it does not, and what it is."""

    number: str
    state: str
    about: str
    words: str


@dataclass(frozen=True)
class System:
    """A system of the documents, and whether an issue has reached it."""

    name: str
    now: bool
    rows: tuple[Row, ...]

    @property
    def counts(self) -> "Counter[str]":
        """How many rows are in each state."""
        return Counter(row.state for row in self.rows)


def systems_in(folder: Path) -> list[System]:
    """Read the tables of a folder, in the order of their names."""
    found = sorted(folder.glob("*.txt"))
    if not found:
        raise FileError(
            f"{folder}: no tables of systems here; run this in a checkout of the repository, which has docs/systems"
        )
    return [_system(path) for path in found]


def _system(path: Path) -> System:
    lines = path.read_text("utf-8").splitlines()
    name, when = (*lines, "", "")[:2]
    if when not in ("now", "later"):
        raise FileError(
            f"{path}, line 2: {when!r}; expected 'now' for a system that is being built, or 'later'"
        )
    return System(name, when == "now", tuple(_rows(path, lines)))


def _rows(path: Path, lines: list[str]) -> Iterator[Row]:
    for count, line in enumerate(lines[2:], 3):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line.split("|")]
        state, colon, about = (cells[1] if len(cells) == 3 else "").partition(":")
        if not colon or state not in STATES:
            raise FileError(
                f"{path}, line {count}: {line!r}; expected NUMBER | STATE: WHERE OR WHY | WORDS, with a state among "
                f"{', '.join(STATES)}"
            )
        yield Row(cells[0], state, about.strip(), cells[2])
