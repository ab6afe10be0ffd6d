"""All elements of a program as arrays: values, slopes and Hessian in one call, with nothing of Python inside.

x̂ = x / σ, ĝ = g / γ: unknowns and rows are in their units throughout.
"""

import ctypes
from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from supple.arrays import Array, Indices
from supple.errors import SuppleError
from supple.mechanics.boxes import caller
from supple.spacetime.elements import Kind


class _Places(ctypes.Structure):
    """What the loop of a box goes over; see `mechanics.boxes.STRUCT`."""

    _fields_ = [("count", ctypes.c_longlong)] + [
        (name, ctypes.c_void_p) for name in ("x", "g", "data", "unit", "row_unit", "jacobian", "hessian")
    ]  # fmt: skip


class Elements:
    """Kinds of elements one after another; entries of the Jacobian and of the Hessian lie in their order.

    An entry of the Jacobian is at (`row`, `column`), and `moves` says whether it depends on x; one of the Hessian at
    (`one`, `other`), for either half. Several entries may lie at one place: they add up.
    """

    def __init__(self, kinds: Sequence[Kind], rows: int, units: Array, row_units: Array) -> None:
        self.kinds, self.m, self.n = kinds, rows, len(units)
        self.units, self.row_units = units, row_units
        pick = [(k.unknowns, k.rows, k.box) for k in kinds]
        self.row = _joined([g[:, box.jacobian[0]] for _, g, box in pick])
        self.column = _joined([x[:, box.jacobian[1]] for x, _, box in pick])
        self.moves = _joined([np.broadcast_to(box.moves, (len(x), len(box.moves))) for x, _, box in pick]) > 0
        self.one = _joined([x[:, box.hessian[0]] for x, _, box in pick])
        self.other = _joined([x[:, box.hessian[1]] for x, _, box in pick])
        self.jacobian, self.hessian = np.zeros(len(self.row)), np.zeros(len(self.one))
        self.first = np.cumsum([0, *(k.unknowns.shape[0] * k.box.jacobian.shape[1] for k in kinds)])
        """Where the entries of each kind begin in the Jacobian."""
        self.f, self.g = np.zeros(1), np.zeros(self.m)
        self.slope, self.pull = np.zeros(self.n), np.zeros(self.n)
        self._data = [np.zeros((len(k.unknowns), k.box.data)) for k in kinds]
        for data, kind in zip(self._data, kinds, strict=True):
            data[:, kind.parameters.shape[1] :] = kind.constants
        self._wire()

    def twin(self) -> "Elements":
        """The same program with results of its own, for another thread."""
        other = copy(self)
        for name in ("jacobian", "hessian", "f", "g", "slope", "pull"):
            setattr(other, name, getattr(self, name).copy())
        other._data = [data.copy() for data in self._data]
        other._wire()
        return other

    def _wire(self) -> None:
        """Tell C where everything is."""
        self._kept, before = (
            [],
            np.cumsum([0, *(k.unknowns.shape[0] * k.box.hessian.shape[1] for k in self.kinds)]),
        )
        for kind, data, j, h in zip(self.kinds, self._data, self.first, before, strict=False):
            arrays: tuple[Any, ...] = (
                kind.unknowns, kind.rows, data, self.units, self.row_units, self.jacobian[j:], self.hessian[h:],
            )  # fmt: skip
            self._kept.append(_Places(len(kind.unknowns), *map(_at, arrays)))
        count = len(self.kinds)
        loops = (ctypes.c_void_p * count)(
            *(ctypes.cast(k.box.loop, ctypes.c_void_p).value for k in self.kinds)
        )
        places = (ctypes.c_void_p * count)(*(ctypes.addressof(each) for each in self._kept))
        self._alive = loops, places
        self._call = caller()
        self._call.argtypes = [
            ctypes.c_longlong,
            *[ctypes.c_void_p] * 2,
            ctypes.c_longlong,
            *[ctypes.c_void_p] * 6,
        ]
        self._results = tuple(_at(each) for each in (self.f, self.g, self.slope, self.pull))
        self._head = count, ctypes.addressof(loops), ctypes.addressof(places), self.n

    def given(self, p: Array) -> None:
        """Parameters from now on."""
        for data, kind in zip(self._data, self.kinds, strict=True):
            data[:, : kind.parameters.shape[1]] = p[kind.parameters]

    def finite(self, x: Array, p: Array) -> bool:
        """Whether all values and slopes are numbers at x, which is not in units."""
        self.given(p)
        self.whole(x / self.units, np.zeros(self.m))
        return all(np.isfinite(part).all() for part in (self.f, self.g, self.slope, self.jacobian))

    def values(self, x: Array, f: Array, g: Array) -> None:
        """f and ĝ at x̂."""
        if self._call(*self._head, _at(x), 0, _at(f), _at(g), 0, 0):
            raise SuppleError("a function box could not be evaluated")

    def whole(self, x: Array, y: Array) -> None:
        """f, ĝ, ∂f/∂x̂, Jᵀŷ, and the entries of J and of the Hessian of f + ŷ·ĝ, into the arrays of this object."""
        if self._call(*self._head, _at(x), _at(y), *self._results):
            raise SuppleError("a function box could not be evaluated")


def _at(x: np.ndarray[Any, Any]) -> int:
    """Where its numbers are."""
    place: int = x.__array_interface__["data"][0]
    return place


def _joined(tables: Sequence[Indices]) -> Indices:
    return np.concatenate([np.zeros(0, dtype=np.int64), *(np.ravel(table) for table in tables)])
