"""What is keyed on a figure as what mechanics sees, and back.

A figure has more joints than its skeleton has links: a link carries the joint that it is called after and those below
it, down to where the next links begin. It turns as the last of them that bears a link or a point,

    M = (W_parent R)⁻¹ D W⁰,    D the turn since rest of that joint in the world,

and M becomes q by what the link's joint can do: a ball all of it; a hinge or universal joint what brings its bone
nearest to where the figure has it. What is left over is reported. Back, each link's turn is that of its own joint;
joints that no link hangs on, hands and feet, may keep what is keyed there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.kinematics import Link, Skeleton
from supple.motion import Clip
from supple.scene import Figure, Node, placements
from supple.spatial import (
    conjugate,
    decompose,
    from_axis_angle,
    from_matrix,
    multiply,
    rotate,
    to_rotation_vector,
)


@dataclass(frozen=True, eq=False)
class Reading:
    """Coordinates (T, nq) of a skeleton, and what of the figure's motion they have not."""

    q: Array
    lost: Mapping[str, float]
    """By how much joints of the figure turn otherwise than the links that carry them, at most [degrees]."""
    off: Mapping[str, float]
    """How far links and points are from where the figure has them, at most [m]."""


class Carrying:
    """Which link of a skeleton carries which joints of a figure; both call the same things alike.

    >>> from supple.characters import human
    >>> man = human()
    >>> Carrying(man.figure, man.skeleton).joints["spine"]
    ('spine', 'chest', 'shoulder.L', 'shoulder.R')
    """

    def __init__(self, figure: Figure, skeleton: Skeleton) -> None:
        self.figure, self.skeleton = figure, skeleton
        self._scene = figure.scene_of()
        self._nodes = {node.name: node for node in self._scene.walk()}
        for link in skeleton.links:
            if link.name not in self._nodes:
                raise UnknownNameError(f"link among the nodes of {figure.name!r}:", link.name, self._nodes)

    @cached_property
    def joints(self) -> dict[str, tuple[str, ...]]:
        """The joints of the figure that each link carries, its own first."""
        found: dict[str, list[str]] = {link.name: [] for link in self.skeleton.links}
        for name, node in self.figure.joints.items():
            link = next((above.name for above in (node, *node.ancestors()) if above.name in found), None)
            if link is not None:
                found[link].append(name)
        return {link: tuple(names) for link, names in found.items()}

    @cached_property
    def read_into(self) -> dict[str, tuple[str, ...]]:
        """The joints of the figure whose turn each link takes, from its own to the last."""
        found = {}
        for link in self.skeleton.links:
            path = [node.name for node in (self._last(link), *self._last(link).ancestors())]
            path = path[: path.index(link.name) + 1][::-1]
            found[link.name] = tuple(name for name in path if name in self.figure.joints)
        return found

    def read(self, clip: Clip, times: ArrayLike) -> Reading:
        """q at times (T,) [s] of a clip of the figure, and what it loses."""
        t = np.atleast_1d(finite(times, "times"))
        worlds = placements(self._scene, clip)
        moved = {name: worlds.of(self._nodes[name], t).matrix for name in self._asked()}
        columns: list[Array] = []
        frames: dict[str | None, Array] = {None: np.broadcast_to(np.eye(4), (len(t), 4, 4))}
        q = np.tile(self.skeleton.rest, (len(t), 1))
        for link in self.skeleton.links:
            columns.append(self._joint(link, frames[link.parent], moved))
            q[:, self.skeleton.in_q(link.name)] = columns[-1]
            frames[link.name] = self.skeleton.frames(q)[:, self.skeleton.index(link.name)]
        return Reading(q, self._lost(q, moved), self._off(q, moved))

    def clip(self, times: ArrayLike, q: ArrayLike, *, keep: Clip | None = None) -> Clip:
        """The figure's motion at q (T, nq) over times (T,) [s], over what `keep` has for joints that bear no link."""
        made, kept = self.skeleton.clip(times, q), Clip() if keep is None else keep
        read = {name for names in self.read_into.values() for name in names}
        links = [self._nodes[link.name] for link in self.skeleton.links]
        bearing = {above.name for link in links for above in link.ancestors()}
        gone = tuple(f"{name}." for name in read | bearing)
        return Clip({**{name: track for name, track in kept.items() if not name.startswith(gone)}, **made})

    # ---- inside -------------------------------------------------------------------------------------------

    def _borne(self, link: Link) -> list[str]:
        """The nodes that a link must bear: where the next links begin, and its points that the figure has."""
        below = [other.name for other in self.skeleton.links if other.parent == link.name]
        points = [
            p for p, (carrier, _) in self.skeleton.places.items() if carrier == link.name and p != link.name
        ]
        return [*below, *(point for point in points if point in self._nodes)]

    def _last(self, link: Link) -> Node:
        """The lowest joint of the figure that bears all that a link bears."""
        paths = []
        for name in self._borne(link):
            above = [node for node in self._nodes[name].ancestors() if node.name in self.figure.joints]
            paths.append(above[::-1])
        last = self._nodes[link.name]
        for level in zip(*paths, strict=False):
            if len({id(node) for node in level}) > 1:
                break
            last = level[0] if last in [level[0], *level[0].ancestors()] else last
        return last

    def _asked(self) -> set[str]:
        names = {link.name for link in self.skeleton.links} | set(self.figure.joints)
        return names | {name for link in self.skeleton.links for name in self._borne(link)}

    def _rest(self, link: Link) -> Array:
        return np.asarray(self.skeleton.frames(self.skeleton.rest)[self.skeleton.index(link.name)])

    def _turned(self, name: str, moved: Mapping[str, Array]) -> Array:
        """The turn since rest of a node in the world (T, 4)."""
        rest = decompose(self._nodes[name].world)[1]
        return multiply(decompose(moved[name])[1], conjugate(rest))

    def _joint(self, link: Link, above: Array, moved: Mapping[str, Array]) -> Array:
        """The numbers of one joint (T, nq)."""
        rest = self._rest(link)
        frame = multiply(from_matrix(above[:, :3, :3]), link.rotation)
        turn = multiply(
            multiply(conjugate(frame), self._turned(self._last(link).name, moved)), from_matrix(rest[:3, :3])
        )
        place = moved[link.name][:, :3, 3] - above[:, :3, 3]
        shift = rotate(conjugate(frame), place - rotate(from_matrix(above[:, :3, :3]), link.offset))
        if link.joint.kind == "fixed":
            return np.zeros((len(above), 0))
        if link.joint.kind == "ball":
            return turn
        if link.joint.kind == "free":
            return np.concatenate([shift, turn], axis=1)
        borne = self._borne(link)
        if not borne:
            raise InputError(
                f"link {link.name!r} bears no link and no point, so nothing says how its joint turns"
            )
        bone = rotate(conjugate(from_matrix(rest[:3, :3])), self._nodes[borne[0]].world[:3, 3] - rest[:3, 3])
        way = rotate(conjugate(frame), moved[borne[0]][:, :3, 3] - moved[link.name][:, :3, 3])
        axes = np.array([freedom.axis for freedom in link.joint.freedoms if freedom.motion == "turn"])
        if len(axes) != len(link.joint.freedoms) or len(axes) > 2:
            raise InputError(
                f"the {link.joint.kind} joint of {link.name!r} cannot be read off a figure's turns"
            )
        return nearest_turns(axes, bone, way)

    def _lost(self, q: Array, moved: Mapping[str, Array]) -> dict[str, float]:
        frames, found = self.skeleton.frames(q), {}
        for link in self.skeleton.links:
            rest = from_matrix(self._rest(link)[:3, :3])
            turned = multiply(from_matrix(frames[:, self.skeleton.index(link.name), :3, :3]), conjugate(rest))
            for name in self.joints[link.name]:
                off = multiply(conjugate(turned), self._turned(name, moved))
                found[name] = float(np.degrees(np.linalg.norm(to_rotation_vector(off), axis=1).max()))
        return found

    def _off(self, q: Array, moved: Mapping[str, Array]) -> dict[str, float]:
        names = [link.name for link in self.skeleton.links]
        names += [name for name in self.skeleton.places if name in moved and name not in names]
        return {
            name: float(np.linalg.norm(self.skeleton.position(name, q) - moved[name][:, :3, 3], axis=1).max())
            for name in names
        }


