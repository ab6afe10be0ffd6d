"""Expressions of a kernel in C, each with what kind of value it gives."""

import ast
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from supple.errors import UnknownNameError
from supple.kernels.arithmetic import BITS, OF_NUMBERS, OPERATORS, arithmetic, function
from supple.kernels.kinds import FLOAT, INTEGER, Number, Record, either
from supple.kernels.order import in_order
from supple.kernels.scratch import allocated, is_allocation
from supple.kernels.subscripts import an_array, shaped, subscript
from supple.kernels.values import Value

if TYPE_CHECKING:
    from supple.kernels.translation import Body


def expression(body: "Body", node: ast.expr) -> Value:
    """An expression, whatever it is."""
    match node:
        case ast.Constant(value=bool(value)):
            return body.literal(int(value), node)
        case ast.Constant(value=int() | float() as value):
            return body.literal(value, node)
        case ast.Name(id=name):
            return body.named(name, node)
        case ast.UnaryOp(op=ast.Not()):
            return Value(truth(body, node), INTEGER)
        case ast.UnaryOp(op=op, operand=operand):
            inner = number(body, operand)
            if isinstance(op, BITS) and inner.kind is FLOAT:
                raise body.refusal(node, "asks for bits, and floats have no bits to work on")
            return Value(f"({OPERATORS[type(op)]}{inner.code})", inner.kind)
        case ast.BinOp(left=left, op=op, right=right):
            given = [expression(body, left), expression(body, right)]
            first, (a, b) = in_order(body, [left, right], given)
            return arithmetic(body, node, a, op, b).after(first)
        case ast.BoolOp(op=op, values=values):
            return Value(truth(body, node), INTEGER) if _is_test(node) else _chosen(body, node, op, values)
        case ast.Compare(left=left, ops=ops, comparators=others):
            return _compared(body, node, [left, *others], ops)
        case ast.IfExp(test=test, body=yes, orelse=no):
            holds = truth(body, test)
            with body.inline(node):
                a, b = expression(body, yes), expression(body, no)
            return Value(f"({holds} ? {a.code} : {b.code})", either(a.kind, b.kind, body.where(node)))
        case ast.Attribute(value=value, attr=attr):
            return _attribute(body, node, value, attr)
        case ast.Subscript(value=value, slice=index):
            return subscript(body, node, value, index)
        case ast.Call(func=func, args=args, keywords=keywords):
            return _call(body, node, func, args, keywords)
    raise body.refusal(node, "is not among what kernels are made of")


def number(body: "Body", node: ast.expr) -> Value:
    """What must be a number."""
    found = expression(body, node)
    if not isinstance(found.kind, Number):
        raise body.refusal(node, "is no number")
    return found


def truth(body: "Body", node: ast.expr) -> str:
    """Whether it holds; what comes later in a test is not looked at where that is known before."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"(!{truth(body, operand)})"
        case ast.BoolOp(op=op, values=[first, *others]):
            code = truth(body, first)
            with body.inline(node):
                return f"({f' {OPERATORS[type(op)]} '.join([code, *(truth(body, each) for each in others)])})"
    return number(body, node).code


def _chosen(body: "Body", node: ast.expr, op: ast.boolop, values: list[ast.expr]) -> Value:
    """`a or b` as a number is a where a is not 0, else b; `a and b` the other way round."""
    found = number(body, values[0])
    for each in values[1:]:
        with body.inline(node):
            last = number(body, each)
        name = body.temporary(found.kind)
        a, b = (name, last.code) if isinstance(op, ast.Or) else (last.code, name)
        kind = either(found.kind, last.kind, body.where(node))
        found = Value(f"(({name} = {found.code}) ? {a} : {b})", kind)
    return found


def _is_test(node: ast.expr) -> bool:
    match node:
        case ast.BoolOp(values=values):
            return all(map(_is_test, values))
        case ast.UnaryOp(op=ast.Not()) | ast.Compare() | ast.Constant(value=bool()):
            return True
    return False


def _compared(body: "Body", node: ast.expr, terms: list[ast.expr], ops: list[ast.cmpop]) -> Value:
    """a < b < c: b is evaluated once, and c only where a < b."""
    if any(type(op) not in OPERATORS for op in ops):
        raise body.refusal(node, "is not among what kernels are made of")
    first, (a, b) = in_order(body, terms[:2], [number(body, each) for each in terms[:2]])
    parts = []
    for k, op in enumerate(ops):
        if k:
            with body.inline(node):
                b = number(body, terms[k + 1])
        name = b.code
        if k + 1 < len(ops) and not isinstance(terms[k + 1], ast.Name | ast.Constant):
            name = body.temporary(b.kind)
            b = Value(f"({name} = {b.code})", b.kind)
        parts.append(f"{a.code} {OPERATORS[type(op)]} {b.code}")
        a = Value(name, b.kind)
    return Value(f"({first}{' && '.join(parts)})", INTEGER)


def _attribute(body: "Body", node: ast.Attribute, value: ast.expr, attr: str) -> Value:
    known = body.constant(node)
    if known is not None:
        return body.literal(known, node)
    holder = expression(body, value)
    if not isinstance(holder.kind, Record):
        raise body.refusal(node, "is a member of what is no named tuple")
    members = dict(holder.kind.members)
    if attr not in members:
        raise UnknownNameError(f"{body.where(node)}: member of {holder.kind.name}", attr, members)
    kind, code = members[attr], f"{holder.code}->{attr}_"
    return Value(f"(&{code})" if isinstance(kind, Record) else code, kind)


def _call(
    body: "Body", node: ast.Call, func: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]
) -> Value:
    called: Any = body.reference(func)
    if is_allocation(body, node):
        return allocated(body, node)
    if keywords:
        raise body.refusal(node, "names arguments; in a kernel they come in line")
    if isinstance(func, ast.Attribute) and func.attr == "reshape":
        return shaped(body, node, func.value, args)
    if called is len and len(args) == 1:
        return Value(f"{an_array(body, args[0])[0].code}.n[0]", INTEGER)
    if isinstance(called, Hashable) and called in OF_NUMBERS:
        first, given = in_order(body, args, [number(body, each) for each in args])
        return function(body, node, called, given).after(first)
    first, given = in_order(body, args, [expression(body, each) for each in args])
    return body.call(node, called, given).after(first)
