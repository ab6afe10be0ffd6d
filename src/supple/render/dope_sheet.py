"""A clip as a picture: rulers with its keys, the curves of what moves most, and named intervals under them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.files import written_beside
from supple.motion import Clip, Track
from supple.motion.clip_operators import Only
from supple.motion.dope_sheet import Row, rows_of, sign, span_of
from supple.render.lettering import ACCENT, INK, SOFT_INK, width_of, write
from supple.render.sheet import PAPER
from supple.spatial import to_euler, unwound

if TYPE_CHECKING:
    from PIL import Image

MARGIN, HEADING, SCALE, ROW, STRIP, BAND = 36, 58, 26, 18, 84, 22
"""Heights of the page's parts [pixels]."""
RULE, GRID, KEY = (216, 211, 203), (234, 230, 223), (52, 49, 45)
LINES = ((176, 62, 34), (46, 94, 140), (72, 122, 60), (128, 86, 140))
"""Of components in their order; each has a pattern of its own, too."""
DASHES = ((1, 0), (9, 5), (3, 4), (12, 3))
"""Pixels drawn and left out along the lines of components."""
SHARES = {"~": (2, 1, 0), "-": (1, 1, 0), "_": (1, 2, 5), "*": (3, 1, 0)}
"""How an interval is drawn on a ruler, by its sign: thickness, pixels drawn, pixels left out."""
MOST = 8
"""Curves that are drawn, unless they are named."""
Spans = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Page:
    """Where things are: names on the left, time from `left` to `right`."""

    left: int
    right: int
    start: float
    end: float

    def x(self, time: Any) -> Any:
        """Pixels from the left at a time [s]."""
        span = max(self.end - self.start, 1e-9)
        return self.left + (np.asarray(time) - self.start) / span * (self.right - self.left)


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
        _ruler(picture, page, row, top)
        top += ROW
    top += 12
    for row in drawn:
        _strip(picture, page, row, top)
        top += STRIP
    if spans:
        _bands(picture, page, spans, top)
    _legend(picture, page, height - MARGIN + 6)
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
        id(row): float(np.ptp(_values(row.track, np.array(row.times or [0.0])), axis=0).max())
        for row in numbers
    }
    most: dict[str, float] = {}
    for row in numbers:
        most[row.track.kind] = max(most.get(row.track.kind, 1e-12), moves[id(row)])
    best = sorted(numbers, key=lambda row: -moves[id(row)] / most[row.track.kind])[:MOST]
    return [row for row in rows if any(row is each for each in best)]


def _values(track: Track, times: Array) -> Array:
    """What is drawn of a track (n, k): its numbers, of turns the angles about x, y and z [degrees]."""
    if track.kind == "rotation":
        angles = unwound(to_euler(track(times), "YXZ"), "YXZ")[:, [1, 0, 2]]
        return np.asarray(np.degrees(angles))
    values = np.asarray(track(times), dtype=np.float64).reshape(len(times), -1)
    return np.degrees(values) if track.kind.startswith("euler") else values


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


def _ruler(picture: "Image.Image", page: Page, row: Row, top: int) -> None:
    """The name, a line for each interval that says its kind, a diamond at each key; notes say their words."""
    from PIL import ImageDraw

    draw, y = ImageDraw.Draw(picture), top + ROW // 2
    write(picture, (MARGIN, y + 4), row.name, 13, INK, width=page.left - MARGIN - 12)
    xs = page.x(np.array(row.times))
    for k in range(0 if row.track.kind == "note" else len(xs) - 1):
        thick, on, off = SHARES.get(sign(row.keys[k].after), (1, 6, 4))
        _dashed(draw, np.array([[xs[k], y], [xs[k + 1], y]]), SOFT_INK, thick, on, off)
    for x, key, until in zip(xs, row.keys, [*xs[1:], page.right + 100], strict=True):
        draw.polygon([(x - 4, y), (x, y - 4), (x + 4, y), (x, y + 4)], fill=KEY)
        if row.track.kind == "note":
            write(picture, (x + 7, y + 4), str(key.value), 12, ACCENT, width=until - x - 12)


def _bands(picture: "Image.Image", page: Page, spans: Spans, top: int) -> None:
    """Named intervals, side by side."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    for k, (name, (start, end)) in enumerate(spans.items()):
        x0, x1 = (float(x) for x in page.x(np.clip([start, end], page.start, page.end)))
        draw.rectangle([x0, top + 2, x1, top + BAND - 4], fill=GRID if k % 2 else RULE, outline=SOFT_INK)
        write(picture, (x0 + 5, top + BAND - 8), name, 12, INK, width=max(x1 - x0 - 8, 8))


def _strip(picture: "Image.Image", page: Page, row: Row, top: int) -> None:
    """The curve of a track with its keys, its largest and smallest value, and what its lines are."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    times = np.linspace(page.start, page.end, page.right - page.left + 1)
    values = _values(row.track, times)
    low, high = float(values.min()), float(values.max())
    room = max(high - low, 1e-9)

    def y(value: Array) -> Array:
        return np.asarray(top + STRIP - 12 - (value - low) / room * (STRIP - 24))

    draw.line([(page.left, top + STRIP - 4), (page.right, top + STRIP - 4)], fill=RULE)
    write(picture, (MARGIN, top + 24), row.name, 13, INK, width=page.left - MARGIN - 12)
    unit = " deg" if row.track.kind == "rotation" or row.track.kind.startswith("euler") else ""
    write(
        picture,
        (MARGIN, top + 42),
        f"{low:.3g} to {high:.3g}{unit}",
        12,
        SOFT_INK,
        width=page.left - MARGIN - 12,
    )
    at = np.array(row.times)
    for k, letter in zip(range(values.shape[1]), row.track.components or "  ", strict=False):
        color, (on, off) = LINES[k % len(LINES)], DASHES[k % len(DASHES)]
        _dashed(draw, np.stack([page.x(times), y(values[:, k])], axis=1), color, 2, on, off)
        for x, at_key in zip(page.x(at), y(_values(row.track, at)[:, k]), strict=True):
            draw.ellipse([x - 2.5, at_key - 2.5, x + 2.5, at_key + 2.5], fill=color)
        write(picture, (page.right + 6, float(y(values[-1:, k])[0]) + 4), letter, 12, color)


def _dashed(draw: Any, points: Array, color: tuple[int, int, int], thick: int, on: int, off: int) -> None:
    """A line through points (n, 2), drawn and left out in turns of pixels along it."""
    if not off:
        draw.line([tuple(p) for p in points], fill=color, width=thick)
        return
    away = np.append(0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))
    for begin in np.arange(0, away[-1], on + off):
        at = np.linspace(begin, min(begin + on, away[-1]), 4)
        dash = np.stack([np.interp(at, away, points[:, axis]) for axis in (0, 1)], axis=1)
        draw.line([tuple(p) for p in dash], fill=color, width=thick)


def _legend(picture: "Image.Image", page: Page, baseline: int) -> None:
    """What lines on rulers say."""
    from PIL import ImageDraw

    draw, x = ImageDraw.Draw(picture), float(page.left)
    words = {"~": "spline", "-": "line", "_": "held", "*": "drawn by hand", "c": "by a pace or a function"}
    for kind, text in words.items():
        thick, on, off = SHARES.get(kind, (1, 6, 4))
        _dashed(draw, np.array([[x, baseline - 4], [x + 28, baseline - 4]]), SOFT_INK, thick, on, off)
        x = write(picture, (x + 34, baseline), text, 12, SOFT_INK) + 22
