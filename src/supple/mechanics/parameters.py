"""Constants of a body that may change between runs without anything being built again: masses, lengths, stiffness."""

from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.mechanics.symbols import is_symbolic


class Parameters:
    """Symbols by name with their usual values; `p` is all of them in one column.

    >>> k, m = ca.SX.sym("k"), ca.SX.sym("m", 2)
    >>> parameters = Parameters("spring", {"k": (k, 3.0), "m": (m, [1, 2])})
    >>> parameters.values(k=5)
    array([5., 1., 2.])
    """

    def __init__(self, owner: str, given: Mapping[str, tuple[ca.SX, ArrayLike]]) -> None:
        self._owner = owner
        for name, pair in given.items():
            if not (isinstance(pair, tuple) and len(pair) == 2 and is_symbolic(pair[0])):
                raise InputError(f"parameter {name!r} of {owner!r} must be a pair (ca.SX.sym(…), number)")
        self.symbols = {name: symbol for name, (symbol, _) in given.items()}
        self.p = ca.vertcat(ca.SX(0, 1), *(ca.vec(symbol) for symbol in self.symbols.values()))
        self._usual = {name: self._fitting(name, default) for name, (_, default) in given.items()}

    def values(self, **changes: ArrayLike) -> Array:
        """p as numbers: the usual ones, but for those named."""
        for name in changes:
            if name not in self.symbols:
                raise UnknownNameError(f"parameter of {self._owner!r}:", name, self.symbols)
        numbers = {**self._usual, **{name: self._fitting(name, value) for name, value in changes.items()}}
        return np.concatenate([np.zeros(0), *numbers.values()])

    def _fitting(self, name: str, value: Any) -> Array:
        given = finite(value, f"parameter {name!r} of {self._owner!r}")
        shaped = given.reshape(-1, 1) if given.ndim < 2 else given
        if shaped.shape != self.symbols[name].shape:
            raise InputError(
                f"parameter {name!r} of {self._owner!r}: its symbol is {self.symbols[name].shape}, "
                f"the value {given.shape}"
            )
        return shaped.reshape(-1, order="F")
