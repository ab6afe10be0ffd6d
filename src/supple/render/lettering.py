"""Words on pictures, in the typeface that comes with Pillow."""

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image, ImageFont

INK, SOFT_INK, ACCENT = (38, 36, 33), (128, 122, 114), (176, 62, 34)
PLAIN = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "×": "x", "→": "->", "’": "'", "≤": "<=", "≥": ">=", "µ": "u", "μ": "u"}
)
FINE = 4
"""Letters are drawn this many times larger and reduced, which keeps their spacing true at small sizes."""
SPACE = 0.27
"""Between words, in sizes of the letters; the typeface's own is narrow."""


@cache
def _face(size: int) -> "ImageFont.ImageFont | ImageFont.FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.load_default(FINE * size)


def plain(text: str) -> str:
    """Text in the letters that the typeface has.

    >>> plain("Gómez – 2 × 3 m²")
    'Gomez - 2 x 3 m2'
    """
    return "".join(
        c for c in unicodedata.normalize("NFKD", text.translate(PLAIN)) if not unicodedata.combining(c)
    )


def width_of(text: str, size: int) -> float:
    """Width of a line of text [pixels]."""
    return sum(
        _face(size).getlength(word) for word in plain(text).split(" ")
    ) / FINE + SPACE * size * text.count(" ")


def write(
    page: "Image.Image",
    place: tuple[float, float],
    text: str,
    size: int,
    color: tuple[int, int, int] = INK,
    width: float | None = None,
) -> float:
    """Write on the baseline at `place`, shortened to `width` pixels; returns where the words end."""
    from PIL import Image, ImageDraw

    while width is not None and len(text) > 1 and width_of(text, size) > width:
        text = text.removesuffix("…")[:-1].rstrip() + "…"
    x, baseline = round(place[0]), round(place[1])
    across = int(width_of(text, size)) + 2 * size
    mask = Image.new("L", (FINE * across, FINE * 2 * size))
    draw, pen = ImageDraw.Draw(mask), 0.0
    for word in plain(text).split(" "):
        draw.text((pen, FINE * 1.5 * size), word, fill=255, font=_face(size), anchor="ls")
        pen += _face(size).getlength(word) + FINE * SPACE * size
    small = mask.resize((across, 2 * size), Image.Resampling.BOX)
    page.paste(color, (x, baseline - round(1.5 * size)), small)
    return place[0] + width_of(text, size)
