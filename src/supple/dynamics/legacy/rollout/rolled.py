"""What comes of a rollout."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array


@dataclass(frozen=True, eq=False)
class Rolled:
    """What became of a rollout, frame by frame (T, …); NaN after a divergence.

    contact (T, m, 3) [N]: mean force on each of the body's contact points since the frame before, in world axes.
    control (T, D): Q_u. energy (T,) [J]: spent by control since the beginning, ∫ Σ |γ̇ Q_u| dt.
    """

    t: Array
    q: Array
    v: Array
    contact: Array
    control: Array
    energy: Array

    @property
    def sound(self) -> bool:
        """Whether it went through."""
        return bool(np.isfinite(self.q[-1]).all())