def nearest_turns(axes: Array, bone: Array, way: Array) -> Array:
    """Angles (T, k) about one axis or two that bring a bone (3,) as near as they can to its way (T, 3).

    >>> nearest_turns(np.array([[1.0, 0, 0]]), np.array([0.0, -1, 0]), np.array([[0.3, 0, -1.0]])).round(6)
    array([[1.570796]])
    """
    if len(axes) == 2:
        second = _bringing(axes[1], bone, axes[0], way)
        bones = rotate(from_axis_angle(axes[1], second), bone)
        return np.stack([_about(axes[0], bones, way), second], axis=1)
    return _about(axes[0], np.broadcast_to(bone, way.shape), way)[:, None]


def _about(axis: Array, bone: Array, way: Array) -> Array:
    """The angle (T,) about an axis that brings bones (T, 3) nearest to their ways: both seen along the axis."""
    a, b = (v - np.outer(v @ axis, axis) for v in (bone, way))
    return np.asarray(np.arctan2(np.cross(a, b) @ axis, (a * b).sum(axis=1)))


def _bringing(axis: Array, bone: Array, first: Array, way: Array) -> Array:
    """The lesser angle (T,) about an axis that brings a bone as far along `first` as its way is.

    first · R(axis, b) bone = p + r cos(b − b₀)
    """
    aim = way @ first / np.linalg.norm(way, axis=1) * np.linalg.norm(bone)
    along = (axis @ bone) * (axis @ first)
    across, turned = first @ (bone - (axis @ bone) * axis), first @ np.cross(axis, bone)
    size, start = np.hypot(across, turned), np.arctan2(turned, across)
    half = np.arccos(np.clip((aim - along) / max(float(size), 1e-12), -1.0, 1.0))
    both = np.stack([start + half, start - half])
    both = (both + np.pi) % (2 * np.pi) - np.pi
    return np.asarray(np.take_along_axis(both, np.abs(both).argmin(axis=0)[None], axis=0)[0])
