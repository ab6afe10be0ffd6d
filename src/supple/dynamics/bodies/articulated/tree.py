"""From a skeleton to a tree of elementary joints, a row of the kind's arrays."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import BALL, FREE, HINGE, SLIDE, ArticulatedArrays
from supple.errors import InputError
from supple.kinematics.inertia import Inertia
from supple.kinematics.link import Link
from supple.kinematics.skeleton import Skeleton
from supple.scene.joint import Freedom
from supple.spatial import compose

BLOCK = 6
NUMBERS = {HINGE: (1, 1), SLIDE: (1, 1), BALL: (4, 3), FREE: (7, 6)}
"""How many of q and of v."""
PER_NODE = (
    "kind", "axis", "parent", "root", "at", "by", "place", "plain", "offset", "turn", "mass", "center", "moments",
    "physics",
)  # fmt: skip
PER_LINK = "carrier", "frame"
PER_FREEDOM = "joint", "limit", "torque", "key"
WHOLE = "kind", "axis", "parent", "root", "at", "by", "place", "plain", "carrier"


class Node(NamedTuple):
    """An elementary joint, and what it carries."""

    kind: int
    axis: int
    parent: int
    at: int
    by: int
    mount: Array
    """Its frame at zero in its parent's (4, 4)."""
    link: int


def nodes_of(skeleton: Skeleton) -> tuple[list[Node], list[int], list[Array]]:
    """All nodes, the node that carries each link, and each link's frame there."""
    nodes: list[Node] = []
    carrier: list[int] = []
    frames: list[Array] = []
    for row, link in enumerate(skeleton.links):
        above = int(skeleton.parents[row])
        parent = carrier[above] if above >= 0 else 0
        place = frames[above] if above >= 0 else np.eye(4)
        mount = np.asarray(place @ compose(link.offset, link.rotation), np.float64)
        at, by = int(skeleton.q_starts[row]), int(skeleton.v_starts[row])
        for kind, axis in _elementary(link, parent):
            number, turn = _frame(kind, axis)
            nodes.append(Node(kind, number, parent, at, by, mount @ turn, row))
            parent, mount = len(nodes), np.linalg.inv(turn).astype(np.float64)
            at, by = at + NUMBERS[kind][0], by + NUMBERS[kind][1]
        carrier.append(parent)
        frames.append(mount)
    return nodes, carrier, frames


def _elementary(link: Link, parent: int) -> list[tuple[int, tuple[float, float, float]]]:
    """The elementary joints of a link, each with its axis."""
    joint = link.joint
    if joint.kind == "free" and parent == 0:
        return [(FREE, (0.0, 0.0, 1.0))]
    plain = joint.freedoms[: joint.nv - 3] if joint.turning else joint.freedoms
    found = [(_line(f, link.name), f.axis) for f in plain]
    return [*found, (BALL, (0.0, 0.0, 1.0))] if joint.turning else found


def _line(freedom: Freedom, name: str) -> int:
    if freedom.motion == "scale":
        raise InputError(
            f"link {name!r} is scaled by its joint ({freedom.name}), and links that obey physics are rigid; "
            "leave that freedom out, or use kind='linear' for what stretches"
        )
    return HINGE if freedom.motion == "turn" else SLIDE


def _frame(kind: int, axis: tuple[float, float, float]) -> tuple[int, Array]:
    """Which axis of its own frame a joint has, and that frame in the joint's: turned where the axis is odd."""
    turn = np.eye(4)
    if kind in (BALL, FREE) or sorted(axis) == [0.0, 0.0, 1.0]:
        return int(np.argmax(axis)), turn
    a = np.asarray(axis)
    across = np.cross(a, np.eye(3)[np.abs(a).argmin()])
    across /= np.linalg.norm(across)
    turn[:3, :3] = np.column_stack([across, np.cross(a, across), a])
    return 2, turn


def places(nodes: Sequence[Node]) -> tuple[list[int], int]:
    """Where each node is among the whitened velocities, and how many blocks of six those are.

    A node goes into the block of its parent where there is room, so that a path meets few blocks.
    """
    filled: list[int] = []
    own: list[int] = []
    place: list[int] = []
    for node in nodes:
        need = NUMBERS[node.kind][1]
        block = own[node.parent - 1] if node.parent else -1
        if block < 0 or filled[block] + need > BLOCK:
            block = len(filled)
            filled.append(0)
        place.append(BLOCK * block + filled[block])
        filled[block] += need
        own.append(block)
    return place, max(len(filled), 1)


