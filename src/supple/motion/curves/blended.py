"""Two curves at once.

over:  x = a + w (b − a)     rotations: a (a⁻¹ b)^w
add:   x = a + w b           rotations: b^w a

Derivatives by the product rule; for rotations by that of `supple.spatial.jet`. Switches and notes take b
where w ≥ ½.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.motion import kinds
from supple.motion.curves.curve import Curve, Values
from supple.spatial.jet import Jet, Moving, jet_of_rotation_vector, slerp_jets


@dataclass(frozen=True, eq=False)
class Blended(Curve):
    """The curves a and b mixed by the scalar curve `weight`; `how` is "over" or "add"."""

    a: Curve
    b: Curve
    weight: Curve
    how: str = "over"

    def __call__(self, t: Array, order: int = 0) -> Values:
        """Value or derivative at t."""
        if kinds.named(self.kind).discrete:
            return np.where(self.weight(t, 0) >= 0.5, self.b(t, order), self.a(t, order))
        if self.kind == "rotation":
            moving = self._turning(t)
            return (moving.rotation, moving.velocity, moving.acceleration)[order]
        return self._number(t, order)

    @property
    def knots(self) -> Array:
        """Those of all three, from start to end."""
        every = np.unique(np.concatenate([curve.knots for curve in (self.a, self.b, self.weight)]))
        return every[(every >= self.start) & (every <= self.end)]

    @property
    def start(self) -> float:
        """The earlier of the two."""
        return min(self.a.start, self.b.start)

    @property
    def end(self) -> float:
        """The later of the two."""
        return max(self.a.end, self.b.end)

    def _number(self, t: Array, order: int) -> Values:
        a = [self.a(t, k) for k in range(order + 1)]
        b = [self.b(t, k) for k in range(order + 1)]
        d = [q - p for p, q in zip(a, b, strict=True)] if self.how == "over" else b
        w = [self.weight(t, k).reshape(-1, *(1,) * (a[0].ndim - 1)) for k in range(order + 1)]
        if order == 0:
            return np.asarray(a[0] + w[0] * d[0])
        if order == 1:
            return np.asarray(a[1] + w[0] * d[1] + w[1] * d[0])
        return np.asarray(a[2] + w[0] * d[2] + 2 * w[1] * d[1] + w[2] * d[0])

    def _turning(self, t: Array) -> Jet:
        a, b = (Jet(curve(t, 0), curve(t, 1), curve(t, 2)) for curve in (self.a, self.b))
        near = np.sum(a.rotation * b.rotation, axis=1) if self.how == "over" else b.rotation[:, 3]
        b = Jet(np.where(near[:, None] < 0, -b.rotation, b.rotation), b.velocity, b.acceleration)
        w = Moving(self.weight(t, 0), self.weight(t, 1), self.weight(t, 2))
        if self.how == "over":
            return slerp_jets(a, b, w)
        return jet_of_rotation_vector(b.rotation_vector().times(w)) @ a
