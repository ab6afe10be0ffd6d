"""How links are seen: by nodes that are called as they are, else by their shapes."""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.kinematics.shape import Shape
from supple.kinematics.skeleton import Skeleton
from supple.scene import Mesh, Node, NodeMotion, models
from supple.spatial import aligned, compose, from_matrix

DOT = 0.02
"""Radius of what stands for a link without shapes [m]."""


def surfaces(skeleton: Skeleton, color: "str | ArrayLike | None" = None) -> list[tuple[int, Mesh]]:
    """The meshes of all shapes in the frames of their links, each with its link's number; painted if so asked."""
    found = [
        (row, _mesh(shape))
        for row, link in enumerate(skeleton.links)
        for shape in link.shapes
        if shape.kind != "plane"
    ]
    found = found or [(row, _dot()) for row, _ in enumerate(skeleton.links)]
    return found if color is None else [(row, mesh.painted(color)) for row, mesh in found]


def _dot() -> Mesh:
    return models.sphere(radius=DOT, resolution=4).surface


def _mesh(shape: Shape) -> Mesh:
    s = [float(x) for x in np.atleast_1d(shape.size)]
    if shape.mesh is not None:
        mesh = shape.mesh
    elif shape.kind == "sphere":
        mesh = models.sphere(radius=s[0], resolution=8).surface
    elif shape.kind == "capsule":
        mesh = models.capsule(radius=s[0], length=2 * s[1], resolution=24).surface
    elif shape.kind == "cylinder":
        mesh = models.cylinder(radius=s[0], height=2 * s[1], resolution=24).surface
    elif shape.kind == "box":
        mesh = models.box(width=2 * s[0], height=2 * s[1], depth=2 * s[2], resolution=1).surface
    else:
        mesh = models.sphere(radius=1.0, resolution=8).surface.transformed(np.diag([*s, 1.0]))
    center = mesh.bounds.mean(axis=0) if shape.mesh is None else np.zeros(3)
    return mesh.transformed(compose(shape.offset, shape.rotation) @ compose(-center))


def drawn(
    skeleton: Skeleton, nodes: Sequence[Node], name: str, color: "str | ArrayLike | None" = None
) -> Node:
    """What a take shows: the nodes, if some are called as links are; else a node for each link with its shapes.

    A figure with a name of its own puts it before the names of its nodes, so that several of a kind may be there.
    """
    named = {link.name for link in skeleton.links}
    if any(node.name in named for root in nodes for node in root.walk()):
        for root in nodes if name != skeleton.name else ():
            for node in root.walk():
                node.name = f"{name}.{node.name}"
        return Node(name, children=nodes)
    root = Node(name)
    for row, mesh in surfaces(skeleton, color):
        link = skeleton.links[row].name
        known = next((child for child in root.children if child.name == f"{name}.{link}"), None)
        if known is None:
            root.add(Node(f"{name}.{link}", mesh))
        else:
            known.mesh = Mesh.joined([known.surface, mesh], known.name)
    return root


def moved(model: Node, skeleton: Skeleton, q: Array, name: str) -> dict[str, NodeMotion]:
    """How the nodes of links move over states q (T, nq), each in its parent, whatever is between them."""
    frames = dict(zip((link.name for link in skeleton.links), skeleton.frames(q).swapaxes(0, 1), strict=True))
    found: dict[str, NodeMotion] = {}

    def visit(node: Node, above: Array) -> None:
        link = node.name if node.name in frames else node.name.removeprefix(f"{name}.")
        here = frames.get(link, above @ node.local)
        if link in frames:
            local = np.linalg.solve(above, here)
            found[node.name] = NodeMotion(local[:, :3, 3].copy(), aligned(from_matrix(local[:, :3, :3])))
        for child in node.children:
            visit(child, here)

    visit(model, np.broadcast_to(np.eye(4), (len(q), 4, 4)))
    return found
