"""Where compiled code is kept: one file an entry, named after what went in and what came out.

KEY-DIGEST.so in a folder that only its user may touch. KEY is the hash of what an entry was made from, DIGEST that of
its bytes: what does not match its own name is corrupt, and made anew. An entry is written aside and renamed, under a
lock that the system lets go of if its holder dies; the lock's file says its name, so that nobody looks through a
folder of thousands.
"""

import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TextIO

from rich.console import Console

from supple.files import written_beside

try:
    import fcntl
except ImportError:  # Windows: two processes may both compile; the rename still leaves one whole file
    fcntl = None  # type: ignore[assignment]

SHORT = 16


def kept(key: str, make: Callable[[Path], None], suffix: str = ".so") -> Path:
    """The entry of that key; `make(path)` writes it where there is none, or none that is whole."""
    folder = home()
    with _locked(folder / f"{key}.lock") as lock:
        named = folder / Path(lock.read().strip()).name
        if named.name.startswith(f"{key}-") and _is_whole(named):
            return named
        entry = _found(folder, key, suffix) or _made(folder, key, make, suffix)
        lock.seek(0)
        lock.truncate()
        lock.write(entry.name)
        return entry


def whole(entry: Path) -> Path:
    """The entry, if it is there and its bytes are those that its name says; else a FileNotFoundError."""
    if not _is_whole(entry):
        raise FileNotFoundError(entry)
    return entry


def _is_whole(entry: Path) -> bool:
    return entry.is_file() and entry.stem.rpartition("-")[2] == _digest(entry)


def _found(folder: Path, key: str, suffix: str) -> Path | None:
    """The entry of a key by its name; what is corrupt goes, and what was left halfway."""
    for entry in sorted(folder.glob(f"{key}-*{suffix}")):
        if _is_whole(entry):
            return entry
        entry.unlink(missing_ok=True)
    for draft in folder.glob(f".{key}-*"):  # whoever made it has let go of the lock: it was stopped halfway
        if draft.is_dir():
            shutil.rmtree(draft, ignore_errors=True)
        else:
            draft.unlink(missing_ok=True)
    return None


def _made(folder: Path, key: str, make: Callable[[Path], None], suffix: str) -> Path:
    with tempfile.TemporaryDirectory(prefix=f".{key}-", dir=folder) as workshop:
        fresh = Path(workshop, f"fresh{suffix}")
        make(fresh)
        entry = folder / f"{key}-{_digest(fresh)}{suffix}"
        with written_beside(entry) as draft:
            fresh.replace(draft)
    return entry


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:SHORT]


@contextmanager
def _locked(path: Path) -> Iterator[TextIO]:
    with path.open("a+", encoding="utf-8") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        yield file


def home(shelf: str = "mechanics") -> Path:
    """$SUPPLE_CACHE, or `supple/SHELF` in the user's folder for caches; a temporary one where that cannot be used."""
    base = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return _usable(Path(os.environ.get("SUPPLE_CACHE") or Path(base, "supple", shelf)))


@lru_cache(maxsize=8)
def _usable(folder: Path) -> Path:
    """The folder, private to its user; else a temporary one for this process, with a notice."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        about = folder.stat()
        mine = not hasattr(os, "getuid") or about.st_uid == os.getuid()
        shared = about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if mine and not (shared and os.name == "posix"):
            with tempfile.TemporaryFile(dir=folder):
                return folder
    notice(
        f"nothing can be kept in {folder}; what is made is kept in a temporary folder until the program ends"
    )
    temporary = tempfile.TemporaryDirectory(prefix="supple-mechanics-")
    _TEMPORARY.append(temporary)
    return Path(temporary.name)


_TEMPORARY: "list[tempfile.TemporaryDirectory[str]]" = []
"""Held until the program ends, which removes them."""


@lru_cache(maxsize=64)
def notice(text: str) -> None:
    """Say something once that works all the same."""
    say(text)


def say(text: str) -> None:
    """A quiet line on standard error, to the letter."""
    Console(stderr=True).print(text, style="dim", markup=False, highlight=False, soft_wrap=True)
