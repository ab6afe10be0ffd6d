"""Loops over arrays, written in Python, that run as machine code and let go of the interpreter.

A kernel takes numbers, arrays and named tuples of those, and calls other kernels. On its first call it becomes C, is
compiled without fast math, and kept (see `compiler`).
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial, update_wrapper
from itertools import zip_longest
from threading import Lock
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar

from supple.compiler import library
from supple.errors import InputError
from supple.kernels.calling import loaded
from supple.kernels.checks import asked_for
from supple.kernels.fingerprint import fingerprint
from supple.kernels.kinds import Kind, as_said, classes_of, kind_of, parameters
from supple.kernels.program import Program

P = ParamSpec("P")
R = TypeVar("R")
Run = Callable[[tuple[Any, ...]], Any]
Compiled = Callable[[Any, tuple[Any, ...]], Any]
UNFIT = (ValueError, TypeError, AttributeError, OverflowError, SystemError)
"""What Python says where arguments do not fit; a kernel that has begun to run says nothing."""
_LOCK = Lock()


def _none_yet(_: tuple[Any, ...]) -> Any:
    raise ValueError


class Kernel(Generic[P, R]):
    """A function over arrays as machine code; see `kernel`."""

    def __init__(self, function: Callable[P, R]) -> None:
        if not isinstance(function, FunctionType):
            raise InputError(f"a kernel is made of a function; got {function!r}")
        self.function = function
        self.__name__ = function.__name__
        update_wrapper(self, function)
        self._built: dict[tuple[Kind, ...], Compiled] = {}
        self._ready: dict[tuple[type, ...], Run] = {}
        self._last: Run = _none_yet

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        """Run it; arrays are written to in place, and arguments come in line."""
        if named:
            raise InputError(
                f"{self.function.__name__}() takes its arguments in line; got {', '.join(named)} by name"
            )
        try:
            result: R = self._last(args)
        except UNFIT:
            result = self._first(args)
        return result

    def _first(self, args: tuple[Any, ...]) -> Any:
        """For arguments of other kinds than the last."""
        outer = tuple(map(type, args))
        with suppress(*UNFIT):
            return self._ran(self._ready.get(outer, _none_yet), args)
        kinds = self.kinds(args)
        with _LOCK:
            if kinds not in self._built:
                self._built[kinds] = self._build(kinds)
        code = self._built[kinds]
        run = self._ready[outer] = partial(code, tuple(map(classes_of, args)))
        try:
            return self._ran(run, args)
        except UNFIT as error:
            raise InputError(f"{self.__name__}() cannot take these arguments: {error}") from error

    def _ran(self, run: Run, args: tuple[Any, ...]) -> Any:
        result = run(args)
        self._last = run
        return result

    def kinds(self, args: tuple[Any, ...]) -> tuple[Kind, ...]:
        """What the arguments are, numbers as they are annotated."""
        named = zip_longest(args, parameters(self.function)[: len(args)], fillvalue="one more")
        return as_said(self.function, tuple(kind_of(x, name) for x, name in named))

    def _build(self, kinds: tuple[Kind, ...]) -> Compiled:
        """The compiled program for such arguments."""
        checked = asked_for()
        return loaded(
            library(
                lambda: Program(checked).source(self.function, kinds),
                fingerprint(self.function, kinds, checked),
                "-O1" if checked else "-O3",
            )
        )


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
