"""Clips as readable JSON, to the bit: every float is written as the shortest decimal that reads back as itself.

{"format": "supple clip", "version": 1, "tracks": {name: {"type": "keyed", "kind": "vector", "times": […], …}}}

A curve is written as the fields of its class, without those at their default; curves made from curves nest.
NaN, which marks a slope not given, is null. Files are written aside and renamed: never half a file.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import numpy as np

from supple.errors import FileError, InputError, SuppleError, UnknownNameError
from supple.motion import kinds
from supple.motion.curves import (
    Apart,
    Blended,
    Clock,
    Component,
    Cropped,
    Curve,
    Cycled,
    Driven,
    Extended,
    Function,
    Jointed,
    Keyed,
    Mapped,
    Normalized,
    Oriented,
    Replaced,
    Retimed,
)
from supple.motion.interpolators import Drawn
from supple.motion.key_columns import rising, usable
from supple.motion.names import parsed

FORMAT, VERSION = "supple clip", 1
ASKED = 7
"""Times at which a curve that was read is tried."""
CURVES = {
    kind.__name__.lower(): kind
    for kind in (
        Apart,
        Blended,
        Clock,
        Component,
        Cropped,
        Cycled,
        Driven,
        Extended,
        Jointed,
        Keyed,
        Mapped,
        Normalized,
        Oriented,
        Replaced,
        Retimed,
    )
}


def save(curves: Mapping[str, Curve], path: str | os.PathLike[str]) -> None:
    """Write the curves by name; the file is there whole, or not at all."""
    tracks = {name: encoded(curve, name) for name, curve in curves.items()}
    text = _text({"format": FORMAT, "version": VERSION, "tracks": tracks}) + "\n"
    target = Path(path)
    aside = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        aside.write_text(text, encoding="utf-8")
        aside.replace(target)
    except OSError as error:
        raise FileError(
            f"{target}: cannot be written: {error.strerror}; is the folder there and writable?"
        ) from error
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def load(path: str | os.PathLike[str]) -> dict[str, Curve]:
    """Read the curves of a file that `save` wrote."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: not a JSON file of clips: {error}; save the clip again") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FileError(f"{path}: not a clip; expected a JSON object with format {FORMAT!r}")
    if content.get("version") != VERSION:
        raise FileError(
            f"{path}: version {content.get('version')} of the format; this program reads {VERSION}"
        )
    tracks = content.get("tracks", {})
    if not isinstance(tracks, dict):
        raise FileError(f"{path}: tracks is a {type(tracks).__name__}; expected an object of tracks by name")
    return {name: _understood(name, track, path) for name, track in tracks.items()}


def _understood(name: str, record: Any, path: str | os.PathLike[str]) -> Curve:
    """The curve that a record describes; it is asked for values, so that one which cannot be played is found now."""
    try:
        parsed(name)
        curve = decoded(record)
        if len(curve(np.arange(ASKED, dtype=np.float64), 0)) != ASKED:
            raise InputError("it has not one value for each time")
        return curve
    except (SuppleError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise FileError(
            f"{path}: track {name!r} cannot be understood: {error}; save the clip again"
        ) from error
    except (RecursionError, MemoryError) as error:
        raise FileError(
            f"{path}: track {name!r} is too large or nested too deep; save the clip again"
        ) from error


def encoded(curve: Curve, name: str) -> dict[str, Any]:
    """The fields of a curve as JSON values."""
    if isinstance(curve, Function):
        raise InputError(f"{name}: a track made from a function cannot be saved; resample it first")
    record: dict[str, Any] = {"type": type(curve).__name__.lower()}
    for field in fields(curve):
        value = getattr(curve, field.name)
        if field.default is MISSING or not (value is field.default or _same(value, field.default)):
            record[field.name] = _plain(value, name)
    return record


def decoded(record: Mapping[str, Any]) -> Curve:
    """The curve that a record describes, checked like keys that a user gives."""
    if record["type"] not in CURVES:
        raise UnknownNameError("type of curve", str(record["type"]), CURVES)
    kind = CURVES[record["type"]]
    known = {field.name for field in fields(kind)}
    if strange := set(record) - known - {"type"}:
        raise UnknownNameError("field", min(strange), known)
    values = {name: _restored(value) for name, value in record.items() if name not in ("type", "interpolate")}
    if kind is Keyed:
        values["times"] = rising(values["times"], "keys")
        values["values"] = kinds.checked(values["kind"], record["values"])
        ways = record["interpolate"]
        values["interpolate"] = tuple(map(_way, ways)) if isinstance(ways, list) else _way(ways)
        return usable(Keyed(**values))
    return kind(**values)


def _way(record: Any) -> Any:
    """An interpolator: its name, or the curve that was drawn."""
    return Drawn(record["drawn"]) if isinstance(record, dict) else record


def _same(value: Any, default: Any) -> bool:
    return isinstance(value, str | int | float) and value == default


def _plain(value: Any, name: str) -> Any:
    if isinstance(value, Curve):
        return encoded(value, name)
    if isinstance(value, Drawn):
        return {"drawn": value.samples.tolist()}
    if callable(value):
        who = getattr(value, "__name__", repr(value))
        raise InputError(
            f"{name}: the interpolator {who} is a function and cannot be saved; resample the track first"
        )
    if isinstance(value, tuple):
        return [_plain(each, name) for each in value]
    if isinstance(value, np.ndarray):
        return _nan_as_null(value.tolist())
    return value


def _nan_as_null(value: Any) -> Any:
    if isinstance(value, list):
        return [_nan_as_null(each) for each in value]
    return None if isinstance(value, float) and np.isnan(value) else value


def _restored(value: Any) -> Any:
    if isinstance(value, dict):
        return decoded(value)
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        return tuple(decoded(each) for each in value)
    if isinstance(value, list) and not any(isinstance(each, str) for each in value):
        return np.array(value, dtype=np.float64)
    return value


def _text(value: Any, indent: str = "") -> str:
    """Objects one field a line; lists on one line, or one row a line when long."""
    inner = indent + "  "
    if isinstance(value, dict) and value:
        rows = [
            f"{inner}{json.dumps(key, ensure_ascii=False)}: {_text(each, inner)}"
            for key, each in value.items()
        ]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    line = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, list) or len(indent) + len(line) <= 100 or not isinstance(value[0], list):
        return line
    return "[\n" + ",\n".join(inner + _text(each, inner) for each in value) + f"\n{indent}]"
