"""Values mapped: x ↦ R(f x) + b, and for rotations q ↦ r q."""

from dataclasses import dataclass

import numpy as np

from supple import spatial
from supple.arrays import Array
from supple.motion.curves.curve import Derived, Values


@dataclass(frozen=True, eq=False)
class Mapped(Derived):
    """R(f x) + b: scaled by `factor`, turned by the quaternion `turn`, moved by `offset`."""

    factor: Array | None = None
    turn: Array | None = None
    offset: Array | None = None

    def __call__(self, t: Array, order: int = 0) -> Values:
        """The map of the value, or its linear part of the derivative."""
        x = self.curve(t, order)
        if self.kind == "rotation" and order == 0:
            return x if self.turn is None else spatial.multiply(self.turn, x)
        x = x if self.factor is None else self.factor * x
        x = x if self.turn is None else turned(self.turn, x)
        return x if self.offset is None or order else x + self.offset


def turned(turn: Array, x: Values) -> Values:
    """R x for vectors (n, 3) and shapes (n, m, 3)."""
    return np.asarray(spatial.rotate(turn, x.reshape(-1, 3))).reshape(x.shape)
