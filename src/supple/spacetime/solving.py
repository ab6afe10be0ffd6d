"""Solving a shot again and again: what is built is kept while its structure stands, one solution starts the next."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from supple.cache import notice
from supple.errors import ConflictError, InputError, MissingToolError, SuppleError
from supple.scene import Take
from supple.spacetime.guess import first_guess
from supple.spacetime.infeasible import explain
from supple.spacetime.motion import Motion
from supple.spacetime.problem import Problem
from supple.spacetime.program import Numbers
from supple.spacetime.recording import recorded
from supple.spacetime.report import figures
from supple.spacetime.sanity import check_finite
from supple.spacetime.solvers.ahead import compiled_ahead
from supple.spacetime.solvers.newton import Newton
from supple.spacetime.solvers.solution import Iterate, Solution, Solver, Start, Watch
from supple.spacetime.watching import Going, Watcher, rank, watching

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot

SLACK = 1e-6
"""By what share the objective may rise when violations are mended."""


class Session:
    """The problem of a shot, its solvers, and its last solution."""

    def __init__(self, shot: "Shot", solver: Solver) -> None:
        self.shot, self.solver = shot, solver
        self.newton, self.polish = Newton(1e-9), Newton(1e-9, least=1)
        self._problem: Problem | None = None
        self._solution: Solution | None = None
        self._numbers: Numbers | None = None
        """What was asked when the last solution was found."""
        self._motion: tuple[Solution, Motion] | None = None

    def forget(self) -> None:
        """What was asked has changed in structure: build again at the next need."""
        self._problem = self._numbers = None

    def restart(self) -> None:
        """Begin with the guess at the next solve, whatever was found before."""
        self._solution = None

    @property
    def problem(self) -> Problem:
        """Built when it is first needed."""
        if self._problem is None:
            compiled_ahead()
            self._problem = self.shot.build()
        return self._problem

    @property
    def solution(self) -> Solution:
        """The last one."""
        if self._solution is None:
            raise InputError("the shot has not been solved yet; call solve() first")
        return self._solution

    @property
    def motion(self) -> Motion:
        """The motion of the last solution, read once."""
        if self._motion is None or self._motion[0] is not self.solution:
            self._motion = (
                self.solution,
                Motion.read(self.problem, self.solution.x, self.problem.numbers().p),
            )
        return self._motion[1]

    @property
    def iterates(self) -> list[Motion]:
        """The motions by which the last solution was reached, first to last."""
        p = self.problem.numbers().p
        return [Motion.read(self.problem, iterate.x, p) for iterate in self.solution.iterates]

    def start(self, numbers: Numbers) -> Start:
        """The last solution, with its multipliers if the rows are the same; or a guess."""
        last = self._solution
        if last is None or len(last.x) != len(numbers.lbx):
            return Start(first_guess(self.shot, self.problem, numbers))
        if len(last.lam_g) != len(numbers.lbg) or not last.success:
            return Start(last.x)
        return last.start

    def solve(self) -> Take:
        """Solve and record; what cannot be met is named."""
        numbers = self.problem.numbers()
        start = self.start(numbers)
        check_finite(self.problem, start.x, numbers.p)
        with watching() as watcher:
            solution = self._solved(numbers, start, watcher)
        if not solution.success and not watcher.stopped:
            self._complain(solution)
        self._solution = _best(solution, watcher) if watcher.stopped else solution
        self._numbers = numbers
        return self.take()

    def _solved(self, numbers: Numbers, start: Start, watcher: Watcher) -> Solution:
        """Near a solution by Newton's steps alone; else by the solver, from the last motion, then from a guess."""
        if start.warm:
            near = self.newton.follow(self.problem, self._numbers, numbers, start, watcher)
            if near.success or watcher.stopped:
                return near
        found = self.solver.solve(self.problem, numbers, Start(start.x), watcher)
        if not (found.success or watcher.stopped) and self._solution is not None:
            again = Start(first_guess(self.shot, self.problem, numbers))
            found = self.solver.solve(self.problem, numbers, again, watcher)
        return self._polished(numbers, found) if found.success else found

    def _polished(self, numbers: Numbers, found: Solution) -> Solution:
        """A Newton step or two from what a solver calls good enough: then equations hold to round-off."""
        exact = self.polish.solve(self.problem, numbers, found.start)
        if not exact.success or exact.objective > found.objective + SLACK * (1 + abs(found.objective)):
            return found
        return replace(
            exact,
            solver=found.solver,
            iterations=found.iterations,
            iterates=found.iterates,
            seconds=found.seconds + exact.seconds,
        )

    def take(self, frames: int | None = None) -> Take:
        """The last solution as a take, of so many frames."""
        motion = self.motion
        take = recorded(self.shot, motion, name=self.shot.name, frames=frames)
        return self.shot.tell(self.shot, take.with_report(**figures(self.shot, motion)))

    def follow(self, watch: Watch | None = None) -> Solution:
        """Solve for what is asked now, to the end or until `watch` says no; kept if all conditions hold."""
        numbers = self.problem.numbers()
        start, going = self.start(numbers), Going(watch)
        found = (
            self.newton.follow(self.problem, self._numbers, numbers, start, going.on) if start.warm else None
        )
        if found is None or not (found.success or going.stopped):
            guess = Start(first_guess(self.shot, self.problem, numbers))
            found = self.solver.solve(self.problem, numbers, guess, going.on)
            found = self._polished(numbers, found) if found.success else found
        if found.success:
            self._solution, self._numbers = found, numbers
        return found

    def drag(self) -> Motion:
        """One Newton step towards what is asked now, from wherever the last step was.

        Change a goal or a phase (`goal.move(…)`, `phase.at = …`), drag, and so on; then `shot.solve()`.
        """
        numbers, last = self.problem.numbers(), self.solution
        self._numbers = None
        self._solution = last.moved(*self._advanced(numbers, last.start))
        return Motion.read(self.problem, np.clip(self.solution.x, numbers.lbx, numbers.ubx), numbers.p)

    def _advanced(self, numbers: Numbers, now: Start) -> Start:
        """One step from a point; without a compiler all the way, by what solves without one."""
        try:
            return self.newton.advance(self.problem, numbers, now)
        except MissingToolError as error:
            notice(f"{error}: {self.solver.__class__.__name__} solves to the end instead of one step")
            return self.solver.solve(self.problem, numbers, now).start

    def _complain(self, solution: Solution) -> None:
        """Raise with the wishes that cannot be met, and with the best motion found."""
        missed, x = explain(self.problem, solution.x)
        self._solution = solution.moved(
            x if missed else solution.x, solution.lam_x, solution.lam_g, success=False
        )
        if not missed:
            error: SuppleError = SuppleError(
                f"{solution.solver} stopped after {solution.iterations} iterations ({solution.status}), though all "
                "that was asked can be met; try another guess, more samples, or a small weight on accelerations"
            )
        else:
            error = ConflictError("; ".join(str(miss) for miss in missed[:5]))
        error.take = self.take()  # type: ignore[attr-defined]
        error.add_note("the best motion found is in the error's `.take`")
        raise error


def _best(solution: Solution, watcher: Watcher) -> Solution:
    """After Ctrl-C: the best iterate, if it is better than where the solver stood."""
    here = Iterate(solution.x, solution.objective, solution.violation)
    best = watcher.best
    if best is None or rank(here) <= rank(best):
        return solution
    return solution.moved(best.x, solution.lam_x, solution.lam_g, success=False)
