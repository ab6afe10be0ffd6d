"""Methods that solve the problem: IPOPT, Fatrop, and sequential quadratic programming, the paper's and today's."""

from supple.spacetime.solvers.fatrop import Fatrop
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.least_squares import conjugate_gradients
from supple.spacetime.solvers.printed import PrintedSqp
from supple.spacetime.solvers.solution import Iterate, Solution, Solver, Start
from supple.spacetime.solvers.sqp import Sqp

__all__ = [
    "Fatrop", "Ipopt", "Iterate", "PrintedSqp", "Solution", "Solver", "Sqp", "Start", "conjugate_gradients",
]  # fmt: skip
