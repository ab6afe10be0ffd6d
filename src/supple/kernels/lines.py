"""The C of one kernel as it grows: lines, and the variables that they need."""

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from supple.errors import InputError
from supple.kernels.kinds import Nothing, Result
from supple.kernels.values import Value


class Lines(ABC):
    """Lines of C and variables of the C alone."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin anew."""
        self._lines: list[str] = []
        self._locals: dict[str, str] = {}
        self._depth, self._count = 1, 0

    @property
    def all_lines(self) -> list[str]:
        """Variables first."""
        return [*(f"  {kind} {each};" for each, kind in self._locals.items()), *self._lines]

    @abstractmethod
    def refusal(self, node: ast.AST, why: str) -> InputError:
        """What is wrong with a part of the kernel."""

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

    @contextmanager
    def inline(self, node: ast.AST) -> Iterator[None]:
        """What is evaluated now and then, or again and again, so no lines may go before it."""
        before = len(self._lines)
        yield
        if len(self._lines) > before:
            raise self.refusal(node, "takes room within a test or a choice; take it on a line before")

    def local(self, name: str, c: str) -> None:
        """A variable of the C alone."""
        self._locals[name] = c

    def fresh(self) -> str:
        """A name that no kernel has."""
        self._count += 1
        return f"t{self._count}"

    def temporary(self, kind: Result) -> str:
        """A new variable."""
        name = self.fresh()
        self.local(name, kind.c)
        return name

    def kept(self, value: Value, node: ast.AST) -> Value:
        """The value in a place of its own, evaluated once."""
        if isinstance(value.kind, Nothing):
            raise self.refusal(node, "gives nothing")
        name = self.temporary(value.kind)
        self.line(f"{name} = {value.code};")
        return Value(name, value.kind)
