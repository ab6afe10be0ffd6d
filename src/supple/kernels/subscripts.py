"""Subscripts of arrays in C: elements, rows and stretches of rows, all of which lie in line."""

import ast
import re
from typing import TYPE_CHECKING

from supple.errors import InputError
from supple.kernels.kinds import INTEGER, ArrayOf
from supple.kernels.values import Value

if TYPE_CHECKING:
    from supple.kernels.translation import Body

NEGATIVE = re.compile(r"\(?-(\d+)\)?")


def subscript(body: "Body", node: ast.expr, value: ast.expr, index: ast.expr) -> Value:
    """An element, a row, or a stretch of rows."""
    if isinstance(value, ast.Attribute) and value.attr == "shape":
        return _count(body, node, body.expression(value.value), index)
    array = body.expression(value)
    places = list(index.elts) if isinstance(index, ast.Tuple) else [index]
    if not isinstance(array.kind, ArrayOf) or len(places) > array.kind.axes:
        raise InputError(f"{body.where(node)}: {ast.unparse(node)!r} takes more places than there are axes")
    while len(places) > 1 and _is_whole(places[-1]):
        places.pop()
    *before, last = places
    if any(isinstance(place, ast.Slice) for place in before) or getattr(last, "step", None) is not None:
        raise InputError(f"{body.where(node)}: {ast.unparse(node)!r} does not lie in line; write the loop")
    if isinstance(last, ast.Slice):
        return _cut(body, node, _row(body, node, array, before), last)
    if len(places) < array.kind.axes:
        return _row(body, node, array, places)
    flat = _place(body, node, array, 0, places[0])
    for k in range(1, len(places)):
        flat = f"({flat}) * {array.code}.n[{k}] + {_place(body, node, array, k, places[k])}"
    return Value(f"{array.code}.at[{flat}]", array.kind.of)


def shaped(body: "Body", node: ast.expr, array: Value, counts: list[ast.expr]) -> Value:
    """The numbers of an array with other axes, which must be as many; -1 alone is all of them in line."""
    if not isinstance(array.kind, ArrayOf):
        raise InputError(f"{body.where(node)}: {ast.unparse(node)!r}: only arrays take other axes")
    if ast.unparse(counts[0]) == "-1":
        return Value(f"{array.kind.c}_flat({array.code})", ArrayOf(array.kind.of, 1))
    kind = ArrayOf(array.kind.of, len(counts))
    n = ", ".join(whole(body, each) for each in counts)
    return Value(f"({kind.c}){{{array.code}.at, {{{n}}}}}", kind)


def whole(body: "Body", node: ast.expr) -> str:
    """What counts or names a place: a whole number."""
    found = body.expression(node)
    if found.kind is not INTEGER:
        raise InputError(
            f"{body.where(node)}: {ast.unparse(node)!r} counts, but is a float here, because a name in it is "
            "given one somewhere in this kernel; int() makes a whole number of it"
        )
    return found.code


def _count(body: "Body", node: ast.expr, array: Value, index: ast.expr) -> Value:
    match body.expression(index).code, array.kind:
        case str(axis), ArrayOf(axes=axes) if axis.isdigit() and int(axis) < axes:
            return Value(f"{array.code}.n[{axis}]", INTEGER)
    raise InputError(
        f"{body.where(node)}: {ast.unparse(node)!r}: an axis is a number from 0 on, of those there are"
    )


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice) and node.lower is None and node.upper is None and node.step is None


def _place(body: "Body", node: ast.expr, array: Value, axis: int, index: ast.expr) -> str:
    return _from_end(array, axis, whole(body, index))


def _from_end(array: Value, axis: int, code: str) -> str:
    back = NEGATIVE.fullmatch(code)
    return f"{array.code}.n[{axis}] - {back[1]}" if back else code


def _row(body: "Body", node: ast.expr, array: Value, places: list[ast.expr]) -> Value:
    for place in places:
        kind = array.kind
        assert isinstance(kind, ArrayOf)
        code = f"{kind.c}_row({array.code}, {_place(body, node, array, 0, place)})"
        array = Value(code, ArrayOf(kind.of, kind.axes - 1))
    return array


def _cut(body: "Body", node: ast.expr, array: Value, stretch: ast.Slice) -> Value:
    if _is_whole(stretch):
        return array
    start = "0" if stretch.lower is None else _place(body, node, array, 0, stretch.lower)
    stop = f"{array.code}.n[0]" if stretch.upper is None else _place(body, node, array, 0, stretch.upper)
    return Value(f"{array.kind.c}_cut({array.code}, {start}, {stop})", array.kind)
