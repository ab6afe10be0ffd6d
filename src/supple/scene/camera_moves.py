"""Moves of a camera: about its own axes, about a center anywhere, and as one pushes it (bbop's cameras).

A move is a turn R about a point c:  eye ↦ c + R (eye − c),  center ↦ c + R (center − c),  up ↦ R up.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import UnknownNameError
from supple.spatial import from_axis_angle, look_at, rotate

Sense = Literal["airplane", "world"]
SENSES = {"airplane": 1.0, "world": -1.0}
X, Y, Z = np.eye(3)


@dataclass(eq=False)
class Moves(ABC):
    """What a camera can do; each move gives a new one. Angles in radians."""

    eye: Array
    center: Array
    roll: float
    angle: float

    @property
    @abstractmethod
    def rotation(self) -> Array:
        """Its orientation (xyzw): it looks along its −Z with Y up."""

    @property
    def up(self) -> Array:
        """Its up, a unit vector of the world."""
        return np.asarray(rotate(self.rotation, Y))

    def turned(self, axis: ArrayLike, angle: float, about: ArrayLike | None = None) -> Self:
        """Turned about an axis of the world through a point, by default its own eye.

        >>> from supple.scene import Camera
        >>> Camera(eye=(0, 0, 5), center=(0, 0, 0)).turned((0, 1, 0), np.pi / 2, about=(0, 0, 0)).eye.round(9)
        array([5., 0., 0.])
        """
        pivot = self.eye if about is None else finite(about, "about", (3,))
        turn = from_axis_angle(finite(axis, "axis", (3,)), angle)
        eye = pivot + rotate(turn, self.eye - pivot)
        center = pivot + rotate(turn, self.center - pivot)
        moved: dict[str, Any] = {
            "eye": eye,
            "center": center,
            "roll": _roll(eye, center, rotate(turn, self.up)),
        }
        return replace(self, **moved)

    def tilted(self, angle: float) -> Self:
        """Its nose up, about its own right."""
        return self.turned(rotate(self.rotation, X), angle)

    def panned(self, angle: float) -> Self:
        """To its left, about its own up."""
        return self.turned(self.up, angle)

    def rolled(self, angle: float) -> Self:
        """About its line of sight; what it sees turns clockwise."""
        return self.turned(rotate(self.rotation, Z), angle)

    def craned(self, around: float, raised: float = 0.0, about: ArrayLike = (0.0, 0.0, 0.0)) -> Self:
        """On a crane that stands at `about`: swung around the vertical, and its arm raised.

        >>> from supple.scene import Camera
        >>> Camera(eye=(0, 0, 5), center=(0, 0, 0)).craned(0, np.pi / 6).eye.round(9)
        array([0.        , 2.5       , 4.33012702])
        """
        swung = self.turned(Y, around, about)
        return swung.turned(rotate(swung.rotation, X), -raised, about)

    def pushed(self, forward: float, sideways: float, sense: Sense = "airplane") -> Self:
        """As a stick moves it: an airplane's nose goes down forward and its right wing sideways; a world's, up.

        >>> from supple.scene import Camera
        >>> down, back = Camera().pushed(0.1, 0), Camera().pushed(0.1, 0, sense="world")
        >>> bool(down.center[1] < Camera().center[1] < back.center[1])
        True
        """
        if sense not in SENSES:
            raise UnknownNameError("sense of a camera:", sense, SENSES)
        sign = SENSES[sense]
        return self.tilted(-sign * forward).rolled(-sign * sideways)


def _roll(eye: Array, center: Array, upward: Array) -> float:
    """By how much a camera that looks so must roll for that to be its up."""
    upright = look_at(eye, center)
    return float(np.arctan2(-upward @ rotate(upright, X), upward @ rotate(upright, Y)))
