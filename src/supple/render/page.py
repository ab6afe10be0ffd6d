"""The player page: one HTML file that holds the take, its scene and everything needed to play it."""

import json
import tempfile
from base64 import b64encode
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from supple.errors import FileError, MissingToolError, UnknownNameError
from supple.files import written_beside
from supple.render.side_by_side import chosen
from supple.scene.take import Take

OPEN = '<script type="application/json" id="supple-data">'
PLACEHOLDER = f"{OPEN}null</script>"


def page(
    take: Take,
    path: str | Path,
    *,
    against: Take | None = None,
    title: str | None = None,
    trails: Iterable[str] = (),
    channels: Iterable[str] = (),
    cameras: Iterable[str] | None = None,
    time: float | None = None,
    play: bool | None = None,
    embed: bool | None = None,
    theme: Literal["light", "dark"] | None = None,
) -> Path:
    """Write a page that plays the take, with `against` laid over it for comparison.

    Shown at the start: the `trails` of these marks, plots of these `channels`, these `cameras` side by side (all
    of the take's own unless named; one alone for none), the moment `time` [s]. It opens playing unless `play` is
    False or a time was asked for. `embed` leaves the panels out, for a page inside another one.
    """
    options = {
        "trails": _existing("mark", trails, take.marks),
        "cameras": list(chosen(take, cameras)),
        "channels": _existing("channel", channels, take.channels),
        "time": time,
        "play": play,
        "embed": embed,
        "theme": theme,
    }
    takes = [packed(take, take.name)]
    if against is not None:
        takes.append(
            packed(against, against.name if against.name != take.name else f"{against.name}, before")
        )
    data = {
        "title": take.name if title is None else title,
        "takes": takes,
        "options": {name: value for name, value in options.items() if value not in (None, [])},
    }
    with written_beside(path) as draft:
        draft.write_text(filled(player(), data), encoding="utf-8")
    return Path(path)


def player() -> str:
    """The page as it was built, without data."""
    source = files("supple.render") / "player.html"
    try:
        text = source.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise MissingToolError(
            "the player page is not built: run `make page` (needs Node) in a checkout, or install a wheel, "
            "which carries it"
        ) from error
    if PLACEHOLDER not in text:
        raise FileError(f"{source} has no place for data ({PLACEHOLDER}); build it again with `make page`")
    return text


def filled(text: str, data: dict[str, Any]) -> str:
    """The page with its data; no `<` is left in the JSON, so nothing in it can end the script.

    >>> filled(f"<body>{PLACEHOLDER}</body>", {"title": "</script>"})
    '<body><script type="application/json" id="supple-data">{"title":"\\\\u003c/script>"}</script></body>'
    """
    written = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    safe = written.replace("<", "\\u003c")
    before, _, after = text.partition(PLACEHOLDER)
    return f"{before}{OPEN}{safe}</script>{after}"


def _existing(what: str, names: Iterable[str], known: Iterable[str]) -> list[str]:
    wanted, there = list(names), list(known)
    for name in wanted:
        if name not in there:
            raise UnknownNameError(what, name, there)
    return wanted


def packed(take: Take, name: str) -> dict[str, str]:
    """A take as the page reads it: its GLB in base64."""
    if ".glb" not in Take.writers:
        raise MissingToolError(
            "a page holds its takes as GLB, and nothing here writes GLB yet: import supple.io first"
        )
    with tempfile.TemporaryDirectory() as folder:
        glb = Take.writers[".glb"](take, Path(folder) / "take.glb")
        return {"name": name, "glb": b64encode(Path(glb).read_bytes()).decode("ascii")}
