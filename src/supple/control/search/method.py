"""What a search method is: it is asked for candidates, and told what they cost."""

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from supple.arrays import Array
from supple.errors import InputError


class Method(ABC):
    """Proposes points u (n,) of a space whose sides are about one long; knows nothing of what they stand for.

    The first candidate is the start itself, so that what was found can be compared with it.
    """

    options: ClassVar[tuple[str, ...]] = ("spread",)
    """What can be set of it, by name."""

    def __init__(self, start: Array, seed: int, spread: float) -> None:
        if not 0 < spread < np.inf:
            raise InputError(
                f"spread is {spread}; give a positive share of the range of each parameter, such as 0.2"
            )
        self.start, self.spread = np.array(start, dtype=np.float64), spread
        self.random = np.random.default_rng(seed)
        self._told = False

    @property
    def done(self) -> bool:
        """Whether there is nothing more to be found this way."""
        return False

    def ask(self) -> Array:
        """Candidates (k, n) to be evaluated, in any order and all at once."""
        return self._candidates() if self._told else self.start[None]

    def tell(self, candidates: Array, costs: Array) -> None:
        """What the candidates (k, n) that were asked for cost (k,)."""
        if self._told:
            self._learn(candidates, costs)
        else:
            self._begin(float(costs[0]))
            self._told = True

    @abstractmethod
    def _begin(self, cost: float) -> None:
        """The start costs so much."""

    @abstractmethod
    def _candidates(self) -> Array: ...

    @abstractmethod
    def _learn(self, candidates: Array, costs: Array) -> None: ...
