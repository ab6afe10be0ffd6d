"""The loop of every search: ask for candidates, evaluate those that no journal knows, tell what they cost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from supple.arrays import Array
from supple.control.search.costs import checked
from supple.control.search.journal import Journal
from supple.control.search.method import Method

Evaluate = Callable[[Array], Iterator[tuple[int, float]]]
"""Candidates (k, n) to (which, its cost) in the order in which they get ready."""


@dataclass(frozen=True)
class Course:
    """What a search with one seed went through: candidates u (N, n), their costs (N,), in order."""

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
    keeps every evaluation that is finished.

    >>> from supple.control.search.annealing import Annealing
    >>> away = lambda u: ((i, float(x @ x)) for i, x in enumerate(u))
    >>> method = Annealing(np.ones(2), evaluations=50, seed=1)
    >>> course = improve(method, away, Journal(None, {}), seed=1, evaluations=50)
    >>> len(course.costs), float(course.costs[0]), bool(course.costs[course.best] < 0.1)
    (50, 2.0, True)
    """
    us: list[Array] = []
    costs: dict[int, float] = {}
    stopped = False
    try:
        while len(us) < evaluations and not method.done and min(costs.values(), default=np.inf) > enough:
            asked = method.ask()
            first = len(us)
            us.extend(asked[: evaluations - first])
            for number, cost in _costs(us, first, evaluate, journal, seed, described):
                costs[number] = cost
                seen(cost)
            if len(us) == first + len(asked):
                method.tell(asked, np.array([costs[number] for number in range(first, len(us))]))
    except KeyboardInterrupt:
        if not costs:
            raise
        stopped = True
    finished = sorted(costs)
    return Course(seed, np.array([us[k] for k in finished]), np.array([costs[k] for k in finished]), stopped)


def _costs(
    us: list[Array],
    first: int,
    evaluate: Evaluate,
    journal: Journal,
    seed: int,
    described: Callable[[Array], str],
) -> Iterator[tuple[int, float]]:
    """(Number, cost) of the evaluations from `first` on: what the journal knows, then others as they get ready."""
    known = {number: journal.known(seed, number, us[number]) for number in range(first, len(us))}
    for number, cost in known.items():
        if cost is not None:
            yield number, cost
    missing = [number for number, cost in known.items() if cost is None]
    for k, given in evaluate(np.array([us[number] for number in missing])) if missing else ():
        number = missing[k]
        cost = checked(given, f"evaluation {number} of seed {seed}", partial(described, us[number]))
        journal.note(seed, number, us[number], cost)
        yield number, cost
