"""NumPy float64 in and out: the alias, and the check that public functions make on what they are given."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from supple.errors import InputError

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


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


def _fits(given: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(given) == len(wanted) and all(w is None or g == w for g, w in zip(given, wanted, strict=True))
