"""Statements of a kernel in C."""

import ast
from typing import TYPE_CHECKING

from supple.kernels.expressions import arithmetic, expression, truth
from supple.kernels.kinds import FLOAT, INTEGER, ArrayOf, Number, Several
from supple.kernels.order import calls, in_order, writes
from supple.kernels.subscripts import an_array, subscript, whole
from supple.kernels.values import Value, whole_number

if TYPE_CHECKING:
    from supple.kernels.translation import Body


def statements(body: "Body", nodes: list[ast.stmt]) -> None:
    """One after another."""
    for node in nodes:
        _statement(body, node)


def _statement(body: "Body", node: ast.stmt) -> None:
    body.has_called = False
    match node:
        case ast.Assign(targets=targets, value=value):
            _assign(body, targets, value)
        case ast.AugAssign(target=target, op=op, value=value):
            _change(body, node, target, op, value)
        case ast.For(orelse=[_, *_]) | ast.While(orelse=[_, *_]):
            raise body.refusal(node, "is a loop with else; a name that says how it ended is clearer")
        case ast.Assert(test=test):
            _assert(body, node, test)
        case ast.If(test=test, body=yes, orelse=no):
            _if(body, test, yes, no)
        case ast.For(target=ast.Name(id=name), iter=over, body=inner):
            _for(body, name, over, inner)
        case ast.While(test=test, body=inner):
            with body.inline(test):
                head = f"while ({truth(body, test)})"
            with body.block(head):
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
            raise body.refusal(node, "is not among what kernels are made of")


def _assign(body: "Body", targets: list[ast.expr], value: ast.expr) -> None:
    """a = b = x, or a, b = x, y: all of the right is known before the first on the left changes."""
    if len(targets) > 1 or not isinstance(targets[0], ast.Tuple):
        given = expression(body, value)
        if len(targets) > 1 or (writes(body, value) and not isinstance(targets[0], ast.Name)):
            given = body.kept(given, value)
        for target in targets:
            _store(body, target, given, value)
        return
    places = targets[0].elts
    values = [body.kept(each, value) for each in _spread(body, value, len(places))]
    if len(values) != len(places):
        raise body.refusal(value, f"is {len(values)} values for {len(places)} places")
    for target, each in zip(places, values, strict=True):
        _store(body, target, each, value)


def _spread(body: "Body", value: ast.expr, count: int) -> list[Value]:
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


def _change(body: "Body", node: ast.AugAssign, target: ast.expr, op: ast.operator, value: ast.expr) -> None:
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


def _assert(body: "Body", node: ast.Assert, test: ast.expr) -> None:
    with body.inline(test):
        code = truth(body, test)
    if body.checks.on:
        body.line(f"if (!{code}) leave({body.checks.told(node, 'does not hold')[2:]}, 0, 0, 0);")


def _if(body: "Body", test: ast.expr, yes: list[ast.stmt], no: list[ast.stmt]) -> None:
    with body.block(f"if ({truth(body, test)})"):
        statements(body, yes)
    if no:
        with body.block("else"):
            statements(body, no)


def _for(body: "Body", name: str, over: ast.expr, inner: list[ast.stmt]) -> None:
    """Over a range, whose ends are known before it begins, or over the elements of an array."""
    i, end = body.fresh(), body.fresh()
    if not (isinstance(over, ast.Call) and body.reference(over.func) is range):
        array, kind = an_array(body, over)
        if kind.axes != 1:
            raise body.refusal(over, "is neither a range nor in line")
        array = body.kept(array, over)
        with body.block(f"for (int64_t {i} = 0, {end} = {array.code}.n[0]; {i} < {end}; {i}++)"):
            element = Value(f"{array.code}.at[{i}]", kind.of)
            body.line(f"{body.declared(name, element, over)} = {element.code};")
            statements(body, inner)
        return
    if over.keywords or not 0 < len(over.args) < 4:
        raise body.refusal(over, "is no range(stop), range(start, stop) or range(start, stop, step)")
    *start, stop = (whole(body, each) for each in over.args[:2])
    step = whole_number(whole(body, over.args[2])) if len(over.args) == 3 else 1
    if not step:
        raise body.refusal(over, "goes by what is not known: the step of a range is a number, and not 0")
    ends = f"int64_t {i} = {start[0] if start else 0}, {end} = {stop}"
    with body.block(f"for ({ends}; {i} {'<' if step > 0 else '>'} {end}; {i} += {step})"):
        body.line(f"{body.declared(name, Value(i, INTEGER), over)} = {i};")
        statements(body, inner)


def _return(body: "Body", value: ast.expr | None) -> None:
    if value is None:
        body.line("return;")
        return
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    first, given = in_order(body, parts, [expression(body, each) for each in parts])
    kind = given[0].kind
    if isinstance(value, ast.Tuple):
        kind = Several(tuple(each.kind for each in given if isinstance(each.kind, Number)))
        if len(kind.members) < len(given):
            raise body.refusal(value, "returns several things that are not all numbers")
    elif isinstance(kind, Several):
        given = _spread(body, value, len(kind.members))
    body.returns(kind, value)
    code = given[0].code
    if isinstance(body.result, Several):
        code = f"({body.result.c}){{{', '.join(each.code for each in given)}}}"
    body.line(f"return {Value(code, kind).after(first).code};")
