"""Following a track for as long as it lasts."""

from fractions import Fraction
from math import isfinite

from supple.dynamics import Point
from supple.dynamics.legacy.script import Behavior, Holding
from supple.errors import InputError
from supple.motion import Track


def follow(point: Point, track: Track, *, preroll: float = 0.0) -> Behavior[None]:
    """Lead a point along a track that starts now, or after `preroll` seconds that bring it there (§4.1)."""
    if not isinstance(track, Track):
        raise InputError(f"{point!r} follows a track, such as supple.keys makes, got {track!r}")
    if not (isfinite(preroll) and preroll >= 0):
        raise InputError(f"preroll of {point!r} is {preroll} s; give a number of seconds from 0 up")
    now = yield "now"
    begin = now.after(preroll)
    path = track.shift(float(begin) - track.start).extend()
    handle = now.world.follow(point, path, preroll=preroll)
    with Holding(handle):
        yield begin + Fraction(track.duration)
