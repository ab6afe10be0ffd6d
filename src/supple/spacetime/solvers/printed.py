"""The paper's sequential quadratic programming, as printed (Witkin & Kass 1988, §3.2).

H Ŝ = −∂R/∂S,   J (S̃ + Ŝ) = −C,   ΔS = S̃ + Ŝ,   both by conjugate-gradient least squares

Right only where H is a multiple of the identity on the unknowns that enter R, and zero on the others, as it is for
the particle. Then projecting the step of R along the rows of J is what optimality asks for. With
½ (x² + 10 y²) on x + y = 1 it stops at (½, ½), where the minimum is (10/11, 1/11): take `Newton` there.
"""

import time

import numpy as np
from scipy import sparse

from supple.errors import InputError
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers.evaluation import Evaluation
from supple.spacetime.solvers.least_squares import conjugate_gradients
from supple.spacetime.solvers.solution import Iterate, Solution, Start, Watch, violation


class PrintedSqp:
    """Equations only; bounds may fix unknowns, not limit them."""

    name = "paper's sqp"

    def __init__(self, tolerance: float = 1e-10, iterations: int = 200) -> None:
        self.tolerance, self.iterations = tolerance, iterations

    def solve(self, problem: Program, numbers: Numbers, start: Start, watch: Watch | None = None) -> Solution:
        """Step until steps are small and equations hold."""
        at, x = Evaluation(problem), np.array(start.x)
        free = _free(numbers)
        x[~free] = numbers.lbx[~free]
        nothing = np.zeros(len(numbers.lbg))
        iterates: list[Iterate] = []
        begun, small = time.perf_counter(), False
        for _ in range(self.iterations):
            point = at(x, numbers.p, nothing)
            missed = violation(numbers, x, point.g)
            iterates.append(Iterate(x.copy(), point.f, missed))
            if (watch is not None and not watch(iterates[-1])) or small:
                break
            H = (point.upper + sparse.triu(point.upper, 1).T).tocsc()[free][:, free]
            J = point.jacobian[:, free]
            objective = conjugate_gradients(H, -point.slope[free]).x
            projection = conjugate_gradients(J, numbers.lbg - point.g - J @ objective).x
            step = objective + projection
            x[free] += step
            small = np.abs(step).max(initial=0.0) <= self.tolerance * (1 + np.abs(x).max())
        last = iterates[-1]
        return Solution(
            x, np.zeros(len(x)), nothing, last.objective, last.violation,
            small and last.violation <= 1e-6, "small step" if small else "stopped",
            len(iterates) - 1, time.perf_counter() - begun, self.name, iterates,
        )  # fmt: skip


def _free(numbers: Numbers) -> np.ndarray:
    fixed = numbers.lbx == numbers.ubx
    limited = ~fixed & (np.isfinite(numbers.lbx) | np.isfinite(numbers.ubx))
    if limited.any() or (numbers.lbg != numbers.ubg).any():
        raise InputError(
            "the paper's method knows equations only; use InteriorPoint or Ipopt where there are limits"
        )
    return np.asarray(~fixed)
