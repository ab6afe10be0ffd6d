"""Everything that a user's model shows, as one mesh: what lattices and mass points are laid through."""

from dataclasses import replace
from os import PathLike
from pathlib import Path

import numpy as np

from supple.errors import InputError
from supple.io import load
from supple.scene import Mesh, Node, Part, Scene

Model = Node | Mesh | Scene | str | PathLike[str]
FLAT = 1e-4
"""Thinnest side of what can be a body, as a share of its longest."""


def joined(model: Model) -> tuple[Mesh, str]:
    """All that is seen as one mesh in the model's own frame, looks and texture coordinates kept, and where from.

    "Where from" is the suffix of the file, or "" for what is in memory.

    >>> from supple.scene import models
    >>> mesh, source = joined(models.lamp())
    >>> len(mesh.parts) > 3, source
    (True, '')
    """
    if isinstance(model, str | PathLike):
        path = Path(model)
        return _checked(_one(load(path), path.stem)), path.suffix.lower()
    if not isinstance(model, Node | Mesh | Scene):
        raise InputError(f"cannot animate {model!r}; give a node, a mesh, a scene or the path of a file")
    return _checked(_one(model, _name(model))), ""


def _name(model: "Node | Mesh | Scene") -> str:
    if isinstance(model, Scene):
        return model.nodes[0].name if len(model.nodes) == 1 else "body"
    return model.name or "body"


def _one(model: "Node | Mesh | Scene", name: str) -> Mesh:
    if isinstance(model, Mesh):
        return Mesh(model.parts, name, groups=model.groups)
    nodes = [n for n in model.walk() if n.mesh is not None and _seen(n)]
    if not nodes:
        raise InputError(f"{name!r} shows no mesh, so there is nothing to animate")
    meshes = [n.world_mesh for n in nodes]
    groups = meshes[0].groups if len(meshes) == 1 else {}
    return Mesh(Mesh.joined(meshes).parts, name, groups=groups)


def _seen(node: Node) -> bool:
    return node.visible and all(above.visible for above in node.ancestors())


def _used(mesh: Mesh) -> Mesh:
    """Without vertices that no face uses, and without parts that have no faces: nobody sees them."""
    kept = np.unique(mesh.faces)
    if len(kept) == len(mesh.vertices):
        return mesh
    parts = tuple(_part_used(part) for part in mesh.parts if len(part.faces))
    groups = {name: np.searchsorted(kept, np.intersect1d(of, kept)) for name, of in mesh.groups.items()}
    return Mesh(parts, mesh.name, groups=groups)


def _part_used(part: Part) -> Part:
    kept, faces = np.unique(part.faces, return_inverse=True)
    return replace(
        part,
        vertices=part.vertices[kept],
        faces=faces.reshape(-1, 3),
        attributes={name: values[kept] for name, values in part.attributes.items()},
        normals=None if part.normals is None else part.normals[kept],
        uv=None if part.uv is None else part.uv[kept],
        colors=None if part.colors is None else part.colors[kept],
    )


def _checked(mesh: Mesh) -> Mesh:
    """The mesh with its outside out and nothing unseen, or why it cannot be a body."""
    if not len(mesh.faces):
        raise InputError(f"mesh {mesh.name!r} has no triangles, so no surface and no volume")
    mesh = _used(mesh)
    sides = np.ptp(mesh.vertices, axis=0)
    if sides.min() <= FLAT * sides.max():
        raise InputError(
            f"mesh {mesh.name!r} has no volume: it is {' × '.join(f'{s:.3g}' for s in sides)}, flat along "
            f"{'xyz'[int(sides.argmin())]}; give it some thickness"
        )
    return mesh if mesh.volume >= 0 or not mesh.watertight else _reversed(mesh)


def _reversed(mesh: Mesh) -> Mesh:
    """Turned inside out: closed, but with its faces wound the wrong way."""
    return replace(mesh, parts=tuple(replace(part, faces=part.faces[:, ::-1]) for part in mesh.parts))
