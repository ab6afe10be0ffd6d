"""A number for each mode, by name; any of them may be a track."""

from collections.abc import Iterator, MutableMapping, Sequence

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.motion import Track


class Settings(MutableMapping[str, "float | Track"]):
    """What is set for each of the modes, in their order; `at(t)` gives all of them as an array.

    >>> soft = Settings("stiffness", ["squash.y", "bend.x"], 2.0)
    >>> soft["bend.x"] = 5.0
    >>> soft.at(0.0)
    array([2., 5.])
    """

    def __init__(self, what: str, names: Sequence[str], values: ArrayLike, *, positive: bool = True) -> None:
        self._what, self._names, self._positive = what, tuple(names), positive
        self._values: list[float | Track] = [0.0] * len(names)
        given = finite(values, what)
        if given.ndim and given.shape != (len(names),):
            raise InputError(f"{what}: {len(names)} modes ({', '.join(names)}), but {given.shape[0]} values")
        for name, value in zip(names, np.broadcast_to(given, len(names)), strict=True):
            self[name] = float(value)

    def at(self, t: float) -> Array:
        """All of them at a time [s], (D,)."""
        return np.array([float(x(t)) if isinstance(x, Track) else x for x in self._values])

    @property
    def still(self) -> bool:
        """Whether none is a track."""
        return not any(isinstance(x, Track) for x in self._values)

    def __getitem__(self, name: str) -> "float | Track":
        return self._values[self._index(name)]

    def __setitem__(self, name: str, value: "float | Track") -> None:
        i = self._index(name)
        if not isinstance(value, Track):
            value = float(finite(value, f"{self._what} of mode {name!r}", ()))
            if self._positive and value < 0:
                raise InputError(f"{self._what} of mode {name!r} is {value}; it must not be negative")
        self._values[i] = value

    def __delitem__(self, name: str) -> None:
        raise InputError(f"every mode has a {self._what}; set it to 0 instead of deleting that of {name!r}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def _index(self, name: str) -> int:
        if name not in self._names:
            raise UnknownNameError("mode", name, self._names)
        return self._names.index(name)
