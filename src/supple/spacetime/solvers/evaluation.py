"""The derivatives of a problem as SciPy matrices, through arrays that stay where they are."""

from typing import Any, NamedTuple

import casadi as ca
import numpy as np
from scipy import sparse

from supple.arrays import Array
from supple.mechanics.buffers import Buffers
from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers.solution import Start


class Point(NamedTuple):
    """Values and derivatives at x; `upper` is the upper half of the Hessian of f + λ·g."""

    f: float
    slope: Array
    g: Array
    jacobian: sparse.csc_array
    upper: sparse.csc_array

    @property
    def curvature(self) -> float:
        """A usual entry of the diagonal of H."""
        entries = np.abs(self.upper.diagonal())
        return float(np.median(entries[entries > 0])) if entries.any() else 1.0

    def bend(self, d: Array) -> Array:
        """H d."""
        return np.asarray(self.upper @ d + self.upper.T @ d - self.upper.diagonal() * d)


class Evaluation:
    """f, ∇f, g, ∇g and the Hessian of the Lagrangian at x."""

    def __init__(self, problem: Program) -> None:
        self.gradient = Derivative(problem.gradient)
        self.jacobian = Derivative(problem.jacobian)
        self.hessian = Derivative(problem.hessian)
        self.values = Derivative(problem.values)

    def __call__(self, x: Array, p: Array, lam_g: Array) -> Point:
        """All of them; the arrays are the caller's."""
        f, slope = self.gradient(x, p)
        g, jacobian = self.jacobian(x, p)
        (upper,) = self.hessian(x, p, 1.0, lam_g)
        return Point(float(f[0]), slope, g, self.jacobian.matrix(1, jacobian), self.hessian.matrix(0, upper))


class Derivative:
    """A function of the problem, of whose results the non-zeros are given, or a sparse matrix."""

    def __init__(self, function: ca.Function) -> None:
        self._buffers = Buffers(function)
        self._patterns = [function.sparsity_out(i) for i in range(function.n_out())]
        self._columns = [
            (np.array(pattern.row(), dtype=np.int32), np.array(pattern.colind(), dtype=np.int32))
            for pattern in self._patterns
        ]

    def __call__(self, *values: Any) -> list[Array]:
        """The non-zeros of every result."""
        for place, value in zip(self._buffers.inputs, values, strict=True):
            place[...] = value
        self._buffers.run()
        return [place.copy() for place in self._buffers.outputs]

    def matrix(self, result: int, nonzeros: Array) -> sparse.csc_array:
        """A result as a sparse matrix."""
        rows, starts = self._columns[result]
        shape = self._patterns[result].shape
        return sparse.csc_array((nonzeros, rows, starts), shape=shape)


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
