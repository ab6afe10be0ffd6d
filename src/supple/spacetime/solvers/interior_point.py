"""An interior-point method on elements: cold solves, from a guess far away.

Barrier and filter as in Wächter & Biegler 2006, on a factor that knows samples. An iteration is some eight calls into
compiled loops over all elements; no coordinate moves by more than a stride in one of them, which keeps the search
from leaping into poor minima. Which minimum is found is luck at the edges: so several starts, and the best counts.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from supple.cache import notice
from supple.errors import MissingToolError
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers import barrier
from supple.spacetime.solvers.barrier import Derived, Point, Step
from supple.spacetime.solvers.filter import Filter, Measure
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.ordering import SingularError
from supple.spacetime.solvers.solution import Iterate, Solution, Solver, Start, Watch, violation
from supple.spacetime.solvers.structure import Structure, structure


class Pace(NamedTuple):
    """How a search begins: μ, and how far one step moves a coordinate at most [m, rad]."""

    mu: float
    stride: float


PACES = (Pace(0.3, 1.0), Pace(1.0, 0.2), Pace(0.1, 1.0))
"""From a guess. A program that is small, and so quick, is solved in the first two at once; where these end in
different costs there is more than one minimum near, and the third is tried, too; so it is where durations are free.
"""
TOGETHER = 2
"""Starts that run beside each other."""
LOOK = 0.01
"""How often it is seen whether they are done [s]."""
AGREE = 1e-3
"""By what share costs may differ that are the same minimum."""
WARM = Pace(1e-4, 0.5)
"""From a solution."""
SMALL = 3000
"""Unknowns of a small program."""
INSIDE, WARM_INSIDE = 1e-2, 1e-9
"""How far from its limits everything begins."""
STUCK = 6
"""Steps without progress after which the search is given up."""
RELAXED = 1e-8
"""By how much limits give way, so that what equations press against one has some room."""
HALVINGS = 25
"""How often a step is halved."""
STOPPED = "stopped"


class InteriorPoint:
    """Solves cold from a guess, and warm from a solution; what it cannot do is handed to IPOPT.

    >>> from supple.spacetime import printed_particle
    >>> problem = printed_particle((0, 0, 0), (1, 0, 0), seconds=1, samples=5)
    >>> numbers = problem.numbers()
    >>> InteriorPoint().solve(problem, numbers, Start(np.zeros(len(numbers.lbx)))).success
    True
    """

    name = "interior point"

    def __init__(
        self,
        tolerance: float = 1e-8,
        iterations: int = 300,
        paces: Sequence[Pace] = PACES,
        fallback: Solver | None = None,
    ) -> None:
        """`paces`: those of starts from a guess."""
        self.tolerance, self.iterations, self.paces = tolerance, iterations, tuple(paces)
        self.fallback = fallback or Ipopt(tolerance)

    def solve(self, problem: Program, numbers: Numbers, start: Start, watch: Watch | None = None) -> Solution:
        """Cold, or warm where the start brings multipliers; by IPOPT where that does not get there."""
        try:
            found = self.alone(problem, numbers, start, watch)
        except (MissingToolError, SingularError) as error:
            notice(f"{error}: {self.fallback.__class__.__name__} solves instead, slower but equal")
            return self.fallback.solve(problem, numbers, start, watch)
        if found.success or found.status == STOPPED:
            return found
        return self.fallback.solve(problem, numbers, Start(start.x), watch)

    def alone(self, problem: Program, numbers: Numbers, start: Start, watch: Watch | None = None) -> Solution:
        """By this method or not at all."""
        begun, made = time.perf_counter(), structure(problem, numbers, start.x)
        one = not made.limited or made.elements.n > SMALL
        paces = (WARM,) if start.warm else self.paces[:1] if one else self.paces
        found: list[Solution] = []
        for some in (paces[:TOGETHER], paces[TOGETHER:]):
            if not found or not enough(found, made.timed):
                pairs = zip(made.twins(len(some)), some, strict=True)
                searches = [Search(self, twin, numbers, start, pace, watch) for twin, pace in pairs]
                found += beside_each_other(searches)
        best = min(found, key=lambda each: (not each.success, each.status != STOPPED, each.objective))
        return best.after(best.iterations, time.perf_counter() - begun)


class Search:
    """One solve: the point, the step, and the loop."""

    def __init__(
        self,
        method: InteriorPoint,
        found: Structure,
        numbers: Numbers,
        start: Start,
        pace: Pace,
        watch: Watch | None,
    ) -> None:
        self.method, self.structure, self.numbers, self.watch = method, found, numbers, watch
        self.e = found.elements
        self.stopped, self.iterates = False, list[Iterate]()
        self.mu, self.stride = pace
        self.delta, self.last_delta, self.was_regular = 0.0, 0.0, 0
        self.at, self.derived, self.step = prepared(found, numbers)
        self._begin(start)

    def _begin(self, start: Start) -> None:
        """Inside all limits, with multipliers of 1 or those of a solution."""
        e, n, p = self.e, self.e.n, self.at
        e.given(self.numbers.p)
        p.v[:n] = self.structure.settle(self.numbers, start.x / e.units)
        inside = WARM_INSIDE if start.warm else INSIDE
        barrier.push_inside(p, 1, inside)
        e.values(p.v[:n], e.f, e.g)
        barrier.push_inside(p, 0, inside)
        if not start.warm:
            barrier.first_multipliers(p)
            return
        p.y[:] = start.lam_g * e.row_units
        lam = np.concatenate([start.lam_x * e.units, p.y])
        p.below[:], p.above[:] = np.maximum(-lam, 0), np.maximum(lam, 0)
        barrier.warm_multipliers(p, self.mu)

    def run(self) -> Solution:
        """Iterate until the conditions of optimality hold."""
        p, e, method = self.at, self.e, self.method
        begun, filter, stuck, status, count = time.perf_counter(), Filter(), 0, "", 0
        while True:
            e.whole(p.v[: e.n], p.y)
            error, missed, worst, mu = barrier.judged(p, self.step, self.mu, method.tolerance)
            self._tell(worst)
            if error <= method.tolerance:
                status = "optimal"
            elif self.stopped:
                status = STOPPED
            elif count >= method.iterations or stuck > STUCK or not np.isfinite(error):
                status = f"conditions of optimality missed by {error:.2g}"
            if status:
                return self._solution(status, count, time.perf_counter() - begun)
            if mu < self.mu:
                self.mu = mu
                filter.clear()
            if not self._advance(filter, missed, error):
                filter.clear()
                stuck += 1
            count += 1

    def _advance(self, filter: Filter, missed: float, error: float) -> bool:
        """One step: system, direction, search along it; whether the filter let it pass."""
        p, step, mu = self.at, self.step, self.mu
        barrier.prepared(p, step, mu)
        self._factor()
        here = Measure(missed, float(self.e.f[0]) + barrier.barrier(p, p.v, mu))
        share, slope = self._direct(error)
        dual = barrier.dual_reach(p, step, mu)
        there = self._try(share)
        if filter.accepts(here, there, slope, share):
            return self._take(share, dual)
        if there.missed >= here.missed:
            kept = step.missed.copy()
            barrier.corrected(p, step, share)
            share, slope = self._direct(error)
            if filter.accepts(here, self._try(share), slope, share):
                return self._take(share, dual)
            step.missed[:] = kept
            share, slope = self._direct(error)
        for _ in range(HALVINGS):
            share /= 2
            if filter.accepts(here, self._try(share), slope, share):
                return self._take(share, dual)
        self._take(share, dual)
        return False

    def _factor(self) -> None:
        s = self.structure
        self.delta = barrier.regular(
            s.pattern,
            s.scatter,
            self.derived,
            self.step.sigma,
            s.room,
            len(s.rows),
            self.last_delta,
            self.was_regular,
        )
        self.was_regular = int(self.delta > 0)
        self.last_delta = self.delta or self.last_delta

    def _direct(self, error: float) -> tuple[float, float]:
        s = self.structure
        barrier.direction(self.at, self.derived, s.pattern, s.scatter, s.room, self.step, error)
        share, slope = barrier.reach(self.at, self.step, self.mu, self.stride)
        return share, slope

    def _try(self, share: float) -> Measure:
        step = self.step
        barrier.tried(self.at, step, share)
        f = np.zeros(1)
        self.e.values(step.trial[: self.e.n], f, step.trial_g)
        return Measure(*barrier.weighed(self.at, step, float(f[0]), self.mu))

    def _take(self, share: float, dual: float) -> bool:
        barrier.taken(self.at, self.step, share, dual, self.mu)
        return True

    def _tell(self, worst: float) -> None:
        if self.watch is not None:
            self.iterates.append(Iterate(self.at.v[: self.e.n] * self.e.units, float(self.e.f[0]), worst))
            self.stopped = not self.watch(self.iterates[-1])

    def _solution(self, status: str, iterations: int, seconds: float) -> Solution:
        e, n, p, numbers = self.e, self.e.n, self.at, self.numbers
        y, lam_x = self.structure.multipliers(p.v[:n], p.y, p.above[:n] - p.below[:n])
        x, g = p.v[:n] * e.units, e.g * e.row_units
        if status == "optimal" and self.structure.contradicted(self.numbers, p.v[:n], e.g):
            status = "equations contradict what is given"
        return Solution(
            x, lam_x / e.units, y / e.row_units, float(e.f[0]), violation(numbers, x, g), status == "optimal",
            status, iterations, seconds, self.method.name, self.iterates,
        )  # fmt: skip


def enough(found: Sequence[Solution], timed: bool) -> bool:
    """Whether no other start is tried: one was stopped, or times are given and all have found the same cost."""
    if any(each.status == STOPPED for each in found):
        return True
    costs = [each.objective for each in found]
    same = max(costs) - min(costs) <= AGREE * (1e-9 + abs(min(costs)))
    return timed and same and all(each.success for each in found)


def beside_each_other(searches: Sequence[Search]) -> list[Solution]:
    """What they find, each in a thread: kernels and boxes let go of the interpreter.

    The first runs in this thread, and the others are looked after often, so that Ctrl-C is heard at once.
    """
    if len(searches) < 2:
        return [each.run() for each in searches]
    with ThreadPoolExecutor(len(searches) - 1) as pool:
        others = [pool.submit(each.run) for each in searches[1:]]
        first = searches[0].run()
        while wait(others, LOOK).not_done:
            pass
        return [first, *(each.result() for each in others)]


def prepared(found: Structure, numbers: Numbers) -> tuple[Point, Derived, Step]:
    """Room for a search, and the limits of all unknowns and rows in their units."""
    e, n, m, size = found.elements, found.elements.n, found.elements.m, found.size
    whole, rows, z = n + m, m, np.zeros
    low, high = found.limits(numbers)
    slack = np.where(low < high, RELAXED, 0.0)
    low, high = low - slack * np.maximum(1, np.abs(low)), high + slack * np.maximum(1, np.abs(high))
    point = Point(z(whole), z(rows), z(whole), z(whole), low, high, e.g, e.slope, e.pull, *found.flags)
    step = Step(
        z(whole),
        z(whole),
        z(whole),
        z(rows),
        z(whole),
        z(whole),
        z(rows),
        z(size),
        z(size),
        z(whole),
        z(rows),
    )
    return point, Derived(e.row, e.column, e.jacobian, e.hessian), step
