"""Newton's steps on the conditions of optimality, for the limits that count: from a solution nearby.

Full steps, for equations may bend away at first; but no coordinate goes far in one, and not many limits begin or
cease to count, since beyond that what counts now says little. Where a change was too large, `follow` goes half
way first.
"""

import time
from contextlib import suppress

import numpy as np

from supple.arrays import Array
from supple.errors import MissingToolError
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers import active_set, factor
from supple.spacetime.solvers.active_set import Here, Move
from supple.spacetime.solvers.barrier import Derived
from supple.spacetime.solvers.interior_point import STOPPED, InteriorPoint
from supple.spacetime.solvers.ordering import SingularError
from supple.spacetime.solvers.solution import Iterate, Solution, Start, Watch, violation
from supple.spacetime.solvers.structure import Structure, structure

STRIDE, TURNS = 0.3, 4
"""How far one step moves a coordinate at most [m, rad], and how many limits may begin or cease to count by it."""
SHRINK, LEAST = 0.85, 1 / 32
"""By what share a step that goes too far is shortened, and to no less than."""
MET = 1e-4
"""How near a limit is met, as far as an estimate of multipliers goes."""
PATIENCE = 3
"""Steps that may pass without getting closer."""
DEPTH = 3
"""How often a change is halved."""
WARM_ITERATIONS = 150
"""Of the interior point behind."""


class Newton:
    """Solves again after a change; needs multipliers to begin with, or begins with none.

    >>> from supple.spacetime import printed_particle
    >>> problem = printed_particle((0, 0, 0), (1, 0, 0), seconds=1, samples=5)
    >>> numbers = problem.numbers()
    >>> Newton().solve(problem, numbers, Start(np.zeros(len(numbers.lbx)))).iterations
    1
    """

    name = "newton"

    def __init__(
        self, tolerance: float = 1e-8, iterations: int = 25, turns: int = TURNS, least: int = 0
    ) -> None:
        """`turns`: how many limits may begin or cease to count by a step; `least`: steps that are taken anyhow."""
        self.least = least
        self.tolerance, self.iterations, self.turns = tolerance, iterations, turns
        self.behind = InteriorPoint(tolerance, WARM_ITERATIONS)

    def solve(self, problem: Program, numbers: Numbers, start: Start, watch: Watch | None = None) -> Solution:
        """Step until the conditions of optimality hold to the tolerance."""
        begun = time.perf_counter()
        try:
            found = structure(problem, numbers, start.x)
        except (MissingToolError, SingularError) as error:
            return failed(start.whole(numbers), str(error), self.name)
        return Walk(self, found, numbers, start.whole(numbers), watch).run(begun)

    def advance(self, problem: Program, numbers: Numbers, now: Start) -> Start:
        """One step from a point with its multipliers."""
        once = Newton(0.0, 1, self.turns)
        walk = Walk(once, structure(problem, numbers, now.x), numbers, now, None)
        walk.look()
        walk.go()
        walk.look()
        return walk.start()

    def estimated(self, problem: Program, numbers: Numbers, x: Array) -> Start:
        """x with the multipliers that leave the least slope of the Lagrangian, for limits that are met at x."""
        walk = Walk(self, structure(problem, numbers, x), numbers, Start(x).whole(numbers), None)
        walk.guess_multipliers()
        return walk.start()

    def follow(
        self,
        problem: Program,
        before: Numbers | None,
        numbers: Numbers,
        start: Start,
        watch: Watch | None = None,
    ) -> Solution:
        """From the solution of `before`, if known: half way first where a change is too much, and half of that.

        Where that does not get there either, an interior point does, warm.
        """
        begun, steps, now, here = time.perf_counter(), 0, before, start
        ahead = [(numbers, 0)]
        while ahead:
            target, depth = ahead[-1]
            found = self.solve(problem, target, here, watch)
            steps += found.iterations
            if found.success:
                now, here = target, found.start
                ahead.pop()
            elif now is None or depth == DEPTH or found.status == STOPPED:
                break
            else:
                ahead[-1] = target, depth + 1
                ahead.append((between(now, target), depth + 1))
        if ahead and found.status != STOPPED:
            found = self._behind(problem, numbers, start, watch)
            steps += found.iterations
        return found.after(steps, time.perf_counter() - begun)

    def _behind(self, problem: Program, numbers: Numbers, start: Start, watch: Watch | None) -> Solution:
        """By an interior point from the solution before, and exactly from there."""
        with suppress(MissingToolError, SingularError):
            near = self.behind.alone(problem, numbers, start, watch)
            exact = self.solve(problem, numbers, near.start) if near.success else near
            return exact if exact.success else near
        return failed(start.whole(numbers), "no compiler, or equations that say the same", self.name)


