"""The math compiler: boxes, bodies and rules written once as expressions, then differentiated and compiled."""

from supple.mechanics.box import Box
from supple.mechanics.compiled import Compiled, compiled, compiled_together
from supple.mechanics.continuum import Continuum
from supple.mechanics.graph import Graph
from supple.mechanics.lagrangian import Lagrangian
from supple.mechanics.law import Law
from supple.mechanics.problem import Problem
from supple.mechanics.rules import RULES, Rule, rule, sampled

__all__ = [
    "RULES",
    "Box",
    "Compiled",
    "Continuum",
    "Graph",
    "Lagrangian",
    "Law",
    "Problem",
    "Rule",
    "compiled",
    "compiled_together",
    "rule",
    "sampled",
]
