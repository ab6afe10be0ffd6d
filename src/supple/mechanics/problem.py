"""A nonlinear program, plainly: min f(x, p) subject to low ≤ g(x, p) ≤ high, with a name for every part."""

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from supple.arrays import Array


@dataclass(frozen=True, eq=False)
class Problem:
    """Unknowns and parameters as symbols by name, the objective, and constraints by name with their bounds.

    >>> x = ca.SX.sym("x")
    >>> Problem({"x": x}, {}, x**2, {"x + 1": x + 1}, *([0.0],) * 4).sizes
    (1, 0, 1)
    """

    unknowns: dict[str, ca.SX]
    parameters: dict[str, ca.SX]
    objective: ca.SX
    values: dict[str, ca.SX]
    """The constraints' expressions."""
    lowest: Array
    highest: Array
    """Bounds of the unknowns."""
    low: Array
    high: Array
    """Bounds of the constraints."""

    @property
    def constraints(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self.values)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many unknowns, parameters and constraints."""
        return int(self.x.numel()), int(self.p.numel()), int(self.g.numel())

    @cached_property
    def x(self) -> ca.SX:
        """All unknowns in one column."""
        return _column(self.unknowns)

    @cached_property
    def p(self) -> ca.SX:
        """All parameters in one column."""
        return _column(self.parameters)

    @cached_property
    def g(self) -> ca.SX:
        """All constraints in one column."""
        return _column(self.values)

    @property
    def nlp(self) -> dict[str, ca.SX]:
        """As CasADi's solvers take it."""
        return {"x": self.x, "p": self.p, "f": self.objective, "g": self.g}

    def read(self, x: Array) -> dict[str, Array]:
        """The unknowns by name, each in its own shape, from one column of numbers."""
        found, start = {}, 0
        for name, symbol in self.unknowns.items():
            part = x[start : start + symbol.numel()]
            found[name] = part if symbol.is_column() else part.reshape(symbol.shape, order="F")
            start += symbol.numel()
        return found


def _column(parts: dict[str, ca.SX]) -> ca.SX:
    return ca.vertcat(ca.SX(0, 1), *(ca.densify(ca.vec(part)) for part in parts.values()))
