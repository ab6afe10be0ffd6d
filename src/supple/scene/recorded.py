"""What was recorded, and what can be asked of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.scene.framing import Framing
from supple.scene.samples import CameraMotion, Channel, Mark, NodeMotion, Note, Origin
from supple.scene.scene import Scene
from supple.spatial import compose

SHOWN = 8
"""So many names of a kind are listed in a console."""


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
    notes: tuple[Note, ...] = ()
    channels: Mapping[str, Channel] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
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
        node, motion = self.scene[name], self.motions.get(name, NodeMotion())
        rest = (node.translation, node.rotation, node.scale)
        given = (motion.translation, motion.rotation, motion.scale)
        rows = [
            np.broadcast_to(r, (len(self.times), len(r))) if g is None else g
            for g, r in zip(given, rest, strict=True)
        ]
        return compose(*rows)

    def world(self, name: str) -> Array:
        """Matrices of a node in the world, (T, 4, 4)."""
        parent = self.scene[name].parent
        return self.local(name) if parent is None else self.world(parent.name) @ self.local(name)

    def position(self, name: str, at: ArrayLike = (0.0, 0.0, 0.0)) -> Array:
        """World positions over time (T, 3) [m] of a point `at` in a node's frame."""
        world = self.world(name)
        return np.asarray(world[:, :3, :3] @ finite(at, "point", (3,)) + world[:, :3, 3])

    def shape(self, name: str, frame: int) -> Array:
        """Vertices (n, 3) [m] of a node's mesh in the node's frame, as deformed at a frame."""
        mesh, motion = self.scene[name].surface, self.motions.get(name, NodeMotion())
        if motion.vertices is not None:
            return np.asarray(motion.vertices[frame])
        return mesh.vertices if motion.weights is None else mesh.shape(motion.weights[frame])

    def world_vertices(self, name: str) -> Array:
        """Vertices of a node's mesh in the world over time, (T, n, 3) [m]."""
        world = self.world(name)
        shapes = np.stack([self.shape(name, k) for k in range(len(self.times))])
        return np.asarray(shapes @ world[:, :3, :3].transpose(0, 2, 1) + world[:, None, :3, 3])

    def visible(self, name: str) -> np.ndarray:
        """Whether a node is seen, over time (T,); what hides a parent hides its children."""
        node, motion = self.scene[name], self.motions.get(name, NodeMotion())
        own = np.full(len(self.times), node.visible) if motion.visible is None else motion.visible
        return own if node.parent is None else own & self.visible(node.parent.name)

    @property
    def framing(self) -> Framing:
        """A view in which everything seen stays inside the frame, with the floor under it."""
        boxes = [
            self._boxes(n.name) for n in self.scene.walk() if n.mesh is not None and len(n.mesh.vertices)
        ]
        if not boxes:
            raise InputError("nothing to look at: no node of the take has a mesh")
        return Framing.around(np.concatenate(boxes, axis=1), self.times)

    def _boxes(self, name: str) -> Array:
        """Corners of a node's bounding box in the world, (T, 8, 3) [m]."""
        motion = self.motions.get(name, NodeMotion())
        shapes = [self.shape(name, 0)]
        if motion.weights is not None or motion.vertices is not None:
            shapes = [self.shape(name, k) for k in range(len(self.times))]
        low, high = np.array([s.min(axis=0) for s in shapes]), np.array([s.max(axis=0) for s in shapes])
        pick = np.array(list(np.ndindex(2, 2, 2)), dtype=bool)
        corners = np.where(pick, high[:, None, :], low[:, None, :])
        world = self.world(name)
        return np.asarray(
            np.broadcast_to(corners, (len(world), 8, 3)) @ world[:, :3, :3].transpose(0, 2, 1)
            + world[:, None, :3, 3]
        )
