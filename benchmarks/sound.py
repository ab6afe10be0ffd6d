"""The largest step at which a dropped box is still to be trusted, found alike for any engine.

A step is sound if the rebound is within 5 % of what it is at a very small step, energy never exceeds that at the
start by 0.1 %, and nothing sinks deeper than 1 % of the size. One landing may fit the steps by luck, so all this must
hold for landings at every quarter of a step.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array

DROP, SECONDS = 0.3, 2.0
"""The bottom of the box above the floor [m], and how long it is watched [s]."""
STEPS = tuple(1e-3 * x for x in (10, 8, 7, 6, 5, 4, 3, 2.5, 2, 1.5, 1, 0.75, 0.5, 0.3, 0.2))
FINEST = 1e-4
REBOUND, GAINED, DEEP = 0.05, 1e-3, 0.01
NEAR = 0.005
"""Where landing begins [m]."""
PRESSED = 0.1
"""The box is at its lowest within so long after it has landed [s]."""
PHASES = 4


@dataclass(frozen=True)
class Fall:
    """Highest center of mass after the landing [m]; depth in sides of the box; most energy, in that at the start."""

    rebound: float
    depth: float
    energy: float

    def sound(self, wanted: float) -> bool:
        """Whether it may be trusted, where a fine step rebounds to `wanted` [m]."""
        near = abs(self.rebound - wanted) <= REBOUND * wanted
        return near and self.depth <= DEEP and self.energy <= 1 + GAINED


LOST = Fall(np.inf, np.inf, np.inf)
"""Of a box that flew apart."""


def rebound(height: Array, lowest: Array, step: float) -> float:
    """Highest center of mass after it has landed and is pressed together, by its heights after every step [m]."""
    landed = int(np.argmax(lowest < NEAR))
    pressed = landed + int(np.argmin(height[landed : landed + round(PRESSED / step) + 1]))
    return float(height[pressed:].max())


def largest_sound(
    fall: Callable[[float, float], Fall], phases: int = PHASES, steps: Sequence[float] = STEPS
) -> float | None:
    """The largest of the steps that is sound; `fall` tells what becomes of a box by step [s] and drop [m]."""
    speed, wanted = np.sqrt(2 * 9.81 * DROP), fall(FINEST, DROP).rebound
    for step in steps:
        drops = (DROP + speed * step * k / phases for k in range(phases))
        if all(fall(step, drop).sound(wanted) for drop in drops):
            return step
    return None
