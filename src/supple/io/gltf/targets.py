"""What the tracks of a clip move, in glTF's words: nodes by number, and paths."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.io.gltf.clip_reader import TRACK_OF
from supple.io.gltf.original import Original, Placing
from supple.motion import Clip, Track, keys
from supple.motion.names import parsed
from supple.scene import Node, Scene

Target = tuple[int, str]
"""The number of a node in the file, and what of it moves: translation, rotation, scale or weights."""
PATH_OF = {track: path for path, track in TRACK_OF.items()}


@dataclass(frozen=True, eq=False)
class Stage:
    """Who can be driven: numbers of nodes by name, the nodes of the scene by number, and how its roots stand."""

    numbers: Mapping[str, int]
    nodes: Mapping[int, Node]
    placing: Placing

    @classmethod
    def of(cls, scene: Scene, order: Mapping[int, int], original: Original) -> "Stage":
        """For a scene whose nodes have the numbers `order` by their id; nodes that are gone keep their names."""
        nodes = {order[id(node)]: node for node in scene.walk()}
        numbers = {**original.names, **{node.name: k for k, node in nodes.items()}}
        return cls(numbers, nodes, original.placing)

    def in_file(self, target: Target, rows: Array) -> Array:
        """Rows of a channel as the file has them: those of a root without what placed it in the scene."""
        node = self.nodes.get(target[0])
        return self.placing.undone(target[1], rows) if node is not None and node.parent is None else rows

    def targets(self, clip: Clip) -> tuple[dict[Target, Track], list[str]]:
        """The tracks of a clip by what they move, and the names of those that glTF has no channel for."""
        found: dict[Target, Track] = {}
        parts: dict[Target, dict[str, Track]] = {}
        left_out = []
        for name in clip:
            node, channel, component = parsed(name)
            if channel not in PATH_OF or (node == "camera" and node not in self.numbers):
                left_out.append(name)
                continue
            if node not in self.numbers:
                raise UnknownNameError(f"node (in track {name!r}):", node, self.numbers)
            target = (self.numbers[node], PATH_OF[channel])
            if component:
                parts.setdefault(target, {})[component] = clip[name]
            else:
                found[target] = _of_the_right_kind(name, clip[name])
        for target, components in parts.items():
            found[target] = self._joined(target, found.get(target), components)
        return found, left_out

    def _joined(self, target: Target, whole: Track | None, components: Mapping[str, Track]) -> Track:
        """A track whose components have tracks of their own; the others rest."""
        if whole is None:
            node = self.nodes[target[0]]
            rest = {"translation": node.translation, "scale": node.scale}
            if target[1] not in rest:
                raise InputError(f"{node.name}: give the whole {target[1]} a track, not one component")
            starts = [t.start for t in components.values() if np.isfinite(t.start)]
            whole = keys({min(starts, default=0.0): rest[target[1]]}, "step", "vector")
        for letter, track in components.items():
            whole = whole.with_component(letter, track)
        return whole


def _of_the_right_kind(name: str, track: Track) -> Track:
    if name.endswith(".rotation"):
        if track.kind != "rotation" and not track.kind.startswith("euler."):
            raise InputError(f"{name}: a rotation needs a track of kind 'rotation', got {track.kind!r}")
        return track.to_rotation()
    if track.kind != "vector":
        raise InputError(f"{name}: expected a track of vectors, got {track.kind!r}")
    return track
