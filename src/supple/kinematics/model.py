"""From a model of the scene library to links: its meshes weighed, its joints and angles at rest as they are drawn."""

from collections.abc import Mapping

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.kinematics.inertia import Inertia
from supple.kinematics.link import Link
from supple.kinematics.shape import Shape
from supple.scene import Joint, Node, solid
from supple.spatial import IDENTITY, conjugate, decompose, multiply

ROUNDING = 1e-12
"""Share of a mesh's size below which a coordinate is rounding."""


def links_of(
    tree: Node, densities: "Mapping[str, float] | float", fixed: frozenset[str]
) -> tuple[list[Link], dict[str, tuple[str, Array]]]:
    """A link for each node with a mesh or a joint, and its empty nodes as points."""
    nodes = {node.name: node for node in tree.walk() if node.mesh is not None or node.joint is not None}
    if not nodes:
        raise InputError(f"{tree.name!r} has no node with a mesh or a joint, so nothing that could be a link")
    for name in fixed:
        if name not in nodes:
            raise UnknownNameError(f"joint of {tree.name!r}:", name, nodes)
    _check_names(nodes, densities)
    links, points = [], {}
    for node in tree.walk():
        parent = next((a for a in node.ancestors() if a.name in nodes), None)
        if node.name in nodes:
            links.append(_link(node, parent, weighed(node, densities), node.name in fixed))
        elif parent is not None:
            points[node.name] = (parent.name, _tidy(_between(parent, node)[:3, 3], 1.0))
    return links, points


def weighed(node: Node, densities: "Mapping[str, float] | float") -> Inertia:
    """What a node's mesh weighs: each closed part at its density, or all of it at the node's [kg/m³]."""
    if node.mesh is None:
        return Inertia.none()
    whole = densities.get(node.name) if isinstance(densities, Mapping) else densities
    if whole is not None:
        return _solid(node.mesh.vertices, node.mesh.faces, whole, f"mesh {node.name!r}")
    total = Inertia.none()
    for part in node.mesh.parts:
        if not isinstance(densities, Mapping) or part.name not in densities:
            raise InputError(
                f"no density for part {part.name!r} of {node.name!r}; name it, or the node for all of its mesh, "
                "in kg/m³"
            )
        total += _solid(
            part.vertices, part.faces, densities[part.name], f"part {part.name!r} of {node.name!r}"
        )
    return total


def _solid(vertices: Array, faces: np.ndarray, density: float, what: str) -> Inertia:
    if not (np.isfinite(density) and density > 0):
        raise InputError(f"density of {what} is {density} kg/m³; it must be positive")
    if solid.open_edges(vertices, faces):
        raise InputError(f"{what} is not closed, so that it encloses nothing to weigh; close it")
    body = Inertia.solid(vertices, faces, density)
    size = float(np.ptp(vertices, axis=0).max())
    return Inertia(body.mass, _tidy(body.center, size), _tidy(body.moments, body.mass * size**2))


def _tidy(values: Array, size: float) -> Array:
    """Zero where a symmetric shape has only rounding: what is written as an expression should be short."""
    return np.where(np.abs(values) < ROUNDING * size, 0.0, values)


def _link(node: Node, parent: Node | None, body: Inertia, held: bool) -> Link:
    """R = rotation · turn(axis, rest): of the node's rotation what is about the joint's axis is its angle at rest."""
    translation, rotation, scale = (_tidy(part, 1.0) for part in decompose(_between(parent, node)))
    if np.abs(scale - 1).max() > 1e-9:
        raise InputError(
            f"{node.name!r} is scaled by {scale.round(6).tolist()}; links have no scale: put it into the mesh"
        )
    joint = Joint() if held or node.joint is None else node.joint
    rest = None
    if joint.kind == "hinge":
        unit = np.array(joint.freedoms[0].axis)
        half = np.arctan2(rotation[:3] @ unit, rotation[3])
        rest = float(np.remainder(2 * half + np.pi, 2 * np.pi) - np.pi)
        rotation = multiply(rotation, conjugate(np.append(np.sin(half) * unit, np.cos(half))))
        rotation = _tidy(rotation, 1.0)
    rotation = rotation if rotation[:3].any() else np.array(IDENTITY)
    return Link(
        node.name, parent.name if parent else None, joint, offset=translation, rotation=rotation,
        mass=body.mass, center=body.center, inertia=body.moments, rest=rest,
        shapes=[Shape("mesh", name=node.name, mesh=node.mesh)] if node.mesh is not None else (),
    )  # fmt: skip


def _between(parent: Node | None, node: Node) -> Array:
    """The node's frame at rest in its parent link, or in the world."""
    return node.world if parent is None else np.linalg.inv(parent.world) @ node.world


def _check_names(nodes: Mapping[str, Node], densities: "Mapping[str, float] | float") -> None:
    if not isinstance(densities, Mapping):
        return
    known = {part.name for node in nodes.values() if node.mesh for part in node.mesh.parts} | set(nodes)
    for name in densities:
        if name not in known:
            raise UnknownNameError("part or node", name, known)
