"""Expressions of a kernel in C, each with what kind of value it gives."""

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.errors import UnknownNameError
from supple.kernels.kinds import FLOAT, INTEGER, SCALARS, Number, Record, either
from supple.kernels.order import in_order
from supple.kernels.scratch import allocated
from supple.kernels.subscripts import an_array, shaped, subscript
from supple.kernels.values import Value, whole_number

if TYPE_CHECKING:
    from supple.kernels.translation import Body

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.BitAnd: "&", ast.BitOr: "|", ast.RShift: ">>",
    ast.LShift: "<<", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-", ast.UAdd: "+", ast.BitXor: "^", ast.Invert: "~",
}  # fmt: skip
BITS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift, ast.Invert)
FLOATS: dict[Any, str] = {
    np.sqrt: "sqrt", np.cbrt: "cbrt", np.hypot: "hypot", np.floor: "floor", np.ceil: "ceil", np.trunc: "trunc",
    np.sin: "sin", np.cos: "cos", np.tan: "tan", np.arcsin: "asin", np.arccos: "acos", np.arctan: "atan",
    np.arctan2: "atan2", np.sinh: "sinh", np.cosh: "cosh", np.tanh: "tanh", np.exp: "exp", np.log: "log",
    np.log1p: "log1p", np.expm1: "expm1", np.copysign: "copysign",
}  # fmt: skip
TESTS: dict[Any, str] = {np.isfinite: "isfinite", np.isinf: "isinf", np.isnan: "isnan"}
OF_NUMBERS = {*FLOATS, *TESTS, float, int, bool, abs, min, max}


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


def arithmetic(body: "Body", node: ast.AST, a: Value, op: ast.operator, b: Value) -> Value:
    """What two numbers make, as Python has it."""
    if not (isinstance(a.kind, Number) and isinstance(b.kind, Number)):
        raise body.refusal(node, "is arithmetic on arrays; write the loop")
    kind = either(a.kind, b.kind, body.where(node))
    match op:
        case ast.Div():
            return Value(f"((double){a.code} / {b.code})", FLOAT)
        case ast.FloorDiv() | ast.Mod():
            name = "floor_divided" if isinstance(op, ast.FloorDiv) else "remainder_of"
            if kind is FLOAT:
                return Value(f"{name}_float({a.code}, {b.code})", kind)
            by = body.checks("divisor", b.code, node=node, told="division by zero")
            return Value(f"{name}({a.code}, {by})", kind)
        case _ if isinstance(op, BITS) and kind is FLOAT:
            raise body.refusal(node, "asks for bits, and floats have no bits to work on")
        case ast.LShift() | ast.RShift():
            by = body.checks(
                "within", b.code, "64", node=node, told="%lld places are not from 0 to below %lld"
            )
            return Value(f"({a.code} {OPERATORS[type(op)]} {by})", kind)
        case ast.Pow() if whole_number(b.code) == 2:
            return Value(f"{'squared' if kind is FLOAT else 'squared_of'}({a.code})", kind)
        case ast.Pow() if kind is FLOAT:
            return Value(f"pow({a.code}, {b.code})", kind)
        case ast.Pow():
            raise body.refusal(node, "is a power of integers that is no square; float() makes a float of one")
        case _ if type(op) in OPERATORS:
            return Value(f"({a.code} {OPERATORS[type(op)]} {b.code})", kind)
    raise body.refusal(node, "is not among what kernels are made of")


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
    if called is np.zeros or called is np.empty:
        return allocated(body, node, called is np.zeros)
    if keywords:
        raise body.refusal(node, "names arguments; in a kernel they come in line")
    if isinstance(func, ast.Attribute) and func.attr == "reshape":
        return shaped(body, node, func.value, args)
    if called is len and len(args) == 1:
        return Value(f"{an_array(body, args[0])[0].code}.n[0]", INTEGER)
    if called in OF_NUMBERS:
        first, given = in_order(body, args, [number(body, each) for each in args])
        return _function(body, node, called, given).after(first)
    first, given = in_order(body, args, [expression(body, each) for each in args])
    return body.call(node, called, given).after(first)


def _function(body: "Body", node: ast.Call, called: Any, given: list[Value]) -> Value:
    """What is known by name, of numbers."""
    count = 2 if called in (min, max) else getattr(called, "nin", 1)
    if len(given) != count and not (called in (min, max) and len(given) > 2):
        raise body.refusal(node, f"takes {count} numbers")
    code, kind = given[0]
    if called in FLOATS:
        return Value(f"{FLOATS[called]}({', '.join(each.code for each in given)})", FLOAT)
    if called in TESTS:
        return Value(f"(!!{TESTS[called]}({code}))", INTEGER)
    if called is bool:
        return Value(f"({code} != 0)", INTEGER)
    if called is int and kind is FLOAT:
        code = body.checks("in_range", code, node=node, told="no integer of 64 bits is near")
    if called in (float, int):
        return Value(f"(({SCALARS[called].c})({code}))", SCALARS[called])
    if called is abs:
        return Value(f"{'fabs' if kind is FLOAT else 'llabs'}({code})", kind)
    for each in given[1:]:
        kind = either(kind, each.kind, body.where(node))
    name = f"{'least' if called is min else 'most'}{'' if kind is FLOAT else '_of'}"
    for each in given[1:]:
        code = f"{name}({code}, {each.code})"
    return Value(code, kind)
