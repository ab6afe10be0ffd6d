"""Components keyed apart: a vector, a color or Euler angles made of one scalar curve for each component."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.motion.curves.curve import Curve, Values


@dataclass(frozen=True, eq=False)
class Apart(Curve):
    """x = (x₁(t), x₂(t), …): each part has keys, interpolators and ends of its own."""

    parts: tuple[Curve, ...]

    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value or derivative at t, shape (n, k)."""
        return np.stack([part(t, order) for part in self.parts], axis=1)

    @property
    def knots(self) -> Array:
        """Those of all parts."""
        return np.unique(np.concatenate([part.knots for part in self.parts]))

    @property
    def start(self) -> float:
        """The earliest of the parts'."""
        return min(part.start for part in self.parts)

    @property
    def end(self) -> float:
        """The latest of the parts'."""
        return max(part.end for part in self.parts)
