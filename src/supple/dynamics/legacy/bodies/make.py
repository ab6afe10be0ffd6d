"""From what a user has, a node or a mesh, to a body."""

import numpy as np

from supple.arrays import ArrayLike
from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import mass_of, polynomial_body
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.errors import UnknownNameError
from supple.scene import Mesh, Node
from supple.spatial import from_axis_angle, multiply

KINDS = {"affine": 1, "quadratic": 2, "cubic": 3}


def body_of(
    thing: "Node | Mesh",
    material: "str | Material",
    kind: str = "auto",
    *,
    name: str,
    at: ArrayLike | None = None,
    rotation: ArrayLike | None = None,
    tilt: float = 0.0,
    color: "str | ArrayLike | None" = None,
) -> Body:
    """A body of that kind and material where it is wanted; its scale goes into its mesh."""
    if kind not in ("auto", "rigid", *KINDS):
        raise UnknownNameError("kind of body", kind, ["auto", "rigid", *KINDS])
    node = Node(name, thing) if isinstance(thing, Mesh) else _one(thing)
    node.name = name
    node.place(translation=at, rotation=rotation)
    node.place(rotation=multiply(from_axis_angle((0, 0, 1), np.deg2rad(tilt)), node.rotation))
    mesh = node.surface if color is None else node.surface.painted(color)
    node.mesh = mesh.transformed(np.diag([*node.scale, 1.0]))
    node.place(scale=1.0)
    stuff = named(material)
    if kind == "rigid":
        return RigidBody(node, mass_of(node, stuff), stuff)
    return polynomial_body(node, stuff, KINDS.get(kind, 1))


def _one(thing: Node) -> Node:
    """A node of its own with the one mesh that the tree below `thing` shows, where its skin puts it at rest."""
    shown = [node for node in thing.walk() if node.mesh is not None]
    if len(shown) != 1 or (shown[0] is thing and thing.skin is None):
        return thing.copy()
    mesh = shown[0].world_mesh
    if shown[0].skin is None and thing.parent is not None:
        mesh = mesh.transformed(np.linalg.inv(thing.parent.world))
    return Node(thing.name, mesh)
