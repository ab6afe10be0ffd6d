"""Following a track for as long as it lasts."""

from fractions import Fraction

from supple.dynamics import Point
from supple.dynamics.script import Behavior, Holding
from supple.motion import Track


def follow(point: Point, track: Track, *, preroll: float = 0.0) -> Behavior[None]:
    """Lead a point along a track that starts now, or after `preroll` seconds that bring it there (§4.1)."""
    now = yield "now"
    begin = now.after(preroll)
    path = track.shift(float(begin) - track.start).extend()
    handle = now.world.follow(point, path, preroll=preroll)
    with Holding(handle):
        yield begin + Fraction(track.duration)
