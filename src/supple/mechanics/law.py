"""Equations of motion: M(q) a + bias(q, v) = Q, as functions that a simulation or an optimisation can call."""

from typing import Any

import casadi as ca

from supple.arrays import Array
from supple.errors import InputError
from supple.mechanics.parameters import Parameters


class Law:
    """What every way to define a body gives: symbols, and functions of q, v, parameters p and gravity g [m/s²].

    Functions take what their names say, in the order q, v, (a or Q,) p, g.
    """

    name: str
    nq: int
    q: ca.SX
    v: ca.SX
    parameters: Parameters
    p: ca.SX
    defaults: Array
    points: dict[str, ca.SX]
    mass: ca.SX
    potential: ca.SX
    dissipation: ca.SX

    mass_matrix: ca.Function
    inverse_mass: ca.Function
    bias: ca.Function
    forward: ca.Function
    energy: ca.Function
    center_of_mass: ca.Function
    momentum: ca.Function

    def rate(self, x: ca.SX) -> ca.SX:
        """∂x/∂q v of an expression of q."""
        return ca.jtimes(x, self.q, self.v)


def solved(M: ca.SX, right: ca.SX) -> ca.SX:
    """M⁻¹ right by L D Lᵀ along the sparsity of M."""
    return ca.densify(ca.ldl_solve(ca.densify(right), *ca.ldl(M)))


def coordinates(q: Any, v: Any, name: str) -> int:
    """How many there are; raise unless q and v are columns of as many symbols."""
    for what, symbol in (("q", q), ("v", v)):
        if not (isinstance(symbol, ca.SX) and symbol.is_valid_input() and symbol.is_column()):
            raise InputError(
                f"{what} of {name!r} must be a column of symbols, ca.SX.sym({what!r}, n); got {symbol!r}"
            )
    if q.numel() != v.numel() or not q.numel():
        raise InputError(
            f"{name!r} has {q.numel()} coordinates and {v.numel()} velocities; give as many of each"
        )
    return int(q.numel())
