"""Controllers improved by simulation: simulated annealing and CMA-ES over pose graphs."""

from supple.control.search.costs import COSTS, Cost, traded
from supple.control.search.search import Found, Search

__all__ = ["COSTS", "Cost", "Found", "Search", "traded"]
