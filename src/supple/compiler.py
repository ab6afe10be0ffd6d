"""C compilers, and the libraries that they have made.

The system's own, else the one in the wheel `ziglang`. Always -ffp-contract=off and no fast math: then the same
numbers come out wherever the same C is run.
"""

import os
import platform
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from supple.cache import home, kept, notice
from supple.errors import FileError, MissingToolError, SuppleError

FLAGS: tuple[str, ...] = ("-ffp-contract=off", "-fPIC", "-shared")
if platform.system() == "Linux":
    FLAGS += ("-Wl,-Bsymbolic",)
    """A function called `step` means ours, not the one that the C library also has."""
COMPILERS = ("cc", "gcc", "clang")
ZIG_FLAGS = ("-mcpu=baseline", "-g0")
"""Zig compiles for the very processor that it runs on; what is kept may be found by another."""


class Compiler(NamedTuple):
    """How a compiler is called, and what tells it apart from others."""

    command: tuple[str, ...]
    version: str


def built(text: str, effort: str = "-O2", made_with: Sequence[str] = ()) -> Path | None:
    """The library of a C program, or None, with a notice, where there is none to be had.

    What it was `made_with` tells apart programs that differ in more than their text.
    """
    try:
        return library(lambda: text, (*made_with, text), effort)
    except (OSError, SuppleError, subprocess.SubprocessError) as error:
        notice(f"{error}: mechanics runs without, slower but equal")
        return None


def library(program: Callable[[], str], made_from: Sequence[str], effort: str = "-O2") -> Path:
    """The library of a C program, compiled or kept from before.

    Its text is asked for only where nothing is kept that was `made_from` the same.
    """
    command = [*compiler().command, effort, *FLAGS]
    key = "\n".join([*made_by(effort), *made_from])
    return kept(sha256(key.encode()).hexdigest()[:32], lambda path: _compile(command, program(), path))


def made_by(effort: str = "-O2") -> list[str]:
    """All of a library that is not its program: our version, the compiler's, how it is called, the machine."""
    by = compiler()
    return [_ours(), by.version, *by.command, effort, *FLAGS, platform.machine(), platform.system()]


def compiler() -> Compiler:
    """The compiler that $CC names; else the first of the system's that answers; else the one in a wheel."""
    named = os.environ.get("CC")
    if named:
        command = (named,) if shutil.which(named) else tuple(shlex.split(named))
        if not shutil.which(command[0]):
            raise MissingToolError(f"no C compiler: $CC names {named!r}, which is not there")
        return Compiler(command, _answer(*command) or "")
    for found in map(shutil.which, COMPILERS):
        if found and (said := _answer(found)) is not None:
            return Compiler((found,), said)
    wheel = find_spec("ziglang")
    if wheel is None or wheel.origin is None:
        raise MissingToolError(
            f"no C compiler answers ({', '.join(COMPILERS)}), and kernels run as C. "
            "One comes as a wheel: pip install 'supple[compiler]'"
        )
    return Compiler((str(Path(wheel.origin).with_name("zig")), "cc", *ZIG_FLAGS), version("ziglang"))


@lru_cache(maxsize=1)
def _ours() -> str:
    return version("supple")


@lru_cache(maxsize=8)
def _answer(*command: str) -> str | None:
    """What it says about itself; None where it cannot be run, as the stub on a Mac without its tools."""
    try:
        answer = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return answer.stdout if answer.returncode == 0 else None


def _compile(command: list[str], text: str, path: Path) -> None:
    code, zig = path.with_suffix(".c"), str(home() / "zig")
    code.write_text(text, encoding="utf-8")
    try:
        subprocess.run(
            [*command, str(code), "-o", str(path), "-lm"],
            check=True,
            capture_output=True,
            text=True,
            env={
                "ZIG_GLOBAL_CACHE_DIR": zig,
                "ZIG_LOCAL_CACHE_DIR": zig,
                **os.environ,
                "TMPDIR": str(path.parent),
            },
        )
    except subprocess.CalledProcessError as error:
        raise FileError(f"could not compile ({_reason(error)})") from error


def _reason(error: subprocess.CalledProcessError) -> str:
    if error.returncode < 0:
        return f"the compiler was killed by signal {-error.returncode}"
    words = error.stderr.strip().splitlines()
    wrong = [line for line in words if "error" in line]
    return next(iter(wrong or words[-1:]), f"the compiler ended with {error.returncode}")
