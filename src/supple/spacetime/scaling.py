"""Forces in shares of the weight: a heavy character and a light one that move alike are the same problem.

x = σ ∘ x̂,  g = γ ∘ ĝ.  A solver that is told numbers of a like size takes the same steps for both.
"""

from functools import cached_property

import casadi as ca

from supple.spacetime.program import Numbers, Program
from supple.spacetime.solvers.solution import Start


class Scaled(Program):
    """A program in x̂ and ĝ."""

    def __init__(self, program: Program) -> None:
        self.program, self.units, self.row_units = program, program.units, program.row_units
        self.x, self.p = ca.SX.sym("x", program.x.numel()), program.p
        self.f, g = program.values(self.units * self.x, self.p)
        self.g = g / self.row_units

    @cached_property
    def gradient(self) -> ca.Function:
        """σ ∘ ∂f/∂x."""
        f, slope = self.program.gradient(self.units * self.x, self.p)
        return ca.Function(
            "nlp_grad_f", [self.x, self.p], [f, self.units * slope], ["x", "p"], ["f", "grad_f_x"]
        )

    @cached_property
    def jacobian(self) -> ca.Function:
        """1/γ ∂g/∂x σ, out of what is differentiated already."""
        g, slopes = self.program.jacobian(self.units * self.x, self.p)
        scaled = ca.diag(1 / self.row_units) @ slopes @ ca.diag(self.units)
        found = [g / self.row_units, scaled]
        return ca.Function("nlp_jac_g", [self.x, self.p], found, ["x", "p"], ["g", "jac_g_x"])

    @cached_property
    def hessian(self) -> ca.Function:
        """σ ∂²(λ_f f + λ_g·g)/∂x² σ, the upper half."""
        lam_f, lam_g = ca.SX.sym("lam_f"), ca.SX.sym("lam_g", self.g.numel())
        upper = self.program.hessian(self.units * self.x, self.p, lam_f, lam_g / self.row_units)
        scaled = ca.diag(self.units) @ upper @ ca.diag(self.units)
        inputs, names = [self.x, self.p, lam_f, lam_g], ["x", "p", "lam_f", "lam_g"]
        return ca.Function("nlp_hess_l", inputs, [scaled], names, ["triu_hess_gamma_x_x"])

    def numbers(self, numbers: Numbers) -> Numbers:
        """The bounds of x̂ and ĝ."""
        lbx, ubx, lbg, ubg, p = numbers
        return Numbers(lbx / self.units, ubx / self.units, lbg / self.row_units, ubg / self.row_units, p)

    def start(self, start: Start) -> Start:
        """A start in x̂; multipliers are ∂f/∂bound, so they take the unit of theirs."""
        if not start.warm:
            return Start(start.x / self.units)
        return Start(start.x / self.units, start.lam_x * self.units, start.lam_g * self.row_units)

    def unscaled(self, start: Start) -> Start:
        """Back to x."""
        return Start(start.x * self.units, start.lam_x / self.units, start.lam_g / self.row_units)
