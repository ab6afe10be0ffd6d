"""Angles as people say them."""

from typing import overload

import numpy as np

from supple.arrays import Array, finite


@overload
def degrees(angle: float, /) -> float: ...
@overload
def degrees(first: float, second: float, /, *more: float) -> Array: ...
def degrees(*angles: float) -> "float | Array":
    """Angles given in degrees [rad]: one as a number, several as an array.

    >>> degrees(180), degrees(0, 90)
    (3.141592653589793, array([0.        , 1.57079633]))
    """
    radians = np.radians(finite(angles, "degrees"))
    return float(radians[0]) if len(angles) == 1 else radians
