"""Methods that solve the problem: an interior point and Newton's steps on elements, IPOPT, Fatrop, the paper's."""

from supple.renamed import renamed
from supple.spacetime.solvers.fatrop import Fatrop
from supple.spacetime.solvers.interior_point import InteriorPoint
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.least_squares import conjugate_gradients
from supple.spacetime.solvers.newton import Newton
from supple.spacetime.solvers.printed import PrintedSqp
from supple.spacetime.solvers.solution import Iterate, Solution, Solver, Start

__all__ = [
    "Fatrop", "InteriorPoint", "Ipopt", "Iterate", "Newton", "PrintedSqp", "Solution",
    "Solver", "Start", "conjugate_gradients",
]  # fmt: skip

__getattr__ = renamed(__name__, {"Sqp": "supple.spacetime.solvers.Newton"})
