"""What a take does to the joints of a figure as the numbers of a BVH file.

A BVH joint stands along the axes of the world at rest, so with world rotations W(t) of a node

    R(t) = W(t) W(rest)⁻¹,    turn of a joint = R_parent⁻¹ R,    offset = x(rest) − x_parent(rest)
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.io.bvh.axes import OURS, completed, turned
from supple.io.bvh.layout import Channel, Layout
from supple.motion import Clip
from supple.motion.kinds import EULER, euler, order_of
from supple.scene import Node, Take
from supple.spatial import conjugate, from_matrix, multiply, rotate, to_euler, unwound

STILL = 1e-7
"""What moves less than this [m], or turns less [rad], needs no channel for it."""


@dataclass(frozen=True, eq=False)
class Moved:
    """A joint: its node, the row of the one that carries it, its offset at rest (3,) [m], and what it does on that
    one: places (T, 3) [m] and turns (T, 4), along the axes of the world."""

    node: Node
    parent: int
    offset: Array
    places: Array
    turns: Array
    upright: bool
    """Whether its angles are those of its node: both stand along the axes of the world at rest."""


def moved(take: Take, joints: list[Node]) -> list[Moved]:
    """The joints of a take, parents first."""
    rows = {id(node): row for row, node in enumerate(joints)}
    known: dict[int, Array] = {}
    worlds = [_world(take, node, known) for node in joints]
    rest = [node.world for node in joints]
    turns = [
        multiply(_turn(world), conjugate(_turn(still))) for world, still in zip(worlds, rest, strict=True)
    ]
    found = []
    for row, node in enumerate(joints):
        parent = next((rows[id(above)] for above in node.ancestors() if id(above) in rows), -1)
        offset, place, turn = rest[row][:3, 3], worlds[row][:, :3, 3], turns[row]
        if parent >= 0:
            offset = offset - rest[parent][:3, 3]
            back = conjugate(turns[parent])
            place, turn = rotate(back, place - worlds[parent][:, :3, 3]), multiply(back, turn)
        above, frame = (joints[parent], rest[parent]) if parent >= 0 else (None, np.eye(4))
        level = node.parent is above and np.allclose(
            [rest[row][:3, :3], frame[:3, :3]], np.eye(3), atol=1e-12
        )
        found.append(Moved(node, parent, offset, place, turn, level))
    return found


def _world(take: Take, node: Node, known: dict[int, Array]) -> Array:
    """The matrices of a node in the world (T, 4, 4)."""
    if id(node) not in known:
        local = take.local(node.name)
        known[id(node)] = local if node.parent is None else _world(take, node.parent, known) @ local
    return known[id(node)]


def _turn(matrices: Array) -> Array:
    """The rotations of matrices that may scale and mirror."""
    linear = matrices[..., :3, :3] / np.maximum(
        np.linalg.norm(matrices[..., :3, :3], axis=-2, keepdims=True), 1e-300
    )
    sign = np.where(np.linalg.det(linear) < 0, -1.0, 1.0)
    return from_matrix(np.concatenate([linear[..., :1] * sign[..., None, None], linear[..., 1:]], axis=-1))


def columns(
    joint: Moved, clip: Clip, times: Array, source: Layout | None, order: str | None, up: str
) -> tuple[tuple[Channel, ...], Array]:
    """A joint's channels along the axes of a file where `up` is up, and their numbers (T, k) in meters and degrees.

    The channels are those that it was read with, its turns in another `order` where that is given, and what else it
    takes to say how it moves.
    """
    ours = _channels(joint, clip, source, order and turned(order, up))
    angles = _angles(joint, clip, times, completed("".join(c.axis for c in ours if c.turns)))
    ours += _missing(joint, angles, ours)
    named = {axis: (theirs, sign) for theirs, (axis, sign) in OURS[up].items()}
    if source is None or source.up != up:
        ours = sorted(ours, key=lambda c: (c.turns, "" if c.turns else named[c.axis][0]))
    numbers = [
        named[c.axis][1] * (np.degrees(angles) if c.turns else joint.places)[:, "XYZ".index(c.axis)]
        for c in ours
    ]
    channels = tuple(Channel(named[c.axis][0], c.turns) for c in ours)
    return channels, np.stack(numbers, axis=1) if numbers else np.zeros((len(joint.places), 0))


def _channels(joint: Moved, clip: Clip, source: Layout | None, order: str | None) -> list[Channel]:
    """Along our axes: as the joint was read, else shifts of a root and turns as they are keyed, or as it has them."""
    before = {each.name: each for each in source.joints}.get(joint.node.name) if source else None
    if source is None or before is None:
        shifts = "XYZ" if joint.parent < 0 else ""
        return [
            *(Channel(a, False) for a in shifts),
            *(Channel(a, True) for a in order or _own_order(joint, clip)),
        ]
    read = [Channel(turned(c.axis, source.up), c.turns) for c in before.channels]
    if order is None:
        return read
    return [*(c for c in read if not c.turns), *(Channel(axis, True) for axis in order)]


def _own_order(joint: Moved, clip: Clip) -> str:
    track = clip.get(f"{joint.node.name}.rotation")
    if track is not None and track.kind in EULER:
        return order_of(track.kind)
    own = joint.node.joint
    return own.order if own is not None and own.turning else "ZXY"


def _angles(joint: Moved, clip: Clip, times: Array, order: str) -> Array:
    """Angles (T, 3) about our x, y and z that act in an order: the keyed ones where they say the same."""
    track = clip.get(f"{joint.node.name}.rotation")
    if joint.upright and track is not None and track.kind == euler(order):
        return np.asarray(track(times))
    found = unwound(to_euler(joint.turns, order), order)
    angles = np.empty_like(found)
    angles[:, ["XYZ".index(letter) for letter in order]] = found
    return angles


def _missing(joint: Moved, angles: Array, ours: list[Channel]) -> list[Channel]:
    """Channels for what a joint does and has none for."""
    off = np.abs(joint.places - joint.offset).max(axis=0, initial=0.0)
    turns = np.abs(angles).max(axis=0, initial=0.0)
    has = set(ours)
    shifts = [Channel(axis, False) for k, axis in enumerate("XYZ") if off[k] > STILL]
    return [
        *(c for c in shifts if c not in has),
        *(
            Channel(axis, True)
            for axis in completed("".join(c.axis for c in ours if c.turns))
            if Channel(axis, True) not in has and turns["XYZ".index(axis)] > STILL
        ),
    ]
