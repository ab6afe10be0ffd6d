"""The system's C compiler, and the libraries that it has made.

Always -ffp-contract=off and no fast math: then the same numbers come out wherever the same C is run.
"""

import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from supple.cache import kept, notice
from supple.errors import FileError, MissingToolError, SuppleError

FLAGS: tuple[str, ...] = ("-ffp-contract=off", "-fPIC", "-shared")
if platform.system() == "Linux":
    FLAGS += ("-Wl,-Bsymbolic",)
    """A function called `step` means ours, not the one that the C library also has."""
COMPILERS = ("cc", "gcc", "clang")


def built(text: str, effort: str = "-O2", made_with: Sequence[str] = ()) -> Path | None:
    """The library of a C program, or None, with a notice, where there is none to be had."""
    try:
        return library(text, effort, made_with)
    except (OSError, SuppleError, subprocess.SubprocessError) as error:
        notice(f"{error}: mechanics runs without, slower but equal")
        return None


def library(text: str, effort: str = "-O2", made_with: Sequence[str] = ()) -> Path:
    """The library of a C program, compiled or kept from before.

    What it was `made_with` tells apart programs that differ in more than their text.
    """
    return library_of(text, lambda: text, effort, made_with)


def library_of(
    recipe: str, write: Callable[[], str], effort: str = "-O2", made_with: Sequence[str] = ()
) -> Path:
    """The library of a C program that follows from a recipe; it is only written where nothing is kept of it."""
    found = compiler()
    if found is None:
        raise MissingToolError(f"no C compiler ({', '.join(COMPILERS)}) was found")
    machine = platform.machine(), platform.system()
    command = [found, effort, *FLAGS]
    made_from = "\n".join([version("supple"), *made_with, _version(found), *command, *machine, recipe])
    return kept(sha256(made_from.encode()).hexdigest()[:32], lambda path: _compile(command, write(), path))


def compiler() -> str | None:
    """The system's C compiler, or the one that $CC names."""
    named = os.environ.get("CC")
    return next((found for name in ([named] if named else COMPILERS) if (found := shutil.which(name))), None)


def _compile(command: list[str], text: str, path: Path) -> None:
    code = path.with_suffix(".c")
    code.write_text(text)
    try:
        subprocess.run(
            [*command, str(code), "-o", str(path), "-lm"],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "TMPDIR": str(path.parent)},
        )
    except subprocess.CalledProcessError as error:
        raise FileError(f"could not compile ({_reason(error)})") from error


@lru_cache(maxsize=8)
def _version(found: str) -> str:
    answer = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    return found + answer.stdout


def _reason(error: subprocess.CalledProcessError) -> str:
    if error.returncode < 0:
        return f"the compiler was killed by signal {-error.returncode}"
    words = error.stderr.strip().splitlines()
    wrong = [line for line in words if "error" in line]
    return next(iter(wrong or words[-1:]), f"the compiler ended with {error.returncode}")
