"""The rotation of a joint whose turns are keyed apart: R = rest · R(axis₁, q₁) R(axis₂, q₂) …, each q a scalar curve.

ω = Σ wₖ q̇ₖ,  ω̇ = Σ wₖ q̈ₖ + ωₖ × wₖ q̇ₖ,   wₖ: axis k as turned by those before, ωₖ: the velocity that they give
"""

from dataclasses import dataclass

import numpy as np

from supple import spatial
from supple.arrays import Array
from supple.motion.curves.curve import Curve, Values


@dataclass(frozen=True, eq=False)
class Jointed(Curve):
    """Unit quaternions of turns `parts` about `axes` (k, 3), one after another, on top of `rest` (4,)."""

    parts: tuple[Curve, ...]
    axes: Array
    rest: Array

    def __call__(self, t: Array, order: int = 0) -> Values:
        """q (n, 4), ω (n, 3) or ω̇ (n, 3) in the frame that `rest` is given in."""
        q = np.tile(np.asarray(self.rest, dtype=np.float64), (len(t), 1))
        rate, change = np.zeros((2, len(t), 3))
        for part, axis in zip(self.parts, self.axes, strict=True):
            if order:
                along = spatial.rotate(q, axis)
                step = along * part(t, 1)[:, None]
                if order == 2:
                    change += along * part(t, 2)[:, None] + np.cross(rate, step)
                rate += step
            q = spatial.multiply(q, spatial.from_axis_angle(axis, part(t, 0)))
        return (np.asarray(spatial.aligned(q)), rate, change)[order]

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
