"""A shape: its surface in its own frame, as numbers that compiled code reads, and as a mesh that is seen."""

from abc import ABC, abstractmethod
from enum import IntEnum
from typing import ClassVar

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.scene import Mesh

NUMBERS = 8
"""How many numbers a shape may have beside a grid."""
NO_GRID = np.zeros((0, 0, 0))


class Kind(IntEnum):
    """Which formula gives the gap."""

    PLANE = 0
    HEIGHT_FIELD = 1
    BOX = 2
    SPHERE = 3
    CAPSULE = 4
    SUPERQUADRIC = 5
    DISTANCE_GRID = 6


class Shape(ABC):
    """A closed set about its own origin, or one that goes on downward without end."""

    kind: ClassVar[Kind]

    @property
    @abstractmethod
    def numbers(self) -> tuple[float, ...]:
        """What its formula needs, at most eight numbers."""

    @property
    def grid(self) -> Array:
        """Samples (x, y, z) that its formula interpolates, if any."""
        return NO_GRID

    @abstractmethod
    def mesh(self) -> Mesh:
        """Its surface, for takes that show it."""


def sizes(what: str, **given: float) -> None:
    """Lengths must be positive numbers."""
    for name, value in given.items():
        if not (np.isfinite(value) and value > 0):
            raise InputError(f"{what}: {name} is {value}; give a positive number of metres")
