"""Assignments of a kernel in C: to names, to elements, and to all of a part of an array."""

import ast
from typing import TYPE_CHECKING

from supple.kernels.arithmetic import arithmetic
from supple.kernels.expressions import expression
from supple.kernels.kinds import FLOAT, INTEGER, ArrayOf, Number, Several
from supple.kernels.order import calls, in_order, writes
from supple.kernels.subscripts import an_array, subscript
from supple.kernels.values import Value

if TYPE_CHECKING:
    from supple.kernels.translation import Body


def assign(body: "Body", targets: list[ast.expr], value: ast.expr) -> None:
    """a = b = x, or a, b = x, y: all of the right is known before the first on the left changes."""
    if len(targets) > 1 or not isinstance(targets[0], ast.Tuple):
        given = expression(body, value)
        if len(targets) > 1 or (writes(body, value) and not isinstance(targets[0], ast.Name)):
            given = body.kept(given, value)
        for target in targets:
            _store(body, target, given, value)
        return
    places = targets[0].elts
    values = [body.kept(each, value) for each in spread(body, value, len(places))]
    if len(values) != len(places):
        raise body.refusal(value, f"is {len(values)} values for {len(places)} places")
    for target, each in zip(places, values, strict=True):
        _store(body, target, each, value)


def spread(body: "Body", value: ast.expr, count: int) -> list[Value]:
    """The values on the right of a, b, … = …: a tuple, several results of a kernel, a row, a shape."""
    if isinstance(value, ast.Tuple):
        return [expression(body, each) for each in value.elts]
    if isinstance(value, ast.Attribute) and value.attr == "shape":
        array, kind = an_array(body, value.value)
        return [Value(f"{array.code}.n[{k}]", INTEGER) for k in range(kind.axes)]
    given = body.kept(expression(body, value), value)
    match given.kind:
        case Several(members=members):
            return [Value(f"{given.code}.x{k}_", kind) for k, kind in enumerate(members)]
        case ArrayOf(of=of, axes=1):
            if body.checks.on:
                told = body.checks.told(value, "holds %lld numbers, for %lld names")
                body.line(f"same({given.code}.n[0], {count}{told});")
            return [Value(f"{given.code}.at[{k}]", of) for k in range(count)]
    raise body.refusal(value, f"is not {count} values")


def change(body: "Body", node: ast.AugAssign, target: ast.expr, op: ast.operator, value: ast.expr) -> None:
    """x[i] += y: the place is found once, and what lies there is read before y is known."""
    place, given = _place(body, target), expression(body, value)
    if calls(body, target) or (writes(body, value) and isinstance(target, ast.Subscript)):
        pointer = body.fresh()
        body.local(f"*{pointer}", place.kind.c)
        body.line(f"{pointer} = &{place.code};")
        place = Value(f"(*{pointer})", place.kind)
    first, (old, given) = in_order(body, [target, value], [place, given])
    changed = arithmetic(body, node, old, op, given).after(first)
    if isinstance(target, ast.Name):
        _store(body, target, changed, value)
    else:
        _write(body, target, place, changed, value)


def _store(body: "Body", target: ast.expr, given: Value, value: ast.expr) -> None:
    if isinstance(target, ast.Name):
        body.line(f"{body.declared(target.id, given, value)} = {given.code};")
    else:
        _write(body, target, _place(body, target), given, value)


def _write(body: "Body", target: ast.expr, place: Value, given: Value, value: ast.expr) -> None:
    """To an element, or to all of a part of an array."""
    match place.kind, given.kind:
        case (Number(), Number()) if place.kind is FLOAT or given.kind is INTEGER:
            body.line(f"{place.code} = {given.code};")
        case (Number(), Number()):
            raise body.refusal(target, f"is an integer, given the float {ast.unparse(value)!r}; use int()")
        case (ArrayOf(of=of), Number()) if given.kind in (of, INTEGER):
            body.line(f"{place.kind.c}_fill({place.code}, {given.code});")
        case (ArrayOf(), ArrayOf()) if place.kind == given.kind:
            told = body.checks.told(target, "an axis of size %lld is given one of size %lld")
            body.line(f"{place.kind.c}_copy({place.code}, {given.code}{told});")
        case _:
            raise body.refusal(target, f"is {place.kind}, given {given.kind}")


def _place(body: "Body", target: ast.expr) -> Value:
    if isinstance(target, ast.Subscript):
        body.program.writers.add(body.function)
        return subscript(body, target, target.value, target.slice)
    if isinstance(target, ast.Name):
        return expression(body, target)
    raise body.refusal(target, "is not set in a kernel: only names and parts of arrays are")
