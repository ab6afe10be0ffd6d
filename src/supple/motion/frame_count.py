"""Seconds inside; frames for those who count them (twixt counted frames: T-F01)."""

from typing import overload

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError


@overload
def frames(count: float, fps: float = 24.0) -> float: ...
@overload
def frames(count: ArrayLike, fps: float = 24.0) -> float | Array: ...
def frames(count: ArrayLike, fps: float = 24.0) -> float | Array:
    """t = count / fps [s]; film runs at 24 frames a second, video at 30.

    >>> frames(12, fps=24)
    0.5
    """
    if not (np.isfinite(fps) and fps > 0):
        raise InputError(f"frames: fps must be a positive number of frames a second, got {fps!r}")
    seconds = finite(count, "frames") / fps
    return float(seconds) if seconds.ndim == 0 else seconds
