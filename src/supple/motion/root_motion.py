"""Root motion split off and put back: a walk in place, and where it travels.

p = R(θ) p₀ + T,   q = R(θ) q₀      T the way on the floor, θ the heading about Y; p₀, q₀ in place

steady   T and θ go evenly from the first moment to the last: the sway of every step stays in place
whole    all of x, z and of the heading is travel
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from supple import spatial
from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.motion.curves import Apart, Curve, Keyed
from supple.motion.track import Track

if TYPE_CHECKING:
    from supple.motion.clip import Clip

WAYS = ("steady", "whole")
RATE = 120.0
"""How often a heading is measured [1/s]."""


class Travel(NamedTuple):
    """The way of a root on the floor: a vector track (x, 0, z) [m], and its heading about Y [rad] if it was split."""

    root: str
    position: Track
    heading: Track | None


def split(clip: "Clip", root: str, *, how: str = "steady", heading: bool = False) -> "tuple[Clip, Travel]":
    """The clip in place, and its travel, which `joined` puts back.

    >>> from supple.motion import Clip, keys
    >>> walk = Clip({"hips.position": keys({0: (0, 1, 0), 1: (0, 1, 2)}, interpolate="linear")})
    >>> placed, travel = split(walk, "hips")
    >>> placed["hips.position"](0.5), travel.position(0.5)
    (array([0., 1., 0.]), array([0., 0., 1.]))
    """
    if how not in WAYS:
        raise UnknownNameError("way of splitting", str(how), WAYS)
    position = _track(clip, f"{root}.position")
    turn = _heading(_track(clip, f"{root}.rotation"), how) if heading else None
    travel = Travel(root, _way(position, how), turn)
    return _moved(clip, travel, -1.0), travel


def joined(clip: "Clip", travel: Travel) -> "Clip":
    """The clip that travels again."""
    return _moved(clip, travel, 1.0)


def _track(clip: "Clip", name: str) -> Track:
    track = clip[name]
    if not (np.isfinite(track.start) and np.isfinite(track.end) and track.end > track.start):
        raise InputError(
            f"{name}: travel is split off a motion that begins and ends, not one from {track.start} to {track.end} s"
        )
    return track


def _way(position: Track, how: str) -> Track:
    """(x, 0, z) of a position, from where it begins."""
    if how == "steady":
        times = np.array([position.start, position.end])
        floor = (position(times) - position(times[0])) * (1, 0, 1)
        return Track(Keyed("vector", times, floor, "linear"))
    start = position(position.start) * (1, 0, 1)
    return position.scale((1, 0, 1)).translate(-start)


def _heading(rotation: Track, how: str) -> Track:
    """θ of the direction that Z has been turned to, from where it begins."""
    turns = rotation.to_rotation()
    times = np.linspace(turns.start, turns.end, max(2, int(np.ceil(turns.duration * RATE)) + 1))
    ahead = spatial.rotate(turns(times), (0.0, 0.0, 1.0))
    theta = np.unwrap(np.arctan2(ahead[:, 0], ahead[:, 2]))
    if how == "steady":
        times, theta = times[[0, -1]], theta[[0, -1]]
    return Track(Keyed("scalar", times, theta - theta[0], "linear"))


def _moved(clip: "Clip", travel: Travel, sign: float) -> "Clip":
    """Travel added, or taken away: in place p₀ = R(−θ)(p − T)."""
    position, rotation = f"{travel.root}.position", f"{travel.root}.rotation"
    result = clip.copy()
    if travel.heading is None:
        result[position] = clip[position].add(travel.position, sign)
        return result
    turn = travel.heading.scale(sign)
    result[rotation] = clip[rotation].to_rotation().add(_about_y(turn))
    if sign > 0:
        result[position] = _turned(clip[position], turn).add(travel.position)
    else:
        result[position] = _turned(clip[position].add(travel.position, -1.0), turn)
    return result


def _about_y(angle: Track) -> Track:
    still = Keyed("scalar", np.array([angle.start]), np.zeros(1), "step")
    parts: tuple[Curve, ...] = (still, angle.curve, still)
    return Track(Apart("euler.YXZ", parts)).to_rotation()


def _turned(points: Track, angle: Track) -> Track:
    """R(θ(t)) p(t), with its derivative ω × R p + R ṗ."""
    turns = _about_y(angle)

    def value(t: Array) -> Array:
        return np.asarray(spatial.rotate(turns(t), points(t)))

    def velocity(t: Array) -> Array:
        q = turns(t)
        swept = np.cross(turns.velocity(t), spatial.rotate(q, points(t)))
        return np.asarray(swept + spatial.rotate(q, points.velocity(t)))

    return Track.function(value, "vector", points.start, points.end, velocity)
