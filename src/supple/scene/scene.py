"""A forest of nodes with a camera, lights and a background, and what else the file that it came from holds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip
from supple.scene.camera import Camera
from supple.scene.mesh import Mesh
from supple.scene.node import Node, rehang


@dataclass(eq=False, repr=False)
class Scene:
    """What is there before anything moves.

    >>> scene = Scene()
    >>> ball = scene.add(Node("ball"), at=(0, 1, 0))
    >>> scene["ball"] is ball
    True
    """

    nodes: list[Node] = field(default_factory=list)
    camera: Camera | None = None
    background: tuple[float, float, float, float] | None = None
    extras: dict[str, object] = field(default_factory=dict)
    clips: dict[str, Clip] = field(default_factory=dict)
    """The motions that came with it by name; to change one, put another in its place."""
    playing: str = ""
    """The name of the clip that `clip` is."""
    figure: Any = None
    """The joints of the file as one figure, where its reader makes one."""
    skeleton: Any = None
    """What the figure weighs and how its joints give way, where the file says it: a `kinematics.Skeleton`."""
    source: Any = None
    """What the scene was read from, as its format needs it to write the scene back."""
    _unnamed: Clip = field(default_factory=Clip, repr=False)
    writers: ClassVar[dict[str, Callable[..., Path]]] = {}
    """File suffix → write(scene, path, **options), which returns the path written. `supple.io` fills it."""

    def __post_init__(self) -> None:
        _check_names(self.walk())

    @property
    def clip(self) -> Clip:
        """The clip of `clips` that plays, by default the first; an empty one if there is none."""
        return self.clips.get(self.playing, self._unnamed)

    @clip.setter
    def clip(self, clip: Clip) -> None:
        if self.playing in self.clips:
            self.clips[self.playing] = clip
        else:
            self._unnamed = clip

    def add(
        self,
        thing: "Node | Mesh | Scene",
        *,
        name: str | None = None,
        at: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        color: "str | ArrayLike | None" = None,
    ) -> Node:
        """Place a node, a mesh or everything of another scene here; returns the (first) node added."""
        added = (
            thing.nodes
            if isinstance(thing, Scene)
            else [thing if isinstance(thing, Node) else Node(mesh=thing)]
        )
        if not added:
            raise InputError("nothing to add: that scene has no nodes")
        first = added[0]
        first.name = name or first.name or (first.mesh.name if first.mesh else "") or f"node{len(self.nodes)}"
        first.place(translation=at, rotation=rotation, scale=scale)
        if color is not None:
            for node in first.walk():
                node.mesh = node.mesh.painted(color) if node.mesh else None
        _check_names(n for root in [*self.nodes, *added] for n in root.walk())
        self.nodes.extend(added)
        return first

    def walk(self) -> Iterator[Node]:
        """Every node, parents first."""
        for root in self.nodes:
            yield from root.walk()

    def __getitem__(self, name: str) -> Node:
        for node in self.walk():
            if node.name == name:
                return node
        raise UnknownNameError("node", name, [n.name for n in self.walk()])

    def __repr__(self) -> str:
        return f"<scene of {', '.join(node.name for node in self.walk()) or 'nothing'}; {self.clip!r}>"

    def __contains__(self, name: str) -> bool:
        return any(node.name == name for node in self.walk())

    def copy(self) -> "Scene":
        """The same scene with nodes of its own; meshes and looks are shared, they never change."""
        twins: dict[int, Node] = {}
        roots = [root.copied_into(twins) for root in self.nodes]
        rehang(twins.values(), twins)
        for twin in twins.values():
            twin.attachments = [
                replace(event, parent=twins.get(id(event.parent), event.parent)) for event in twin.attachments
            ]
        figure = None if self.figure is None else self.figure.on(twins)
        made = replace(self, nodes=roots, clips=dict(self.clips), figure=figure)
        if figure is not None:
            figure.scene = made
        return made

    def save(self, path: str | Path, **options: Any) -> Path:
        """Write the scene and its clips; the suffix says how (.glb, .gltf). Returns the path.

        What it was read from is patched: what has not been touched stays as it came, in the file's own units.
        """
        path = Path(path)
        if path.suffix.lower() not in self.writers:
            raise UnknownNameError("file type", path.suffix, self.writers)
        return self.writers[path.suffix.lower()](self, path, **options)

    @property
    def bounds(self) -> Array:
        """Lowest and highest corner of all meshes at rest, (2, 3) [m]."""
        with_mesh = [r.bounds for r in self.nodes if any(n.mesh is not None for n in r.walk())]
        if not with_mesh:
            raise InputError("the scene has no mesh, so no bounds")
        return np.stack([np.min(with_mesh, axis=0)[0], np.max(with_mesh, axis=0)[1]])


def _check_names(nodes: Iterator[Node]) -> None:
    seen: set[str] = set()
    for node in nodes:
        if node.name in seen:
            raise InputError(f"two nodes are called {node.name!r}; give one another name (name=…)")
        seen.add(node.name)
