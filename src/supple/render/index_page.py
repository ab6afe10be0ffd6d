"""The index: a page of moving thumbnails that lead to player pages."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from urllib.parse import quote

from supple.files import written_beside

MOST_NUMBERS = 4


@dataclass(frozen=True)
class Entry:
    """One thing to look at: its player page, a looping image, a sentence, and what its report measured."""

    name: str
    page: Path
    thumbnail: Path
    description: str = ""
    numbers: Mapping[str, object] = field(default_factory=dict)


def index_page(
    entries: Iterable[Entry],
    path: str | Path,
    *,
    title: str = "Supple",
    subtitle: str = "Motion that obeys, and is directed.",
) -> Path:
    """Write a page with a card for each entry; pages and thumbnails are linked relative to `path`.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> entry = Entry("ball", folder / "ball.html", folder / "ball.webp", "Bounces.", {"bounces": 3})
    >>> 'href="ball.html"' in index_page([entry], folder / "index.html").read_text()
    True
    """
    target = Path(path)
    cards = "\n".join(_card(entry, target.parent) for entry in entries)
    frame = Template((files("supple.render") / "index_page.html").read_text(encoding="utf-8"))
    text = frame.substitute(title=escape(title), subtitle=escape(subtitle), cards=cards)
    with written_beside(target) as draft:
        draft.write_text(text, encoding="utf-8")
    return target


def _card(entry: Entry, folder: Path) -> str:
    numbers = [(key, _number(value)) for key, value in entry.numbers.items()]
    rows = "".join(
        f"<div><dt>{escape(key.replace('_', ' '))}</dt><dd>{escape(value)}</dd></div>"
        for key, value in [(key, value) for key, value in numbers if value][:MOST_NUMBERS]
    )
    name = escape(entry.name)
    return (
        f'<a class="card" href="{_link(entry.page, folder)}">'
        f'<img src="{_link(entry.thumbnail, folder)}" alt="{name}, moving" width="320" height="180" loading="lazy">'
        f"<h2>{name}</h2><p>{escape(entry.description)}</p><dl>{rows}</dl></a>"
    )


def _link(target: Path, folder: Path) -> str:
    return quote(Path(os.path.relpath(target, folder)).as_posix())


def _number(value: object) -> str:
    """Three significant digits, or a short word; '' for what does not fit on a card.

    >>> _number(0.123456), _number(12), _number("soft"), _number([1, 2])
    ('0.123', '12', 'soft', '')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3g}"
    return value if isinstance(value, str) and len(value) <= 24 else ""
