"""Statements of a kernel in C."""

import ast
from typing import TYPE_CHECKING

from supple.errors import InputError
from supple.kernels.expressions import arithmetic, expression, together
from supple.kernels.kinds import INTEGER, NOTHING, ArrayOf, Nothing, Number, Several
from supple.kernels.subscripts import subscript, whole
from supple.kernels.values import Value

if TYPE_CHECKING:
    from supple.kernels.translation import Body


def statements(body: "Body", nodes: list[ast.stmt]) -> None:
    """One after another."""
    for node in nodes:
        _statement(body, node)


def _statement(body: "Body", node: ast.stmt) -> None:
    match node:
        case ast.Assign(targets=targets, value=value):
            _assign(body, targets, value)
        case ast.AugAssign(target=target, op=op, value=value):
            _store(body, target, arithmetic(body, node, _place(body, target), op, expression(body, value)))
        case ast.For(orelse=[_, *_]) | ast.While(orelse=[_, *_]):
            raise InputError(
                f"{body.where(node)}: a loop with else; a name that says how it ended is clearer"
            )
        case ast.Assert():
            pass
        case ast.If(test=test, body=yes, orelse=no):
            _if(body, test, yes, no)
        case ast.For(target=ast.Name(id=name), iter=over, body=inner):
            _for(body, name, over, inner)
        case ast.While(test=test, body=inner):
            with body.block(f"while ({expression(body, test).code})"):
                statements(body, inner)
        case ast.Return(value=value):
            _return(body, value)
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            pass
        case ast.Expr(value=value):
            body.line(f"{expression(body, value).code};")
        case ast.Break() | ast.Continue():
            body.line("break;" if isinstance(node, ast.Break) else "continue;")
        case _:
            raise InputError(
                f"{body.where(node)}: {ast.unparse(node)!r} is not among what kernels are made of"
            )


def _assign(body: "Body", targets: list[ast.expr], value: ast.expr) -> None:
    """a = b = x, or a, b = x, y: all of the right is known before the first on the left changes."""
    if len(targets) > 1 or not isinstance(targets[0], ast.Tuple):
        given = expression(body, value)
        if len(targets) > 1:
            given = body.kept(given)
        for target in targets:
            _store(body, target, given)
        return
    places = targets[0].elts
    values = [body.kept(each) for each in _spread(body, value, len(places))]
    for target, each in zip(places, values, strict=True):
        _store(body, target, each)


def _spread(body: "Body", value: ast.expr, count: int) -> list[Value]:
    """The values on the right of a, b, … = …: a tuple, several results of a kernel, a row, a shape."""
    if isinstance(value, ast.Tuple):
        return [expression(body, each) for each in value.elts]
    if isinstance(value, ast.Attribute) and value.attr == "shape":
        array = expression(body, value.value).code
        return [Value(f"{array}.n[{k}]", INTEGER) for k in range(count)]
    given = body.kept(expression(body, value))
    if isinstance(given.kind, Several):
        return [Value(f"{given.code}.x{k}_", kind) for k, kind in enumerate(given.kind.members)]
    if isinstance(given.kind, ArrayOf) and given.kind.axes == 1:
        return [Value(f"{given.code}.at[{k}]", given.kind.of) for k in range(count)]
    raise InputError(f"{body.where(value)}: {ast.unparse(value)!r} is not {count} values")


def _store(body: "Body", target: ast.expr, given: Value) -> None:
    if isinstance(target, ast.Name):
        if isinstance(given.kind, Several | Nothing):
            raise InputError(f"{body.where(target)}: {target.id!r} would stand for {given.kind.c}")
        body.line(f"{body.declared(target.id, given.kind, target)} = {given.code};")
        return
    place = _place(body, target)
    if isinstance(place.kind, Number):
        body.line(f"{place.code} = {given.code};")
    else:
        if not isinstance(place.kind, ArrayOf) or given.kind not in (place.kind, place.kind.of, INTEGER):
            raise InputError(
                f"{body.where(target)}: {ast.unparse(target)!r} is {place.kind.c}, given {given.kind.c}"
            )
        how = "fill" if isinstance(given.kind, Number) else "copy"
        body.line(f"{place.kind.c}_{how}({place.code}, {given.code});")


def _place(body: "Body", target: ast.expr) -> Value:
    if isinstance(target, ast.Subscript):
        return subscript(body, target, target.value, target.slice)
    return expression(body, target)


def _if(body: "Body", test: ast.expr, yes: list[ast.stmt], no: list[ast.stmt]) -> None:
    with body.block(f"if ({expression(body, test).code})"):
        statements(body, yes)
    if no:
        with body.block("else"):
            statements(body, no)


def _for(body: "Body", name: str, over: ast.expr, inner: list[ast.stmt]) -> None:
    """Over a range, whose ends are known before it begins, or over the elements of an array."""
    i, end = body.fresh(), body.fresh()
    if not (isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range"):
        array = body.kept(expression(body, over))
        if not (isinstance(array.kind, ArrayOf) and array.kind.axes == 1):
            raise InputError(f"{body.where(over)}: {ast.unparse(over)!r} is neither a range nor in line")
        with body.block(f"for (int64_t {i} = 0, {end} = {array.code}.n[0]; {i} < {end}; {i}++)"):
            body.line(f"{body.declared(name, array.kind.of, over)} = {array.code}.at[{i}];")
            statements(body, inner)
        return
    *start, stop = (whole(body, each) for each in over.args[:2])
    step = _step(body, over.args[2]) if len(over.args) == 3 else 1
    sign = "<" if step > 0 else ">"
    with body.block(
        f"for (int64_t {i} = {start[0] if start else 0}, {end} = {stop}; {i} {sign} {end}; {i} += {step})"
    ):
        body.line(f"{body.declared(name, INTEGER, over)} = {i};")
        statements(body, inner)


def _step(body: "Body", node: ast.expr) -> int:
    code = expression(body, node).code.strip("()")
    if not code.lstrip("-").isdigit() or int(code) == 0:
        raise InputError(
            f"{body.where(node)}: the step of a range is a number that is not 0; got {ast.unparse(node)!r}"
        )
    return int(code)


def _return(body: "Body", value: ast.expr | None) -> None:
    if value is None:
        body.returns(NOTHING)
        body.line("return;")
        return
    parts = [expression(body, each) for each in value.elts] if isinstance(value, ast.Tuple) else []
    given = together(parts) if parts else expression(body, value)
    body.returns(given.kind)
    result = body.result
    if isinstance(result, Several) and parts:
        body.line(f"return ({result.c}){{{', '.join(each.code for each in parts)}}};")
    else:
        body.line(f"return {given.code};")
