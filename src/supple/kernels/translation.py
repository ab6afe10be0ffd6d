"""From a kernel in Python to C: what kinds its values are follows from those of its arguments.

A name stands for one kind of thing throughout a kernel, as in C; where it is an integer here and a float there, it is
a float. Kinds are found by going through the kernel until they do not change any more.
"""

import ast
import builtins
import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import prod
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from supple.errors import InputError
from supple.kernels import calling
from supple.kernels.expressions import expression
from supple.kernels.kinds import (
    FLOAT,
    INTEGER,
    NOTHING,
    ArrayOf,
    Kind,
    Number,
    Record,
    Result,
    Several,
    as_annotated,
    either,
)
from supple.kernels.prelude import prelude
from supple.kernels.statements import statements
from supple.kernels.subscripts import whole
from supple.kernels.values import Value, literal

DTYPES = {float: FLOAT, np.float64: FLOAT, int: INTEGER, np.int64: INTEGER}
STACK = 4096
"""Bytes of room that a kernel takes from the stack at once; what is larger comes from the heap."""


class Translated(NamedTuple):
    """A kernel in C under a name of its own."""

    name: str
    result: Result


class Program:
    """A kernel, all that it calls, and what they take, in the order that C wants."""

    def __init__(self) -> None:
        self._done: dict[tuple[FunctionType, tuple[Kind, ...]], Translated] = {}
        self._records: dict[str, Record] = {}
        self._several: dict[str, Several] = {}
        self._code: list[str] = []

    def add(self, function: FunctionType, given: tuple[Kind, ...]) -> Translated:
        """The kernel for arguments of these kinds."""
        kinds = as_said(function, given)
        known = self._done.get((function, kinds))
        if known is None:
            for kind in kinds:
                self._record(kind)
            body = Body(self, function, kinds)
            name = f"{function.__name__.lstrip('_')}_{len(self._done)}"
            self._code.append(body.code(name))
            if isinstance(body.result, Several):
                self._several[body.result.c] = body.result
            known = self._done[function, kinds] = Translated(name, body.result)
        return known

    def _record(self, kind: Kind) -> None:
        if isinstance(kind, Record):
            for _, member in kind.members:
                self._record(member)
            self._records[kind.struct] = kind

    def source(self, entry: Translated, kinds: tuple[Kind, ...]) -> str:
        """All of the C."""
        records = [_typedef(kind.struct, kind.members) for kind in self._records.values()]
        several = [
            _typedef(c, tuple((f"x{k}", x) for k, x in enumerate(kind.members)))
            for c, kind in self._several.items()
        ]
        members = tuple((f"a{k}", kind) for k, kind in enumerate(kinds))
        passed = ", ".join(f"{'&' if isinstance(kind, Record) else ''}w.{name}_" for name, kind in members)
        return "".join(
            [
                prelude(),
                *records,
                *several,
                *self._code,
                _typedef("arguments", members),
                calling.HEAD,
                *(calling.reader(kind) for kind in self._records.values()),
                calling.arguments(members),
                calling.entry(f"{entry.name}({passed})", entry.result),
            ]
        )


