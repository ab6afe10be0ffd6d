"""IPOPT: an interior-point method on the sparse program; the default."""

import time
from typing import Any

import casadi as ca
import numpy as np

from supple.spacetime.program import Numbers, Program
from supple.spacetime.scaling import Scaled
from supple.spacetime.solvers.solution import Iterate, Solution, Start, Watch, violation

QUIET = {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"}
WARM = {
    "ipopt.warm_start_init_point": "yes",
    "ipopt.mu_init": 1e-6,
    "ipopt.warm_start_bound_push": 1e-9,
    "ipopt.warm_start_bound_frac": 1e-9,
    "ipopt.warm_start_slack_bound_push": 1e-9,
    "ipopt.warm_start_slack_bound_frac": 1e-9,
    "ipopt.warm_start_mult_bound_push": 1e-9,
}


class Ipopt:
    """Solves cold from a guess, and warm from a solution; both share the derivatives of the problem."""

    name = "ipopt"

    def __init__(self, tolerance: float = 1e-8, iterations: int = 500, **options: Any) -> None:
        """`options` by IPOPT's own names."""
        self.options = {
            "ipopt.tol": tolerance,
            "ipopt.constr_viol_tol": tolerance / 10,
            "ipopt.max_iter": iterations,
            **{f"ipopt.{key}": value for key, value in options.items()},
        }
        self._made: dict[tuple[int, bool, bool], tuple[Program, Any, Any]] = {}
        self._scaled: dict[int, tuple[Program, Scaled]] = {}

    def solve(self, problem: Program, numbers: Numbers, start: Start, watch: Watch | None = None) -> Solution:
        """Cold, or warm where the start brings multipliers."""
        warm = start.warm
        scaled = self._in_units(problem)
        nlpsol, observer = self._nlpsol(scaled, warm, watch is not None)
        if observer is not None:
            observer.begin(watch, numbers)
        begun = time.perf_counter()
        there = scaled.start(start)
        given = {"x0": there.x, **scaled.numbers(numbers)._asdict()}
        if warm:
            given |= {"lam_x0": there.lam_x, "lam_g0": there.lam_g}
        result = nlpsol(**given)
        seconds = time.perf_counter() - begun
        stats = nlpsol.stats()
        found = [np.array(result[key]).ravel() for key in ("x", "lam_x", "lam_g")]
        x, lam_x, lam_g = scaled.unscaled(Start(*found))
        x = np.clip(x, numbers.lbx, numbers.ubx)
        g = scaled.row_units * np.array(result["g"]).ravel()
        return Solution(
            x,
            lam_x,
            lam_g,
            float(result["f"]),
            violation(numbers, x, g),
            bool(stats["success"]),
            str(stats["return_status"]),
            int(stats["iter_count"]),
            seconds,
            self.name,
            [] if observer is None else observer.iterates,
        )

    def _in_units(self, problem: Program) -> Scaled:
        if id(problem) not in self._scaled:
            self._scaled[id(problem)] = problem, Scaled(problem)
        return self._scaled[id(problem)][1]

    def _nlpsol(self, problem: Scaled, warm: bool, watched: bool) -> tuple[Any, Any]:
        key = (id(problem), warm, watched)
        if key not in self._made:
            observer = _Observer(problem) if watched else None
            options: dict[str, Any] = QUIET | self.options | (WARM if warm else {})
            options |= {"grad_f": problem.gradient, "jac_g": problem.jacobian, "hess_lag": problem.hessian}
            if observer is not None:
                options["iteration_callback"] = observer
            nlp = {"x": problem.x, "p": problem.p, "f": problem.f, "g": problem.g}
            self._made[key] = problem, ca.nlpsol("spacetime", "ipopt", nlp, options), observer
        return self._made[key][1:]


class _Observer(ca.Callback):
    """IPOPT's news of every iterate, passed on to a watch."""

    def __init__(self, problem: Scaled) -> None:
        super().__init__()
        self._problem = problem
        self._sizes = {
            "x": problem.x.numel(),
            "f": 1,
            "g": problem.g.numel(),
            "lam_x": problem.x.numel(),
            "lam_g": problem.g.numel(),
            "lam_p": problem.p.numel(),
        }
        self.iterates: list[Iterate] = []
        self.construct("observer", {})

    def begin(self, watch: Watch, numbers: Numbers) -> None:
        """Listen for one solve."""
        self.watch, self.numbers, self.iterates = watch, numbers, []

    def get_n_in(self) -> int:
        return ca.nlpsol_n_out()

    def get_n_out(self) -> int:
        return 1

    def get_name_in(self, i: int) -> str:
        return str(ca.nlpsol_out(i))

    def get_sparsity_in(self, i: int) -> Any:
        return ca.Sparsity.dense(self._sizes[ca.nlpsol_out(i)], 1)

    def eval(self, given: Any) -> list[float]:
        x = self._problem.units * np.array(given[0]).ravel()
        g = self._problem.row_units * np.array(given[2]).ravel()
        iterate = Iterate(x, float(given[1]), violation(self.numbers, x, g))
        self.iterates.append(iterate)
        return [0.0 if self.watch(iterate) else 1.0]
