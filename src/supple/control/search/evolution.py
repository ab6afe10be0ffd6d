"""CMA-ES: a cloud of candidates that learns where to go and along which directions to stretch (Hansen 2001).

The `cma` package does it; it draws from a generator of ours, so that a seed says everything.
"""

import warnings
from functools import cached_property
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.control.search.method import Method
from supple.errors import InputError

SPREAD = 0.15
"""First standard deviation of the cloud, as a share of the range of each parameter."""


class Evolution(Method):
    """CMA-ES with a population of `batch`; 1 stands for the usual one, 4 + 3 ln n.

    >>> search = Evolution(np.full(3, 0.9), seed=1)
    >>> for _ in range(60):
    ...     u = search.ask()
    ...     search.tell(u, ((u - 0.25) ** 2).sum(axis=1))
    >>> search.mean.round(2).tolist()
    [0.25, 0.25, 0.25]
    """

    def __init__(self, start: Array, *, seed: int, batch: int = 1, spread: float = SPREAD) -> None:
        super().__init__(start, seed, spread)
        if len(self.start) < 2:
            raise InputError("CMA-ES needs two parameters or more; search by annealing instead")
        if batch == 2:
            raise InputError("CMA-ES needs a batch of three or more, or 1 for the size that suits it")
        self.batch = 4 + int(3 * np.log(len(self.start))) if batch == 1 else batch

    @cached_property
    def _strategy(self) -> Any:
        options = {
            "popsize": self.batch,
            "randn": lambda *shape: self.random.standard_normal(shape),
            "seed": np.nan,
            "verbose": -9,
            "verb_log": 0,
        }
        return _cma().CMAEvolutionStrategy(self.start, self.spread, options)

    @property
    def mean(self) -> Array:
        """The middle of the cloud (n,)."""
        return np.array(self._strategy.mean)

    @property
    def done(self) -> bool:
        """Whether the cloud has shrunk to a point."""
        return bool(self._strategy.stop())

    def _begin(self, cost: float) -> None:
        """The cloud learns by ranks; the start only tells what it must beat."""

    def _candidates(self) -> Array:
        return np.array(self._strategy.ask())

    def _learn(self, candidates: Array, costs: Array) -> None:
        self._strategy.tell(list(candidates), costs.tolist())


def _cma() -> Any:
    """The package, imported when it is needed; it complains where there is nothing to plot with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import cma
    return cma
