"""Loops over arrays, written in Python, that run as machine code and let go of the interpreter.

A kernel takes numbers, arrays and named tuples of those, and calls other kernels. On its first call it becomes C, is
compiled, and kept (see `compiler`); where there is no compiler, numba runs the same Python, which takes a minute to
begin with. Both without fast math: they agree.
"""

from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from threading import Lock
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar

from supple.compiler import built
from supple.errors import InputError
from supple.kernels.calling import loaded
from supple.kernels.kinds import Kind, kind_of
from supple.kernels.translation import Program, as_said

P = ParamSpec("P")
R = TypeVar("R")
Run = Callable[[tuple[Any, ...]], Any]
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
        self._built: dict[tuple[int, ...], tuple[tuple[Kind, ...], Run | None]] = {}
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
        axes = tuple(getattr(x, "ndim", 0) for x in args)
        with _LOCK:
            if axes not in self._built:
                self._built[axes] = self._build(args)
        kinds, run = self._built[axes]
        for kind, value in zip(kinds, args, strict=True):
            kind.check(value)
        if run is None:
            return self.through_numba(*args)
        try:
            result = run(args)
        except UNFIT as error:
            raise InputError(f"{self.function.__name__}() cannot take these arguments: {error}") from error
        self._last = run
        return result

    def _build(self, args: tuple[Any, ...]) -> tuple[tuple[Kind, ...], Run | None]:
        """Kinds of the arguments, and the compiled program for such; None where there is no compiler."""
        program, kinds = Program(), as_said(self.function, tuple(kind_of(x) for x in args))
        entry = program.add(self.function, kinds)
        library = built(program.source(entry, kinds), "-O3")
        return kinds, None if library is None else loaded(library)

    @cached_property
    def through_numba(self) -> Any:
        """The same where there is no compiler."""
        return _numba()(cache=True, error_model="numpy", nogil=True)(self.function)


@cache
def _numba() -> Any:
    """Numba's compiler, told what kernels are; it takes a while to import, and most never need it."""
    from numba import njit
    from numba.core import types
    from numba.extending import typeof_impl

    typeof_impl.register(Kernel)(lambda kernel, _: types.Dispatcher(kernel.through_numba))
    return njit


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
