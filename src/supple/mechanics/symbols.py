"""What is asked of expressions before anything is made of them: their shape, and that nothing in them is unknown."""

from collections.abc import Mapping
from typing import Any

import casadi as ca

from supple.errors import InputError


def is_symbolic(value: Any) -> bool:
    """Whether it holds CasADi symbols rather than numbers."""
    return isinstance(value, ca.SX | ca.MX)


def column(value: Any, size: int, what: str) -> ca.SX:
    """`value` as an expression of `size` rows, or say what is wrong with it.

    >>> column([1, 2, 3], 3, "point")
    SX([1, 2, 3])
    """
    try:
        found = ca.SX(value)
    except (NotImplementedError, RuntimeError, TypeError) as error:
        raise InputError(f"{what}: expected {size} CasADi expressions or numbers, got {value!r}") from error
    if found.shape != (size, 1):
        raise InputError(f"{what}: expected a column of {size}, got {found.shape[0]} by {found.shape[1]}")
    return ca.densify(found)


def free_of(expression: ca.SX, known: Mapping[str, ca.SX], what: str) -> None:
    """Raise if a symbol stands in `expression` that is none of the known ones."""
    names = {element.element_hash() for symbol in known.values() for element in ca.symvar(ca.SX(symbol))}
    for element in ca.symvar(expression):
        if element.element_hash() not in names:
            raise InputError(
                f"{what} depends on the symbol {element.name()!r}, which is none of {', '.join(known)}; "
                "declare it as one of them, or put a number in its place"
            )


def identifier(name: str) -> str:
    """A name that C and CasADi take: letters, digits, single underscores.

    >>> identifier("desk lamp, 2nd")
    'desk_lamp_2nd'
    """
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in name).split()
    return "_".join(words) if words and words[0][0].isalpha() else "_".join(["port", *words])


def vector(*entries: Any) -> ca.SX:
    """Expressions or numbers as a column."""
    return ca.SX(ca.vertcat(*entries))
