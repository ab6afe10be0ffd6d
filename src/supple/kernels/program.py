"""A whole program in C: a kernel, all that it calls, and what Python calls of it."""

from types import FunctionType
from typing import NamedTuple

from supple.errors import InputError
from supple.kernels import calling, checks
from supple.kernels.kinds import NOTHING, ArrayOf, Kind, Record, Result, Several
from supple.kernels.prelude import prelude
from supple.kernels.translation import Body


class Translated(NamedTuple):
    """A kernel in C under a name of its own."""

    name: str
    result: Result


class Program:
    """Kernels and what they take, in the order that C wants."""

    def __init__(self, checked: bool = False) -> None:
        self.checked = checked
        self.writers: set[FunctionType] = set()
        """Those that write to arrays."""
        self._done: dict[tuple[FunctionType, tuple[Kind, ...]], Translated] = {}
        self._under_way: list[FunctionType] = []
        self._records: dict[str, Record] = {}
        self._several: dict[str, Several] = {}
        self._code: list[str] = []

    def add(self, function: FunctionType, kinds: tuple[Kind, ...], where: str) -> Translated:
        """The kernel for arguments of these kinds, called at `where`."""
        if function in self._under_way:
            names = [each.__name__ for each in self._under_way[self._under_way.index(function) :]]
            loop = " → ".join(f"{name}()" for name in [*names, function.__name__])
            raise InputError(f"{where}: {loop}: kernels do not call themselves; write a loop")
        known = self._done.get((function, kinds))
        if known is None:
            self._under_way.append(function)
            for kind in kinds:
                self._record(kind)
            body = Body(self, function, kinds)
            name = f"{function.__name__.lstrip('_')}_{len(self._done)}"
            self._code.append(body.code(name))
            if isinstance(body.result, Several):
                self._several[body.result.c] = body.result
            known = self._done[function, kinds] = Translated(name, body.result or NOTHING)
            self._under_way.pop()
        return known

    def _record(self, kind: Kind) -> None:
        if isinstance(kind, Record):
            for _, member in kind.members:
                self._record(member)
            self._records[kind.struct] = kind

    def source(self, function: FunctionType, kinds: tuple[Kind, ...]) -> str:
        """All of the C for calls of one kernel from Python."""
        entry = self.add(function, kinds, function.__name__)
        if isinstance(entry.result, ArrayOf | Record):
            raise InputError(
                f"{function.__name__}() returns {entry.result}, but Python is given numbers alone"
            )
        records = [_typedef(kind.struct, kind.members) for kind in self._records.values()]
        several = [
            _typedef(c, tuple((f"x{k}", x) for k, x in enumerate(kind.members)))
            for c, kind in self._several.items()
        ]
        members = tuple((f"a{k}", kind) for k, kind in enumerate(kinds))
        passed = ", ".join(f"{'&' if isinstance(kind, Record) else ''}w.{name}_" for name, kind in members)
        return "".join(
            [
                prelude(self.checked),
                *records,
                *several,
                *self._code,
                _typedef("arguments", members),
                calling.HEAD,
                *(calling.reader(kind) for kind in self._records.values()),
                calling.arguments(members),
                calling.entry(f"{entry.name}({passed})", entry.result, checks.CALLED if self.checked else ""),
            ]
        )


def _typedef(name: str, members: tuple[tuple[str, Kind], ...]) -> str:
    lines = (f"{kind.struct if isinstance(kind, Record) else kind.c} {member}_;" for member, kind in members)
    return f"typedef struct {{ {' '.join(lines)} }} {name};\n"
