"""The loop of every search: ask for candidates, evaluate those that no journal knows, tell what they cost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite

import numpy as np

from supple.arrays import Array
from supple.control.search.journal import Journal
from supple.control.search.method import Method
from supple.errors import InputError

Evaluate = Callable[[Array], Iterator[tuple[int, float]]]
"""Candidates (k, n) to (which, its cost) in the order in which they get ready."""


@dataclass(frozen=True)
class Course:
    """What a search with one seed went through: candidates u (N, n), their costs (N,)."""

    seed: int
    u: Array
    costs: Array
    stopped: bool = False
    """Whether Ctrl-C ended it."""

    @property
    def best(self) -> int:
        """Which candidate costs least; the first of equals."""
        return int(np.argmin(self.costs))


def improve(
    method: Method,
    evaluate: Evaluate,
    journal: Journal,
    *,
    seed: int,
    evaluations: int,
    enough: float = -np.inf,
    described: Callable[[Array], str] = str,
    seen: Callable[[float], object] = lambda cost: None,
) -> Course:
    """Let a method search until it is done, has made its evaluations, or has met a cost that is `enough`.

    `described` tells a user what a candidate stands for; `seen` is called with each cost. Ctrl-C ends the search and
    keeps what it has.

    >>> from supple.control.search.annealing import Annealing
    >>> away = lambda u: ((i, float(x @ x)) for i, x in enumerate(u))
    >>> method = Annealing(np.ones(2), evaluations=50, seed=1)
    >>> course = improve(method, away, Journal(None, {}), seed=1, evaluations=50)
    >>> len(course.costs), float(course.costs[0]), bool(course.costs[course.best] < 0.1)
    (50, 2.0, True)
    """
    us: list[Array] = []
    costs: list[float] = []
    stopped = False
    try:
        while len(costs) < evaluations and not method.done and min(costs, default=np.inf) > enough:
            asked = method.ask()
            batch = asked[: evaluations - len(costs)]
            told = _costs(batch, len(costs), evaluate, journal, seed, described, seen)
            us.extend(batch)
            costs.extend(told)
            if len(batch) == len(asked):
                method.tell(asked, np.array(told))
    except KeyboardInterrupt:
        if not costs:
            raise
        stopped = True
    return Course(seed, np.array(us[: len(costs)]), np.array(costs), stopped)


def _costs(
    batch: Array,
    first: int,
    evaluate: Evaluate,
    journal: Journal,
    seed: int,
    described: Callable[[Array], str],
    seen: Callable[[float], object],
) -> list[float]:
    """Costs of candidates, the first of which is evaluation `first`."""
    costs = [journal.known(seed, first + i, u) for i, u in enumerate(batch)]
    missing = [i for i, cost in enumerate(costs) if cost is None]
    for cost in costs:
        if cost is not None:
            seen(cost)
    for k, cost in evaluate(batch[missing]) if missing else ():
        i = missing[k]
        if not isfinite(cost):
            raise InputError(
                f"the cost of evaluation {first + i} of seed {seed} is {cost}; it must be a finite number, "
                f"a large one for what must not be. It was of {described(batch[i])}"
            )
        costs[i] = float(cost)
        journal.note(seed, first + i, batch[i], float(cost))
        seen(float(cost))
    return [cost for cost in costs if cost is not None]
