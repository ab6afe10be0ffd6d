"""One Newton step on the conditions of optimality, for the constraints that are active now.

⎡H + δ   Jᵀ⎤ ⎡Δx⎤   ⎡ −∇f   ⎤
⎣J      −ε ⎦ ⎣ λ ⎦ = ⎣b − g(x)⎦     H = ∇²(f + λ·g),  rows and bounds of the active set only

An inequality counts as active where λ + ρ (g − b) points outward (primal–dual active set): Newton's method on a
system with kinks, which converges in a few steps from a solution nearby. Bounds that are active fix their unknown.
The pattern of the matrix never changes, only its numbers.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse import linalg

from supple.arrays import Array, Indices
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers.evaluation import Evaluation, Point
from supple.spacetime.solvers.solution import Start

RHO = 1.0
MET = 1e-4
"""How near a limit is met, as far as an estimate of multipliers goes."""
PRIMAL, DUAL = 1e-9, 1e-12
"""δ and ε: enough that doubled rows do no harm, too little to be seen in the result."""


CROWD = 10
"""An unknown in so many times more rows than usual is one of a whole phase, such as its duration."""


class System(NamedTuple):
    """A linear system K z = r in the order of elimination; which unknowns and rows take part."""

    matrix: sparse.csc_array
    right: Array
    free: np.ndarray
    active: np.ndarray
    fixed: Array


class Kkt:
    """The conditions of optimality of one problem."""

    def __init__(self, problem: Program) -> None:
        self.program, self.at = problem, Evaluation(problem)
        self.n, self.m = int(problem.x.numel()), int(problem.g.numel())
        upper, rows = problem.hessian.sparsity_out(0), problem.jacobian.sparsity_out(1)
        i, j = (np.array(side) for side in upper.get_triplet())
        r, c = (np.array(side) for side in rows.get_triplet())
        off = i != j
        every = np.arange(self.n + self.m)
        self._order = ordered(self.n, self.m, r, c)
        self._place = np.argsort(self._order)
        row = self._place[np.concatenate([i, j[off], r + self.n, c, every])]
        column = self._place[np.concatenate([j, i[off], c, r + self.n, every])]
        self._off = off
        keys, self._home = np.unique(column * (self.n + self.m) + row, return_inverse=True)
        self._row, column = keys % (self.n + self.m), keys // (self.n + self.m)
        self._column = column
        self._starts = np.searchsorted(column, np.arange(self.n + self.m + 1))
        self._diagonal = np.flatnonzero(self._row == column)

    def system(self, point: Point, numbers: Numbers, start: Start, delta: float = PRIMAL) -> System:
        """The step's equations, with inactive rows and fixed unknowns crossed out."""
        x = start.x
        low, high = active(x, numbers.lbx, numbers.ubx, start.lam_x)
        free = ~(low | high)
        fixed = np.where(free, 0.0, np.where(high, numbers.ubx, numbers.lbx) - x)
        least, most = active(point.g, numbers.lbg, numbers.ubg, start.lam_g)
        on = least | most
        aim = np.where(most, numbers.ubg, np.where(least, numbers.lbg, 0.0))
        right = np.concatenate(
            [
                np.where(free, -(point.slope + point.bend(fixed)), fixed),
                np.where(on, aim - point.g - point.jacobian @ fixed, 0.0),
            ]
        )
        kept = np.concatenate([free, on])[self._order]
        return System(self._matrix(point, kept, delta), right[self._order], free, on, fixed)

    def _matrix(self, point: Point, kept: np.ndarray, delta: float) -> sparse.csc_array:
        upper, jacobian = point.upper.data, point.jacobian.data
        regular = np.concatenate([np.full(self.n, delta), np.full(self.m, -DUAL)])
        numbers = np.concatenate([upper, upper[self._off], jacobian, jacobian, regular])
        data = np.bincount(self._home, numbers, minlength=len(self._row))
        data[~(kept[self._row] & kept[self._column])] = 0.0
        data[self._diagonal[~kept]] = 1.0
        size = self.n + self.m
        matrix = sparse.csc_array((data, self._row, self._starts), shape=(size, size), copy=True)
        matrix.eliminate_zeros()
        return matrix

    def estimated(self, x: Array, numbers: Numbers) -> Start:
        """x with the multipliers that leave the least slope of the Lagrangian, for constraints met at x."""
        point = self.at(x, numbers.p, np.zeros(self.m))
        point = point._replace(upper=0 * point.upper)
        met = Start(x, _met(x, numbers.lbx, numbers.ubx), _met(point.g, numbers.lbg, numbers.ubg))
        system = self.system(point, numbers, met, delta=1.0)
        sloping = np.concatenate([system.free, np.zeros(self.m, dtype=bool)])[self._order]
        right = np.where(sloping, system.right, 0.0)
        return self.step(point, system, factored(system.matrix).solve(right))._replace(x=x)

    def step(self, point: Point, system: System, z: Array) -> Start:
        """Δx and the new multipliers out of a solution of the system."""
        z = z[self._place]
        dx, lam_g = z[: self.n], np.where(system.active, z[self.n :], 0.0)
        pull = point.slope + point.bend(dx) + point.jacobian.T @ lam_g
        return Start(dx, np.where(system.free, 0.0, -pull), lam_g)


