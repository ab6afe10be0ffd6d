"""Statements of a kernel in C."""

import ast
from typing import TYPE_CHECKING

from supple.kernels.assignments import assign, change, spread
from supple.kernels.expressions import expression, truth
from supple.kernels.kinds import INTEGER, Number, Several
from supple.kernels.order import in_order
from supple.kernels.subscripts import an_array, whole
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
            assign(body, targets, value)
        case ast.AugAssign(target=target, op=op, value=value):
            change(body, node, target, op, value)
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
        given = spread(body, value, len(kind.members))
    body.returns(kind, value)
    code = given[0].code
    if isinstance(body.result, Several):
        code = f"({body.result.c}){{{', '.join(each.code for each in given)}}}"
    body.line(f"return {Value(code, kind).after(first).code};")
