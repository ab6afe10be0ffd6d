"""Kernels that leave names open, and what fills them.

So one loop serves many kinds of bodies, each with kernels of its own, and there are no function pointers.
"""

import builtins
from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType, ModuleType
from typing import Any, NoReturn, ParamSpec, TypeVar, overload

from supple.errors import InputError
from supple.kernels.kernel import Kernel

P = ParamSpec("P")
R = TypeVar("R")


class Slot(Kernel[P, R]):
    """A kernel of which only the signature is known; see `slot`."""

    is_open = True

    def __call__(self, *args: P.args, **named: P.kwargs) -> NoReturn:
        """Refuse: there is nothing to run."""
        name = self.__name__
        raise InputError(f"{name}() is open: call a kernel that is made by bound(…, {name}=…)")


def slot(function: Callable[P, R]) -> Kernel[P, R]:
    """Declare a kernel that `bound` fills in; its body is a docstring alone.

    >>> from supple.arrays import Array
    >>> from supple.kernels import bound, kernel, slot
    >>> @slot
    ... def force(x: float) -> float:
    ...     '''Return the force at x [N].'''
    >>> @kernel
    ... def work(a: float, b: float) -> float:
    ...     return (force(a) + force(b)) / 2 * (b - a)
    >>> @kernel
    ... def spring(x: float) -> float:
    ...     return 3 * x
    >>> bound(work, force=spring)(0.0, 2.0)
    6.0
    """
    return Slot(function)


@overload
def bound(what: Kernel[P, R], **names: Kernel[Any, Any]) -> Kernel[P, R]: ...
@overload
def bound(what: ModuleType, **names: Kernel[Any, Any]) -> ModuleType: ...
def bound(what: Any, **names: Kernel[Any, Any]) -> Any:
    """Return the kernel, or a module with all kernels of this one, with names that were open filled in.

    A name is open where it is a `slot`, or stands for nothing in the module of the kernel that uses it. Names are
    filled in throughout: also in kernels of other modules that are called. The originals stay as they are.
    """
    binding = _Binding(names)
    if isinstance(what, Kernel):
        return binding.kernel(what)
    if not isinstance(what, ModuleType):
        raise InputError(f"bound() takes a kernel or a module of kernels; got {what!r}")
    result = ModuleType(what.__name__, what.__doc__)
    result.__dict__.update(what.__dict__)
    for name, found in vars(what).items():
        if isinstance(found, Kernel):
            setattr(result, name, binding.kernel(found))
    return result


class _Binding:
    """Copies of kernels over copies of their modules' names."""

    def __init__(self, names: dict[str, Kernel[Any, Any]]) -> None:
        self.names = names
        self._kernels: dict[FunctionType, Kernel[Any, Any]] = {}
        self._spaces: dict[int, dict[str, Any]] = {}

    def kernel(self, found: Kernel[Any, Any]) -> Kernel[Any, Any]:
        """The kernel itself where it leaves nothing open, else a copy."""
        if isinstance(found, Slot):
            return self.kernel(self.names[found.__name__]) if found.__name__ in self.names else found
        function = found.function
        if function not in self._kernels:
            self._kernels[function] = found
            filled = self._filled(function)
            if filled:
                space = self._spaces.setdefault(id(function.__globals__), dict(function.__globals__))
                space.update(filled)
                self._kernels[function] = _copy(function, space)
        return self._kernels[function]

    def _filled(self, function: FunctionType) -> dict[str, Kernel[Any, Any]]:
        """What names of the kernel stand for from now on, as far as that is new."""
        filled = {}
        for name in function.__code__.co_names:
            known = function.__globals__.get(name, getattr(builtins, name, None))
            if isinstance(known, Kernel):
                again = self.kernel(known)
                if again is not known:
                    filled[name] = again
            elif known is None and name in self.names:
                filled[name] = self.kernel(self.names[name])
        return filled


def _copy(function: FunctionType, space: dict[str, Any]) -> Kernel[Any, Any]:
    again = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    return Kernel(update_wrapper(again, function))