def ordered(n: int, m: int, rows: Indices, columns: Indices) -> Indices:
    """Unknowns as they come, each row after the last unknown that it is about: sample after sample, with little fill.

    Unknowns of a whole phase come last, since a row is filled by all that were eliminated before it.
    """
    uses = np.bincount(columns, minlength=n)
    crowded = uses > CROWD * max(np.median(uses), 1.0)
    last = np.full(m, -1.0)
    np.maximum.at(last, rows, np.where(crowded[columns], -1.0, columns))
    return np.argsort(np.concatenate([np.where(crowded, np.inf, np.arange(n)), last + 0.5]), kind="stable")


def active(values: Array, low: Array, high: Array, lam: Array) -> tuple[np.ndarray, np.ndarray]:
    """Which lower and which upper limits count; an equation counts as lower."""
    equal = low == high
    most = ~equal & (lam + RHO * (values - high) > 0)
    return equal | (~most & (lam + RHO * (values - low) < 0)), most


def limits(now: Start, g: Array, numbers: Numbers) -> np.ndarray:
    """Which limits of unknowns and rows, lower and upper, count as active."""
    return np.concatenate(
        [
            *active(now.x, numbers.lbx, numbers.ubx, now.lam_x),
            *active(g, numbers.lbg, numbers.ubg, now.lam_g),
        ]
    )


def _met(values: Array, low: Array, high: Array) -> Array:
    """The sign of a multiplier where a limit is met, 0 elsewhere."""
    return np.where(high - values < MET, 1.0, np.where(values - low < MET, -1.0, 0.0))


def residual(point: Point, numbers: Numbers, start: Start) -> float:
    """Worst of the conditions of optimality: slope of the Lagrangian, feasibility, complementarity."""
    slope = point.slope + point.jacobian.T @ start.lam_g + start.lam_x
    worst = [np.abs(slope).max(initial=0.0)]
    for values, low, high, lam in (
        (start.x, numbers.lbx, numbers.ubx, start.lam_x),
        (point.g, numbers.lbg, numbers.ubg, start.lam_g),
    ):
        worst.append(max((low - values).max(initial=0.0), (values - high).max(initial=0.0)))
        room = np.where(lam > 0, high - values, values - low)
        product = np.where(low == high, 0.0, np.minimum(np.abs(lam), np.abs(room)))
        worst.append(product.max(initial=0.0))
    return float(max(worst))


def factored(matrix: sparse.csc_array) -> linalg.SuperLU:
    """A sparse factor of the system."""
    try:
        return linalg.splu(
            sparse.csc_matrix(matrix), permc_spec="NATURAL", diag_pivot_thresh=0.1, relax=1, panel_size=1
        )
    except RuntimeError as error:
        raise np.linalg.LinAlgError("constraints that are active depend on each other") from error
