"""What values of a kernel are in C: all are made of words of eight bytes, so that Python and C agree."""

from dataclasses import dataclass, field
from hashlib import sha256
from types import FunctionType
from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import InputError

AXES = 4
"""The most that an array has."""


@dataclass(frozen=True)
class Number:
    """One word: an integer, which also serves for true and false, or a float."""

    c: str
    letter: str

    def __str__(self) -> str:
        return "a float" if self.letter == "d" else "an integer"


INTEGER, FLOAT = Number("int64_t", "q"), Number("double", "d")
NUMBERS = {"f": FLOAT, "i": INTEGER, "b": INTEGER}
SCALARS: dict[Any, Number] = {float: FLOAT, int: INTEGER, bool: INTEGER}
SCALARS |= {said.__name__: number for said, number in SCALARS.items()}


@dataclass(frozen=True)
class ArrayOf:
    """Numbers in line, the last axis nearest: where they are, and how many along each axis."""

    of: Number
    axes: int

    def __str__(self) -> str:
        axes = "one axis" if self.axes == 1 else f"{self.axes} axes"
        return f"an array of {str(self.of).split()[1]}s with {axes}"

    @property
    def c(self) -> str:
        """As `float64_2` for a matrix."""
        return f"{'float' if self.of is FLOAT else 'int'}64_{self.axes}"


@dataclass(frozen=True)
class Record:
    """A named tuple: its members one after another. C code has it as a pointer."""

    name: str
    members: tuple[tuple[str, "Kind"], ...] = field(compare=False)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        said = ", ".join(f"{name}: {kind.c}" for name, kind in self.members)
        object.__setattr__(self, "digest", sha256(said.encode()).hexdigest()[:12])

    def __str__(self) -> str:
        return f"a {self.name}"

    @property
    def struct(self) -> str:
        """The name of the structure in C: records of one name whose members differ are two."""
        return f"{self.name}_{self.digest}"

    @property
    def c(self) -> str:
        """A pointer to what does not change."""
        return f"const {self.struct} *"


@dataclass(frozen=True)
class Several:
    """Numbers that a kernel returns together."""

    members: tuple[Number, ...]

    def __str__(self) -> str:
        return f"{len(self.members)} numbers"

    @property
    def c(self) -> str:
        """As `several_dddd` for four floats."""
        return f"several_{''.join(each.letter for each in self.members)}"


@dataclass(frozen=True)
class Nothing:
    """What a kernel returns that only writes to arrays."""

    c: str = "void"

    def __str__(self) -> str:
        return "nothing"


NOTHING = Nothing()
Kind = Number | ArrayOf | Record
Result = Kind | Several | Nothing


def kind_of(value: Any, what: str = "it") -> Kind:
    """What a value from Python is; numbers in a named tuple are what its annotations say.

    >>> kind_of(np.zeros((2, 3)))
    ArrayOf(of=Number(c='double', letter='d'), axes=2)
    """
    if isinstance(value, np.ndarray):
        return _array(value, what)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        said = getattr(type(value), "__annotations__", {})
        kinds = (
            as_annotated(said.get(name), kind_of(x, f"{what}.{name}"))
            for name, x in zip(value._fields, value, strict=True)
        )
        return Record(type(value).__name__, tuple(zip(value._fields, kinds, strict=True)))
    letter = np.asarray(value).dtype.kind if isinstance(value, int | float | np.generic) else ""
    if letter not in NUMBERS:
        raise InputError(
            f"a kernel takes numbers, arrays of them and named tuples of those; {what} is {value!r}"
        )
    return NUMBERS[letter]


def _array(value: Array, what: str) -> ArrayOf:
    """Arrays are not copied, so they must lie as C expects them."""
    said = f"a kernel takes arrays of float64 or int64 in line; got {value.dtype} {value.shape} for {what}"
    if value.dtype not in (np.float64, np.int64):
        raise InputError(said + ("; int64 serves for true and false" if value.dtype == bool else ""))
    if not value.flags.c_contiguous:
        raise InputError(f"{said} that does not lie in line; np.ascontiguousarray may help")
    if not 1 <= value.ndim <= AXES:
        raise InputError(f"{said}; arrays have one to {AXES} axes")
    return ArrayOf(NUMBERS[value.dtype.kind], value.ndim)


def classes_of(value: Any) -> Any:
    """The class of a named tuple and of those in it, by which a call is known to be like the last one."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return (type(value), *map(classes_of, value))
    return None


def as_annotated(said: Any, kind: Kind) -> Kind:
    """A number as it is annotated, so that 1 given for a float is one; arrays and tuples as they are."""
    return SCALARS.get(said, kind) if isinstance(kind, Number) and isinstance(said, type | str) else kind


def as_said(function: FunctionType, given: tuple[Kind, ...], where: str = "") -> tuple[Kind, ...]:
    """The kinds of a kernel's arguments, numbers as it annotates them."""
    said = [function.__annotations__.get(name) for name in parameters(function)]
    if len(said) != len(given):
        raise InputError(
            f"{where}{function.__name__}() takes {len(said)} arguments in line; got {len(given)}"
        )
    return tuple(as_annotated(s, kind) for s, kind in zip(said, given, strict=True))


def parameters(function: FunctionType) -> tuple[str, ...]:
    """Names of a kernel's arguments."""
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def either(a: Result, b: Result, where: str) -> Result:
    """What holds both: a float holds an integer."""
    if a == b:
        return a
    if isinstance(a, Number) and isinstance(b, Number):
        return FLOAT
    if isinstance(a, Several) and isinstance(b, Several) and len(a.members) == len(b.members):
        pairs = zip(a.members, b.members, strict=True)
        return Several(tuple(x if x is y else FLOAT for x, y in pairs))
    raise InputError(f"{where} is {a} here and {b} there; in a kernel a name stands for one kind of thing")
