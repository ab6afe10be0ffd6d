"""Expressions of a kernel in C, each with what kind of value it gives."""

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.errors import InputError, UnknownNameError
from supple.kernels.kinds import FLOAT, INTEGER, ArrayOf, Number, Record, Several, either
from supple.kernels.subscripts import shaped, subscript
from supple.kernels.values import Value, literal

if TYPE_CHECKING:
    from supple.kernels.translation import Body

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.BitAnd: "&", ast.BitOr: "|", ast.RShift: ">>",
    ast.LShift: "<<", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-", ast.UAdd: "+", ast.BitXor: "^", ast.Invert: "~",
}  # fmt: skip
BITS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
FLOATS: dict[Any, str] = {
    np.sqrt: "sqrt", np.cbrt: "cbrt", np.hypot: "hypot", np.floor: "floor", np.ceil: "ceil", np.trunc: "trunc",
    np.sin: "sin", np.cos: "cos", np.tan: "tan", np.arcsin: "asin", np.arccos: "acos", np.arctan: "atan",
    np.arctan2: "atan2", np.sinh: "sinh", np.cosh: "cosh", np.tanh: "tanh", np.exp: "exp", np.log: "log",
    np.log1p: "log1p", np.expm1: "expm1", np.copysign: "copysign",
}  # fmt: skip
TESTS = {np.isfinite: "isfinite", np.isinf: "isinf", np.isnan: "isnan"}


def expression(body: "Body", node: ast.expr) -> Value:
    """An expression, whatever it is."""
    match node:
        case ast.Constant(value=bool(value)):
            return Value(str(int(value)), INTEGER)
        case ast.Constant(value=int() | float() as value):
            return literal(value)
        case ast.Name(id=name):
            return body.named(name, node)
        case ast.UnaryOp(op=op, operand=operand):
            inner = expression(body, operand)
            return Value(
                f"({OPERATORS[type(op)]}{inner.code})", INTEGER if isinstance(op, ast.Not) else inner.kind
            )
        case ast.BinOp(left=left, op=op, right=right):
            return arithmetic(body, node, expression(body, left), op, expression(body, right))
        case ast.BoolOp(op=op, values=values):
            parts = [expression(body, each).code for each in values]
            return Value(f"({f' {OPERATORS[type(op)]} '.join(parts)})", INTEGER)
        case ast.Compare(left=left, ops=ops, comparators=others):
            terms = [expression(body, each).code for each in (left, *others)]
            pairs = zip(terms, ops, terms[1:], strict=False)
            return Value(f"({' && '.join(f'{a} {OPERATORS[type(op)]} {b}' for a, op, b in pairs)})", INTEGER)
        case ast.IfExp(test=test, body=yes, orelse=no):
            a, b = expression(body, yes), expression(body, no)
            return Value(
                f"({expression(body, test).code} ? {a.code} : {b.code})",
                either(a.kind, b.kind, body.where(node)),
            )
        case ast.Attribute(value=value, attr=attr):
            return _attribute(body, node, value, attr)
        case ast.Subscript(value=value, slice=index):
            return subscript(body, node, value, index)
        case ast.Call(func=func, args=args, keywords=keywords):
            return _call(body, node, func, args, keywords)
    raise InputError(f"{body.where(node)}: {ast.unparse(node)!r} is not among what kernels are made of")


def arithmetic(body: "Body", node: ast.AST, a: Value, op: ast.operator, b: Value) -> Value:
    """What two numbers make, as Python has it."""
    if not (isinstance(a.kind, Number) and isinstance(b.kind, Number)):
        raise InputError(f"{body.where(node)}: {ast.unparse(node)!r} is arithmetic on arrays; write the loop")
    kind = either(a.kind, b.kind, body.where(node))
    match op:
        case ast.Div():
            return Value(f"((double){a.code} / {b.code})", FLOAT)
        case ast.FloorDiv() if kind is INTEGER:
            return Value(f"floor_divided({a.code}, {b.code})", kind)
        case ast.Mod() if kind is INTEGER:
            return Value(f"remainder_of({a.code}, {b.code})", kind)
        case ast.FloorDiv() | ast.Mod():
            name = "floor_divided" if isinstance(op, ast.FloorDiv) else "remainder_of"
            return Value(f"{name}_float({a.code}, {b.code})", kind)
        case _ if isinstance(op, BITS) and kind is FLOAT:
            raise InputError(f"{body.where(node)}: {ast.unparse(node)!r}: floats have no bits to work on")
        case ast.Pow() if b.code == "2":
            return Value(f"{'squared' if kind is FLOAT else 'squared_of'}({a.code})", kind)
        case ast.Pow() if kind is FLOAT:
            return Value(f"pow({a.code}, {b.code})", kind)
        case _ if type(op) in OPERATORS:
            return Value(f"({a.code} {OPERATORS[type(op)]} {b.code})", kind)
    raise InputError(f"{body.where(node)}: {ast.unparse(node)!r} is not among what kernels are made of")


def _attribute(body: "Body", node: ast.Attribute, value: ast.expr, attr: str) -> Value:
    known = body.constant(node)
    if known is not None:
        return literal(known)
    holder = expression(body, value)
    if not isinstance(holder.kind, Record):
        raise InputError(f"{body.where(node)}: {ast.unparse(node)!r}: only members of named tuples are read")
    members = dict(holder.kind.members)
    if attr not in members:
        raise UnknownNameError(f"{body.where(node)}: member of {holder.kind.name}", attr, members)
    kind, code = members[attr], f"{holder.code}->{attr}_"
    return Value(f"(&{code})" if isinstance(kind, Record) else code, kind)


def _call(
    body: "Body", node: ast.Call, func: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]
) -> Value:
    if isinstance(func, ast.Attribute) and func.attr == "reshape":
        return shaped(body, node, expression(body, func.value), args)
    called: Any = body.reference(func)
    if called in (np.zeros, np.empty):
        return body.allocated(node, called is np.zeros, args, keywords)
    given = [expression(body, each) for each in args]
    if called is len and isinstance(given[0].kind, ArrayOf):
        return Value(f"{given[0].code}.n[0]", INTEGER)
    if called in FLOATS:
        return Value(f"{FLOATS[called]}({', '.join(each.code for each in given)})", FLOAT)
    if called in TESTS:
        return Value(f"(!!{TESTS[called]}({given[0].code}))", INTEGER)
    if called in (float, int, bool):
        return Value(
            f"({'double' if called is float else 'int64_t'})({given[0].code})",
            FLOAT if called is float else INTEGER,
        )
    if called is abs:
        return Value(f"{'fabs' if given[0].kind is FLOAT else 'llabs'}({given[0].code})", given[0].kind)
    if called in (min, max):
        return _extreme(body, node, "least" if called is min else "most", given)
    return body.call(node, called, given)


def _extreme(body: "Body", node: ast.expr, name: str, given: list[Value]) -> Value:
    kind = given[0].kind
    for each in given[1:]:
        kind = either(kind, each.kind, body.where(node))
    name, code = name if kind is FLOAT else f"{name}_of", given[0].code
    for each in given[1:]:
        code = f"{name}({code}, {each.code})"
    return Value(code, kind)


def together(values: list[Value]) -> Value:
    """Several numbers that are returned."""
    kinds = tuple(each.kind for each in values if isinstance(each.kind, Number))
    several = Several(kinds)
    return Value(f"({several.c}){{{', '.join(each.code for each in values)}}}", several)
