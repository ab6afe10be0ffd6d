"""What a page may say: one message, `{"number": 7, "to": [0.9, 0, 0]}`, the seventh wish where to land [m]."""

import json
from typing import Any, NamedTuple, NoReturn

from supple.errors import InputError

LONGEST = 256
"""Bytes of a message."""
FARTHEST = 1000.0
"""How far a place may be along each axis [m]."""
LAST = 2**53
"""The largest number that a page counts to exactly."""
EXAMPLE = '{"number": 7, "to": [0.9, 0, 0]}'


class Wish(NamedTuple):
    """Where a page wants the shot to land [m], which of its wishes it is, and which page."""

    number: int
    to: tuple[float, float, float]
    page: int = 0


def read(message: str | bytes | None) -> Wish:
    """The wish that a message is.

    >>> read('{"number": 7, "to": [0.9, 0, 0]}')
    Wish(number=7, to=(0.9, 0.0, 0.0), page=0)
    """
    if not isinstance(message, str):
        raise InputError(f"the message is bytes; say what is wished as text such as {EXAMPLE}")
    if len(message.encode("utf-8", "replace")) > LONGEST:
        raise InputError(f"the message is longer than {LONGEST} bytes; say {EXAMPLE}")
    try:
        said = json.loads(message, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the message is no JSON ({error}); say {EXAMPLE}") from error
    if not isinstance(said, dict) or said.keys() != {"number", "to"}:
        raise InputError(f"the message must have a number and a place and nothing else: {EXAMPLE}")
    return Wish(_number(said["number"]), _place(said["to"]))


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _number(value: Any) -> int:
    if type(value) is not int or not 0 < value <= LAST:
        raise InputError(f"the number of the wish must be whole, from 1 to {LAST}: {EXAMPLE}")
    return value


def _place(value: Any) -> tuple[float, float, float]:
    """Three numbers, none of them far."""
    if not isinstance(value, list) or len(value) != 3:
        raise InputError(f"the place must be three numbers [m]: {EXAMPLE}")
    if any(type(each) not in (int, float) or not abs(each) <= FARTHEST for each in value):
        raise InputError(f"each number of the place must be within {FARTHEST:g} m of the origin: {EXAMPLE}")
    x, y, z = map(float, value)
    return x, y, z
