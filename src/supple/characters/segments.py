"""A mechanical skeleton from a table of segments: shares of the body's mass, and how each is spread."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.characters.rig import FLIP, mirrored_joint
from supple.kinematics import Inertia, Link, Shape, Skeleton
from supple.scene import Joint
from supple.spatial import shortest_arc

Places = Mapping[str, Array]
"""Where joints and ends are [m], those of the middle and of the left."""


@dataclass(frozen=True)
class Segment:
    """A link: on which it hangs, by which joint, toward which point it reaches.

    mass: share of the body's; center: how far along, and gyration: the radius about the center across, both as shares
    of the length; radius: half of the thickness [m].
    """

    parent: str | None
    joint: Joint
    toward: str
    mass: float
    center: float
    gyration: float
    radius: float


def skeleton(
    name: str,
    segments: Mapping[str, Segment],
    places: Places,
    points: Mapping[str, str],
    mass: float,
    size: float,
) -> Skeleton:
    """Links for all segments, those of the left (`.L`) on both sides; `points`: the link that carries each point."""
    sides = [(segment, side) for segment in segments for side in _sides(segment)]
    links = [_link(segment, segments[segment], places, mass, size, side) for segment, side in sides]
    carried = {
        _on(point, side): (_on(link, side), (places[point] - places[link]) * size * _mirror(side))
        for point, link in points.items()
        for side in _sides(point)
    }
    return Skeleton(links, points=carried, name=name)


def _sides(name: str) -> tuple[int, ...]:
    return (1, -1) if name.endswith(".L") else (1,)


def _on(name: str, side: int) -> str:
    return f"{name[:-2]}.R" if side < 0 and name.endswith(".L") else name


def _mirror(side: int) -> Array:
    return np.ones(3) if side > 0 else FLIP


def _link(name: str, segment: Segment, places: Places, mass: float, size: float, side: int) -> Link:
    way = (places[segment.toward] - places[name]) * size * _mirror(side)
    above = np.zeros(3) if segment.parent is None else places[segment.parent]
    body = _body(segment, way, mass, size)
    radius = segment.radius * size
    half = max(float(np.linalg.norm(way)) / 2 - radius / 2, radius / 10)
    turn = shortest_arc((0.0, 1.0, 0.0), way)
    return Link(
        _on(name, side), None if segment.parent is None else _on(segment.parent, side),
        segment.joint if side > 0 else mirrored_joint(segment.joint),
        offset=(places[name] - above) * size * _mirror(side),
        mass=body.mass, center=body.center, inertia=body.moments,
        shapes=[Shape("capsule", (radius, half), offset=way / 2, rotation=turn)],
    )  # fmt: skip


def _body(segment: Segment, way: Array, mass: float, size: float) -> Inertia:
    """I = m (k l)² across and m r²/2 along; across no less than half of along, as of every solid."""
    length, m = float(np.linalg.norm(way)), segment.mass * mass
    axis = way / length
    along = m * (segment.radius * size) ** 2 / 2
    across = max(m * (segment.gyration * length) ** 2, along * 0.55)
    return Inertia(m, segment.center * way, across * np.eye(3) + (along - across) * np.outer(axis, axis))
