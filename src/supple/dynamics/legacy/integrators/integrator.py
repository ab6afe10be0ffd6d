"""What a scheme does: one step of a system, with constraints and contact."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from supple.arrays import Array
from supple.dynamics.legacy.general import System
from supple.dynamics.legacy.state import State


class Step(NamedTuple):
    """What came of a step: q⁺, v⁺, the impulses of constraints (rows,) over it [N s], and what lasts of contacts."""

    q: Array
    v: Array
    impulse: Array
    memory: dict[str, Array]


class Integrator(ABC):
    """A scheme that advances a system by h seconds."""

    bounded = False
    """Whether it copes with stiffness by itself, so that the step need not be fine enough for the stiffest body."""

    firm = False
    """Whether damping acts at the end of its steps, so that no damping is too much."""

    @abstractmethod
    def step(self, system: System, state: State, h: float) -> Step:
        """From the state to the one h seconds later; only `state.memory` may change."""
