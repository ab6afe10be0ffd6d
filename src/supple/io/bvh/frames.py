"""The MOTION of a BVH file: how many frames, how long each, and the numbers of each."""

from typing import NoReturn

import numpy as np

from supple.arrays import Array
from supple.io.bvh.lines import LARGEST, Lines, number

SLOWEST = 3600.0
"""No capture has frames that are farther apart [s]."""


def read_frames(lines: Lines, width: int) -> tuple[str, Array]:
    """The time of a frame as it is written, and the frames (T, width) after the line MOTION.

    A frame may be wrapped over several lines, but ends where a line ends.
    """
    count = _count(lines)
    at = lines.number
    seconds = _seconds(lines, count)
    rows = _rows(lines, width, count, at)
    return seconds, np.array(rows) if rows else np.zeros((0, width))


def _count(lines: Lines) -> int:
    word = _after(lines, "FRAMES")
    if not word.isascii() or not word.isdigit():
        lines.wrong(f"expected how many frames there are, as in Frames: 120, got {word[:40]!r}")
    return int(word[:30])


def _seconds(lines: Lines, count: int) -> str:
    word = _after(lines, "FRAME TIME")
    value = lines.understood(number, word)
    if not 0 <= value <= SLOWEST or (value == 0 and count > 1):
        lines.wrong(
            f"Frame Time is {word[:40]}; expected the seconds from one frame to the next, 0.0333333 for 30 a second"
        )
    return word


def _after(lines: Lines, key: str) -> str:
    """What stands after `key:` in the next line."""
    line = lines.next()
    before, colon, after = line.partition(":")
    if not colon or " ".join(before.upper().split()) != key:
        lines.wrong(
            f"expected {key.capitalize()}: and a number, got "
            f"{repr(line[:40]) if line else 'the end of the file'}"
        )
    return after.strip()


def _rows(lines: Lines, width: int, count: int, at: int) -> list[Array]:
    rows: list[Array] = []
    part: list[Array] = []
    begun, have = 0, 0
    while line := lines.next():
        if len(rows) == count:
            lines.wrong(
                f"more numbers follow after the {count} frames that line {at} speaks of; write there how many "
                "there are, or cut them off"
            )
        found = _numbers(lines, line)
        begun = begun or lines.number
        have += len(found)
        if have > width:
            _miscounted(lines, begun, have, width)
        part.append(found)
        if have == width:
            rows.append(np.concatenate(part) if len(part) > 1 else found)
            part, begun, have = [], 0, 0
    if part:
        lines.wrong(
            f"the last frame, begun in line {begun}, has {have} numbers; expected {width}: the file is cut off"
        )
    if len(rows) < count and width:
        lines.wrong(
            f"the file ends after {len(rows)} frames; line {at} speaks of {count}: it is cut off, or wrong there"
        )
    return rows


def _numbers(lines: Lines, line: str) -> Array:
    try:
        found = np.array(line.split(), dtype=np.float64)
    except ValueError:
        found = np.array([lines.understood(number, word) for word in line.split()])
    if not np.abs(found).max() <= LARGEST:
        for word in line.split():
            lines.understood(number, word)
    return found


def _miscounted(lines: Lines, begun: int, have: int, width: int) -> NoReturn:
    if begun == lines.number:
        lines.wrong(f"a frame has {width} numbers, one for each channel; this line has {have}")
    lines.wrong(
        f"the frame begun in line {begun} has {have} numbers by the end of this line; expected {width}, one for "
        "each channel: one is missing or too many above"
    )
