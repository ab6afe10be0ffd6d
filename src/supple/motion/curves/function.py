"""A procedural curve: any function of time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.motion import kinds
from supple.motion.curves.curve import Curve, Values
from supple.motion.differences import difference, rotation_difference

TimeFunction = Callable[[Array], Any]


@dataclass(frozen=True, eq=False)
class Function(Curve):
    """x = f(t), called with times (n,) and giving values (n, …). Outside [begin, finish] the end values hold.

    Derivatives are `velocity` and `acceleration` where given, else differences (`supple.motion.differences`).
    """

    f: TimeFunction
    velocity: TimeFunction | None = None
    acceleration: TimeFunction | None = None
    begin: float = -np.inf
    finish: float = np.inf

    def __call__(self, t: Array, order: int = 0) -> Values:
        """f, ḟ or f̈ at t."""
        inside = np.clip(t, self.begin, self.finish)
        given = (self.f, self.velocity, self.acceleration)[order]
        if given is not None:
            x = self._checked(given(inside), len(t), derivative=order > 0)
        elif kinds.named(self.kind).discrete:
            return np.zeros(len(t))
        else:
            rule = rotation_difference if self.kind == "rotation" else difference
            x = rule(
                lambda s: self._checked(self.f(s), len(s), False), inside, order, self.begin, self.finish
            )
        return self.hold(t, np.array(x)) if order else x

    @property
    def knots(self) -> Array:
        """The finite ones of its two ends."""
        return np.array([end for end in (self.begin, self.finish) if np.isfinite(end)])

    @property
    def start(self) -> float:
        """First time [s]; −∞ for what has always been."""
        return self.begin

    @property
    def end(self) -> float:
        """Last time [s]; ∞ for what never ends."""
        return self.finish

    def _checked(self, x: Any, n: int, derivative: bool) -> Values:
        name = getattr(self.f, "__name__", "function")
        rank = kinds.named(self.kind).rank
        column = np.asarray(x)
        if column.ndim == rank:
            column = np.broadcast_to(column, (n, *column.shape))
        if column.ndim != rank + 1 or len(column) != n:
            raise InputError(
                f"{name}: expected a {self.kind} for each of {n} times (times along the first axis), "
                f"got shape {np.shape(x)}"
            )
        return kinds.checked(self.kind, column, name) if self.kind != "rotation" or not derivative else column
