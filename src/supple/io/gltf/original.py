"""What a scene was when it had been read from glTF, so that only what has changed since is written."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.io.gltf.document import Document
from supple.motion import Clip, Track
from supple.scene import Mesh, Node, Scene, Skin
from supple.spatial import IDENTITY, conjugate, multiply, rotate


@dataclass(frozen=True)
class Placing:
    """How the roots of a file stand in the scene: turned by a quaternion, then scaled."""

    turn: Array
    size: float

    @property
    def still(self) -> bool:
        """Whether they stand as in the file."""
        return self.size == 1.0 and bool(np.array_equal(self.turn, IDENTITY))

    def undone(self, path: str, rows: Array) -> Array:
        """Values, or slopes, (…, 3) or (…, 4) of a root's translation, rotation or scale, as the file has them."""
        if self.still or path == "weights":
            return rows
        back = conjugate(self.turn)
        if path == "rotation":
            return np.asarray(multiply(back, rows))
        return np.asarray((rows if path == "scale" else rotate(back, rows)) / self.size)


UNPLACED = Placing(np.array(IDENTITY), 1.0)
"""As in the file."""


@dataclass(frozen=True, eq=False)
class NodeAsRead:
    """A node as its file had it, placed in the scene."""

    document: Document
    index: int
    name: str
    root: bool
    translation: Array
    rotation: Array
    scale: Array
    visible: bool
    mesh: Mesh | None
    skin: Skin | None
    children: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ClipAsRead:
    """An animation as its file had it: its number, and its tracks, placed in the scene."""

    index: int
    tracks: Mapping[str, Track]

    def is_still(self, clip: Clip) -> bool:
        """Whether a clip has these very tracks."""
        return clip.keys() == self.tracks.keys() and all(clip[k] is t for k, t in self.tracks.items())


@dataclass(frozen=True, eq=False)
class Original:
    """The document that a scene was read from, its animations, and the numbers of the nodes that were read."""

    document: Document
    placing: Placing
    clips: Mapping[str, ClipAsRead]
    unnamed: Mapping[str, Track]
    """The tracks of `scene.clip` where the file has no animation."""
    names: Mapping[str, int]
    """The number of every node by the name it was given."""
    roots: tuple[int, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """What the file is in, and the extensions that it uses."""
        used = ", ".join(self.document.json.get("extensionsUsed", ()))
        unit = "" if self.placing.still else f"; scaled by {self.placing.size:.4g} here"
        return f"glTF 2.0, in meters, Y is up{unit}", *([f"extensions {used}"] if used else [])

    def node(self, node: Node) -> NodeAsRead | None:
        """What a node was in this document; None for one that came later."""
        known = node.source
        return known if isinstance(known, NodeAsRead) and known.document is self.document else None

    def same_skin(self, skin: Skin | None, old: Skin | None) -> bool:
        """Whether a skin hangs on the same joints of the file in the same way, if perhaps on copies of them."""
        if skin is None or old is None:
            return skin is old
        numbers = [[None if (k := self.node(j)) is None else k.index for j in s.joints] for s in (skin, old)]
        return numbers[0] == numbers[1] and np.array_equal(skin.inverse_binds, old.inverse_binds)


def remember(scene: Scene, document: Document, numbers: Mapping[int, Node], placing: Placing) -> None:
    """Note in a scene and its nodes what they are now. `numbers`: nodes by their number in the file."""
    index = {id(node): k for k, node in numbers.items()}
    for k, node in numbers.items():
        node.source = NodeAsRead(
            document,
            k,
            node.name,
            node.parent is None,
            node.translation.copy(),
            node.rotation.copy(),
            node.scale.copy(),
            node.visible,
            node.mesh,
            node.skin,
            tuple(index[id(child)] for child in node.children),
        )
    scene.source = Original(
        document,
        placing,
        {name: ClipAsRead(k, dict(clip)) for k, (name, clip) in enumerate(scene.clips.items())},
        {} if scene.clips else dict(scene.clip),
        {node.name: k for k, node in numbers.items()},
        tuple(index[id(root)] for root in scene.nodes if id(root) in index),
    )


def placed(scene: Scene, placing: Placing) -> None:
    """Note that the roots of a scene have been placed since it was read, and that nothing else has changed."""
    original = scene.source
    if isinstance(original, Original):
        numbers = {node.source.index: node for node in scene.walk()}
        remember(scene, original.document, numbers, placing)
