"""The gallery: every demo is run when the documentation is built, and its page is embedded.

Writes into `docs/gallery/`: `index.md`, which Sphinx reads, and under `files/` what goes into the site as it is:
the player page (whole and embedded), contact sheet, GLB and report of each demo. Nothing is made again while the
package is unchanged.
"""

import hashlib
import inspect
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

import supple
from supple import demos
from supple.cli.demo import write

UNITS = {"_rad_s": "rad/s", "_m_s": "m/s", "_m2": "m²", "_m": "m", "_s": "s", "_rad": "rad"}
"""How names in reports end, the longest first."""

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
    names = [name for name in config.gallery_demos if name]
    key = _key(names)
    stamp = folder / "made-from.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == key:
        return
    shutil.rmtree(folder, ignore_errors=True)
    entries = [_entry(name, folder / "files" / "demos") for name in names]
    (folder / "index.md").write_text(INTRODUCTION + "".join(entries), encoding="utf-8")
    stamp.write_text(key, encoding="utf-8")


def _entry(name: str, folder: Path) -> str:
    """Run a demo, write its files, and return its part of the page."""
    take = demos.run(name)
    write(take, name, 0.0, folder)
    (folder / f"{name}.npz").unlink()
    take.save(folder / "embed" / f"{name}.html", title=name, embed=True)
    rows = "\n".join(f"| {_words(key)} | {_number(value)} |" for key, value in take.report.items())
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


def _key(names: list[str]) -> str:
    """Hash of the demos asked for, of this file, and of the package with its shaders and its player page."""
    digest = hashlib.sha256("\n".join(names).encode())
    for file in _sources(Path(supple.__file__).parent):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def _sources(package: Path) -> Iterator[Path]:
    yield Path(__file__)
    yield from sorted(f for f in package.rglob("*") if f.is_file() and "__pycache__" not in f.parts)
