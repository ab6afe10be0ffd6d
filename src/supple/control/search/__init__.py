"""Controllers improved by simulation: simulated annealing and CMA-ES over pose graphs."""

from supple.control.search.costs import COSTS, Cost, traded
from supple.control.search.search import Found, Search
from supple.control.search.trial import STEADY, Try
from supple.control.search.tried import Tried

__all__ = ["COSTS", "STEADY", "Cost", "Found", "Search", "Tried", "Try", "traded"]
