"""A node of the scene: a name, a place, what is seen there, and the nodes that ride on it."""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.scene.attachment import Attachment, Mode
from supple.scene.camera import Camera, Light
from supple.scene.joint import Joint
from supple.scene.mesh import Mesh
from supple.scene.share import Share
from supple.scene.skin import Skin
from supple.scene.skinning import skinned
from supple.spatial import compose, normalize


class Node:
    """x_parent = T R S x: translation [m], rotation (xyzw), scale; children ride on it.

    >>> arm = Node("arm", translation=(0, 1, 0))
    >>> hand = arm.add(Node("hand", translation=(0.5, 0, 0)))
    >>> [node.name for node in arm.walk()], hand.parent is arm
    (['arm', 'hand'], True)
    """

    def __init__(
        self,
        name: str = "",
        mesh: Mesh | None = None,
        *,
        translation: ArrayLike = (0.0, 0.0, 0.0),
        rotation: ArrayLike = (0.0, 0.0, 0.0, 1.0),
        scale: ArrayLike = 1.0,
        visible: bool = True,
        camera: Camera | None = None,
        light: Light | None = None,
        joint: Joint | None = None,
        skin: Skin | None = None,
        share: Share | None = None,
        extras: Mapping[str, object] | None = None,
        children: "Iterable[Node]" = (),
    ) -> None:
        self.name = name
        self.mesh = mesh
        self.place(translation=translation, rotation=rotation, scale=scale)
        self.visible = visible
        self.camera = camera
        self.light = light
        self.joint = joint
        self.skin = skin
        self.share = share
        self.extras = dict(extras or {})
        self.parent: Node | None = None
        self.children: list[Node] = []
        self.attachments: list[Attachment] = []
        self.source: Any = None
        """What the node was read from, as its format needs it to write the node back."""
        for child in children:
            self.add(child)

    def place(
        self,
        *,
        translation: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
    ) -> "Node":
        """Put the node elsewhere on its parent; what is not named stays. Returns the node."""
        if translation is not None:
            self.translation = finite(translation, f"translation of {self.name!r}", (3,)).copy()
        if rotation is not None:
            self.rotation = normalize(finite(rotation, f"rotation of {self.name!r}", (4,)))
        if scale is not None:
            size = np.asarray(scale)
            per_axis = np.broadcast_to(size, 3) if size.ndim == 0 else size
            self.scale = finite(per_axis, f"scale of {self.name!r}", (3,)).copy()
        return self

    @property
    def surface(self) -> Mesh:
        """The mesh, or an error if there is none."""
        if self.mesh is None:
            raise InputError(f"node {self.name!r} has no mesh")
        return self.mesh

    def add(self, child: "Node") -> "Node":
        """Let `child` ride on this node; returns the child."""
        if child is self or child in list(self.ancestors()):
            raise InputError(f"{child.name!r} cannot ride on {self.name!r}, which rides on it")
        if child.parent is not None:
            child.parent.children.remove(child)
        child.parent = self
        self.children.append(child)
        return child

    def copy(self, twins: "dict[int, Node] | None" = None) -> "Node":
        """This node and everything below, without a parent; `twins` collects copies by the id of the original.

        Skins hang on the copies of their joints, and on the joints themselves where those are not copied.
        """
        twins = {} if twins is None else twins
        twin = self.copied_into(twins)
        rehang(twin.walk(), twins)
        return twin

    def copied_into(self, twins: "dict[int, Node]") -> "Node":
        """A copy of the tree, entered into `twins`; its skins still hang on the joints of the original."""
        twin = copy(self)
        twin.place(translation=self.translation, rotation=self.rotation, scale=self.scale)
        twin.extras, twin.attachments = dict(self.extras), list(self.attachments)
        twin.parent, twin.children = None, []
        for child in self.children:
            twin.add(child.copied_into(twins))
        twins[id(self)] = twin
        return twin

    def walk(self) -> Iterator["Node"]:
        """This node, then everything below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def __repr__(self) -> str:
        below = ", ".join(child.name for child in self.children)
        what = "" if self.mesh is None else f", {len(self.mesh.vertices)} vertices"
        return f"<node {self.name!r}{what}{f'; on it {below}' if below else ''}>"

    def ancestors(self) -> Iterator["Node"]:
        """Parent, grandparent and so on."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def local(self) -> Array:
        """T R S as a 4×4 matrix, at rest."""
        return compose(self.translation, self.rotation, self.scale)

    @property
    def world(self) -> Array:
        """Rest placement in the world, (4, 4)."""
        return self.local if self.parent is None else self.parent.world @ self.local

    @property
    def rest_vertices(self) -> Array:
        """Vertices (n, 3) [m] of the mesh in the world at rest, where the skin puts them if the node wears one."""
        mesh = self.surface
        if self.skin is not None:
            return np.asarray(skinned(mesh, self.skin.rest_matrices[None])[0])
        world = self.world
        return np.asarray(mesh.vertices @ world[:3, :3].T + world[:3, 3])

    @property
    def world_mesh(self) -> Mesh:
        """The mesh in the world at rest; one that wears a skin is where that puts it, and hangs on nothing."""
        if self.skin is None:
            return self.surface.transformed(self.world)
        still = self.surface.with_vertices(self.rest_vertices)
        return replace(still, parts=tuple(replace(part, joints=None, weights=None) for part in still.parts))

    @property
    def bounds(self) -> Array:
        """Lowest and highest corner at rest of all meshes from here down, in this node's parent, (2, 3) [m]."""
        corners = list(_bounds_below(self, np.eye(4), self.parent))
        if not corners:
            raise InputError(f"{self.name!r} has no mesh, so no bounds")
        return np.stack([np.min(corners, axis=0)[0], np.max(corners, axis=0)[1]])

    def couple(self, parent: "Node", *, at: float = 0.0) -> None:
        """From `at` [s] on ride on `parent` with everything: position, rotation and scale."""
        self._attach(at, "couple", parent)

    def attach(self, parent: "Node", *, at: float = 0.0) -> None:
        """From `at` [s] on ride on `parent`, but do not inherit its scale (for lights, cameras, hats)."""
        self._attach(at, "attach", parent)

    def hang(self, parent: "Node", *, at: float = 0.0) -> None:
        """From `at` [s] on take only the position through `parent`; keep one's own rotation and scale."""
        self._attach(at, "hang", parent)

    def detach(self, *, at: float) -> None:
        """From `at` [s] on no parent: the node's own tracks are its place in the world."""
        self._attach(at, "detach", None)

    def letgo(self, *, at: float, acceleration: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        """From `at` [s] on fly free with the place and velocity of that moment, plus ½ · acceleration · t²."""
        self._attach(at, "letgo", None, finite(acceleration, "acceleration", (3,)))

    def _attach(
        self, at: float, mode: Mode, parent: "Node | None", acceleration: Array | None = None
    ) -> None:
        if parent is self:
            raise InputError(f"{self.name!r} cannot be attached to itself")
        event = Attachment(float(at), mode, parent, np.zeros(3) if acceleration is None else acceleration)
        self.attachments = sorted(
            [e for e in self.attachments if e.time != event.time] + [event], key=lambda e: e.time
        )


def rehang(nodes: Iterable[Node], twins: Mapping[int, Node]) -> None:
    """Let skins of copied nodes hang on copied joints; nodes that shared a skin share it still."""
    moved: dict[int, Skin] = {}
    for node in nodes:
        if node.skin is not None:
            node.skin = moved.setdefault(id(node.skin), node.skin.on(twins))


def _bounds_below(node: Node, above: Array, frame: Node | None) -> Iterator[Array]:
    here = above @ node.local
    if node.mesh is not None and len(node.mesh.vertices):
        place, points = here, node.mesh.vertices
        if node.skin is not None:
            points = node.rest_vertices
            place = np.eye(4) if frame is None else np.asarray(np.linalg.inv(frame.world))
        points = points @ place[:3, :3].T + place[:3, 3]
        yield np.stack([points.min(axis=0), points.max(axis=0)])
    for child in node.children:
        yield from _bounds_below(child, here, frame)
