"""What a user holds of a constraint: let go of it, weaken it, ask how hard it pulls."""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.constraints.constraint import Constraint
from supple.dynamics.legacy.describing import handle_line
from supple.errors import InputError
from supple.motion import Track

if TYPE_CHECKING:
    from supple.dynamics.legacy.binding import Binding

SLOWEST = 1.0
"""Response time of the faintest pull [s]."""
FADE = 0.1
"""Below this strength a pull fades to nothing."""


class Handle:
    """A constraint of a world. `strength` ∈ [0, 1], a number or a track: 1 holds exactly, 0 is absent.

    Between, a critically damped pull whose response time goes from 1 s down to one step, logarithmically, whatever
    the mass.
    """

    def __init__(self, world: "Binding", constraint: Constraint) -> None:
        self._world = world
        self.constraint = constraint
        self._strength: float | Track = 1.0
        self.impulse = np.zeros(constraint.size)
        self.active = True
        self.redundant = False
        """Whether it was found to follow from other constraints, so that it exerts no force."""

    @property
    def strength(self) -> float | Track:
        """1 is exact, 0 is absent; a track changes it over time."""
        return self._strength

    @strength.setter
    def strength(self, value: float | Track) -> None:
        if not isinstance(value, Track) and not 0 <= value <= 1:
            raise InputError(f"strength of {self.constraint.name!r} is {value}; it lies between 0 and 1")
        self._strength = value

    def strength_at(self, t: float) -> float:
        """The strength at a time [s]."""
        s = self._strength
        return float(np.clip(s(t), 0.0, 1.0)) if isinstance(s, Track) else float(s)

    def steady_until(self, t: float) -> float:
        """Until when the strength stays as it is [s]; while it changes, only now."""
        s = self._strength
        if not isinstance(s, Track):
            return float("inf")
        knots = s.times[s.times > t + 1e-9]
        ahead = float(knots[0]) if len(knots) else float("inf")
        samples = s(np.linspace(t, min(ahead, t + 10.0), 5))
        return ahead if np.ptp(samples) < 1e-12 else t

    def frequency(self, t: float, h: float) -> float:
        """How fast the pull responds [1/s]: ∞ holds, 0 does nothing; it gets there without a jump at either end."""
        s = self.strength_at(t)
        if s >= 1.0:
            return float("inf")
        response = SLOWEST ** (1 - s) * h**s * (1 - s**8)
        fade = min(s / FADE, 1.0) ** 2
        return float(fade / response)

    @property
    def force(self) -> Array:
        """What the constraint exerts along its rows in the last step [N]."""
        return self.impulse / self._world.step_size

    def release(self) -> None:
        """Let go: points keep the velocity they have."""
        if not self.active:
            raise InputError(f"{self.constraint.name!r} was released already")
        self._world.remove(self)
        self.active = False

    def __repr__(self) -> str:
        return handle_line(self)
