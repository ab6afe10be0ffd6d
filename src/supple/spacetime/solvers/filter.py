"""The filter: a trial is good if no point before it was better in both what rows miss and the objective (§2.3)."""

from typing import NamedTuple

SURE = 1e-11
"""Σ |violation| that no objective can be blamed for."""
NEAR = 1e-4
"""Σ |violation| from which on the objective counts for more."""
LESS = 1e-5
"""By what share a trial must be better in one of the two."""
DOWN = 1e-4
"""Share of the slope that the objective must follow where the slope leads (Armijo)."""


class Measure(NamedTuple):
    """Σ |g − s| and the objective of the barrier problem."""

    missed: float
    objective: float


class Filter:
    """Measures that no later trial may be worse than in both."""

    def __init__(self) -> None:
        self.corners: list[Measure] = []
        self.most = -1.0
        self.begun = False

    def clear(self) -> None:
        """Forget all, as for another barrier problem."""
        self.corners.clear()

    def accepts(self, here: Measure, there: Measure, slope: float, share: float) -> bool:
        """Whether to go there, a share of the step away; what is left behind is remembered."""
        if self.most < 0:
            self.most = 1e4 * max(1.0, here.missed)
        if not (there.objective == there.objective and there.missed < self.most):
            return False
        slack = 1e-13 * (1 + abs(here.objective))
        downhill = slope < 0 and here.missed <= NEAR and share * (-slope) ** 2.3 > here.missed**1.1
        lower = there.objective <= here.objective + DOWN * share * slope + slack
        if downhill and not lower:
            return False
        if not downhill and not (
            there.missed <= (1 - LESS) * here.missed
            or there.objective <= here.objective - LESS * here.missed + slack
            or there.missed < SURE
        ):
            return False
        if there.missed > 10 * SURE and any(
            there.missed >= corner.missed and there.objective >= corner.objective + slack
            for corner in self.corners
        ):
            return False
        if not (downhill and lower) and here.missed > 0:
            self.corners.append(Measure((1 - LESS) * here.missed, here.objective - LESS * here.missed))
        return True
