"""The rows of a dope sheet: a ruler with keys, a strip with a curve, a band with named intervals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.arrays import Array
from supple.motion import Track
from supple.motion.dope_sheet import Row, sign
from supple.render.lettering import ACCENT, INK, SOFT_INK, write
from supple.spatial import to_euler, unwound

if TYPE_CHECKING:
    from PIL import Image

MARGIN, ROW, STRIP, BAND = 36, 18, 84, 22
"""Around the page, and heights of rows [pixels]."""
RULE, GRID, KEY = (216, 211, 203), (234, 230, 223), (52, 49, 45)
LINES = ((176, 62, 34), (46, 94, 140), (72, 122, 60), (128, 86, 140))
"""Of components in their order; each has a pattern of its own, too."""
DASHES = ((1, 0), (9, 5), (3, 4), (12, 3))
"""Pixels drawn and left out along the lines of components."""
SHARES = {"~": (2, 1, 0), "-": (1, 1, 0), "_": (1, 2, 5), "*": (3, 1, 0)}
"""How an interval is drawn on a ruler, by its sign: thickness, pixels drawn, pixels left out."""
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


def values_of(track: Track, times: Array) -> Array:
    """What is drawn of a track (n, k): its numbers, of turns the angles about x, y and z [degrees]."""
    if track.kind == "rotation":
        angles = unwound(to_euler(track(times), "YXZ"), "YXZ")[:, [1, 0, 2]]
        return np.asarray(np.degrees(angles))
    values = np.asarray(track(times), dtype=np.float64).reshape(len(times), -1)
    return np.degrees(values) if track.kind.startswith("euler") else values


def ruler(picture: "Image.Image", page: Page, row: Row, top: int) -> None:
    """The name, a line for each interval that says its kind, a diamond at each key; notes say their words."""
    from PIL import ImageDraw

    draw, y = ImageDraw.Draw(picture), top + ROW // 2
    write(picture, (MARGIN, y + 4), row.name, 13, INK, width=page.left - MARGIN - 12)
    xs = page.x(np.array(row.times))
    for k in range(0 if row.track.kind == "note" else len(xs) - 1):
        thick, on, off = SHARES.get(sign(row.keys[k].after), (1, 6, 4))
        dashed(draw, np.array([[xs[k], y], [xs[k + 1], y]]), SOFT_INK, thick, on, off)
    for x, key, until in zip(xs, row.keys, [*xs[1:], page.right + 100], strict=True):
        draw.polygon([(x - 4, y), (x, y - 4), (x + 4, y), (x, y + 4)], fill=KEY)
        if row.track.kind == "note":
            write(picture, (x + 7, y + 4), str(key.value), 12, ACCENT, width=until - x - 12)


def bands(picture: "Image.Image", page: Page, spans: Spans, top: int) -> None:
    """Named intervals, side by side."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    for k, (name, (start, end)) in enumerate(spans.items()):
        x0, x1 = (float(x) for x in page.x(np.clip([start, end], page.start, page.end)))
        draw.rectangle([x0, top + 2, x1, top + BAND - 4], fill=GRID if k % 2 else RULE, outline=SOFT_INK)
        write(picture, (x0 + 5, top + BAND - 8), name, 12, INK, width=max(x1 - x0 - 8, 8))


def strip(picture: "Image.Image", page: Page, row: Row, top: int) -> None:
    """The curve of a track with its keys, its largest and smallest value, and what its lines are."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    times = np.linspace(page.start, page.end, page.right - page.left + 1)
    values = values_of(row.track, times)
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
        dashed(draw, np.stack([page.x(times), y(values[:, k])], axis=1), color, 2, on, off)
        for x, at_key in zip(page.x(at), y(values_of(row.track, at)[:, k]), strict=True):
            draw.ellipse([x - 2.5, at_key - 2.5, x + 2.5, at_key + 2.5], fill=color)
        write(picture, (page.right + 6, float(y(values[-1:, k])[0]) + 4), letter, 12, color)


def dashed(draw: Any, points: Array, color: tuple[int, int, int], thick: int, on: int, off: int) -> None:
    """A line through points (n, 2), drawn and left out in turns of pixels along it."""
    if not off:
        draw.line([tuple(p) for p in points], fill=color, width=thick)
        return
    away = np.append(0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T)))
    for begin in np.arange(0, away[-1], on + off):
        at = np.linspace(begin, min(begin + on, away[-1]), 4)
        dash = np.stack([np.interp(at, away, points[:, axis]) for axis in (0, 1)], axis=1)
        draw.line([tuple(p) for p in dash], fill=color, width=thick)


def legend(picture: "Image.Image", page: Page, baseline: int) -> None:
    """What lines on rulers say."""
    from PIL import ImageDraw

    draw, x = ImageDraw.Draw(picture), float(page.left)
    words = {"~": "spline", "-": "line", "_": "held", "*": "drawn by hand", "c": "by a pace or a function"}
    for kind, text in words.items():
        thick, on, off = SHARES.get(kind, (1, 6, 4))
        dashed(draw, np.array([[x, baseline - 4], [x + 28, baseline - 4]]), SOFT_INK, thick, on, off)
        x = write(picture, (x + 34, baseline), text, 12, SOFT_INK) + 22
