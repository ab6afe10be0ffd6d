"""From one motion to another, with feet in step: the foot that stands in both stays where it stands.

1. The second motion is entered at the moment whose feet and pose are nearest to the first one's.
2. It is turned about Y and moved along the floor until its standing foot is on the first one's.
3. Both are mixed; what the mix moves the standing foot by, the root takes back:  T(t) = p − foot(mix(t)).
"""

from dataclasses import dataclass

import numpy as np

from supple import spatial
from supple.arrays import Array, ArrayLike
from supple.errors import InputError
from supple.motion import Clip, Track, keys
from supple.motion.curves import Keyed
from supple.motion.layers import Layer
from supple.scene.contacts import Contacts, Soles, foot_contacts, path
from supple.scene.figure import Figure

RATE = 120.0
"""How often the root is corrected [1/s]."""


@dataclass(frozen=True, eq=False)
class Crossfade:
    """The clip, the moment at which the second motion was entered [s], and the point that stood meanwhile."""

    clip: Clip
    entered: float
    stood: str


def crossfade(
    figure: Figure,
    first: Clip,
    second: Clip,
    at: float,
    seconds: float,
    soles: Soles,
    *,
    entered: float | None = None,
    root: str = "hips",
) -> Crossfade:
    """From `first` to `second`, beginning at a time [s] of the first and taking some seconds.

    soles: points of the feet, as `foot_contacts` takes them. entered [s]: the moment of the second motion that comes
    where the fade begins; by default the one that fits best. Some point must stand in both all the while.
    """
    if not seconds > 0:
        raise InputError(f"crossfade: it takes {seconds} s; expected more than none")
    contacts = [foot_contacts(figure, clip, soles) for clip in (first, second)]
    moment = _fitting(figure, first, second, at, seconds, soles, contacts) if entered is None else entered
    stood = _stands(contacts, at, moment, seconds)
    if stood is None:
        raise InputError(
            f"crossfade: no point stands from {at:g} to {at + seconds:g} s in the first motion and from {moment:g} s "
            "on in the second; fade while one foot stands in both, or more quickly"
        )
    pair = [path(figure, clip, soles[stood], np.array([t]))[0][0] for clip, t in ((first, at), (second, moment))]
    heading = _heading(first, root, at) - _heading(second, root, moment)
    later = _placed(second, root, heading, pair[1], pair[0]).shift(at - moment)
    weight = keys({at: 0.0, at + seconds: 1.0}, interpolate="cosine")
    mixed = Layer(later, "override", weight).over(first.crop(first.start, at + seconds))
    pinned = _pinned(figure, mixed, root, soles[stood], (at, at + seconds))
    if notes := _notes(first, later, at):
        pinned["notes"] = keys(notes)
    return Crossfade(pinned, moment, stood)


def _stands(contacts: list[Contacts], at: float, moment: float, seconds: float) -> str | None:
    """A point that stands in both motions throughout, the one that has stood least long first."""
    spans = [
        {step.point for step in each if step.start <= t + 1e-9 and step.end >= t + seconds - 1e-9}
        for each, t in zip(contacts, (at, moment), strict=True)
    ]
    return next(iter(sorted(spans[0] & spans[1])), None)


def _fitting(
    figure: Figure, first: Clip, second: Clip, at: float, seconds: float, soles: Soles, contacts: list[Contacts]
) -> float:
    """The moment of the second motion whose feet, seen from each other, are nearest to the first one's."""
    times = np.arange(second.start, second.end - seconds, 1 / 30)
    able = np.array([t for t in times if _stands(contacts, at, float(t), seconds)])
    if not able.size:
        return float(second.start)
    here = _stance(figure, first, soles, np.array([at]))
    away = np.linalg.norm(_stance(figure, second, soles, able) - here, axis=1)
    return float(able[np.argmin(away)])


def _stance(figure: Figure, clip: Clip, soles: Soles, times: Array) -> Array:
    """Heights and distances of all points from their middle, whatever the place and heading (n, k)."""
    points = np.stack([path(figure, clip, sole, times)[0] for sole in soles.values()], axis=1)
    speeds = np.stack([path(figure, clip, sole, times)[1] for sole in soles.values()], axis=1)
    flat = (points - points.mean(axis=1, keepdims=True))[:, :, [0, 2]]
    return np.concatenate([points[:, :, 1], np.linalg.norm(flat, axis=2), 0.1 * speeds], axis=1)


def _heading(clip: Clip, root: str, time: float) -> float:
    if f"{root}.rotation" not in clip:
        return 0.0
    ahead = spatial.rotate(clip[f"{root}.rotation"].to_rotation()(time), (0.0, 0.0, 1.0))
    return float(np.arctan2(ahead[0], ahead[2]))


def _placed(clip: Clip, root: str, heading: float, pivot: Array, to: Array) -> Clip:
    """The clip turned about Y at a point of the floor and moved along it, so that the point comes to another."""
    turn = spatial.from_axis_angle((0, 1, 0), heading)
    result = clip.copy()
    position = f"{root}.position"
    result[position] = clip[position].rotate(turn, about=pivot).translate((to - pivot) * (1, 0, 1))
    if abs(heading) > 1e-9 and f"{root}.rotation" in clip:
        result[f"{root}.rotation"] = clip[f"{root}.rotation"].to_rotation().rotate(turn)
    return result


def _pinned(
    figure: Figure, clip: Clip, root: str, sole: tuple[str, ArrayLike], span: tuple[float, float]
) -> Clip:
    """The root moved so that a point stays at its place over a span; where the span ends nothing is moved."""
    count = max(int(np.ceil((span[1] - span[0]) * RATE)), 8)
    times = np.linspace(span[0], span[1], count + 1)
    away = path(figure, clip, sole, times)[0]
    share = np.linspace(0, 1, len(away))[:, None]
    held = (1 - share) * away[0] + share * away[-1]
    slip = Keyed("vector", times, away - held, "linear")
    result = clip.copy()
    result[f"{root}.position"] = clip[f"{root}.position"].add(Track(slip), -1.0)
    return result


def _notes(first: Clip, later: Clip, at: float) -> dict[float, str]:
    before = {t: text for text, t in first.markers.items() if t <= at}
    after = {t: text for text, t in later.markers.items() if t > at}
    return {**before, **after}
