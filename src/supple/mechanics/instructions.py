"""A function as a list of instructions: two that differ in constants alone are one function of more data.

Functions are compared by what CasADi prints of them; constants are left out, and read exactly.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256

import casadi as ca
import numpy as np

from supple.arrays import Array

CONSTANT = re.compile(r"^(@\d+) = [-+\d.enaif]+;$", re.MULTILINE)
HEAD = 2
"""Lines that CasADi prints before the instructions."""


class Instructions:
    """The instructions of an SX function, and its constants apart from them."""

    def __init__(self, function: ca.Function) -> None:
        self.function = function
        lines = function.str(True)
        self.text = CONSTANT.sub(r"\1 = constant", lines).partition("\n")[2]
        at = [k for k, line in enumerate(self.text.split("\n")[HEAD - 1 :]) if line.endswith("= constant")]
        self.constants = np.array([function.instruction_constant(k) for k in at], dtype=np.float64)
        self.sizes = function.numel_in(0), function.numel_in(1), function.numel_out(1)


class Recipe:
    """What functions of equal instructions have in common: constants that differ are data after the parameters."""

    def __init__(self, members: Sequence[Instructions]) -> None:
        self.sample = members[0]
        table = np.array([member.constants for member in members]).reshape(len(members), -1)
        self.varies = (table != table[:1]).any(axis=0)
        self.data = table[:, self.varies]
        """The constants that differ, for each member."""

    @property
    def length(self) -> int:
        """How many instructions there are."""
        return int(self.sample.function.n_instructions())

    @cached_property
    def text(self) -> str:
        """All that the function is, as a digest."""
        fixed = self.sample.constants[~self.varies]
        parts = [self.sample.text, repr(self.sample.sizes), repr(np.flatnonzero(self.varies).tolist())]
        return sha256("\n".join(parts).encode() + fixed.tobytes()).hexdigest()

    @cached_property
    def symbols(self) -> tuple[ca.SX, ca.SX]:
        """Unknowns, and parameters followed by constants that differ."""
        unknowns, parameters, _ = self.sample.sizes
        return ca.SX.sym("x", unknowns), ca.SX.sym("d", parameters + int(self.varies.sum()))

    def function(self) -> tuple[ca.SX, ca.SX]:
        """f and g of the symbols."""
        x, data = self.symbols
        given, free = self.sample.sizes[1], iter(range(int(self.varies.sum())))
        constants: list[ca.SX | float] = [
            data[given + next(free)] if varies else float(value)
            for varies, value in zip(self.varies, self.sample.constants, strict=True)
        ]
        f, g = replayed(self.sample.function, (x, data), constants)
        return f[0], ca.vertcat(ca.SX(0, 1), *g)


def replayed(
    function: ca.Function, given: Sequence[ca.SX], constants: Sequence["Array | ca.SX | float"]
) -> list[list[ca.SX]]:
    """The results of a function of dense results, with other arguments and constants."""
    register: dict[int, ca.SX] = {}
    results = [[ca.SX(0)] * function.nnz_out(i) for i in range(function.n_out())]
    left = iter(constants)
    for k in range(function.n_instructions()):
        op, to, of = (
            function.instruction_id(k), function.instruction_output(k), function.instruction_input(k),
        )  # fmt: skip
        if op == ca.OP_CONST:
            register[to[0]] = ca.SX(next(left))
        elif op == ca.OP_INPUT:
            register[to[0]] = given[of[0]][of[1]]
        elif op == ca.OP_OUTPUT:
            results[to[0]][to[1]] = register[of[0]]
        elif len(of) == 2:
            register[to[0]] = ca.SX.binary(op, register[of[0]], register[of[1]])
        else:
            register[to[0]] = ca.SX.unary(op, register[of[0]])
    return results
