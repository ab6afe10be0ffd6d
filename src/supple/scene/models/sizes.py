"""The checks that every model makes on what it is given."""

import math

from supple.errors import InputError


def positive(model: str, **sizes: float) -> None:
    """Every size [m] must be a finite number above zero.

    >>> positive("sphere", radius=-1)
    Traceback (most recent call last):
    supple.errors.InputError: sphere: radius is -1; give a length in metres above 0
    """
    for name, value in sizes.items():
        if not (isinstance(value, int | float) and math.isfinite(value) and value > 0):
            raise InputError(f"{model}: {name} is {value!r}; give a length in metres above 0")


def count(model: str, least: int, **counts: int) -> None:
    """Every resolution must be a whole number, `least` or more."""
    for name, value in counts.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise InputError(f"{model}: {name} is {value!r}; give a whole number, {least} or more")


def smaller(model: str, **pair: float) -> None:
    """The first of two named sizes must be less than the second."""
    (small, a), (large, b) = pair.items()
    if not a < b:
        raise InputError(f"{model}: {small} {a} must be less than {large} {b}")
