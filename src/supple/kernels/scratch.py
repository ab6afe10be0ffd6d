"""np.zeros and np.empty in a kernel: room on the stack where it is small and its size known, else from the heap.

It is let go of where the kernel ends, so no part of it may be returned. In a loop it is the same room in each turn.
"""

import ast
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from supple.kernels.kinds import AXES, FLOAT, INTEGER, ArrayOf, Number
from supple.kernels.subscripts import whole
from supple.kernels.values import Value, whole_number

if TYPE_CHECKING:
    from supple.kernels.translation import Body

DTYPES = {float: FLOAT, np.float64: FLOAT, int: INTEGER, np.int64: INTEGER}
STACK = 4096
"""Bytes of room that a kernel takes from the stack at once."""


def allocated(body: "Body", node: ast.Call) -> Value:
    """Room for floats, or for what dtype says."""
    said = [*node.args[1:], *(each.value for each in node.keywords if each.arg == "dtype")]
    if not node.args or len(said) > 1 or len(said) + 1 != len(node.args) + len(node.keywords):
        raise body.refusal(node, "takes a shape and perhaps a dtype, no more")
    shape = node.args[0]
    n = [whole(body, each) for each in (shape.elts if isinstance(shape, ast.Tuple) else [shape])]
    if not 0 < len(n) <= AXES:
        raise body.refusal(node, f"is no array, which has one to {AXES} axes")
    known = [whole_number(each) for each in n]
    if any(each is not None and each < 0 for each in known):
        raise body.refusal(node, "takes room of less than nothing")
    kind, name = ArrayOf(_dtype(body, node, said), len(n)), body.fresh()
    size = prod(each or 0 for each in known)
    if None not in known and 8 * size <= STACK:
        body.local(f"{name}[{max(size, 1)}]", kind.of.c)
        if body.reference(node.func) is np.zeros:
            body.line(f"memset({name}, 0, sizeof {name});")
    else:
        told = "%lld is no size"
        n = [body.checks("within", each, "INT64_C(1) << 40", node=node, told=told) for each in n]
        n = [body.kept(Value(each, INTEGER), node).code for each in n]
        body.local(f"{name} = NULL", "LET_GO void *")
        body.line(f"free({name}); {name} = zeros({' * '.join(n)});")
    return Value(f"({kind.c}){{{name}, {{{', '.join(n)}}}}}", kind)


def _dtype(body: "Body", node: ast.Call, said: list[ast.expr]) -> Number:
    found = body.reference(said[0]) if said else float
    if not isinstance(found, type) or found not in DTYPES:
        raise body.refusal(node, "is of another dtype: room is for np.float64 or np.int64")
    return DTYPES[found]


def is_scratch(body: "Body", node: ast.expr) -> bool:
    """Whether an array lies in room of the kernel's own, as far as can be seen."""
    return any(
        (isinstance(each, ast.Name) and each.id in body.scratch)
        or (isinstance(each, ast.Call) and is_allocation(body, each))
        for each in ast.walk(node)
    )


def is_allocation(body: "Body", node: ast.Call) -> bool:
    """Whether it takes room."""
    called = body.reference(node.func)
    return called is np.zeros or called is np.empty
