"""From functions to machine code: generated C, with a loop over arrays for each."""

import ctypes
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import casadi as ca

from supple.compiler import built

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
    """The functions compiled together; None where that cannot be done: CasADi's machine is slower but equal."""
    path = built(source(functions), made_with=[version("casadi")])
    return None if path is None else Library(path)


def source(functions: Sequence[ca.Function]) -> str:
    """C of the functions, each with its loop over arrays."""
    generator = ca.CodeGenerator("mechanics", {"with_header": False})
    for function in functions:
        generator.add(function)
    return str(generator.dump()) + "".join(_loop(function) for function in functions)


def _loop(f: ca.Function) -> str:
    return LOOP.format(name=f.name(), inputs=f.n_in(), outputs=f.n_out())
