"""Loops over arrays, written in Python, that run as machine code and let go of the interpreter.

A kernel takes numbers, arrays and named tuples of those, and calls other kernels. On its first call it becomes C, is
compiled, and kept (see `compiler`); where there is no compiler, numba runs the same Python, which takes a minute to
begin with. Both without fast math: they agree.
"""

import ctypes
import struct
from collections.abc import Callable
from functools import cached_property, update_wrapper
from threading import Lock
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

from numba import njit
from numba.core import types
from numba.extending import typeof_impl

from supple.compiler import built
from supple.errors import InputError
from supple.kernels.kinds import Kind, kind_of
from supple.kernels.translation import Program, as_said

P = ParamSpec("P")
R = TypeVar("R")
_LOCK = Lock()


class Compiled:
    """A kernel for arguments of certain kinds as machine code."""

    def __init__(self, run: Any, kinds: tuple[Kind, ...], returned: str) -> None:
        self._run, self._kinds = run, kinds
        self._given = "".join(kind.format for kind in kinds)
        self._returned = returned

    def __call__(self, args: tuple[Any, ...]) -> Any:
        """Run it."""
        words: list[Any] = []
        for kind, value in zip(self._kinds, args, strict=True):
            kind.words(value, words)
        result = ctypes.create_string_buffer(8 * len(self._returned)) if self._returned else None
        self._run(struct.pack(self._given, *words), result)
        if result is None:
            return None
        found = struct.unpack(self._returned, result)
        return found[0] if len(found) == 1 else found


class Kernel(Generic[P, R]):
    """A function over arrays as machine code; see `kernel`."""

    def __init__(self, function: Callable[P, R]) -> None:
        if not isinstance(function, FunctionType):
            raise InputError(f"a kernel is made of a function; got {function!r}")
        self.function = function
        self.__name__ = function.__name__
        update_wrapper(self, function)
        self._compiled: dict[tuple[int, ...], Callable[[tuple[Any, ...]], Any]] = {}

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        """Run it; arrays are written to in place, and arguments come in line."""
        if named:
            raise InputError(
                f"{self.function.__name__}() takes its arguments in line; got {', '.join(named)} by name"
            )
        axes = tuple([getattr(x, "ndim", 0) for x in args])
        found = self._compiled.get(axes)
        if found is None:
            with _LOCK:
                found = self._compiled[axes] = self._build(args)
        return cast(R, found(args))

    def _build(self, args: tuple[Any, ...]) -> Callable[[tuple[Any, ...]], Any]:
        program, kinds = Program(), as_said(self.function, tuple(kind_of(x) for x in args))
        entry = program.add(self.function, kinds)
        library = built(program.source(entry, kinds), "-O3")
        if library is None:
            return self._checked(kinds)
        run = ctypes.CDLL(str(library)).run
        run.argtypes, run.restype = [ctypes.c_char_p, ctypes.c_char_p], None
        return Compiled(run, kinds, entry.result.format)

    def _checked(self, kinds: tuple[Kind, ...]) -> Callable[[tuple[Any, ...]], Any]:
        """Through numba, which would take arrays of any kind."""

        def run(args: tuple[Any, ...]) -> Any:
            for kind, value in zip(kinds, args, strict=True):
                kind.words(value, [])
            return self.through_numba(*args)

        return run

    @cached_property
    def through_numba(self) -> Any:
        """The same for numba: for kernels of its own that call this one, and where there is no compiler."""
        return njit(cache=True, error_model="numpy", nogil=True)(self.function)


@typeof_impl.register(Kernel)
def _seen_by_numba(kernel: "Kernel[Any, Any]", _: Any) -> types.Dispatcher:
    return types.Dispatcher(kernel.through_numba)


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make machine code of a function over numbers, float64 and int64 arrays, and named tuples of those.

    It is made of assignments, loops over ranges, conditions, arithmetic on numbers, and calls of other kernels;
    scalar arguments are what their annotations say. Arrays lie in line, and results are written into them.

    >>> import numpy as np
    >>> from supple.arrays import Array
    >>> @kernel
    ... def scale(by: float, x: Array) -> float:
    ...     total = 0.0
    ...     for i in range(len(x)):
    ...         x[i] *= by
    ...         total += x[i]
    ...     return total
    >>> x = np.array([1.0, 2.0])
    >>> scale(3, x), x
    (9.0, array([3., 6.]))
    """
    return Kernel(function)
