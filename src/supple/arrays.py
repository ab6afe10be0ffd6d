"""NumPy float64 in and out: the alias, and the check that public functions make on what they are given."""

from collections.abc import Collection, Mapping
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import TypeAliasType

from supple.errors import InputError

ArrayLike = TypeAliasType("ArrayLike", npt.ArrayLike)  # noqa: TID251
"""Numbers, or lists and arrays of them: NumPy's own alias, under a name that `help` shows."""
Array = TypeAliasType("Array", npt.NDArray[np.float64])
Indices = TypeAliasType("Indices", npt.NDArray[np.int64])
Truths = TypeAliasType("Truths", npt.NDArray[np.bool_])
LINE = 16
"""Numbers in two lines of a cache, which processors fetch together."""
DIGITS = 11
"""A hundred thousand times what different processors differ by."""


def finite(value: ArrayLike, what: str, shape: tuple[int | None, ...] | None = None) -> Array:
    """Return `value` as float64, or say what is wrong with it. `None` in `shape` admits any length.

    >>> finite([0, 1, float("nan")], "times")
    Traceback (most recent call last):
    supple.errors.InputError: times: entry [2] is nan; every number must be finite
    """
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected numbers, got {value!r}") from error
    if shape is not None and not _fits(array.shape, shape):
        wanted = ", ".join("n" if k is None else str(k) for k in shape)
        raise InputError(f"{what}: expected shape ({wanted}), got {array.shape}")
    if not np.isfinite(array).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise InputError(f"{what}: entry {list(where)} is {array[where]}; every number must be finite")
    return array


def rounded(x: ArrayLike, digits: int = DIGITS) -> Array:
    """x to so many decimal digits of its largest number: what linear algebra leaves to the processor is less.

    >>> rounded([0.1 + 0.2, 1e-17, 0.5]).tolist()
    [0.3, 0.0, 0.5]
    """
    array = np.asarray(x, dtype=np.float64)
    largest = float(np.abs(array).max(initial=0.0)) * (1 + 1e-9)
    places = digits - 1 - int(np.floor(np.log10(largest))) if largest > 0 else 0
    return np.asarray(np.round(array, min(places, 300)) + 0.0)


def summed(subscripts: str, *operands: Array) -> Array:
    """np.einsum with sums whose order, and so whose last bit, is the same on every processor.

    >>> summed("ij,j->i", np.eye(2), np.array([3.0, 4.0]))
    array([3., 4.])
    """
    inputs, output = subscripts.split("->")
    over = "".join(sorted(set(inputs) - set(output) - {","}))
    products = np.einsum(f"{inputs}->{output}{over}", *operands, order="C")
    kept, gone = products.shape[: len(output)], products.shape[len(output) :]
    return np.asarray(products.reshape(*kept, prod(gone)).sum(axis=-1))


def carved(shapes: Mapping[str, tuple[int, ...]], integers: Collection[str] = ()) -> dict[str, Any]:
    """Zeros by name, side by side in one block with room around it; int64 where said.

    Threads that write into one line of the cache wait for each other, even where each writes to arrays of its own.

    >>> {name: x.shape for name, x in carved({"q": (7,), "J": (2, 3)}).items()}
    {'q': (7,), 'J': (2, 3)}
    """
    sizes = [prod(shape) for shape in shapes.values()]
    block, at, found = np.zeros(sum(sizes) + 2 * LINE), LINE, {}
    for (name, shape), size in zip(shapes.items(), sizes, strict=True):
        part = block[at : at + size]
        found[name] = (part.view(np.int64) if name in integers else part).reshape(shape)
        at += size
    return found


def _fits(given: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(given) == len(wanted) and all(w is None or g == w for g, w in zip(given, wanted, strict=True))
