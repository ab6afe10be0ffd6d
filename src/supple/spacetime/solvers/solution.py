"""What a solver gives: unknowns, multipliers, and how it went."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from supple.arrays import Array
from supple.spacetime.program import Numbers

NONE = np.zeros(0)


class Start(NamedTuple):
    """Where to begin: unknowns, and the multipliers of a solve before, if there was one."""

    x: Array
    lam_x: Array = NONE
    lam_g: Array = NONE

    @property
    def warm(self) -> bool:
        """Whether it brings multipliers."""
        return len(self.lam_g) > 0

    def whole(self, numbers: Numbers) -> "Start":
        """With zeros for multipliers that are not there."""
        return self if self.warm else Start(self.x, np.zeros(len(numbers.lbx)), np.zeros(len(numbers.lbg)))

    def toward(self, step: "Start", share: float) -> "Start":
        """A share of the way along a step in x and to its multipliers."""
        lam_x, lam_g = (old + share * (new - old) for old, new in zip(self[1:], step[1:], strict=True))
        return Start(self.x + share * step.x, lam_x, lam_g)


class Iterate(NamedTuple):
    """One step of the way: unknowns, objective, worst violation of a row."""

    x: Array
    objective: float
    violation: float


Watch = Callable[[Iterate], bool]
"""Told of every iterate; says whether to go on."""


@dataclass(frozen=True, eq=False)
class Solution:
    """x with its multipliers; `success` when all that was asked holds and nothing better is near."""

    x: Array
    lam_x: Array
    lam_g: Array
    objective: float
    violation: float
    success: bool
    status: str
    iterations: int
    seconds: float
    solver: str
    iterates: list[Iterate] = field(default_factory=list, repr=False)

    def moved(self, x: Array, lam_x: Array, lam_g: Array, success: bool = True) -> "Solution":
        """The same, elsewhere."""
        return replace(self, x=x, lam_x=lam_x, lam_g=lam_g, success=success)

    def after(self, iterations: int, seconds: float) -> "Solution":
        """The same, with all that it took to get there."""
        return replace(self, iterations=iterations, seconds=seconds)

    @property
    def start(self) -> Start:
        """From here again."""
        return Start(self.x, self.lam_x, self.lam_g)


class Solver(Protocol):
    """A method that solves problems."""

    def solve(self, problem: Any, numbers: Numbers, start: Start, watch: Watch | None = None) -> Solution:
        """The best x from a start."""


def violation(numbers: Numbers, x: Array, g: Array) -> float:
    """By how much the worst bound or row is missed, unscaled."""
    low, high, least, most = numbers.lbx - x, x - numbers.ubx, numbers.lbg - g, g - numbers.ubg
    return float(np.max(np.concatenate([[0.0], low, high, least, most])))
