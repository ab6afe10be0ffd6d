"""The lines of a file with their numbers, and errors that say in which line something is wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeVar

from supple.errors import FileError

Value = TypeVar("Value")
LARGEST = 1e12
"""No number of a capture is larger."""


class Lines:
    """A text file line by line; blank lines are skipped, `number` is that of the line read last."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        try:
            text = path.read_bytes().decode("utf-8-sig", errors="replace")
        except OSError as error:
            raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
        self._lines = text.splitlines()
        self.number = 0

    def next(self) -> str:
        """The next line that is not blank, stripped; "" at the end of the file."""
        while self.number < len(self._lines):
            self.number += 1
            if line := self._lines[self.number - 1].strip():
                return line
        return ""

    def wrong(self, what: str, line: int = 0) -> NoReturn:
        """Raise what is wrong in a line, by default the last."""
        raise FileError(f"{self.name}, line {line or self.number}: {what}")

    def understood(self, read: Callable[[str], Value], word: str) -> Value:
        """What `read` makes of a word; what it does not accept is wrong in this line."""
        try:
            return read(word)
        except ValueError as error:
            self.wrong(str(error))


def number(word: str) -> float:
    """A finite number of a sensible size.

    >>> number("1e-3")
    0.001
    """
    try:
        value = float(word)
    except ValueError:
        hint = "; a decimal point is a point, not a comma" if "," in word else ""
        raise ValueError(f"{word[:40]!r} is no number{hint}") from None
    if not abs(value) <= LARGEST:
        raise ValueError(f"{word[:40]} is no length or angle; every number must be finite")
    return value
