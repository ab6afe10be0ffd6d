"""Sequential quadratic programming by steps on the conditions of optimality, with a watchdog and a line search.

Full steps are quickest near a solution, though the constraints may bend away at first; where they do not get there
within a few steps, the search goes back to the best point and shortens its steps by the merit  f + ν Σ |violation|,
with δ on the Hessian until the step leads downhill.
"""

import time
from typing import Any, Literal

import numpy as np
from scipy import sparse
from scipy.sparse import linalg

from supple.arrays import Array
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers.evaluation import Point
from supple.spacetime.solvers.kkt import PRIMAL, Kkt, System, factored, limits, residual
from supple.spacetime.solvers.least_squares import conjugate_gradients
from supple.spacetime.solvers.solution import Iterate, Solution, Start, Watch, violation

PATIENCE = 10
"""Full steps that may pass without getting closer."""
STRIDE, TURNS = 0.3, 4
"""How far one step moves a coordinate at most [m, rad], and how many limits may begin or cease to be active by it:
beyond, what is active now says little."""
CAUTION = 3e-3
"""δ at most, as a share of a usual entry of H; less as the solution comes near."""
SHRINK, LEAST = 0.85, 1 / 32
"""By what share a step that goes too far is shortened, and to no less than."""
ARMIJO = 1e-4
DROPPED = 1e-6
"""Entries of the incomplete factor below this share of their column are left out."""

Linear = Literal["factor", "conjugate gradients"]


class Sqp:
    """Each `linear` system by a sparse factor, or by conjugate gradients with an incomplete one before (§3.3)."""

    name = "sqp"

    def __init__(self, tolerance: float = 1e-8, iterations: int = 60, linear: Linear = "factor") -> None:
        self.tolerance, self.iterations, self.linear = tolerance, iterations, linear
        self.products = 0
        """Products with the matrix that conjugate gradients took in the last solve."""
        self._kept: tuple[Program, Kkt] | None = None

    def kkt(self, problem: Program) -> Kkt:
        """The conditions of optimality, made once for a problem."""
        if self._kept is None or self._kept[0] is not problem:
            self._kept = problem, Kkt(problem)
        return self._kept[1]

    def solve(self, problem: Program, numbers: Numbers, start: Start, watch: Watch | None = None) -> Solution:
        """Step until the conditions of optimality hold to the tolerance."""
        kkt, now = self.kkt(problem), start.whole(numbers)
        begun, self.products = time.perf_counter(), 0
        best, best_worst, since, searching = now, np.inf, 0, False
        iterates: list[Iterate] = []
        for _ in range(self.iterations + 1):
            point = kkt.at(now.x, numbers.p, now.lam_g)
            worst = residual(point, numbers, now)
            iterates.append(Iterate(now.x.copy(), point.f, violation(numbers, now.x, point.g)))
            if worst < best_worst:
                best, best_worst, since = now, worst, 0
            else:
                since += 1
            if worst <= self.tolerance or (watch is not None and not watch(iterates[-1])):
                break
            if not searching and (since > PATIENCE or not np.isfinite(worst)):
                now, searching = best, True
                point = kkt.at(now.x, numbers.p, now.lam_g)
            try:
                now = (
                    self._searched(kkt, point, numbers, now)
                    if searching
                    else self._full(kkt, point, numbers, now, worst)
                )
            except np.linalg.LinAlgError:
                break
        return self._solution(kkt, numbers, best, best_worst, iterates, time.perf_counter() - begun)

    def advance(self, problem: Program, numbers: Numbers, now: Start) -> Start:
        """One step from a point with its multipliers."""
        kkt = self.kkt(problem)
        point = kkt.at(now.x, numbers.p, now.lam_g)
        return self._full(kkt, point, numbers, now, residual(point, numbers, now))

    def _full(self, kkt: Kkt, point: Point, numbers: Numbers, now: Start, worst: float) -> Start:
        delta = max(PRIMAL, point.curvature * min(worst, CAUTION))
        step = self._step(kkt, point, kkt.system(point, numbers, now, delta))
        share = STRIDE / max(STRIDE, kkt.program.stride(step.x))
        turning, here = point.jacobian @ step.x, limits(now, point.g, numbers)
        while share > LEAST:
            there = now.toward(step, share)
            if (limits(there, point.g + share * turning, numbers) != here).sum() <= TURNS:
                break
            share *= SHRINK
        return now.toward(step, share)

    def _searched(self, kkt: Kkt, point: Point, numbers: Numbers, now: Start) -> Start:
        delta, missed = PRIMAL, _missed(numbers, now.x, point.g)
        for _ in range(12):
            step = self._step(kkt, point, kkt.system(point, numbers, now, delta))
            price = 1.5 * max(np.abs(step.lam_g).max(initial=0.0), np.abs(step.lam_x).max(initial=0.0), 1.0)
            downhill = float(point.slope @ step.x) - price * missed
            if downhill < 0:
                break
            delta = max(1e-6, 10 * delta)
        merit = point.f + price * missed
        share = 1.0
        for _ in range(12):
            x = np.clip(now.x + share * step.x, numbers.lbx, numbers.ubx)
            f, g = kkt.at.values(x, numbers.p)
            if float(f[0]) + price * _missed(numbers, x, g) <= merit + ARMIJO * share * downhill:
                break
            share /= 2
        return now.toward(step, share)._replace(x=x)

    def _step(self, kkt: Kkt, point: Point, system: System) -> Start:
        if self.linear == "factor":
            return kkt.step(point, system, factored(system.matrix).solve(system.right))
        factor: Any = linalg.spilu(sparse.csc_matrix(system.matrix), drop_tol=DROPPED, fill_factor=20)
        found = conjugate_gradients(
            system.matrix, system.right, tolerance=1e-13, iterations=300,
            before=(factor.solve, lambda y: factor.solve(y, "T")),
        )  # fmt: skip
        self.products += found.iterations
        return kkt.step(point, system, found.x)

    def _solution(
        self, kkt: Kkt, numbers: Numbers, best: Start, worst: float, iterates: list[Iterate], seconds: float
    ) -> Solution:
        f, g = kkt.at.values(best.x, numbers.p)
        success = worst <= self.tolerance
        return Solution(
            best.x, best.lam_x, best.lam_g, float(f[0]), violation(numbers, best.x, g), success,
            "optimal" if success else f"conditions of optimality missed by {worst:.2g}",
            len(iterates) - 1, seconds, self.name, iterates,
        )  # fmt: skip


def _missed(numbers: Numbers, x: Array, g: Array) -> float:
    """Σ |violation| of rows and bounds."""
    return float(
        np.maximum(numbers.lbg - g, 0).sum()
        + np.maximum(g - numbers.ubg, 0).sum()
        + np.maximum(numbers.lbx - x, 0).sum()
        + np.maximum(x - numbers.ubx, 0).sum()
    )
