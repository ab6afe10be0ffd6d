"""The journal of a search: every evaluation as it happens, one line of JSON each.

A search that is run again over its journal is told what it once found out instead of simulating it, so that it takes
the same course, to the bit, and goes on where it was stopped.
"""

import json
import os
from pathlib import Path
from typing import Any

from supple.arrays import Array
from supple.errors import FileError

VERSION = 1


class Journal:
    """What was evaluated, by seed and number; kept in a file if there is a `path`.

    `problem` says what is searched: a file that began with another is refused.

    >>> import numpy as np
    >>> journal = Journal(None, {})
    >>> journal.note(1, 0, np.array([0.5]), 2.0)
    >>> journal.known(1, 0, np.array([0.5])), journal.known(1, 1, np.array([0.5]))
    (2.0, None)
    """

    def __init__(self, path: "str | Path | None", problem: dict[str, Any]) -> None:
        self.path = None if path is None else Path(path)
        self._known: dict[tuple[int, int], tuple[list[float], float]] = {}
        if self.path is None:
            return
        if self.path.is_dir():
            raise FileError(f"the journal {str(path)!r} is a folder; give the name of a file inside it")
        head = {"journal": VERSION, "problem": problem}
        lines = _whole_lines(self.path)
        if lines:
            self._check(json.loads(json.dumps(head)), lines[0])
            self._read(lines[1:])
        else:
            self._append(head)

    def __len__(self) -> int:
        return len(self._known)

    def known(self, seed: int, number: int, u: Array) -> float | None:
        """What evaluation `number` of a seed cost, if it has been made."""
        entry = self._known.get((seed, number))
        if entry is None:
            return None
        if entry[0] != u.tolist():
            raise FileError(
                f"the journal {str(self.path)!r} took another course at evaluation {number} of seed {seed}: another "
                "version wrote it; delete it or name another file"
            )
        return entry[1]

    def note(self, seed: int, number: int, u: Array, cost: float) -> None:
        """Evaluation `number` of a seed was of u (n,) and cost so much."""
        self._known[seed, number] = (u.tolist(), cost)
        self._append({"seed": seed, "evaluation": number, "u": u.tolist(), "cost": cost})

    def _append(self, entry: dict[str, Any]) -> None:
        """One write at the end of the file: a line is there, or it is not."""
        if self.path is None:
            return
        line = json.dumps(entry, allow_nan=False) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                os.write(file, line.encode())
            finally:
                os.close(file)
        except OSError as error:
            raise FileError(f"cannot write the journal {str(self.path)!r}: {error.strerror}") from error

    def _check(self, head: dict[str, Any], first: str) -> None:
        """That the file is the journal of this search."""
        there = _parsed(first)
        if "journal" not in there or not isinstance(there.get("problem"), dict):
            raise FileError(f"{str(self.path)!r} is no journal of a search; name another file")
        if there["journal"] != VERSION:
            raise FileError(
                f"the journal {str(self.path)!r} is of version {there['journal']}; this one reads {VERSION}. "
                "Name another file, or use the version of Supple that wrote it"
            )
        was, now = there["problem"], head["problem"]
        changed = [name for name in {**was, **now} if was.get(name) != now.get(name)]
        if changed:
            differ = "; ".join(f"{name} was {was.get(name)!r} and is {now.get(name)!r}" for name in changed)
            raise FileError(
                f"the journal {str(self.path)!r} is of another search: {differ}. "
                "Delete it to search anew, or name another file"
            )

    def _read(self, lines: list[str]) -> None:
        for line in lines:
            entry = _parsed(line)
            try:
                self._known[entry["seed"], entry["evaluation"]] = (entry["u"], entry["cost"])
            except KeyError as error:
                raise FileError(
                    f"a line of the journal {str(self.path)!r} lacks {error}: {line[:80]}; delete that line"
                ) from error


def _whole_lines(path: Path) -> list[str]:
    """The lines of a file; one torn by a crash is cut off."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        os.truncate(path, len(whole))
    return whole.decode().splitlines()


def _parsed(line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except ValueError:
        entry = None
    return entry if isinstance(entry, dict) else {}
