"""The rotation that Euler angles make: R(t) = R(axis₁, a₁(t)) R(axis₂, a₂(t)) R(axis₃, a₃(t)), axes moving.

ω = axis₁ ȧ₁ + R₁ axis₂ ȧ₂ + R₁ R₂ axis₃ ȧ₃, exactly, by the product rule of turning rotations (`spatial.jet`).
"""

from dataclasses import dataclass

import numpy as np

from supple import spatial
from supple.arrays import Array
from supple.motion import kinds
from supple.motion.curves.curve import Derived, Values
from supple.spatial.euler import jet_of_angles
from supple.spatial.jet import Moving


@dataclass(frozen=True, eq=False)
class Oriented(Derived):
    """Unit quaternions of a curve of Euler angles."""

    def __call__(self, t: Array, order: int = 0) -> Values:
        """q (n, 4), ω (n, 3) or ω̇ (n, 3) in the world frame."""
        sequence = kinds.order_of(self.curve.kind)
        columns = ["XYZ".index(letter) for letter in sequence]
        if order == 0:
            return np.asarray(spatial.aligned(spatial.from_euler(self.curve(t, 0)[:, columns], sequence)))
        moving = Moving(*(self.curve(t, k)[:, columns] for k in range(3)))
        jet = jet_of_angles(moving, sequence)
        return jet.velocity if order == 1 else jet.acceleration
