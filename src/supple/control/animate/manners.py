"""What gaits cost here: to get on, without falling over, straying, or wasting strength.

Lengths are in heights, energies in weight × height; each breach counts up to its weight and no more, so that a body
would rather try and fall than stand.
"""

import numpy as np

from supple.control.gait import Gait
from supple.control.measures import heading_drift_deg, period_variation
from supple.control.search import costs
from supple.control.search.costs import effort, way

LEAN, TURN, STRAY, UNEVEN = 0.1, 5.0, 0.5, 0.04
"""What is free: 1 − cosine of the lean, turn [°], way aside [heights], variation of the strides."""
CLOSE = 0.03
"""How high a shuffle may lift all of itself [heights]."""
FAR, NEAR = 12.0, 4.0
"""A way that is nearly worth as much as ways can be, bounding and shuffling [heights]."""


def hop(gait: Gait) -> float:
    """A hop that repeats itself."""
    return costs.hop(gait) + _full(_variation(gait) / UNEVEN - 1)


def bound(gait: Gait) -> float:
    """As far as it gets, upright."""
    return _unruly(gait) + 0.005 * effort(gait) - 4 * float(np.tanh(way(gait) / FAR))


def shuffle(gait: Gait) -> float:
    """Along, close to the floor."""
    off = float(gait.gaps.min(axis=1).max()) / gait.height
    return (
        _unruly(gait)
        + 3 * _full(off / CLOSE - 1)
        + 0.01 * effort(gait)
        - 4 * float(np.tanh(way(gait) / NEAR))
    )


def _unruly(gait: Gait) -> float:
    lean = 1 - gait.up
    return (
        2 * float(np.clip(lean / LEAN - 1, 0.0, 1.0).mean())
        + 2 * _full(lean.max() / LEAN - 1)
        + 2 * _full(heading_drift_deg(gait) / TURN - 1)
        + _full(abs(gait.astray[-1]) / gait.height / STRAY - 1)
        + _full(_variation(gait) / UNEVEN - 1)
    )


def _variation(gait: Gait) -> float:
    return min(period_variation(gait), 1.0)


def _full(breach: float) -> float:
    """From 0 toward 1, which a breach without end would have."""
    return max(breach, 0.0) / (1 + max(breach, 0.0))
