"""Arithmetic on numbers in C, as Python has it, and the functions of NumPy on them."""

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.kernels.kinds import FLOAT, INTEGER, SCALARS, Number, either
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


def function(body: "Body", node: ast.Call, called: Any, given: list[Value]) -> Value:
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
