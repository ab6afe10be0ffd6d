"""Fatrop: an interior-point method that knows stages; where it serves, several times quicker than IPOPT.

It dies of redundant rows without a word, and stops in poor minima where inequalities crowd. So what it finds is
confirmed: by Newton's steps on the program itself, to the same tolerance. What is not confirmed is solved by IPOPT;
and where limits are met, IPOPT is asked as well and the better of the two is taken.
"""

import time
from typing import Any

import casadi as ca
import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.spacetime.problem import Problem
from supple.spacetime.program import Numbers
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.newton import Newton
from supple.spacetime.solvers.solution import Solution, Start, Watch
from supple.spacetime.solvers.stages import Stages

LOOSE = 1e-6


class Fatrop:
    """For shots with given durations whose goals and objective speak of one sample at a time; IPOPT for others."""

    name = "fatrop"

    def __init__(self, rule: str = "trapezoidal", tolerance: float = 1e-8, iterations: int = 500) -> None:
        self.rule, self.tolerance, self.iterations = rule, tolerance, iterations
        self.fallback = Ipopt(tolerance)
        self.newton = Newton(tolerance, iterations=8)
        self.why = ""
        """Why IPOPT had to help in the last solve; empty if it had not."""
        self._kept: tuple[Problem, Stages, dict[Any, Any]] | None = None

    def solve(self, problem: Problem, numbers: Numbers, start: Start, watch: Watch | None = None) -> Solution:
        """By Fatrop and a confirmation, or by IPOPT."""
        begun = time.perf_counter()
        try:
            x, iterations = self._staged(problem, numbers, start.x)
        except (InputError, RuntimeError) as error:
            self.why = str(error)
            return self.fallback.solve(problem, numbers, start, watch)
        solution = self._confirmed(problem, numbers, x, iterations, begun)
        if solution is not None and not _limited(numbers, solution):
            self.why = ""
            return solution
        second = self.fallback.solve(problem, numbers, start, watch)
        better = solution is not None and (not second.success or solution.objective <= second.objective)
        return solution if solution is not None and better else second

    def _staged(self, problem: Problem, numbers: Numbers, x: Array) -> tuple[Array, int]:
        stages, made = self._stages(problem)
        low, high = stages.bounds(numbers)
        key = (low == high).tobytes()
        if key not in made:
            made[key] = self._nlpsol(stages, (low == high).tolist())
        given = stages.there(x, numbers.p)
        result = made[key](x0=given, p=numbers.p, lbg=low, ubg=high)
        found = np.array(stages.back(result["x"], numbers.p)).ravel()
        return found, int(made[key].stats()["iter_count"])

    def _stages(self, problem: Problem) -> tuple[Stages, dict[Any, Any]]:
        if self._kept is None or self._kept[0] is not problem:
            staged = Stages(problem, self.rule) if isinstance(problem, Problem) else problem
            self._kept = problem, staged, {}
        return self._kept[1:]

    def _nlpsol(self, stages: Stages, equality: list[bool]) -> Any:
        options: dict[str, Any] = {
            "print_time": False, "structure_detection": "manual", "equality": equality,
            "nx": stages.nx, "nu": stages.nu, "ng": stages.ng, "N": len(stages.nx) - 1,
            "fatrop.print_level": 0, "fatrop.tol": LOOSE, "fatrop.max_iter": self.iterations,
        }  # fmt: skip
        nlp = {"x": stages.x, "p": stages.p, "f": stages.f, "g": stages.g}
        return ca.nlpsol("stages", "fatrop", nlp, options)

    def _confirmed(
        self, problem: Problem, numbers: Numbers, x: Array, iterations: int, begun: float
    ) -> Solution | None:
        """The solution, if the conditions of optimality hold at x or a few Newton steps from it."""
        if not np.isfinite(x).all():
            self.why = "fatrop gave no numbers"
            return None
        inside = np.clip(x, numbers.lbx, numbers.ubx)
        near = self.newton.solve(problem, numbers, self.newton.estimated(problem, numbers, inside))
        self.why = "limits are met: asked IPOPT as well, and took the better"
        if not near.success or near.objective > self._cost(problem, numbers, inside) * (1 + 1e-2) + 1e-6:
            self.why = f"not confirmed: {near.status}"
            return None
        return Solution(
            near.x, near.lam_x, near.lam_g, near.objective, near.violation, True, "confirmed",
            iterations + near.iterations, time.perf_counter() - begun, self.name, near.iterates,
        )  # fmt: skip

    @staticmethod
    def _cost(problem: Problem, numbers: Numbers, x: Array) -> float:
        return float(problem.values(x, numbers.p)[0])


def _limited(numbers: Numbers, solution: Solution) -> bool:
    """Whether some inequality holds the solution back."""
    rows = (np.abs(solution.lam_g) > LOOSE) & (numbers.lbg != numbers.ubg)
    bounds = (np.abs(solution.lam_x) > LOOSE) & (numbers.lbx != numbers.ubx)
    return bool(rows.any() or bounds.any())
