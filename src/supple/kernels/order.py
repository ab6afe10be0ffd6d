"""What C leaves open about the order of evaluation, settled as Python has it: from left to right, and once.

C may take the operands of a + b and the arguments of f(a, b) in any order. That shows where one of them calls a
kernel that writes to arrays; then those before it are put in names first, by commas, at which C keeps to an order.
"""

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import TYPE_CHECKING

from supple.kernels.values import Value

if TYPE_CHECKING:
    from supple.kernels.translation import Body


def in_order(body: "Body", nodes: Sequence[ast.expr], values: Sequence[Value]) -> tuple[str, list[Value]]:
    """What is to be put first, and the values then."""
    if not any(writes(body, each) for each in nodes) or sum(map(_reads, nodes)) < 2:
        return "", list(values)
    first: list[str] = []
    early = [_put_first(body, each, first) for each in values[:-1]]
    return "".join(first), [*early, values[-1]]


def once(body: "Body", node: ast.expr, value: Value, first: list[str]) -> Value:
    """A value that is used several times: put in a name where it calls a kernel."""
    return _put_first(body, value, first) if calls(body, node) else value


def calls(body: "Body", node: ast.expr) -> list[FunctionType]:
    """The kernels that are called in an expression, which has been translated."""
    if not body.has_called:
        return []
    called = [body.reference(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)]
    return [each.function for each in called if hasattr(each, "function")]


def writes(body: "Body", node: ast.expr) -> bool:
    """Whether a kernel that writes to arrays is called in it."""
    return any(each in body.program.writers for each in calls(body, node))


def _reads(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Subscript | ast.Call) for each in ast.walk(node))


def _put_first(body: "Body", value: Value, first: list[str]) -> Value:
    name = body.temporary(value.kind)
    first.append(f"{name} = {value.code}, ")
    return Value(name, value.kind)
