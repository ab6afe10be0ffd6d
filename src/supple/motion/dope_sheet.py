"""All keys of a clip in view: rows of keys, as rulers with what is said at each tick, and as a grid of text.

rulers   a ruler for each track, ticks at its keys, their values under them (MUTAN; Fortin, Lamy & Thalmann 1983)
grid     frames across, tracks down, a sign for each interval (DIAL; Feiner, Salesin & Banchoff 1982)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from supple.errors import InputError
from supple.motion.curves import Apart, Curve, Derived
from supple.motion.interpolators import INTERPOLATORS
from supple.motion.key_list import ListedKey, listed, said
from supple.motion.kinds import named
from supple.motion.operators.editing import has_keys, keys_of
from supple.motion.track import Track

SIGNS = {
    "step": "_",
    "linear": "-",
    "cosine": "c",
    "accelerate": "<",
    "decelerate": ">",
    "drawn": "*",
    "arc": "o",
}
SPLINE, OWN, OTHER, MANY = "~", "=", ".", "#"
"""Splines of every kind; functions of one's own; what is not made of keys; several keys in one column."""
KEY = "|"
CURVES = frozenset(kind.__name__.lower() for kind in Derived.__subclasses__()) | {
    "blended",
    "function",
    "replaced",
}
"""Intervals of what is not made of keys are called after what it is."""


class Tracks(Protocol):
    """What a sheet is drawn of: a clip."""

    def names(self) -> list[str]:
        """Names of its tracks."""

    def __getitem__(self, name: str) -> Track:
        """A track."""


@dataclass(frozen=True)
class Row:
    """A track, or a component that has keys of its own: its keys in the order of time."""

    name: str
    keys: tuple[ListedKey, ...]
    track: Track

    @property
    def times(self) -> list[float]:
        """When its keys are [s]."""
        return [key.time for key in self.keys]


def rows_of(clip: Tracks, names: list[str]) -> list[Row]:
    """A row for each track; components with keys at different times have a row each."""
    return [row for name in names for row in _rows(name, clip[name])]


def _rows(name: str, track: Track) -> Iterator[Row]:
    curve = track.curve
    if isinstance(curve, Apart) and has_keys(curve) and _apart(curve):
        for letter, part in zip(named(curve.kind).components, curve.parts, strict=False):
            yield Row(f"{name}.{letter}", tuple(listed(part)), Track(part))
    elif has_keys(curve):
        yield Row(name, tuple(listed(curve)), track)
    else:
        yield Row(name, tuple(_knots(curve)), track)


def _apart(curve: Apart) -> bool:
    return any(not np.array_equal(keys_of(part), keys_of(curve)) for part in curve.parts)


def _knots(curve: Curve) -> Iterator[ListedKey]:
    """The times that matter of what is not made of keys."""
    knots = curve.knots
    for k, time in enumerate(knots):
        after = type(curve).__name__.lower() if k < len(knots) - 1 else ""
        yield ListedKey(float(time), curve(knots[k : k + 1], 0)[0], after, "")


def sign(after: str) -> str:
    """The sign of a kind of interval."""
    if after in SIGNS:
        return SIGNS[after]
    return SPLINE if after in INTERPOLATORS else OTHER if after in CURVES else OWN


def span_of(rows: list[Row]) -> tuple[float, float]:
    """First and last key of all rows [s]."""
    times = [time for row in rows for time in row.times]
    if not times:
        raise InputError("there are no keys to show; key something, or resample what is made of functions")
    return min(times), max(times)


def grid(rows: list[Row], *, fps: float = 24.0, width: int = 100) -> str:
    """Frames across, tracks down: a key is |, several in one column #; between them a sign for the interval.

    ~ spline, - line, _ held, c cosine, < speeding up, > slowing down, * drawn by hand, = a function of one's own
    """
    start, end = span_of(rows)
    label = max([len(row.name) for row in rows] + [5]) + 1
    frames = round((end - start) * fps)
    each = max(1, -(-frames // max(width - label - 1, 10)))
    columns = frames // each + 1
    lines = [f"{'frame':<{label}}{_scale(round(start * fps), each, columns)}"]
    for row in rows:
        at = [int((time - start) * fps / each + 1e-6) for time in row.times]
        lines.append(f"{row.name:<{label}}{_cells(row, at, columns)}".rstrip())
    return "\n".join(lines) + "\n"


def _scale(first: int, each: int, columns: int) -> str:
    """Frame numbers, each where its column begins."""
    line = ""
    for column in range(0, columns, 5):
        number = str(first + column * each)
        if len(line) <= column and column + len(number) <= columns + len(number):
            line = line.ljust(column) + number + " "
    return line.rstrip()


def _cells(row: Row, at: list[int], columns: int) -> str:
    cells = [" "] * columns
    for column, after, until in zip(at[:-1], [key.after for key in row.keys], at[1:], strict=False):
        cells[column:until] = [sign(after)] * (until - column)
    for column in at:
        cells[column] = MANY if at.count(column) > 1 else KEY
    if row.track.kind == "note":
        return _worded(cells, at, [str(key.value) for key in row.keys])
    return "".join(cells)


def _worded(cells: list[str], at: list[int], words: list[str]) -> str:
    """Notes write what they say after their tick, as far as there is room."""
    for column, until, text in zip(at, [*at[1:], len(cells)], words, strict=True):
        room = until - column - 1
        cells[column + 1 : until] = list(text[:room].ljust(room))
    return "".join(cells)


def rulers(rows: list[Row], *, width: int = 100) -> str:
    """A ruler for each track: ticks at its keys, and under them what they say as far as there is room."""
    start, end = span_of(rows)
    scale = (width - 1) / max(end - start, 1e-9)
    lines = []
    for row in rows:
        at = [round((time - start) * scale) for time in row.times]
        ruler = ["·"] * width
        for column, key, until in zip(at, row.keys, [*at[1:], None], strict=True):
            if until is not None:
                ruler[column:until] = [sign(key.after)] * (until - column)
        for column in at:
            ruler[column] = MANY if at.count(column) > 1 else KEY
        under = _under(at, [f"{key.time:g}s {said(key.value)}" for key in row.keys])
        lines += [row.name, "".join(ruler), under, ""]
    return "\n".join(lines)


def _under(at: list[int], words: list[str]) -> str:
    line = ""
    for column, text in zip(at, words, strict=True):
        if column >= len(line) + (1 if line else 0):
            line = line.ljust(column) + text
    return line
