"""From functions to machine code: generated C, the system's compiler, a library that is kept.

Always -ffp-contract=off and no fast math: then C and CasADi's virtual machine agree to the bit.
"""

import ctypes
import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import casadi as ca

from supple.errors import FileError
from supple.mechanics.cache import kept, notice

FLAGS: tuple[str, ...] = ("-O2", "-ffp-contract=off", "-fPIC", "-shared")
if platform.system() == "Linux":
    FLAGS += ("-Wl,-Bsymbolic",)
    """A function called `step` means ours, not the one that the C library also has."""
COMPILERS = ("cc", "gcc", "clang")

LOOP = """
CASADI_SYMBOL_EXPORT int {name}_loop(casadi_int count, const casadi_real** arg, const casadi_int* arg_stride,
    casadi_real** res, const casadi_int* res_stride, const casadi_real** a, casadi_real** r, casadi_int* iw,
    casadi_real* w) {{
  casadi_int i, k;
  for (i = 0; i < count; ++i) {{
    for (k = 0; k < {inputs}; ++k) a[k] = arg[k] + i*arg_stride[k];
    for (k = 0; k < {outputs}; ++k) r[k] = res[k] + i*res_stride[k];
    if ({name}(a, r, iw, w, 0)) return 1;
  }}
  return 0;
}}
"""
"""A function over arrays: each argument and result steps on by its stride, 0 for what all share."""


class Library:
    """Functions as machine code: `external(name)` for CasADi, `loop(name)` over arrays."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._loaded = ctypes.CDLL(str(path))

    def external(self, name: str) -> ca.Function:
        """The compiled twin of a function."""
        return ca.external(name, str(self.path))

    def loop(self, name: str) -> "ctypes._NamedFuncPointer":
        """int loop(count, arg, arg_stride, res, res_stride, *room); runs without Python's lock."""
        return self._loaded[f"{name}_loop"]

    def room(self, name: str) -> "tuple[ctypes.Array[Any], ...]":
        """What a function needs to work in: pointers to arguments and results, integers, numbers."""
        sizes = [ctypes.c_longlong() for _ in range(4)]
        self._loaded[f"{name}_work"](*map(ctypes.byref, sizes))
        kinds: tuple[Any, ...] = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_longlong, ctypes.c_double)
        return tuple((kind * max(size.value, 1))() for kind, size in zip(kinds, sizes, strict=True))


def library(functions: Sequence[ca.Function]) -> "Library | None":
    """The functions compiled together; None, with a notice, where that cannot be done: the VM is slower but equal."""
    compiler = _compiler()
    if compiler is None:
        notice(
            f"no C compiler ({', '.join(COMPILERS)}) was found: mechanics runs uncompiled, slower but equal"
        )
        return None
    text = source(functions)
    made_from = "\n".join(
        [
            version("supple"),
            version("casadi"),
            _version(compiler),
            *FLAGS,
            platform.machine(),
            platform.system(),
            text,
        ]
    )
    try:
        return Library(kept(sha256(made_from.encode()).hexdigest()[:32], lambda path: _compile(text, path)))
    except (OSError, FileError, subprocess.SubprocessError) as error:
        notice(f"could not compile ({_reason(error)}): mechanics runs uncompiled, slower but equal")
        return None


def source(functions: Sequence[ca.Function]) -> str:
    """C of the functions, each with its loop over arrays."""
    generator = ca.CodeGenerator("mechanics", {"with_header": False})
    for function in functions:
        generator.add(function)
    return str(generator.dump()) + "".join(_loop(function) for function in functions)


def _loop(f: ca.Function) -> str:
    return LOOP.format(name=f.name(), inputs=f.n_in(), outputs=f.n_out())


def _compile(text: str, path: Path) -> None:
    code = path.with_suffix(".c")
    code.write_text(text)
    command = [str(_compiler()), *FLAGS, str(code), "-o", str(path), "-lm"]
    subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "TMPDIR": str(path.parent)}
    )


def _compiler() -> str | None:
    """The system's C compiler, or the one that $CC names."""
    named = os.environ.get("CC")
    return next((found for name in ([named] if named else COMPILERS) if (found := shutil.which(name))), None)


@lru_cache(maxsize=8)
def _version(compiler: str) -> str:
    answer = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    return compiler + answer.stdout


def _reason(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        if error.returncode < 0:
            return f"the compiler was killed by signal {-error.returncode}"
        words = error.stderr.strip().splitlines()
        return words[-1] if words else f"the compiler ended with {error.returncode}"
    return str(error)