def inertias(
    skeleton: Skeleton, count: int, carrier: Sequence[int], frames: Sequence[Array]
) -> list[Inertia]:
    """What each node carries: its link, and what is fixed to that; the first is the world's."""
    found = [Inertia.none()] * (count + 1)
    for link, node, frame in zip(skeleton.links, carrier, frames, strict=True):
        if link.mass > 0:
            found[node] = found[node] + link.body.moved(frame[:3, :3], frame[:3, 3])
    return found


def joints(skeleton: Skeleton) -> Array:
    """Stiffness, damping, armature and dry friction of each degree of freedom (nv, 4)."""
    table = np.stack([skeleton.stiffness, skeleton.damping, skeleton.armature, skeleton.friction], axis=1)
    for link in skeleton.links:
        turns = table[skeleton.in_v(link.name)][-3:] if link.joint.turning else table[:0]
        shifts = table[skeleton.in_v(link.name)][:-3] if link.joint.kind == "free" else table[:0]
        for part in (turns, shifts):
            if len(part) and np.ptp(part, axis=0).max() > 0:
                raise InputError(
                    f"{link.name!r}: springs, dampers, armature and friction of a {link.joint.kind} joint are "
                    f"the same about all axes; got {part.tolist()}"
                )
    return table


def row_of(skeleton: Skeleton, drag: float = 0.0) -> tuple[dict[str, Any], int]:
    """The row of a skeleton, and how many blocks of whitened velocities it has; drag [1/s]."""
    nodes, carrier, frames = nodes_of(skeleton)
    place, blocks = places(nodes)
    bodies = inertias(skeleton, len(nodes), carrier, frames)
    roots = [0]
    for j, node in enumerate(nodes, 1):
        roots.append(roots[node.parent] if node.parent else j)
    mounts = np.array([np.eye(4), *(node.mount for node in nodes)])
    J = np.array([body.moments for body in bodies])
    row = {
        "drag": drag,
        "kind": [FREE, *(n.kind for n in nodes)], "axis": [0, *(n.axis for n in nodes)],
        "parent": [0, *(n.parent for n in nodes)], "root": roots, "at": [0, *(n.at for n in nodes)],
        "by": [0, *(n.by for n in nodes)], "place": [0, *place],
        "plain": [np.abs(m[:3, :3] - np.eye(3)).max() < 1e-15 for m in mounts],
        "offset": mounts[:, :3, 3], "turn": mounts[:, :3, :3].transpose(0, 2, 1).reshape(-1, 9),
        "mass": [body.mass for body in bodies], "center": [body.center for body in bodies],
        "moments": J[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]], "physics": np.ones(len(nodes) + 1),
        "carrier": carrier, "frame": [[*f[:3, :3].reshape(-1), *f[:3, 3]] for f in frames],
        "joint": joints(skeleton), "limit": skeleton.limits, "rest": skeleton.spring_rest,
        "torque": np.zeros(skeleton.nv), "key": np.zeros(skeleton.nv),
    }  # fmt: skip
    return row, blocks


def gathered(rows: Sequence[Mapping[str, Any]]) -> ArticulatedArrays:
    """The arrays of these trees, end to end."""
    sizes = np.array([(len(r["carrier"]), len(r["rest"]), len(r["key"])) for r in rows])
    numbers: dict[str, Any] = {
        "first": _starts([len(r["kind"]) for r in rows]),
        "link": np.concatenate([np.zeros((1, 3)), sizes.cumsum(axis=0)]).astype(np.int64),
    }
    numbers["drag"] = np.array([r["drag"] for r in rows], float)
    widths = {"offset": 3, "turn": 9, "center": 3, "moments": 6, "frame": 12, "joint": 4, "limit": 2}
    for name in (*PER_NODE, *PER_LINK, *PER_FREEDOM, "rest"):
        flat = [
            np.asarray(r[name], float).reshape((-1, widths[name]) if name in widths else -1) for r in rows
        ]
        whole = np.ascontiguousarray(np.concatenate(flat))
        numbers[name] = whole.astype(np.int64) if name in WHOLE else whole
    return ArticulatedArrays(**numbers)


def _starts(sizes: Sequence[int]) -> Array:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
