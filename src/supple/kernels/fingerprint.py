"""What the C of a kernel follows from, found without translating: so what is kept is found within milliseconds.

That is the code of the kernel and of all that it calls, as Python has compiled it, what names stand for outside of
them, the kinds of the arguments, and the translator itself.
"""

import builtins
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from supple.kernels.kinds import Kind


def fingerprint(function: FunctionType, kinds: tuple[Kind, ...], checked: bool) -> list[str]:
    """Text that differs where programs do."""
    said = [_translator(), MAGIC_NUMBER.hex(), repr(kinds), str(checked)]
    places = {function: 0}
    for each in (found := [function]):
        scalars = [(name, x) for name, x in each.__annotations__.items() if isinstance(x, type | str)]
        said.append(repr((_code(each.__code__, checked), scalars)))
        for name, meaning in _meanings(each):
            called = getattr(meaning, "function", None)
            if isinstance(called, FunctionType):
                if called not in places:
                    places[called] = len(found)
                    found.append(called)
                meaning = places[called], getattr(meaning, "is_open", False)
            said.append(f"{name} {_said(meaning)}")
    return said


def _code(code: CodeType, checked: bool) -> tuple[object, ...]:
    """Code without what is only read by people; the checked build also says where it stands."""
    constants = [type(each) if isinstance(each, str | CodeType) else each for each in code.co_consts]
    place = (code.co_filename, code.co_firstlineno, code.co_linetable) if checked else ()
    return code.co_name, code.co_code, code.co_argcount, code.co_varnames, code.co_names, constants, place


def _meanings(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What the names of a function stand for outside of it: also as members, so that `np.pi` is among them."""
    names, space = function.__code__.co_names, function.__globals__
    holders: list[Any] = []
    for name in names:
        meaning = space.get(name, getattr(builtins, name, None))
        yield name, meaning
        holders += [meaning] * isinstance(meaning, ModuleType | type)
    for holder in holders:
        for name in names:
            member = vars(holder).get(name)
            yield f"{holder.__name__}.{name}", member
            if isinstance(member, ModuleType | type) and member not in holders:
                holders.append(member)


def _said(meaning: Any) -> str:
    if meaning is None or isinstance(meaning, int | float | tuple | np.number):
        return repr(meaning)
    return f"{getattr(meaning, '__module__', '')}.{getattr(meaning, '__name__', type(meaning))}"


@lru_cache(maxsize=1)
def _translator() -> str:
    """All of the translator's own text."""
    texts = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return sha256(b"".join(texts)).hexdigest()
