"""What was recorded, and what can be asked of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.scene.framing import FIGURE_SHARE, LEAST_SHARE, Framing, outermost
from supple.scene.node import Node
from supple.scene.samples import CameraMotion, Channel, Mark, NodeMotion, Note, Origin
from supple.scene.scene import Scene
from supple.scene.skinning import skinned
from supple.spatial import compose

SHOWN = 8
"""So many names of a kind are listed in a console."""
AT_ONCE = 16
"""Frames of skinned vertices held in memory where all of them would be too many."""


@dataclass(frozen=True, eq=False, repr=False)
class Recorded:
    """A scene and how each of its nodes moved, sampled at `times` (T,) [s], strictly increasing.

    >>> from supple.scene import Node
    >>> Recorded(Scene([Node("ball")]), np.array([0.0, 0.5]), {"ball": NodeMotion()}, name="hop")
    <Recorded 'hop': 0.5 s, 2 frames at 2 a second; moving ball>
    """

    scene: Scene
    times: Array
    motions: Mapping[str, NodeMotion] = field(default_factory=dict)
    camera: CameraMotion | None = None
    cameras: Mapping[str, CameraMotion] = field(default_factory=dict)
    """Further cameras by name, of which one may show several side by side."""
    notes: tuple[Note, ...] = ()
    channels: Mapping[str, Channel] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    keys: Mapping[str, Array] = field(default_factory=dict)
    """Times [s] of the keys that the motion was made of, by `node.channel`: what a dope sheet shows."""
    report: Mapping[str, Any] = field(default_factory=dict)
    """Named numbers that say what the take shows."""
    data: Mapping[str, np.ndarray] = field(default_factory=dict)
    """Arrays with times of their own that go with the take, such as the samples of an optimised motion."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """How long making it took [s]: of the machine, so in no file of the take."""
    origin: Origin = field(default_factory=Origin)
    name: str = "take"

    def __post_init__(self) -> None:
        times = finite(self.times, "times of the take", (None,))
        if not len(times) or (np.diff(times) <= 0).any():
            raise InputError("a take needs at least one time, and times that strictly increase")
        object.__setattr__(self, "times", times)
        names = [n.name for n in self.scene.walk()]
        for node, motion in self.motions.items():
            if node not in names:
                raise UnknownNameError("node", node, names)
            motion.check(len(times), f"motion of {node!r}")
        for kind, things in (("channel", self.channels), ("mark", self.marks)):
            for name, thing in things.items():
                thing.check(len(times), f"{kind} {name!r}")

    def __repr__(self) -> str:
        rate = "" if self.fps is None else f" at {self.fps:g} a second"
        facts = [f"{self.duration:.4g} s, {len(self.times)} frames{rate}"]
        facts += [f"{what} {', '.join(names)}" for what, names in self._named().items() if names]
        return f"<{type(self).__name__} {self.name!r}: {'; '.join(facts)}>"

    def _named(self) -> dict[str, list[str]]:
        """What moves, what is noted, and what the report says, by name; long lists are cut short."""
        named = {
            "moving": list(self.motions),
            "notes": [note.text for note in self.notes],
            "report": list(self.report),
        }
        return {
            what: names if len(names) <= SHOWN else [*names[:SHOWN], "…"] for what, names in named.items()
        }

    @property
    def duration(self) -> float:
        """Seconds from the first to the last sample."""
        return float(self.times[-1] - self.times[0])

    @property
    def fps(self) -> float | None:
        """Samples a second, or None if they are uneven."""
        steps = np.diff(self.times)
        if not len(steps) or np.ptp(steps) > 1e-6 * steps.mean():
            return None
        return float(round(1 / steps.mean(), 6))

    def frame(self, time: float) -> int:
        """Index of the sample nearest to a time [s]."""
        return int(np.abs(self.times - time).argmin())

    def local(self, name: str) -> Array:
        """Matrices T R S of a node in its parent, (T, 4, 4)."""
        return self._local(self.scene[name])

    def _local(self, node: Node) -> Array:
        motion = self.motions.get(node.name, NodeMotion())
        rest = (node.translation, node.rotation, node.scale)
        given = (motion.translation, motion.rotation, motion.scale)
        if all(g is None for g in given):
            return np.broadcast_to(node.local, (len(self.times), 4, 4))
        rows = [
            np.broadcast_to(r, (len(self.times), len(r))) if g is None else g
            for g, r in zip(given, rest, strict=True)
        ]
        return compose(*rows)

    def world(self, name: str) -> Array:
        """Matrices of a node in the world, (T, 4, 4)."""
        return self._placed(self.scene[name], {})

    def skin_matrices(self, name: str) -> Array:
        """Matrices W B of the skin that a node wears, (T, j, 4, 4)."""
        skin = self.scene[name].skin
        if skin is None:
            raise InputError(f"node {name!r} wears no skin")
        known: dict[int, Array] = {}
        worlds = np.stack([self._placed(joint, known) for joint in skin.joints], axis=1)
        return np.asarray(worlds @ skin.inverse_binds)

    def _placed(self, node: Node, known: dict[int, Array]) -> Array:
        """Matrices of a node in the world (T, 4, 4); `known` holds what has been found, by the id of the node."""
        if id(node) not in known:
            local = self._local(node)
            known[id(node)] = local if node.parent is None else self._placed(node.parent, known) @ local
        return known[id(node)]

    def position(self, name: str, at: ArrayLike = (0.0, 0.0, 0.0)) -> Array:
        """World positions over time (T, 3) [m] of a point `at` in a node's frame."""
        world = self.world(name)
        return np.asarray(world[:, :3, :3] @ finite(at, "point", (3,)) + world[:, :3, 3])

    def shape(self, name: str, frame: int) -> Array:
        """Vertices (n, 3) [m] of a node's mesh in the node's frame, as deformed at a frame, before any skin."""
        mesh, motion = self.scene[name].surface, self.motions.get(name, NodeMotion())
        if motion.vertices is not None:
            return np.asarray(motion.vertices[frame])
        return mesh.vertices if motion.weights is None else mesh.shape(motion.weights[frame])

    def worn(self, name: str) -> list[str]:
        """The nodes whose meshes are seen of one thing: a node's own, else those below it or hanging on joints there.

        The name of the scene's figure is that of all that the figure wears: body, hair and clothes.

        >>> from supple.scene import models
        >>> stool = Node("stool", children=[models.box(), models.sphere()])
        >>> Recorded(Scene([stool]), np.zeros(1)).worn("stool")
        ['box', 'sphere']
        """
        figure = self.scene.figure
        is_figure = figure is not None and name == figure.name and name not in self.scene
        top = [figure.root, *figure.root.ancestors()][-1] if is_figure else self.scene[name]
        if top.mesh is not None:
            return [name]
        below = {id(node) for node in top.walk()}
        found = [
            node.name
            for node in self.scene.walk()
            if node.mesh is not None
            and (
                id(node) in below or (node.skin is not None and any(id(j) in below for j in node.skin.joints))
            )
        ]
        if not found:
            raise InputError(f"node {name!r} has no mesh, and nothing that it carries has one")
        return found

    def deforms(self, name: str) -> bool:
        """Whether the shape of a node's mesh, or of one that it wears, changes over time, or hangs on joints."""
        worn = self.worn(name)
        if worn != [name]:
            return any(self.deforms(each) for each in worn)
        motion = self.motions.get(name, NodeMotion())
        return self._reshaped(motion) or self.scene[name].skin is not None

    def world_vertices(self, name: str) -> Array:
        """Vertices of a node's mesh in the world over time, (T, n, 3) [m], where its skin puts them if it has one.

        Of a node without a mesh, or by the name of the scene's figure: of all that is `worn`, one after another.
        """
        worn = self.worn(name)
        if worn != [name]:
            return np.concatenate([self.world_vertices(each) for each in worn], axis=1)
        shapes = self._shapes(name, 0, len(self.times))
        if self.scene[name].skin is not None:
            return skinned(self.scene[name].surface, self.skin_matrices(name), shapes)
        world = self.world(name)
        return np.asarray(shapes @ world[:, :3, :3].transpose(0, 2, 1) + world[:, None, :3, 3])

    def _shapes(self, name: str, start: int, stop: int) -> Array:
        """Shapes of frames start … stop, before any skin; only one if they are the same, (T or 1, n, 3)."""
        if not self._reshaped(self.motions.get(name, NodeMotion())):
            return self.shape(name, 0)[None]
        return np.stack([self.shape(name, k) for k in range(start, stop)])

    def _skinned_outermost(self, name: str) -> Array:
        """The vertices of a skinned mesh that frame it, in the world (T, 10, 3); some frames at a time."""
        matrices, mesh = self.skin_matrices(name), self.scene[name].surface
        found = []
        for start in range(0, len(self.times), AT_ONCE):
            run = slice(start, min(start + AT_ONCE, len(self.times)))
            found.append(outermost(skinned(mesh, matrices[run], self._shapes(name, run.start, run.stop))))
        return np.concatenate(found)

    @staticmethod
    def _reshaped(motion: NodeMotion) -> bool:
        return motion.weights is not None or motion.vertices is not None

    def visible(self, name: str) -> np.ndarray:
        """Whether a node is seen, over time (T,); what hides a parent hides its children."""
        node, motion = self.scene[name], self.motions.get(name, NodeMotion())
        own = np.full(len(self.times), node.visible) if motion.visible is None else motion.visible
        return own if node.parent is None else own & self.visible(node.parent.name)

    @property
    def framing(self) -> Framing:
        """A view in which everything seen stays inside the frame, with the floor under it."""
        drawn = [n for n in self.scene.walk() if n.mesh is not None and len(n.mesh.vertices)]
        if not drawn:
            raise InputError("nothing to look at: no node of the take has a mesh")
        corners = np.concatenate([self._corners(node.name) for node in drawn], axis=1)
        least = FIGURE_SHARE if any(node.skin is not None for node in drawn) else LEAST_SHARE
        return Framing.around(corners, self.times, least)

    def _corners(self, name: str) -> Array:
        """Corners of a node's bounding box in the world, (T, 8, 3) [m]; of what is skinned its outermost vertices."""
        motion = self.motions.get(name, NodeMotion())
        pick = np.array(list(np.ndindex(2, 2, 2)), dtype=bool)
        if self.scene[name].skin is not None:
            return self._skinned_outermost(name)
        shapes = [self.shape(name, 0)]
        if self._reshaped(motion):
            shapes = [self.shape(name, k) for k in range(len(self.times))]
        low, high = np.array([s.min(axis=0) for s in shapes]), np.array([s.max(axis=0) for s in shapes])
        corners = np.where(pick, high[:, None, :], low[:, None, :])
        world = self.world(name)
        return np.asarray(
            np.broadcast_to(corners, (len(world), 8, 3)) @ world[:, :3, :3].transpose(0, 2, 1)
            + world[:, None, :3, 3]
        )
