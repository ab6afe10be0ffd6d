"""Search: controllers improved by simulation (Faloutsos et al. 1997, §6.2)."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from supple.arrays import Array
from supple.control.pose_graph import PoseGraph
from supple.control.search.annealing import Annealing
from supple.control.search.cluster import crew
from supple.control.search.costs import Cost
from supple.control.search.evolution import Evolution
from supple.control.search.improving import Course, Evaluate, improve
from supple.control.search.journal import Journal
from supple.control.search.method import Method
from supple.control.search.space import HOLD, REACH, Over, Space
from supple.control.search.trial import Trial, Try
from supple.control.search.tried import Tried
from supple.control.search.watching import watching
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.contact.shapes import Shape
from supple.dynamics.legacy.rollout import Rolled
from supple.errors import DivergenceError, InputError, UnknownNameError

By = Literal["annealing", "cma"]
METHODS: dict[By, type[Method]] = {"annealing": Annealing, "cma": Evolution}


@dataclass(frozen=True)
class Found:
    """The best graph of a search, how it moves, and how it was found."""

    graph: PoseGraph
    rolled: Rolled
    gait: Tried
    seed: int
    """The one that found it."""
    courses: tuple[Course, ...]
    """What every seed went through."""

    @property
    def cost_first(self) -> float:
        """Cost of the graph that the search began with."""
        return float(self.courses[0].costs[0])

    @property
    def cost_best(self) -> float:
        """Least cost found."""
        return min(float(course.costs.min()) for course in self.courses)

    @property
    def evaluations(self) -> int:
        """Of all seeds together."""
        return sum(len(course.costs) for course in self.courses)

    @property
    def history(self) -> dict[int, Array]:
        """Least cost so far, after each evaluation, by seed."""
        return {course.seed: np.minimum.accumulate(course.costs) for course in self.courses}

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C ended it."""
        return any(course.stopped for course in self.courses)


class Search:
    """Improve the poses, the times or both of a graph that drives a body, by a cost of the gait that comes of it.

    cost: a name ("leap", "thrift", "bound", "fast-bound", "shuffle", "eq8", "hop") or a function of a `Gait`, whose
    `take` is what it looks like; method: "annealing" or "cma"; seconds: how long each trial lasts; tries: in which
    ways, the worst counts and the first is shown; evaluations: how many trials, for each of the seeds;
    batch: neighbors or population tried at once; enough: a cost at which to stop; threads: one a core unless given,
    and what is found does not depend on them; cluster: the address of a Dask scheduler, or "local"; journal: a file
    for every evaluation, from which a stopped search goes on; options: `spread`, and `temperature` and `cooling` of
    annealing.
    """

    def __init__(
        self,
        body: LatticeBody,
        graph: PoseGraph,
        *,
        cost: "str | Cost" = "hop",
        over: Over = "both",
        method: By = "cma",
        seconds: float = 4.0,
        evaluations: int = 1000,
        batch: int = 1,
        seeds: Sequence[int] = (1,),
        enough: float = -np.inf,
        reach: float = REACH,
        hold: tuple[float, float] = HOLD,
        along: tuple[float, float, float] = (1.0, 0.0, 0.0),
        ground: "float | Shape" = 0.0,
        tries: Sequence[Try] = (Try(),),
        threads: int | None = None,
        cluster: str | None = None,
        journal: "str | Path | None" = None,
        **options: float,
    ) -> None:
        if method not in get_args(By):
            raise UnknownNameError("method of search", method, get_args(By))
        for option in options:
            if option not in METHODS[method].options:
                there = ", ".join(METHODS[method].options)
                raise InputError(
                    f"a search has no setting {option!r}, and its method {method!r} only: {there}"
                )
        for what, number in (("evaluations", evaluations), ("batch", batch), ("threads", threads or 1)):
            if number < 1:
                raise InputError(f"{what} of a search is {number}; give 1 or more")
        if not seeds or len(set(seeds)) < len(seeds):
            raise InputError(f"seeds are {list(seeds)}; give one or more, each once")
        self.space = Space(graph, over, reach=reach, hold=hold)
        self.trial = Trial(body, self.space, seconds, cost, along, ground, tries)
        self.method, self.evaluations, self.batch = method, evaluations, batch
        self.seeds, self.enough, self.options = tuple(seeds), enough, options
        self.threads, self.cluster, self.journal = threads or os.cpu_count() or 1, cluster, journal
        self._method(self.seeds[0])  # refuses what it cannot use

    def run(self) -> Found:
        """Search with every seed; Ctrl-C keeps the best so far."""
        journal = Journal(self.journal, self._problem())
        courses: list[Course] = []
        with ExitStack() as open:
            evaluate = open.enter_context(self._evaluation())
            seen = open.enter_context(watching(self.evaluations * len(self.seeds)))
            try:
                for seed in self.seeds:
                    course = improve(
                        self._method(seed), evaluate, journal, seed=seed, evaluations=self.evaluations,
                        enough=self.enough, described=self.space.described, seen=seen,
                    )  # fmt: skip
                    courses.append(course)
                    if course.stopped:
                        break
            except KeyboardInterrupt:
                if not courses:
                    raise
                courses[-1] = replace(courses[-1], stopped=True)
        best = min(courses, key=lambda course: course.costs.min())
        graph = self.space.graph(best.u[best.best])
        rolled = self.trial.rolled(graph.on(self.trial.body))[0]
        if not rolled.sound:
            raise DivergenceError(
                f"all {sum(len(course.costs) for course in courses)} evaluations blew up; begin with smaller "
                "amplitudes, a lower strength, or a stiffer body"
            )
        return Found(graph, rolled, self.trial.gait(graph, rolled), best.seed, tuple(courses))

    def _method(self, seed: int) -> Method:
        start = self.space.start
        if self.method == "cma":
            return Evolution(start, seed=seed, batch=self.batch, **self.options)
        return Annealing(start, evaluations=self.evaluations, seed=seed, batch=self.batch, **self.options)

    @contextmanager
    def _evaluation(self) -> Iterator[Evaluate]:
        """How candidates are evaluated: on threads here, or by the workers of a cluster."""
        if self.cluster is not None:
            with crew(self.cluster, self.threads) as workers:
                yield lambda u: workers.evaluate(self.trial, u)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            yield lambda u: in_order(pool, self.trial, u)

    def _problem(self) -> dict[str, Any]:
        """What tells this search from others: all that is asked, and what the first graph does and costs."""
        if self.journal is None:
            return {}
        schedule = {"evaluations": self.evaluations} if self.method == "annealing" else {}
        return {
            **self.trial.problem(),
            "method": self.method,
            "batch": self.batch,
            **schedule,
            **self.options,
        }


def in_order(pool: ThreadPoolExecutor, trial: Trial, u: Array) -> Iterator[tuple[int, float]]:
    """Costs of candidates u (k, n), rolled by a pool of threads, each as soon as those before it are ready."""
    graphs = [trial.space.graph(each) for each in u]
    tasks = [pool.submit(trial.rolled, graph.on(trial.body)) for graph in graphs]
    try:
        for i, (graph, task) in enumerate(zip(graphs, tasks, strict=True)):
            yield i, trial.judged(graph, task.result())
    finally:
        for task in tasks:
            task.cancel()
