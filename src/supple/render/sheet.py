"""The contact sheet: a take on one page, a picture for each event that matters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from supple.errors import InputError
from supple.files import written_beside
from supple.render.lettering import ACCENT, INK, SOFT_INK, width_of, write
from supple.render.side_by_side import SideBySide
from supple.scene.samples import Note
from supple.scene.take import Take

if TYPE_CHECKING:
    from PIL import Image

PAPER = (250, 248, 244)
MOST = 12
"""Cells on a sheet, unless times are given."""
MARGIN, GUTTER, CAPTION, HEADING = 36, 10, 34, 58
"""Pixels."""


def sheet(
    take: Take,
    path: str | Path,
    *,
    columns: int | None = None,
    size: tuple[int, int] = (480, 270),
    times: Sequence[float] | None = None,
    title: str | None = None,
    trails: Iterable[str] = (),
    cameras: Iterable[str] | None = None,
) -> Path:
    """Write a PNG with one labelled cell for each of the take's notes, or of `times` [s], or evenly in time.

    `size` is that of a cell in pixels; `title` stands above (the take's name unless given); `trails` names
    marks whose path is drawn, `cameras` those of the take that show each moment side by side: all of them unless
    named, and "auto" frames it.

    >>> import tempfile
    >>> from supple.scene import Scene, models
    >>> take = Take(Scene([models.sphere()]), [0.0, 1.0], notes=(Note(0.0, "start"), Note(1.0, "end")))
    >>> sheet(take, Path(tempfile.mkdtemp()) / "ball.png", size=(64, 36)).name
    'ball.png'
    """
    moments = _moments(take, times)
    layout = Layout.of(len(moments), columns, size)
    pictures = _pictures(take, [note.time for note in moments], size, tuple(trails), cameras)
    page = _composed(take, layout, moments, pictures, take.name if title is None else title)
    with written_beside(path) as draft:
        page.save(draft, format="PNG", optimize=True)
    return Path(path)


@dataclass(frozen=True)
class Layout:
    """Where things are on the sheet, in pixels."""

    count: int
    columns: int
    cell: tuple[int, int]

    @classmethod
    def of(cls, count: int, columns: int | None, cell: tuple[int, int]) -> "Layout":
        """As many columns as asked for, or those that leave the fewest holes in a page near 4 : 3."""
        if columns is not None and columns < 1:
            raise InputError(f"a sheet of {columns} columns; at least one is needed")
        if min(cell) < 16:
            raise InputError(f"cells of {cell[0]} × {cell[1]} pixels; both must be at least 16")
        choices = [n for n in (3, 4, 2) if n <= count] or [count]
        return cls(count, columns or min(choices, key=lambda n: -count % n), cell)

    @property
    def rows(self) -> int:
        """Rows of cells."""
        return -(-self.count // self.columns)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole page."""
        width, height = self.cell
        return (
            2 * MARGIN + self.columns * width + (self.columns - 1) * GUTTER,
            2 * MARGIN + HEADING + self.rows * (height + CAPTION) + (self.rows - 1) * GUTTER,
        )

    def corner(self, index: int) -> tuple[int, int]:
        """Upper left corner of a cell's picture."""
        row, column = divmod(index, self.columns)
        width, height = self.cell
        return MARGIN + column * (width + GUTTER), MARGIN + HEADING + row * (height + CAPTION + GUTTER)


def _moments(take: Take, times: Sequence[float] | None) -> list[Note]:
    """What to show: given times, the notes (those of one frame together), or even steps."""
    if times is not None:
        if not len(times):
            raise InputError("times=[]: give at least one time, or leave it out")
        return [Note(float(time), "") for time in times]
    if not take.notes:
        count = min(9, len(take.times))
        return [Note(float(time), "") for time in np.linspace(take.times[0], take.times[-1], count)]
    frames: dict[int, list[Note]] = {}
    for note in sorted(take.notes, key=lambda n: n.time):
        frames.setdefault(take.frame(note.time), []).append(note)
    notes = [Note(same[0].time, ", ".join(dict.fromkeys(n.text for n in same))) for same in frames.values()]
    return notes if len(notes) <= MOST else _chosen(notes)


def _chosen(notes: list[Note]) -> list[Note]:
    """The first note of each text, the first and the last of all, then those farthest in time from the rest."""
    texts = [note.text for note in notes]
    firsts = [0, len(notes) - 1, *(i for i, text in enumerate(texts) if texts.index(text) == i)]
    kept = list(dict.fromkeys(firsts))[:MOST]
    at = np.array([note.time for note in notes])
    while len(kept) < MOST:
        kept.append(int(np.abs(at[:, None] - at[kept]).min(axis=1).argmax()))
    return [notes[i] for i in sorted(kept)]


def _pictures(
    take: Take,
    times: Sequence[float],
    size: tuple[int, int],
    trails: tuple[str, ...],
    cameras: Iterable[str] | None,
) -> list["Image.Image"]:
    """Drawn twice as large and reduced: finer edges and smoother shadows than one pass gives."""
    from PIL import Image

    with SideBySide(take, (2 * size[0], 2 * size[1]), cameras, shadow_side=2048) as views:
        frames = [views.frame(float(time), trails) for time in times]
    return [Image.fromarray(frame).resize(size, Image.Resampling.BOX) for frame in frames]


def _composed(
    take: Take, layout: Layout, moments: list[Note], pictures: list["Image.Image"], title: str
) -> "Image.Image":
    from PIL import Image

    page = Image.new("RGB", layout.size, PAPER)
    _heading(page, layout, take, title)
    width, height = layout.cell
    for index, (note, picture) in enumerate(zip(moments, pictures, strict=True)):
        x, y = layout.corner(index)
        page.paste(picture, (x, y))
        end = write(page, (x, y + height + 21), f"{note.time:.2f} s", 15, SOFT_INK)
        write(page, (end + 12, y + height + 21), note.text, 15, INK, width=width - (end + 12 - x))
    return page


def _heading(page: "Image.Image", layout: Layout, take: Take, title: str) -> None:
    """The title on the left; length and rate on the right; a thin rule under both."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(page)
    baseline, right = MARGIN + 24, layout.size[0] - MARGIN
    rate = f"{take.fps:g} frames a second" if take.fps else f"{len(take.times)} frames"
    facts = f"{take.duration:.2f} s · {rate}" if len(take.times) > 1 else "one frame"
    from_right = right - width_of(facts, 15)
    write(page, (MARGIN, baseline), title, 28, INK, width=from_right - MARGIN - 24)
    write(page, (from_right, baseline), facts, 15, SOFT_INK)
    draw.line([(MARGIN, baseline + 15), (right, baseline + 15)], fill=(216, 211, 203), width=1)
    draw.line([(MARGIN, baseline + 15), (MARGIN + 48, baseline + 15)], fill=ACCENT, width=2)
