"""From one motion to another, with feet in step: the foot that stands in both stays where it stands.

1. The second motion is entered at the moment whose feet and pose are nearest to the first one's.
2. It is turned about Y and moved along the floor until its standing foot is on the first one's.
3. Both are mixed; what the mix turns the standing foot by, the ankle takes back, and what it moves it by, the root.
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
from supple.scene.recording import placements
from supple.spatial import decompose

REST = {"position": "translation", "rotation": "rotation", "scale": "scale"}
"""Where a node at rest has what a track drives."""
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
    first, second = _alike(figure, first, second, root)
    contacts = [foot_contacts(figure, clip, soles) for clip in (first, second)]
    moment = _fitting(figure, first, second, at, seconds, soles, contacts) if entered is None else entered
    stood = _stands(contacts, at, moment, seconds)
    if stood is None:
        raise InputError(
            f"crossfade: no point stands from {at:g} to {at + seconds:g} s in the first motion and from {moment:g} s "
            "on in the second; fade while one foot stands in both, or more quickly"
        )
    pair = [
        path(figure, clip, soles[stood], np.array([t]))[0][0] for clip, t in ((first, at), (second, moment))
    ]
    ankle = _ankle(figure, soles[stood][0])
    turn = _turn(figure, ankle, first, second, at, moment)
    later = _placed(second, root, turn, pair[1], pair[0]).shift(at - moment)
    weight = keys({at: 0.0, at + seconds: 1.0}, interpolate="cosine")
    mixed = Layer(later, "override", weight).over(first.crop(first.start, at + seconds))
    span = (at, at + seconds)
    flat = _held(figure, mixed, ankle, span)
    pinned = _pinned(figure, flat, root, soles[stood], span)
    if notes := _notes(first, later, at):
        pinned["notes"] = keys(notes)
    return Crossfade(pinned, moment, stood)


def _alike(figure: Figure, first: Clip, second: Clip, root: str) -> tuple[Clip, Clip]:
    """Both with tracks for all places that either has, still where a motion says nothing."""
    nodes = {node.name: node for node in figure.scene_of().walk()}
    names = dict.fromkeys([*first, *second, f"{root}.position"])
    names |= dict.fromkeys(f"{joint}.rotation" for joint in figure)
    rest = {}
    for name in names:
        node, _, channel = name.rpartition(".")
        if node in nodes and channel in REST:
            value, kind = (
                getattr(nodes[node], REST[channel]),
                "rotation" if channel == "rotation" else "vector",
            )
            rest[name] = Track(Keyed(kind, np.array([first.start]), np.asarray(value)[None], "step"))
    return Clip(rest).override(first), Clip(rest).override(second)


def _stands(contacts: list[Contacts], at: float, moment: float, seconds: float) -> str | None:
    """A point that stands in both motions throughout, the one that has stood least long first."""
    spans = [
        {step.point for step in each if step.start <= t + 1e-9 and step.end >= t + seconds - 1e-9}
        for each, t in zip(contacts, (at, moment), strict=True)
    ]
    return next(iter(sorted(spans[0] & spans[1])), None)


def _fitting(
    figure: Figure,
    first: Clip,
    second: Clip,
    at: float,
    seconds: float,
    soles: Soles,
    contacts: list[Contacts],
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


def _turn(figure: Figure, ankle: str, first: Clip, second: Clip, at: float, moment: float) -> float:
    """By how much about Y the foot stands otherwise in the first motion than in the second [rad]."""
    node = figure.node(ankle)
    here, there = (
        decompose(placements(figure.scene_of(), clip).of(node, np.array([t])).matrix[0])[1]
        for clip, t in ((first, at), (second, moment))
    )
    between = spatial.multiply(here, spatial.conjugate(there))
    return float(2 * np.arctan2(between[1], between[3]))


def _placed(clip: Clip, root: str, heading: float, pivot: Array, to: Array) -> Clip:
    """The clip turned about Y at a point of the floor and moved along it, so that the point comes to another."""
    turn = spatial.from_axis_angle((0, 1, 0), heading)
    result = clip.copy()
    position = f"{root}.position"
    result[position] = clip[position].rotate(turn, about=pivot).translate((to - pivot) * (1, 0, 1))
    if abs(heading) > 1e-9:
        result[f"{root}.rotation"] = clip[f"{root}.rotation"].to_rotation().rotate(turn)
    return result


def _ankle(figure: Figure, joint: str) -> str:
    """The joint that turns the foot freely: the one of the sole, or the nearest above it."""
    node = figure.node(joint)
    free = (n for n in (node, *node.ancestors()) if n.joint is None or n.joint.turning)
    return next((n.name for n in free if n.name in figure.joints), joint)


def _held(figure: Figure, clip: Clip, ankle: str, span: tuple[float, float]) -> Clip:
    """The ankle turned so that the foot goes from how it stands at one end of a span to how it does at the other."""
    times = _often(span)
    node, places = figure.node(ankle), placements(figure.scene_of(), clip)
    stands = decompose(places.of(node, times).matrix)[1]
    wanted = np.asarray(spatial.slerp(stands[0], stands[-1], (times - span[0]) / (span[1] - span[0])))
    above = decompose(places.of(node.parent, times).matrix)[1] if node.parent else spatial.IDENTITY
    left = spatial.multiply(spatial.conjugate(above), spatial.multiply(wanted, spatial.conjugate(stands)))
    turn = Track(Keyed("rotation", times, spatial.aligned(spatial.multiply(left, above)), "linear"))
    result = clip.copy()
    result[f"{node.name}.rotation"] = clip[f"{node.name}.rotation"].to_rotation().add(turn)
    return result


def _often(span: tuple[float, float]) -> Array:
    return np.linspace(span[0], span[1], max(int(np.ceil((span[1] - span[0]) * RATE)), 8) + 1)


def _pinned(
    figure: Figure, clip: Clip, root: str, sole: tuple[str, ArrayLike], span: tuple[float, float]
) -> Clip:
    """The root moved so that a point stays at its place over a span; where the span ends nothing is moved."""
    times = _often(span)
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
    return dict(sorted({**before, **after}.items()))
