"""One thing that must hold: its name, its unit, where it was asked for, and between which numbers it must lie."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array

Range = Callable[[], tuple[Array, Array]]
"""() → least and most, as they are now: numbers may change between solves, the problem stays built."""


@dataclass(eq=False)
class Requirement:
    """least ≤ c(q, v, a, τ, λ) ≤ most.

    What the user asked for may be given up in order to say by how much it is missed (`wish`); mechanics may not.

    >>> Requirement("reach", "m", "jump.py:3", between(4.0, 4.0), wish=True)
    reach [m] (jump.py:3)
    """

    name: str
    unit: str
    source: str
    range: Range
    wish: bool = False
    labels: tuple[str, ...] = ()
    """What its numbers are called, such as x, y, z."""

    def __repr__(self) -> str:
        unit = f" [{self.unit}]" if self.unit else ""
        return f"{self.name}{unit}" + (f" ({self.source})" if self.source else "")


def between(least: object, most: object) -> Range:
    """A range that never changes."""
    low, high = np.asarray(least, dtype=np.float64), np.asarray(most, dtype=np.float64)
    return lambda: (low, high)


def law(name: str, unit: str, least: object = 0.0, most: object = 0.0) -> Requirement:
    """A requirement of mechanics; by default an equation."""
    return Requirement(name, unit, "", between(least, most))
