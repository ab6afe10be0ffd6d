"""A clip as a picture: rulers with its keys, the curves of what moves most, and named intervals under them."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.files import written_beside
from supple.motion import Clip
from supple.motion.clip_operators import Only
from supple.motion.dope_sheet import Row, rows_of, span_of
from supple.render.dope_rows import (
    BAND,
    GRID,
    MARGIN,
    ROW,
    RULE,
    STRIP,
    Page,
    Spans,
    bands,
    legend,
    ruler,
    strip,
    values_of,
)
from supple.render.lettering import ACCENT, INK, SOFT_INK, width_of, write
from supple.render.sheet import PAPER

if TYPE_CHECKING:
    from PIL import Image

HEADING, SCALE = 58, 26
"""Heights of the title and of the scale of time [pixels]."""
MOST = 8
"""Curves that are drawn, unless they are named."""


def dope_sheet(
    clip: Clip,
    path: str | Path,
    *,
    only: Only = None,
    curves: Only = None,
    spans: Spans | None = None,
    fps: float = 24.0,
    width: int = 1280,
    title: str = "keys",
) -> Path:
    """Write a PNG of a clip's keys: a ruler for each track, curves, and named intervals under them.

    only: tracks that have a ruler; curves: those that are drawn, by default the eight that move most; spans: named
    intervals {name: (start, end)} [s]; fps: frames a second on the scale.

    >>> import tempfile
    >>> from supple.motion import keys
    >>> clip = Clip({"knee.angle": keys({0: 0, 0.4: 1.2, 1: 0})})
    >>> dope_sheet(clip, Path(tempfile.mkdtemp()) / "knee.png").name
    'knee.png'
    """
    from PIL import Image

    rows = rows_of(clip, clip.names() if only is None else _matching(clip, only))
    drawn = _most(rows) if curves is None else rows_of(clip, _matching(clip, curves))
    names = [row.name for row in rows] + [row.name for row in drawn]
    start, end = span_of([*rows, *drawn])
    page = Page(
        MARGIN + min(260, max(round(width_of(name, 13)) for name in names) + 16), width - MARGIN, start, end
    )
    height = (
        2 * MARGIN + HEADING + SCALE + ROW * len(rows) + 12 + STRIP * len(drawn) + BAND * bool(spans) + 24
    )
    if width < page.left + 200:
        raise InputError(
            f"a sheet {width} pixels wide has no room for time; at least {page.left + 200} are needed"
        )
    picture = Image.new("RGB", (width, height), PAPER)
    top = _head(picture, page, rows, title, fps)
    _marked(picture, page, clip, top, height - MARGIN)
    for row in rows:
        ruler(picture, page, row, top)
        top += ROW
    top += 12
    for row in drawn:
        strip(picture, page, row, top)
        top += STRIP
    if spans:
        bands(picture, page, spans, top)
    legend(picture, page, height - MARGIN + 6)
    with written_beside(path) as draft:
        picture.save(draft, format="PNG", optimize=True)
    return Path(path)


def _matching(clip: Clip, only: Only) -> list[str]:
    patterns = [only] if isinstance(only, str) else list(only or ())
    return list(dict.fromkeys(name for pattern in patterns for name in clip.match(pattern)))


def _most(rows: list[Row]) -> list[Row]:
    """The rows with numbers that move most, measured beside others of their kind, as they come."""
    numbers = [row for row in rows if row.track.kind not in ("note", "switch", "shape")]
    moves = {
        id(row): float(np.ptp(values_of(row.track, np.array(row.times or [0.0])), axis=0).max())
        for row in numbers
    }
    most: dict[str, float] = {}
    for row in numbers:
        most[row.track.kind] = max(most.get(row.track.kind, 1e-12), moves[id(row)])
    best = sorted(numbers, key=lambda row: -moves[id(row)] / most[row.track.kind])[:MOST]
    return [row for row in rows if any(row is each for each in best)]


def _head(picture: "Image.Image", page: Page, rows: list[Row], title: str, fps: float) -> int:
    """Title, what there is, and the scale of time; returns where rows begin."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    keys = sum(len(row.keys) for row in rows)
    facts = f"{len(rows)} rows · {keys} keys · {page.end - page.start:.2f} s · {fps:g} frames a second"
    baseline, at = MARGIN + 24, page.right - width_of(facts, 15)
    write(picture, (MARGIN, baseline), title, 28, INK, width=at - MARGIN - 24)
    write(picture, (at, baseline), facts, 15, SOFT_INK)
    draw.line([(MARGIN, baseline + 15), (page.right, baseline + 15)], fill=RULE)
    draw.line([(MARGIN, baseline + 15), (MARGIN + 48, baseline + 15)], fill=ACCENT, width=2)
    top = MARGIN + HEADING + SCALE
    frames = np.arange(np.ceil(page.start * fps - 1e-9), np.floor(page.end * fps + 1e-9) + 1)
    if len(frames) * 4 <= page.right - page.left:
        for x in page.x(frames / fps):
            draw.line([(x, top - 5), (x, top - 2)], fill=RULE)
    for time in _even(page.start, page.end):
        x = float(page.x(time))
        draw.line([(x, top - 8), (x, picture.height - MARGIN - 14)], fill=GRID)
        write(picture, (x + 3, top - 9), f"{time:g} s", 12, SOFT_INK)
    return top


def _even(start: float, end: float) -> Array:
    """A dozen round times at most."""
    step = next(s for s in (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 1e9) if (end - start) / s <= 12)
    return np.arange(np.ceil(start / step), np.floor(end / step + 1e-9) + 1) * step


def _marked(picture: "Image.Image", page: Page, clip: Clip, top: int, bottom: int) -> None:
    """A thin line through everything at each marker."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    times = clip["notes"].times if "notes" in clip else np.zeros(0)
    for x in page.x(times):
        draw.line([(x, top), (x, bottom - 14)], fill=(226, 190, 178))