def as_said(function: FunctionType, given: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """The kinds of arguments, scalars as the kernel's annotations say."""
    said = [function.__annotations__.get(name) for name in parameters(function)]
    if len(said) != len(given):
        raise InputError(f"{function.__name__}() takes {len(said)} arguments in line; got {len(given)}")
    return tuple(as_annotated(s, kind) for s, kind in zip(said, given, strict=True))


def parameters(function: FunctionType) -> tuple[str, ...]:
    """Names of a kernel's arguments."""
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def _typedef(name: str, members: tuple[tuple[str, Kind], ...]) -> str:
    lines = (f"{kind.struct if isinstance(kind, Record) else kind.c} {member}_;" for member, kind in members)
    return f"typedef struct {{ {' '.join(lines)} }} {name};\n"


class Body:
    """One kernel on its way to C."""

    def __init__(self, program: Program, function: FunctionType, kinds: tuple[Kind, ...]) -> None:
        self.program, self.function = program, function
        self.tree = _tree(function)
        self.arguments = dict(zip(parameters(function), kinds, strict=True))
        self.kinds: dict[str, Kind] = dict(self.arguments)
        self.result: Result = NOTHING
        while True:
            before = dict(self.kinds), self.result
            self._lines: list[str] = []
            self._temporary: dict[str, str] = {}
            self._depth = 1
            statements(self, self.tree.body)
            if before == (self.kinds, self.result):
                break

    def code(self, name: str) -> str:
        """The whole function."""
        taken = ", ".join(f"{kind.c} {each}_" for each, kind in self.arguments.items())
        own = [f"  {kind.c} {each}_;" for each, kind in self.kinds.items() if each not in self.arguments]
        rest = [f"  {kind} {each};" for each, kind in self._temporary.items()]
        return "\n".join(
            [f"static {self.result.c} {name}({taken or 'void'}) {{", *own, *rest, *self._lines, "}\n"]
        )

    def line(self, text: str) -> None:
        """A line of code."""
        self._lines.append("  " * self._depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines between braces."""
        self.line(head + " {")
        self._depth += 1
        yield
        self._depth -= 1
        self.line("}")

    def fresh(self) -> str:
        """A name that no kernel has."""
        self._count = getattr(self, "_count", 0) + 1
        return f"t{self._count}"

    def kept(self, value: Value) -> Value:
        """The value in a place of its own, evaluated once."""
        name = self.fresh()
        self._temporary[name] = value.kind.c
        self.line(f"{name} = {value.code};")
        return Value(name, value.kind)

    def declared(self, name: str, kind: Kind, node: ast.AST) -> str:
        """The name in C, which stands for that kind of thing from now on."""
        found = either(self.kinds.get(name, kind), kind, f"{self.where(node)}: {name!r}")
        assert isinstance(found, Number | ArrayOf | Record)
        self.kinds[name] = found
        return f"{name}_"

    def named(self, name: str, node: ast.expr) -> Value:
        """A name of the kernel, or a number of its module."""
        if name in self.kinds:
            return Value(f"{name}_", self.kinds[name])
        known = self.constant(node)
        if known is None:
            raise InputError(
                f"{self.where(node)}: {name!r} is neither set in the kernel nor a number of its module"
            )
        return literal(known)

    def constant(self, node: ast.expr) -> float | None:
        """A number of the module, or None."""
        found = self.reference(node)
        return found if isinstance(found, int | float) else None

    def reference(self, node: ast.expr) -> Any:
        """What a name means outside of the kernel; None where it means nothing there."""
        match node:
            case ast.Name(id=name) if name not in self.kinds:
                return self.function.__globals__.get(name, getattr(builtins, name, None))
            case ast.Attribute(value=value, attr=attr):
                return getattr(self.reference(value), attr, None)
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
            raise InputError(f"{self.where(node)}: {ast.unparse(node)!r} {wrong}")
        kinds = [each.kind for each in given if isinstance(each.kind, Number | ArrayOf | Record)]
        found = self.program.add(function, tuple(kinds))
        return Value(f"{found.name}({', '.join(each.code for each in given)})", found.result)

    def allocated(
        self, node: ast.Call, zero: bool, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> Value:
        """np.zeros or np.empty of floats, or of what dtype says; let go of at the end of the kernel.

        What is small and of a size that is known lies on the stack.
        """
        counts = args[0].elts if isinstance(args[0], ast.Tuple) else args[:1]
        n = [whole(self, each) for each in counts]
        kind, name = (
            ArrayOf(self._dtype([*args[1:], *(each.value for each in keywords)]), len(n)),
            self.fresh(),
        )
        if all(each.isdigit() for each in n) and 8 * (size := prod(map(int, n))) <= STACK:
            self._temporary[f"{name}[{max(size, 1)}]"] = kind.of.c
            if zero:
                self.line(f"memset({name}, 0, sizeof {name});")
        else:
            n = [self.kept(Value(each, INTEGER)).code for each in n]
            self._temporary[f"{name} = NULL"] = "LET_GO void *"
            self.line(f"free({name}); {name} = zeros({' * '.join(n)});")
        return Value(f"({kind.c}){{{name}, {{{', '.join(n)}}}}}", kind)

    def _dtype(self, said: list[ast.expr]) -> Number:
        found = self.reference(said[0]) if said else float
        if len(said) > 1 or found not in DTYPES:
            raise InputError(
                f"{self.where(said[0])}: {ast.unparse(said[0])!r}: room is for np.float64 or np.int64"
            )
        return DTYPES[found]

    def returns(self, kind: Result) -> None:
        """The kernel may end with such a result."""
        self.result = kind if self.result is NOTHING else either(self.result, kind, self.function.__name__)

    def where(self, node: ast.AST) -> str:
        """File and line, for messages."""
        return f"{self.function.__code__.co_filename}, line {getattr(node, 'lineno', 0)}"


def _tree(function: FunctionType) -> ast.FunctionDef:
    """What the kernel is in its file."""
    return _trees(function.__code__.co_filename)[function.__code__.co_firstlineno]


@lru_cache(maxsize=128)
def _trees(filename: str) -> dict[int, ast.FunctionDef]:
    tree = ast.parse("".join(linecache.getlines(filename)))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {(node.decorator_list[0] if node.decorator_list else node).lineno: node for node in found}
