"""What values of a kernel are in C: all are made of words of eight bytes, so that Python and C agree."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.errors import InputError


@dataclass(frozen=True)
class Number:
    """One word: an integer, which also serves for true and false, or a float."""

    c: str
    letter: str

    def check(self, value: Any) -> None:
        """Whether it is one is for C to say."""


INTEGER, FLOAT = Number("int64_t", "q"), Number("double", "d")
NUMBERS = {"f": FLOAT, "i": INTEGER, "b": INTEGER}
SCALARS: dict[Any, Number] = {float: FLOAT, int: INTEGER, bool: INTEGER}


@dataclass(frozen=True)
class ArrayOf:
    """Numbers in line, the last axis nearest: where they are, and how many along each axis."""

    of: Number
    axes: int

    @property
    def c(self) -> str:
        """As `float64_2` for a matrix."""
        return f"{'float' if self.of is FLOAT else 'int'}64_{self.axes}"

    def check(self, value: Any) -> None:
        """The array is not copied, so it must lie as C expects it."""
        if not isinstance(value, np.ndarray):
            raise InputError(f"a kernel takes an array of {self.of.c} with {self.axes} axes; got {value!r}")
        fits = value.ndim == self.axes and value.dtype == (np.float64 if self.of is FLOAT else np.int64)
        if not (fits and value.flags.c_contiguous):
            raise InputError(
                f"a kernel takes an array of {self.of.c} with {self.axes} axes in line; got {value.dtype} "
                f"{value.shape}; np.ascontiguousarray may help"
            )


@dataclass(frozen=True)
class Record:
    """A named tuple: its members one after another. C code has it as a pointer."""

    name: str
    members: tuple[tuple[str, "Kind"], ...]

    @property
    def c(self) -> str:
        """A pointer to what does not change."""
        return f"const {self.name} *"

    def check(self, value: Any) -> None:
        """Each member as it was."""
        if not (isinstance(value, tuple) and len(value) == len(self.members)):
            raise InputError(f"a kernel takes a {self.name} of {len(self.members)} members; got {value!r}")
        for (_, kind), member in zip(self.members, value, strict=True):
            kind.check(member)

    def member(self, name: str) -> "Kind":
        """What a member is."""
        return dict(self.members)[name]


@dataclass(frozen=True)
class Several:
    """Numbers that a kernel returns together."""

    members: tuple[Number, ...]

    @property
    def c(self) -> str:
        """As `several_dddd` for four floats."""
        return f"several_{''.join(each.letter for each in self.members)}"


@dataclass(frozen=True)
class Nothing:
    """What a kernel returns that only writes to arrays."""

    c: str = "void"


NOTHING = Nothing()
Kind = Number | ArrayOf | Record
Result = Kind | Several | Nothing


def kind_of(value: Any) -> Kind:
    """What a value from Python is; numbers in a named tuple are what its annotations say.

    >>> kind_of(np.zeros((2, 3)))
    ArrayOf(of=Number(c='double', letter='d'), axes=2)
    """
    if isinstance(value, np.ndarray):
        return ArrayOf(_number(value.dtype.kind, value), value.ndim)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        said = getattr(type(value), "__annotations__", {})
        kinds = (
            as_annotated(said.get(name), kind_of(x)) for name, x in zip(value._fields, value, strict=True)
        )
        members = tuple(zip(value._fields, kinds, strict=True))
        return Record(type(value).__name__, members)
    return _number(np.asarray(value).dtype.kind, value)


def as_annotated(said: Any, kind: Kind) -> Kind:
    """A number as it is annotated, so that 1 given for a float is one; arrays and tuples as they are."""
    return SCALARS.get(said, kind) if isinstance(kind, Number) else kind


def _number(letter: str, value: Any) -> Number:
    if letter not in NUMBERS:
        raise InputError(f"a kernel takes numbers, arrays of them and named tuples of those; got {value!r}")
    return NUMBERS[letter]


def either(a: Result, b: Result, where: str) -> Result:
    """What holds both: a float holds an integer."""
    if a == b:
        return a
    if isinstance(a, Number) and isinstance(b, Number):
        return FLOAT
    if isinstance(a, Several) and isinstance(b, Several) and len(a.members) == len(b.members):
        pairs = zip(a.members, b.members, strict=True)
        return Several(tuple(x if x is y else FLOAT for x, y in pairs))
    raise InputError(f"{where}: once {a.c}, once {b.c}; in a kernel a name stands for one kind of thing")
