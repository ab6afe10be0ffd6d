"""A nonlinear program and its sparse derivatives: what every solver asks for (Witkin & Kass 1988, §3.2).

minimize f(x, p)  subject to  least ≤ x ≤ most,  least ≤ g(x, p) ≤ most
"""

from functools import cached_property
from typing import Any, NamedTuple

import casadi as ca
import numpy as np

from supple.arrays import Array, Indices
from supple.compiler import compiler
from supple.spacetime.elements import Item, summands
from supple.spacetime.function_boxes import Elements
from supple.spacetime.kept_elements import kept_cut


class Numbers(NamedTuple):
    """Bounds of x and g, and the parameters."""

    lbx: Array
    ubx: Array
    lbg: Array
    ubg: Array
    p: Array


class Program:
    """Unknowns x, parameters p, objective f and rows g as expressions."""

    x: ca.SX
    p: ca.SX
    f: ca.SX
    g: ca.SX

    @cached_property
    def units(self) -> Array:
        """How large one of each unknown is, for solvers that like numbers of a size."""
        return np.ones(self.x.numel())

    @cached_property
    def row_units(self) -> Array:
        """The same of each row."""
        return np.ones(self.g.numel())

    @cached_property
    def strides(self) -> Indices:
        """Unknowns that are seen to move; a step of a solver moves none of them far."""
        return np.zeros(0, dtype=np.int64)

    def stride(self, step: Array) -> float:
        """How far a step moves what is seen; 0 where nothing is."""
        return 0.0

    @cached_property
    def values(self) -> ca.Function:
        """(x, p) → f, g."""
        return ca.Function("values", [self.x, self.p], [self.f, self.g])

    @cached_property
    def gradient(self) -> ca.Function:
        """(x, p) → f, ∂f/∂x."""
        found = [self.f, ca.densify(ca.gradient(self.f, self.x))]
        return ca.Function("nlp_grad_f", [self.x, self.p], found, ["x", "p"], ["f", "grad_f_x"])

    @cached_property
    def jacobian(self) -> ca.Function:
        """(x, p) → g, ∂g/∂x."""
        found = [self.g, ca.jacobian(self.g, self.x)]
        return ca.Function("nlp_jac_g", [self.x, self.p], found, ["x", "p"], ["g", "jac_g_x"])

    @cached_property
    def hessian(self) -> ca.Function:
        """(x, p, λ_f, λ_g) → upper half of ∂²/∂x² (λ_f f + λ_g·g)."""
        lam_f, lam_g = ca.SX.sym("lam_f"), ca.SX.sym("lam_g", self.g.numel())
        curvature = ca.hessian(lam_f * self.f + ca.dot(lam_g, self.g), self.x)[0]
        inputs, names = [self.x, self.p, lam_f, lam_g], ["x", "p", "lam_f", "lam_g"]
        return ca.Function("nlp_hess_l", inputs, [ca.triu(curvature)], names, ["triu_hess_gamma_x_x"])

    @cached_property
    def samples_of_unknowns(self) -> Indices:
        """At which sample each unknown is; −1 for those of a whole phase."""
        return np.zeros(self.x.numel(), dtype=np.int64)

    def items(self) -> list[Item]:
        """Objective and rows in small pieces, of which elements are made."""
        terms = [Item(term) for term in summands(ca.SX(self.f))]
        return terms + [
            Item(row, np.array([k])) for k, row in enumerate(ca.vertsplit(self.g)) if self.g.numel()
        ]

    @cached_property
    def elements(self) -> Elements:
        """The program as function boxes over arrays; a MissingToolError where there is no compiler."""
        compiler()
        return Elements(
            kept_cut(self.x, self.p, self.items(), self.samples_of_unknowns),
            self.g.numel(),
            self.units,
            self.row_units,
        )

    @cached_property
    def structures(self) -> dict[bytes, Any]:
        """What solvers keep, by which bounds are equal."""
        return {}

    @property
    def size(self) -> dict[str, int]:
        """How many unknowns and constraints there are, and non-zeros of the Jacobian."""
        return {
            "unknowns": int(self.x.numel()),
            "constraints": int(self.g.numel()),
            "jacobian_nonzeros": int(ca.jacobian_sparsity(self.g, self.x).nnz()),
        }
