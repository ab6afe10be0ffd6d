"""From a kernel in Python to C: what kinds its values are follows from those of its arguments.

A name stands for one kind of thing throughout a kernel, as in C; where it is an integer here and a float there, it is
a float. Kinds are found by going through the kernel until they do not change any more.
"""

import ast
import builtins
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.errors import InputError
from supple.kernels.checks import Checks
from supple.kernels.expressions import expression
from supple.kernels.kinds import (
    FLOAT,
    INTEGER,
    NOTHING,
    ArrayOf,
    Kind,
    Nothing,
    Number,
    Record,
    Result,
    as_said,
    either,
    parameters,
)
from supple.kernels.lines import Lines
from supple.kernels.paths import Paths
from supple.kernels.scratch import is_scratch
from supple.kernels.statements import statements
from supple.kernels.text import tree_of
from supple.kernels.values import Value, literal

if TYPE_CHECKING:
    from supple.kernels.program import Program


class Body(Lines):
    """One kernel on its way to C."""

    def __init__(self, program: "Program", function: FunctionType, kinds: tuple[Kind, ...]) -> None:
        super().__init__()
        self.program, self.function = program, function
        self.tree, self.names = tree_of(function), frozenset(function.__code__.co_varnames)
        self.arguments = parameters(function)
        self.kinds: dict[str, Kind] = dict(zip(self.arguments, kinds, strict=True))
        self.result: Result | None = None
        self.scratch: set[str] = set()
        """Names of arrays in room that ends with the kernel."""
        self.has_called = False
        """Whether this statement calls a kernel."""
        self.checks = Checks(program.checked, self.where)
        while True:
            before = dict(self.kinds), self.result, set(self.scratch)
            self.start()
            statements(self, self.tree.body)
            if before == (self.kinds, self.result, self.scratch):
                break
        Paths(self.names, self.constant, self.where).check(self.tree)

    def code(self, name: str) -> str:
        """The whole function."""
        taken = ", ".join(f"{self.kinds[each].c} {each}_" for each in self.arguments)
        own = [f"  {kind.c} {each}_;" for each, kind in self.kinds.items() if each not in self.arguments]
        head = f"static {(self.result or NOTHING).c} {name}({taken or 'void'}) {{"
        return "\n".join([head, *own, *self.all_lines, "}\n"])

    def declared(self, name: str, given: Value, node: ast.expr) -> str:
        """The name in C, which stands for that kind of thing from now on; the node is where it is from."""
        if not isinstance(given.kind, Number | ArrayOf | Record):
            raise self.refusal(node, f"is {given.kind}, which no name stands for")
        if isinstance(given.kind, ArrayOf) and is_scratch(self, node):
            self.scratch.add(name)
        kind = either(self.kinds.get(name, given.kind), given.kind, f"{self.where(node)}: {name!r}")
        assert isinstance(kind, Number | ArrayOf | Record)
        self.kinds[name] = kind
        return f"{name}_"

    def named(self, name: str, node: ast.expr) -> Value:
        """A name of the kernel, or a number of its module."""
        if name in self.kinds:
            return Value(f"{name}_", self.kinds[name])
        known = self.constant(node)
        if known is None:
            raise self.refusal(node, "is neither set in the kernel before nor a number of its module")
        return self.literal(known, node)

    def literal(self, value: float, node: ast.expr) -> Value:
        """A number that stands in the kernel or in its module."""
        if isinstance(value, int) and not -(2**63) < value < 2**63:
            raise self.refusal(node, "is too large: integers have 64 bits")
        return literal(value)

    def constant(self, node: ast.expr) -> float | None:
        """A literal, or a number of the module, or None."""
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return None if (known := self.constant(operand)) is None else -known
            case ast.Constant(value=found):
                pass
            case _:
                found = self.reference(node)
        return found if isinstance(found, int | float | np.integer) else None

    def reference(self, node: ast.expr) -> Any:
        """What a name means outside of the kernel; None where it means nothing there."""
        match node:
            case ast.Name(id=name) if name not in self.names:
                return self.function.__globals__.get(name, getattr(builtins, name, None))
            case ast.Attribute(value=value, attr=attr):
                holder = self.reference(value)
                return vars(holder).get(attr) if isinstance(holder, ModuleType | type) else None
        return None

    def expression(self, node: ast.expr) -> Value:
        """An expression, whatever it is."""
        return expression(self, node)

    def call(self, node: ast.expr, called: Any, given: list[Value]) -> Value:
        """Another kernel."""
        function = getattr(called, "function", None)
        if getattr(called, "is_open", False):
            raise InputError(f"{self.where(node)}: {called.__name__}() is open; bound(…) fills it in")
        if not isinstance(function, FunctionType):
            wrong = "calls what is no kernel" if called else "calls a name that stands for nothing here"
            raise self.refusal(node, wrong)
        kinds = tuple(each.kind for each in given if isinstance(each.kind, Number | ArrayOf | Record))
        taken = as_said(function, kinds, f"{self.where(node)}: ")
        for name, a, b in zip(parameters(function), kinds, taken, strict=True):
            if a is FLOAT and b is INTEGER:
                raise self.refusal(node, f"gives a float for {name}, an integer; int() makes one of it")
        found = self.program.add(function, taken, self.where(node))
        self.has_called = True
        if function in self.program.writers:
            self.program.writers.add(self.function)
        return Value(f"{found.name}({', '.join(each.code for each in given)})", found.result)

    def returns(self, kind: Result, node: ast.expr) -> None:
        """The kernel may end with such a result."""
        if isinstance(kind, Nothing):
            raise self.refusal(node, "gives nothing")
        if isinstance(kind, ArrayOf) and is_scratch(self, node):
            raise self.refusal(
                node, "lies in room that ends with the kernel; write into an array that is given"
            )
        self.result = kind if self.result is None else either(self.result, kind, self.where(node))

    def refusal(self, node: ast.AST, why: str) -> InputError:
        """What is wrong with a part of the kernel."""
        return InputError(f"{self.where(node)}: {ast.unparse(node)!r} {why}")

    def where(self, node: ast.AST) -> str:
        """File and line, for messages."""
        return f"{self.function.__code__.co_filename}, line {getattr(node, 'lineno', 0)}"
