"""Pacing curves: which moment of a motion is shown when. Scalar tracks of seconds, to `retime` by, kept for reuse.

ramp    g = f₀ + k t                       evenly, k times as fast
swing   g = f₀ + (f₁ − f₀)(1 − cos 2πt/T)/2  to and fro, for ever
eased   from rest to rest over as long as it takes        (BB-37)
"""

import numpy as np

from supple.errors import InputError
from supple.motion.curves import Clock
from supple.motion.key_track import keys
from supple.motion.track import Track


def ramp(speed: float = 1.0, start: float = 0.0) -> Track:
    """An even clock: at 0 s it reads `start`, and it goes `speed` times as fast; backward below 0.

    >>> ramp(2)(1.5)
    np.float64(3.0)
    """
    if not (np.isfinite(speed) and np.isfinite(start)):
        raise InputError(f"ramp: the speed and the start must be numbers, got {speed} and {start}")
    return Track(Clock("scalar", float(speed), float(start)))


def swing(first: float, last: float, period: float) -> Track:
    """To and fro between two moments, `period` seconds there and back, slowly at both ends: a cosine.

    >>> swing(0, 2, 4)([0, 1, 2, 4, 6]).round(9).tolist()
    [0.0, 1.0, 2.0, 0.0, 2.0]
    """
    if not period > 0:
        raise InputError(f"swing: the period must be positive, got {period} s")
    there = {0.0: first, period / 2: last, period: first}
    return keys(there, interpolate="cosine").cycle()


def eased(first: float, last: float, seconds: float, *, ease_in: float = 0.0, ease_out: float = 0.0) -> Track:
    """Once from one moment to another in some seconds, from rest and to rest over the eases [s].

    >>> eased(0, 2, 2, ease_in=1)(2), eased(0, 2, 2, ease_in=1).velocity(0)
    (np.float64(2.0), np.float64(0.0))
    """
    if not seconds > 0:
        raise InputError(f"eased: it takes {seconds} s; expected more than none")
    ends = {0.0: first, seconds: last}
    return keys(ends, interpolate="linear", ease_in={0.0: ease_in}, ease_out={seconds: ease_out})
