"""Functions that are called in every step: compiled once, called through arrays that stay where they are."""

import ctypes
from collections.abc import Sequence
from typing import Any

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.mechanics.buffers import Buffers
from supple.mechanics.library import Library, library

_Integers = ctypes.c_longlong


class Compiled:
    """f with a place for each argument and result; not for two threads at once.

    >>> x = ca.SX.sym("x", 2)
    >>> square = compiled(ca.Function("square", [x], [x**2]))
    >>> square([2, 3])
    array([4., 9.])
    >>> square.each(np.array([[1, 2], [3, 4], [5, 6]]))
    array([[ 1.,  4.],
           [ 9., 16.],
           [25., 36.]])
    """

    def __init__(self, function: ca.Function, code: "Library | None") -> None:
        self.function = function
        self._code = code
        self.native = code is not None
        """Whether it is machine code; the virtual machine otherwise."""
        self._native: tuple[Any, Any] | None = None
        self._buffers = Buffers(code.external(function.name()) if code else function)
        self.run, self._in, self._out = self._buffers.run, self._buffers.inputs, self._buffers.outputs
        self.inputs = tuple(_shaped(x, function.size_in(i)) for i, x in enumerate(self._in))
        """Set these, call `run()`, read `outputs`: nothing is copied."""
        self._sizes = [function.size_out(i) for i in range(function.n_out())]
        self.outputs = tuple(_shaped(x, size) for x, size in zip(self._out, self._sizes, strict=True))

    def __call__(self, *values: Any) -> Any:
        """f(values): one array, or a tuple of arrays where f has several results; columns as (n,)."""
        for place, value in zip(self.inputs, values, strict=True):
            place[...] = value
        self.run()
        if len(self.outputs) == 1:
            return self.outputs[0].copy()
        return tuple(place.copy() for place in self.outputs)

    def each(self, *values: Any) -> Any:
        """f for every row of those arguments that have one axis more than f takes; the others are shared."""
        rows = [np.asarray(v, dtype=np.float64) for v in values]
        many = [r.ndim > place.ndim for r, place in zip(rows, self.inputs, strict=True)]
        counts = {len(r) for r, m in zip(rows, many, strict=True) if m}
        if len(counts) != 1:
            raise InputError(
                f"{self.function.name()!r} over arrays of {sorted(counts)} rows: they must be as many"
            )
        count = counts.pop()
        sources = [_flat(r, m) for r, m in zip(rows, many, strict=True)]
        targets = [np.empty((count, out.size)) for out in self._out]
        in_steps = [place.size if m else 0 for place, m in zip(self._in, many, strict=True)]
        self._loop(count, sources, in_steps, targets, [out.size for out in self._out])
        found = [_rows(t, size) for t, size in zip(targets, self._sizes, strict=True)]
        return found[0] if len(found) == 1 else tuple(found)

    def rollout(self, steps: int, *values: Any) -> Any:
        """Feed the results back as the first arguments, `steps` times: states (steps + 1, …), the start included.

        Other arguments are shared, or given for each step by one axis more.
        """
        states, others = len(self._out), [np.asarray(v, dtype=np.float64) for v in values[len(self._out) :]]
        many = [r.ndim > p.ndim for r, p in zip(others, self.inputs[states:], strict=True)]
        paths = [np.empty((steps + 1, out.size)) for out in self._out]
        for path, value, place in zip(paths, values[:states], self.inputs[:states], strict=True):
            path[0] = _flat(np.broadcast_to(np.asarray(value, dtype=np.float64), place.shape), False)
        sources = [*paths, *(_flat(r, m) for r, m in zip(others, many, strict=True))]
        sizes = [out.size for out in self._out]
        strides = [p.size if m else 0 for p, m in zip(self._in[states:], many, strict=True)]
        self._loop(steps, sources, [*sizes, *strides], [path[1:] for path in paths], sizes)
        found = [_rows(p, size) for p, size in zip(paths, self._sizes, strict=True)]
        return found[0] if len(found) == 1 else tuple(found)

    def _loop(
        self,
        count: int,
        sources: list[Array],
        in_steps: list[int],
        targets: list[Array],
        out_steps: list[int],
    ) -> None:
        if self._code is None:
            self._loop_slowly(count, sources, in_steps, targets)
            return
        if self._native is None:
            name = self.function.name()
            self._native = self._code.loop(name), self._code.room(name)
        loop, room = self._native
        failed = loop(
            _Integers(count),
            _pointers(sources),
            (_Integers * max(len(in_steps), 1))(*in_steps),
            _pointers(targets),
            (_Integers * max(len(out_steps), 1))(*out_steps),
            *room,
        )
        if failed:
            raise InputError(f"{self.function.name()!r} could not be evaluated")

    def _loop_slowly(
        self, count: int, sources: list[Array], in_steps: list[int], targets: list[Array]
    ) -> None:
        for i in range(count):
            for place, rows, step in zip(self._in, sources, in_steps, strict=True):
                place[...] = rows[i] if step else rows
            self.run()
            for place, target in zip(self._out, targets, strict=True):
                target[i] = place


def compiled(function: ca.Function) -> Compiled:
    """A function as machine code, or in CasADi's virtual machine where there is no compiler: slower, equal."""
    return compiled_together([function])[0]


def compiled_together(functions: Sequence[ca.Function]) -> list[Compiled]:
    """Functions of different names in one library: one run of the compiler."""
    for function in functions:
        sparse = [i for i in range(function.n_out()) if not function.sparsity_out(i).is_dense()]
        sparse += [i for i in range(function.n_in()) if not function.sparsity_in(i).is_dense()]
        if sparse:
            raise InputError(
                f"{function.name()!r} has a sparse argument or result; make it dense (ca.densify)"
            )
    code = library(functions)
    return [Compiled(function, code) for function in functions]


def _shaped(flat: Array, shape: tuple[int, int]) -> Array:
    return flat if shape[1] == 1 else flat.reshape(shape, order="F")


def _flat(values: Array, many: bool) -> Array:
    """CasADi's order, columns one after another, for one value or for each row."""
    if values.ndim - many < 2:
        return np.ascontiguousarray(values)
    turned = np.ascontiguousarray(np.swapaxes(values, -1, -2))
    return turned.reshape((len(values), -1) if many else -1)


def _rows(flat: Array, shape: tuple[int, int]) -> Array:
    return flat if shape[1] == 1 else flat.reshape(len(flat), shape[1], shape[0]).transpose(0, 2, 1)


def _pointers(arrays: list[Array]) -> Any:
    return (ctypes.c_void_p * max(len(arrays), 1))(*(a.__array_interface__["data"][0] for a in arrays))