def between(one: Numbers, other: Numbers) -> Numbers:
    """Half way from one to the other; what is equal or endless stays."""
    halves = [np.where(u == w, w, (u + w) / 2) for u, w in zip(one, other, strict=True)]
    return Numbers(*halves)


def failed(start: Start, why: str, name: str) -> Solution:
    """No step was taken."""
    return Solution(*start, np.inf, np.inf, False, why, 0, 0.0, name)


class Walk:
    """One solve: the point, the step, and the loop."""

    def __init__(
        self, method: Newton, found: Structure, numbers: Numbers, start: Start, watch: Watch | None
    ) -> None:
        self.method, self.structure, self.numbers, self.watch = method, found, numbers, watch
        self.e = e = found.elements
        n, whole, size, z = e.n, e.n + e.m, found.size, np.zeros
        lam = np.concatenate([start.lam_x * e.units, start.lam_g * e.row_units])
        self.at = Here(z(whole), lam, *found.limits(numbers), e.slope, e.pull, *found.flags)
        self.move = Move(z(whole), z(whole), z(whole), z(whole), z(size), z(size))
        self.derived = Derived(e.row, e.column, e.jacobian, e.hessian)
        e.given(numbers.p)
        self.at.v[:n] = found.settle(numbers, start.x / e.units)
        self.iterates: list[Iterate] = []
        self.stopped = False

    def look(self) -> float:
        """Evaluate; the worst condition of optimality."""
        e, at = self.e, self.at
        e.whole(at.v[: e.n], at.lam[e.n :])
        at.v[e.n :] = e.g
        worst, missed = active_set.residual(at)
        if self.watch is not None:
            self.iterates.append(Iterate(at.v[: e.n] * e.units, float(e.f[0]), missed))
            self.stopped = not self.watch(self.iterates[-1])
        return worst

    def go(self) -> None:
        """One step."""
        s, at, move = self.structure, self.at, self.move
        active_set.counted(at, move)
        active_set.regular(s.pattern, s.scatter, self.derived, move.sigma, s.room, len(s.rows))
        active_set.direction(at, self.derived, s.pattern, s.scatter, s.room, move)
        active_set.moved(at, move, active_set.share_of(at, move, STRIDE, self.method.turns, LEAST, SHRINK))

    def guess_multipliers(self) -> None:
        """λ of least |∇f + Jᵀλ|: the step of a program whose Hessian is 1, from equations that are met."""
        s, at, move = self.structure, self.at, self.move
        self.look()
        at.lam[:] = np.where(at.high - at.v < MET, 1.0, np.where(at.v - at.low < MET, -1.0, 0.0))
        self.look()
        active_set.counted(at, move)
        move.over[:] = 0
        self.e.hessian[:] = 0
        factor.assemble(s.pattern, s.scatter, self.e.hessian, self.e.jacobian, move.sigma, 1.0, s.room)
        factor.factor(s.pattern, s.room, 1)
        active_set.direction(at, self.derived, s.pattern, s.scatter, s.room, move)
        at.lam[:] += move.lam

    def run(self, begun: float) -> Solution:
        """Step until the conditions hold, or nothing gets closer any more; the best point counts."""
        best, best_v, best_lam, since, count = np.inf, self.at.v.copy(), self.at.lam.copy(), 0, 0
        while True:
            worst = self.look()
            since += 1
            if worst < best:
                best, since = worst, 0
                best_v[:], best_lam[:] = self.at.v, self.at.lam
            done = best <= self.method.tolerance and count >= self.method.least
            done = done or self.stopped or not worst < 1e8
            if done or count >= self.method.iterations or since > PATIENCE:
                break
            self.go()
            count += 1
        self.at.v[:], self.at.lam[:] = best_v, best_lam
        return self._solution(best, count, begun)

    def start(self) -> Start:
        """Where it is, with all multipliers, in the program's own units."""
        e, n = self.e, self.e.n
        y, lam_x = self.structure.multipliers(self.at.v[:n], self.at.lam[n:], self.at.lam[:n])
        return Start(self.at.v[:n] * e.units, lam_x / e.units, y / e.row_units)

    def _solution(self, worst: float, count: int, begun: float) -> Solution:
        start, e = self.start(), self.e
        contradicted = self.structure.contradicted(self.numbers, self.at.v[: e.n], e.g)
        success = worst <= self.method.tolerance and not contradicted
        status = f"conditions of optimality missed by {worst:.2g}"
        status = "optimal" if success else STOPPED if self.stopped else status
        missed = violation(self.numbers, start.x, e.g * e.row_units)
        return Solution(
            *start, float(e.f[0]), missed, success, status, count, time.perf_counter() - begun, self.method.name,
            self.iterates,
        )  # fmt: skip
