"""Subscripts of arrays in C: elements, rows and slices, all of which lie in line.

Places are found here alone, so here the checked build looks whether they are there (see `checks`).
"""

import ast
from typing import TYPE_CHECKING

from supple.kernels.kinds import AXES, INTEGER, ArrayOf
from supple.kernels.order import once
from supple.kernels.values import Value, whole_number

if TYPE_CHECKING:
    from supple.kernels.translation import Body


def subscript(body: "Body", node: ast.expr, value: ast.expr, index: ast.expr) -> Value:
    """An element, a row, or a slice of rows."""
    if isinstance(value, ast.Attribute) and value.attr == "shape":
        return _count(body, node, value.value, index)
    places = list(index.elts) if isinstance(index, ast.Tuple) else [index]
    while len(places) > 1 and _is_whole(places[-1]):
        places.pop()
    return _Subscript(body, node, value).part(places)


class _Subscript:
    """A part of an array, axis by axis; what calls a kernel is put first and evaluated once."""

    def __init__(self, body: "Body", node: ast.expr, value: ast.expr) -> None:
        self.body, self.node, self.name = body, node, ast.unparse(value)
        self.first: list[str] = []
        found, self.kind = an_array(body, value)
        self.array = once(body, value, found, self.first).code

    def part(self, places: list[ast.expr]) -> Value:
        """What lies at these places."""
        if len(places) > self.kind.axes:
            raise self.body.refusal(self.node, "takes more places than there are axes")
        if any(isinstance(each, ast.Slice) for each in places[:-1]) or getattr(places[-1], "step", None):
            raise self.body.refusal(self.node, "does not lie in line; write the loop")
        if len(places) == self.kind.axes and not isinstance(places[-1], ast.Slice):
            return self._element(places)
        code, kind = self.array, self.kind
        for axis, place in enumerate(places):
            if isinstance(place, ast.Slice):
                code = code if _is_whole(place) else self._cut(code, kind, place)
            else:
                code = f"{kind.c}_row({code}, {self._place(place, f'{code}.n[0]', axis)})"
                kind = ArrayOf(kind.of, kind.axes - 1)
        return Value(code, kind).after("".join(self.first))

    def _element(self, places: list[ast.expr]) -> Value:
        flat = ""
        for axis, place in enumerate(places):
            n = f"{self.array}.n[{axis}]"
            flat = f"{f'({flat}) * {n} + ' if flat else ''}{self._place(place, n, axis)}"
        code = f"{self.array}.at[{flat}]"
        return Value(f"(*({''.join(self.first)}&{code}))" if self.first else code, self.kind.of)

    def _place(self, index: ast.expr, n: str, axis: int) -> str:
        told = f"index %lld is out of bounds for axis {axis} of {self.name!r} with size %lld"
        return self.body.checks("within", self._index(index, n), n, node=self.node, told=told)

    def _cut(self, array: str, kind: ArrayOf, stretch: ast.Slice) -> str:
        n = f"{array}.n[0]"
        start = "0" if stretch.lower is None else self._index(stretch.lower, n)
        stop = n if stretch.upper is None else self._index(stretch.upper, n)
        told = self.body.checks.told(
            self.node, f"slice %lld:%lld is out of bounds for {self.name!r} with size %lld"
        )
        return f"{kind.c}_cut({array}, {start}, {stop}{told})"

    def _index(self, node: ast.expr, n: str) -> str:
        """A place; literals below 0 count from the end."""
        code = once(self.body, node, Value(whole(self.body, node), INTEGER), self.first).code
        known = whole_number(code)
        if known is None and isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            raise self.body.refusal(
                self.node, f"counts from the end, which only literals do; write len(…) {ast.unparse(node)}"
            )
        return f"{n} - {-known}LL" if known is not None and known < 0 else code


def an_array(body: "Body", node: ast.expr) -> tuple[Value, ArrayOf]:
    """What must be an array, and which."""
    found = body.expression(node)
    if not isinstance(found.kind, ArrayOf):
        raise body.refusal(node, "is no array")
    return found, found.kind


def shaped(body: "Body", node: ast.expr, of: ast.expr, counts: list[ast.expr]) -> Value:
    """The numbers of an array with other axes, which must be as many; -1 alone is all of them in line."""
    array, kind = an_array(body, of)
    n = [whole(body, each) for each in counts]
    if [whole_number(each) for each in n] == [-1]:
        return Value(f"{kind.c}_flat({array.code})", ArrayOf(kind.of, 1))
    if not 0 < len(n) <= AXES or any((whole_number(each) or 0) < 0 for each in n):
        raise body.refusal(node, f"takes one to {AXES} counts, or -1 alone")
    first: list[str] = []
    array, shape = once(body, of, array, first), ArrayOf(kind.of, len(n))
    if body.checks.on:
        have = " * ".join(f"{array.code}.n[{k}]" for k in range(kind.axes))
        told = body.checks.told(node, f"{ast.unparse(of)!r} has %lld numbers, the shape %lld")
        first.append(f"same({have}, {' * '.join(n)}{told}), ")
    return Value(f"({shape.c}){{{array.code}.at, {{{', '.join(n)}}}}}", shape).after("".join(first))


def whole(body: "Body", node: ast.expr) -> str:
    """What counts or names a place: a whole number."""
    found = body.expression(node)
    if found.kind is not INTEGER:
        why = "because a name in it is given one somewhere in this kernel; int() makes a whole number of it"
        raise body.refusal(node, f"counts, but is a float here, {why}")
    return found.code


def _count(body: "Body", node: ast.expr, of: ast.expr, index: ast.expr) -> Value:
    array, kind = an_array(body, of)
    axis = whole_number(whole(body, index))
    if axis is None or not -kind.axes <= axis < kind.axes:
        raise body.refusal(node, "is of no axis: an axis is a number, of those there are")
    return Value(f"{array.code}.n[{axis % kind.axes}]", INTEGER)


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice) and node.lower is None and node.upper is None and node.step is None
