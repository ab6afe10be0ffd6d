"""Modes as JSON: written once, used on any object."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.errors import FileError, InputError
from supple.files import written_beside

FORMAT = "supple-modes"
VERSION = 1


def save_modes(path: "str | Path", modes: Iterable[Mode]) -> Path:
    """Write modes, with every digit; equal modes give equal bytes.

    >>> import tempfile
    >>> from supple.dynamics.legacy.bodies.lattice.library import mode
    >>> path = save_modes(Path(tempfile.mkdtemp(), "pot.json"), [mode("squash.y"), mode("twist.y")])
    >>> [each.name for each in load_modes(path)]
    ['squash.y', 'twist.y']
    """
    rows = [json.dumps(_encoded(each), ensure_ascii=False, allow_nan=False) for each in modes]
    text = f'{{"format": "{FORMAT}", "version": {VERSION}, "modes": [\n' + ",\n".join(rows) + "\n]}\n"
    with written_beside(path) as draft:
        draft.write_text(text, encoding="utf-8")
    return Path(path)


def load_modes(path: "str | Path") -> tuple[Mode, ...]:
    """Read what `save_modes` wrote."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read modes from {str(path)!r}: {error}") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileError(
            f'{str(path)!r} holds no modes: expected "format": "{FORMAT}", as save_modes writes it'
        )
    if document.get("version") != VERSION:
        raise FileError(
            f"{str(path)!r} is written in version {document.get('version')}; this release reads version {VERSION}"
        )
    try:
        return tuple(_decoded(each) for each in document["modes"])
    except (KeyError, TypeError, InputError) as error:
        raise FileError(f"{str(path)!r}: a mode cannot be read: {error}") from error


def _encoded(mode: Mode) -> dict[str, Any]:
    return {"name": mode.name, "functions": mode.functions, "displacement": mode.displacement.tolist()}


def _decoded(entry: dict[str, Any]) -> Mode:
    if entry["functions"] not in ("bernstein", "b-spline"):
        raise InputError(f"unknown functions {entry['functions']!r}; there are bernstein and b-spline")
    return Mode(str(entry["name"]), np.asarray(entry["displacement"], dtype=np.float64), entry["functions"])
