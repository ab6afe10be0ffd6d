"""Units that files are in."""

import numpy as np

from supple.errors import InputError, UnknownNameError

UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0, "in": 0.0254, "ft": 0.3048}
"""Meters in one unit of a file."""


def meters(unit: str | float) -> float:
    """The length of a unit [m], which is given by its name or so already.

    >>> meters("cm"), meters(0.3)
    (0.01, 0.3)
    """
    if isinstance(unit, str) and unit not in UNITS:
        raise UnknownNameError("unit", unit, UNITS)
    size = UNITS[unit] if isinstance(unit, str) else float(unit)
    if not (np.isfinite(size) and size > 0):
        raise InputError(f"unit is {unit}; expected a positive number of meters")
    return size
