"""A motion, before it is a take."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from supple.control.gait import Gait
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.rollout import Rolled


@dataclass(frozen=True, eq=False)
class Act:
    """A body, how it moved, the moments that matter [s], and what a search has to say of it."""

    body: LatticeBody
    rolled: Rolled
    notes: Mapping[float, str]
    period: float = np.inf
    """Of a gait [s]."""
    searched: Mapping[str, float] = field(default_factory=dict)
    """Evaluations, first and best cost, whether Ctrl-C ended it."""

    @property
    def gait(self) -> Gait:
        """The motion as measures see it."""
        return Gait.of(self.body, self.rolled, period=self.period)
