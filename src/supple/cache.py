"""Where compiled code is kept: one file an entry, named after what went in and what came out.

KEY-DIGEST.so in a folder that only its user may touch. KEY is the hash of what an entry was made from, DIGEST that of
its bytes: what does not match its own name is corrupt, and made anew. An entry is written aside and renamed, under a
lock that the system lets go of if its holder dies.
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

from rich.console import Console

from supple.files import written_beside

try:
    import fcntl
except ImportError:  # Windows: two processes may both compile; the rename still leaves one whole file
    fcntl = None  # type: ignore[assignment]

SHORT = 16


def kept(key: str, make: Callable[[Path], None]) -> Path:
    """The entry of that key; `make(path)` writes it where there is none, or none that is whole."""
    folder = home()
    with _locked(folder / f"{key}.lock"):
        for entry in sorted(folder.glob(f"{key}-*.so")):
            if entry.stem == f"{key}-{_digest(entry)}":
                return entry
            entry.unlink(missing_ok=True)
        for draft in folder.glob(
            f".{key}-*"
        ):  # whoever made it has let go of the lock: it was stopped halfway
            if draft.is_dir():
                shutil.rmtree(draft, ignore_errors=True)
            else:
                draft.unlink(missing_ok=True)
        return _made(folder, key, make)


def _made(folder: Path, key: str, make: Callable[[Path], None]) -> Path:
    with tempfile.TemporaryDirectory(prefix=f".{key}-", dir=folder) as workshop:
        fresh = Path(workshop, "fresh.so")
        make(fresh)
        entry = folder / f"{key}-{_digest(fresh)}.so"
        with written_beside(entry) as draft:
            fresh.replace(draft)
    return entry


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:SHORT]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


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
