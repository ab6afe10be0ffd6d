"""One mesh of all that hangs on a node, each node's vertices known by its name: lattices deform it as a whole."""

from dataclasses import replace

import numpy as np

from supple.arrays import Array, Indices, finite, rounded
from supple.errors import InputError
from supple.scene import Mesh, Node


def joined(model: "Node | Mesh", name: str | None = None) -> Node:
    """A node with one mesh in metres, scale and children taken in; a body of one mesh keeps its groups and looks.

    >>> from supple.scene import models
    >>> car = joined(models.car())
    >>> sorted(car.surface.groups)[:2], len(car.children)
    (['body', 'wheel.BL'], 0)
    """
    node = Node(name or model.name, model) if isinstance(model, Mesh) else model
    meshes: list[Mesh] = []
    groups: dict[str, Indices] = {}
    _gather(node, np.diag([*node.scale, 1.0]), meshes, groups)
    if not meshes:
        raise InputError(f"{node.name!r} has no mesh in it or below it, so nothing that could deform")
    label = name or node.name
    mesh = Mesh.joined(meshes, label)
    if not len(mesh.faces):
        raise InputError(f"{label!r} has no faces, so no surface and no volume")
    places = np.split(rounded(mesh.vertices), mesh.starts[1:])
    parts = (replace(part, vertices=here) for part, here in zip(mesh.parts, places, strict=True))
    mesh = replace(mesh, parts=tuple(parts), groups=groups)
    return Node(label, mesh, translation=node.translation, rotation=node.rotation)


def _gather(node: Node, here: Array, meshes: list[Mesh], groups: dict[str, Indices]) -> None:
    """All meshes from a node down, in its frame `here`, and whose vertices are whose."""
    if node.mesh is not None:
        for part in node.mesh.parts:
            finite(part.vertices, f"vertices of part {part.name!r} of {node.name!r}", (None, 3))
        start = sum(len(mesh.vertices) for mesh in meshes)
        meshes.append(node.mesh.transformed(here))
        own = {node.name: np.arange(len(node.mesh.vertices)), **node.mesh.groups}
        groups.update({key: indices + start for key, indices in own.items() if key and key not in groups})
    for child in node.children:
        _gather(child, here @ child.local, meshes, groups)
