"""The camera and the lights (twixt's special objects; they are placed and animated like everything else)."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from supple.arrays import Array, finite
from supple.errors import InputError
from supple.scene.camera_moves import Moves
from supple.scene.look import Color
from supple.spatial import from_axis_angle, look_at, multiply


@dataclass(eq=False)
class Camera(Moves):
    """Perspective: where the eye is, what it looks at, roll about the line of sight, full vertical angle [rad].

    >>> Camera(eye=(0, 0, 5), center=(0, 0, 0)).rotation
    array([0., 0., 0., 1.])
    """

    eye: Array = field(default_factory=lambda: np.array([3.0, 2.0, 5.0]))
    center: Array = field(default_factory=lambda: np.zeros(3))
    roll: float = 0.0
    angle: float = np.deg2rad(35.0)

    def __post_init__(self) -> None:
        self.eye = finite(self.eye, "camera eye", (3,))
        self.center = finite(self.center, "camera center", (3,))
        if np.allclose(self.eye, self.center):
            raise InputError(f"camera eye and center are both {self.eye.tolist()}; move one of them")
        if not 0 < self.angle < np.pi:
            raise InputError(f"camera angle is {self.angle} rad; expected something between 0 and π")

    @property
    def rotation(self) -> Array:
        """Orientation (xyzw) of a camera that looks along its −Z with Y up, as glTF's do."""
        return multiply(look_at(self.eye, self.center), from_axis_angle((0, 0, 1), self.roll))


@dataclass(frozen=True)
class Light:
    """A source of light; a sun shines along its node's −Z."""

    kind: Literal["sun", "point"] = "sun"
    color: Color = (1.0, 1.0, 1.0, 1.0)
    intensity: float = 3.0
