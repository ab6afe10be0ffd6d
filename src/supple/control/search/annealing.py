"""Simulated annealing: a worse neighbor is accepted with a chance that fades (Faloutsos et al. 1997, fig. 11).

Δ = cost(P′) − cost(P);   P ← P′ if Δ ≤ 0, else with probability exp(−Δ/T);   T ← r T,   while T > T_frozen
"""

import numpy as np

from supple.arrays import Array
from supple.control.search.method import Method
from supple.errors import InputError

HOT = 0.5
"""First temperature, in changes of cost, unless one is given."""
COLD = 0.01
"""Share of the first temperature at which all is frozen."""
SPREAD = 0.2
"""How far a first neighbor lies from P along each parameter that changes, as a share of the parameter's range."""
CHANGED = 0.5
"""Chance of a parameter to change from P to its neighbor."""


class Annealing(Method):
    """Fig. 11, sequential; with a `batch`, P′ is the best of that many neighbors of P, which can be tried at once.

    T is in units of cost where a `temperature` is given; else in units of the median |Δ| so far, so that costs of any
    size are alike to it. r is `cooling`, or what brings T to T_frozen within `evaluations`. Neighbors come closer as
    it cools: their spread goes with ⁴√(T/T₀).

    >>> search = Annealing(np.array([0.9]), evaluations=60, seed=1)
    >>> while not search.done:
    ...     u = search.ask()
    ...     search.tell(u, (u[:, 0] - 0.25) ** 2)
    >>> abs(search.place[0] - 0.25) < 0.02
    np.True_
    """

    options = ("spread", "temperature", "cooling")

    def __init__(
        self,
        start: Array,
        *,
        evaluations: int,
        seed: int,
        batch: int = 1,
        spread: float = SPREAD,
        temperature: float | None = None,
        cooling: float | None = None,
    ) -> None:
        super().__init__(start, seed, spread)
        if temperature is not None and not 0 < temperature < np.inf:
            raise InputError(f"the first temperature is {temperature}; it must be positive")
        if cooling is not None and not 0 < cooling < 1:
            raise InputError(f"cooling is {cooling}; it is a rate between 0 and 1, such as 0.95")
        self.batch = batch
        self._hot = temperature if temperature is not None else HOT
        self._relative = temperature is None
        self._warmth = 1.0  # T/T₀
        rounds = max((evaluations - 1) // batch, 1)
        self.cooling = cooling if cooling is not None else float(COLD ** (1 / rounds))
        self._changes: list[float] = []
        self.place, self.cost = self.start, np.nan

    @property
    def done(self) -> bool:
        """T < T_frozen."""
        return self._warmth < COLD * (1 - 1e-9)

    def _begin(self, cost: float) -> None:
        self.cost = cost

    def _candidates(self) -> Array:
        shape = self.batch, len(self.start)
        steps = self.spread * self._warmth**0.25 * self.random.standard_normal(shape)
        changed = self.random.random(shape) < CHANGED
        changed[np.arange(self.batch), self.random.integers(shape[1], size=self.batch)] = True
        return np.asarray(self.place + changed * steps)

    def _learn(self, candidates: Array, costs: Array) -> None:
        best = int(np.argmin(costs))
        change = float(costs[best]) - self.cost
        self._changes.extend(abs(float(cost) - self.cost) for cost in costs)
        unit = float(np.median(self._changes)) if self._relative else 1.0
        luck = self.random.random()
        if change <= 0 or luck < np.exp(-change / max(self._hot * self._warmth * unit, np.finfo(float).tiny)):
            self.place, self.cost = candidates[best], float(costs[best])
        self._warmth *= self.cooling
