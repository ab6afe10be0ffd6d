"""The gallery: the page of every demo is embedded, as `make gallery` left it; what it did not leave is made here.

In `docs/gallery/`: `index.md`, which Sphinx reads; under `files/` what goes into the site as it is, which is the
player page (whole and embedded), contact sheet, GLB and report of each demo; under `made-from/` which state of the
package each was made from. Nothing is made again while the package is unchanged.
"""

import hashlib
import inspect
import json
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

import supple
from supple import demos
from supple.cli.demo import timed, write

UNITS = {"_rad_s": "rad/s", "_m_s": "m/s", "_m2": "m²", "_m": "m", "_s": "s", "_rad": "rad"}
"""How names in reports end, the longest first."""

GALLERY = Path(__file__).parent / "gallery"
SUFFIXES = (".html", ".png", ".glb", ".json")
"""Of the files of a demo that are shown."""

INTRODUCTION = """# Gallery

Each picture plays: drag to turn it. Its player page adds the time line, plots and other views. Every demo is one
short file whose source is below it; `supple demo NAME` runs it. The numbers are its report, written by the demo
itself and asserted by the tests.
"""


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("gallery_demos", list(demos.NAMES), "env", list)
    app.connect("config-inited", _make, priority=100)
    return {"parallel_read_safe": True}


def _make(app: Sphinx, config: Config) -> None:
    folder = Path(app.srcdir) / "gallery"
    entries = [_entry(name, folder) for name in config.gallery_demos if name]
    (folder / "index.md").write_text(INTRODUCTION + "".join(entries), encoding="utf-8")


def publish(take: supple.Take, made: Path, folder: Path = GALLERY) -> None:
    """Put what a demo has written into a folder, and a page to embed, into the gallery; its numbers stay behind."""
    files = folder / "files" / "demos"
    files.mkdir(parents=True, exist_ok=True)
    for suffix in SUFFIXES:
        shutil.copy(made / f"{take.name}{suffix}", files)
    take.save(files / "embed" / f"{take.name}.html", title=take.name, embed=True)
    stamp = _stamp(take.name, folder)
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(_key(), encoding="utf-8")


def _stamp(name: str, folder: Path) -> Path:
    return folder / "made-from" / f"{name}.txt"


def _entry(name: str, folder: Path) -> str:
    """Its part of the page, after running the demo if the gallery does not have it as it is now."""
    stamp = _stamp(name, folder)
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != _key():
        with tempfile.TemporaryDirectory() as made:
            take, _, _ = ran = timed(name)
            write(*ran, Path(made))
            publish(take, Path(made), folder)
    report = supple.io.load_take(folder / "files" / "demos" / f"{name}.glb").report
    rows = "\n".join(f"| {_words(key)} | {_number(value)} |" for key, value in report.items())
    source = inspect.getsource(demos.module(name))
    return _text(name, demos.summary(name), rows, source)


def _text(name: str, summary: str, rows: str, source: str) -> str:
    links = " · ".join(
        f'<a href="../demos/{name}.{suffix}">{words}</a>'
        for suffix, words in (
            ("html", "player page"),
            ("png", "contact sheet"),
            ("glb", "GLB"),
            ("json", "report"),
        )
    )
    return f"""
## {name}

{summary}

<iframe class="player" src="../demos/embed/{name}.html" loading="lazy" title="{name}, playing"></iframe>

<p>{links}</p>

| measured | value |
|---|---|
{rows}

<img class="picture" src="../demos/{name}.png" loading="lazy" alt="Contact sheet of {name}">

<details><summary>Source: <code>supple demo {name} --source</code></summary>

```{{code-block}} python
{source.rstrip()}
```

</details>
"""


def _words(key: str) -> str:
    """A name of the report in words, its unit in brackets.

    >>> _words("release_speed_m_s"), _words("targets")
    ('release speed [m/s]', 'targets')
    """
    for suffix, unit in UNITS.items():
        if key.endswith(suffix):
            return f"{key.removesuffix(suffix).replace('_', ' ')} [{unit}]"
    return key.replace("_", " ")


def _number(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else json.dumps(value)


@cache
def _key() -> str:
    """Hash of this file, and of the package with its shaders and its player page."""
    digest = hashlib.sha256()
    for file in _sources(Path(supple.__file__).parent):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def _sources(package: Path) -> Iterator[Path]:
    yield Path(__file__)
    yield from sorted(f for f in package.rglob("*") if f.is_file() and "__pycache__" not in f.parts)
