"""The library that USD needs, and stages opened with it that read nothing outside their own folder."""

import re
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any

from supple.errors import FileError, MissingToolError


def pxr(module: str) -> Any:
    """A module of Pixar's library, or an error with the line that installs it."""
    try:
        return import_module(f"pxr.{module}")
    except ImportError as error:
        raise MissingToolError(
            "USD is read and written by the package usd-core, which is not installed; pip install 'supple[usd]'"
        ) from error


def opened(path: Path) -> Any:
    """The stage of a file, with the files that it refers to, which are in its folder or below."""
    sdf, usd, tf = pxr("Sdf"), pxr("Usd"), pxr("Tf")
    _check_references(sdf, tf, path, path.resolve().parent, set())
    try:
        stage = usd.Stage.Open(str(path))
    except tf.ErrorException as error:
        raise _unreadable(path, error) from error
    if stage is None:
        raise _unreadable(path, "no stage in it")
    return stage


def _check_references(sdf: Any, tf: Any, path: Path, folder: Path, seen: set[Path]) -> None:
    """Refuse references that lead out of a folder, in a file and in those that it refers to."""
    if path.resolve() in seen or path.suffix.lower() == ".usdz":
        return
    seen.add(path.resolve())
    try:
        layer = sdf.Layer.FindOrOpen(str(path))
    except tf.ErrorException as error:
        raise _unreadable(path, error) from error
    if layer is None:
        raise _unreadable(path, "it cannot be parsed")
    layer.Reload()  # what was read before under this name is kept otherwise
    for reference in layer.GetCompositionAssetDependencies():
        parts = PurePosixPath(str(reference).replace("\\", "/"))
        if not str(reference):
            continue
        if parts.is_absolute() or ".." in parts.parts or ":" in str(reference):
            raise FileError(
                f"{path.name} refers to {str(reference)!r}, outside its own folder, which is not read; put it there"
            )
        beside = path.resolve().parent / parts
        if not beside.is_file() or folder not in beside.resolve().parents:
            raise FileError(f"{path.name} refers to {str(reference)!r}, which is not in its folder")
        _check_references(sdf, tf, beside, folder, seen)


def _unreadable(path: Path, why: object) -> FileError:
    words = " ".join(str(why).split())
    said = re.search(r" : '(.*?)'?$", words)
    return FileError(f"cannot read {path.name!r} as USD: {(said[1] if said else words).strip()}")
