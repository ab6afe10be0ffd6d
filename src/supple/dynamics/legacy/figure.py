"""A figure: bodies and the constraints between them, added, placed, named and released as one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.bodies.linear import mass_of
from supple.dynamics.legacy.describing import figure_line
from supple.dynamics.legacy.handle import Handle
from supple.errors import UnknownNameError
from supple.scene import Joint, Node
from supple.spatial import decompose

LIMB = Material("limb", hz=75.0, settle=0.05, volume=2.0, density=600.0, friction=0.5)
"""What figures are made of unless something else is asked for: as hard as wood."""
GROUND = 0.05
"""Limbs that reach down this close to the lowest point, as a share of the figure's height, are what it stands on."""
REACH = 0.35
"""How far from its pivot a hinge takes hold along its axis, as a share of the child's size."""


@dataclass(eq=False, repr=False)
class Figure:
    """A puppet, a car, a human: its bodies by name, and the joints that hold them together."""

    name: str
    bodies: dict[str, Body] = field(default_factory=dict)
    joints: dict[str, list[Handle]] = field(default_factory=dict)
    """The handles of each joint, by the name of the child body."""
    overlapping: set[tuple[Body, Body]] = field(default_factory=set)
    """Bodies that are inside each other as the figure was put: they never touch."""

    def __getitem__(self, name: str) -> Body:
        if name not in self.bodies:
            raise UnknownNameError(f"body of {self.name!r}:", name, self.bodies)
        return self.bodies[name]

    def point(self, where: "str | ArrayLike", *, outside: bool = False) -> Point:
        """A named point of any of its bodies, 'body.point', or what is at a place [m], of the body nearest to it.

        Places are as for `Body.point`.
        """
        if not isinstance(where, str):
            place = finite(where, f"point of {self.name!r}", (3,))
            return min(self.bodies.values(), key=lambda b: _distance(b, place)).point(place, outside=outside)
        for body in self.bodies.values():
            if any(child.name == where for child in body.node.children):
                return body.point(where)
        for name, body in self.bodies.items():
            if where == name:
                return body.point(
                    body.node.surface.vertices.mean(axis=0) @ body.placement[:3, :3].T
                    + body.placement[:3, 3],
                    outside=True,
                )
            if where.startswith(f"{name}."):
                return body.point(where.removeprefix(f"{name}."))
        known = [c.name for b in self.bodies.values() for c in b.node.children]
        raise UnknownNameError(f"point of {self.name!r}:", where, [*known, *self.bodies])

    def __repr__(self) -> str:
        return figure_line(self)

    def release(self) -> None:
        """Let all joints go: it falls apart."""
        for handles in self.joints.values():
            for handle in handles:
                handle.release()
        self.joints.clear()


def members(thing: "Point | Body | Figure") -> list[Body]:
    """The bodies that something of a world consists of; that of a point alone."""
    if isinstance(thing, Figure):
        return list(thing.bodies.values())
    return [thing.body if isinstance(thing, Point) else thing]


@dataclass(frozen=True, eq=False)
class Limb:
    """One body of a figure to be: a node of its own in the world, and how it hangs on another."""

    node: Node
    parent: str | None
    joint: Joint | None
    pivot: Array
    """Where the joint is in the world (3,) [m]."""
    axis: Array
    """Which way the joint's axis points in the world (3,)."""


def limbs(tree: Node) -> Iterator[Limb]:
    """The meshes of a tree as nodes on their own, each with its named points, parents first."""
    for node in tree.walk():
        if node.mesh is None:
            continue
        world = node.world
        translation, rotation, scale = decompose(world)
        lone = Node(node.name, node.mesh, translation=translation, rotation=rotation, scale=scale)
        for child in node.children:
            if child.mesh is None:
                lone.add(Node(child.name, translation=child.translation * scale))
        above = next((a for a in node.ancestors() if a.mesh is not None), None)
        axis = world[:3, :3] @ np.asarray(node.joint.axis if node.joint else (0, 0, 1), dtype=np.float64)
        yield Limb(lone, above.name if above else None, node.joint, world[:3, 3], axis / np.linalg.norm(axis))


def built(limbs: Sequence[Limb], material: "str | Material", hung: str | None = None) -> list[Material]:
    """What each limb is made of: the material for the one with least to carry, for the others as much harder as
    their loads ask.

    A load F squashes a limb of length L, mass m and frequency ω by a strain of about 6 F / (ω² m L), so that
    ω² ∝ F / (m L) gives all of them the same. `hung`: the limb by which the figure hangs, unless it stands.
    """
    stuff = named(material)
    masses = np.array([mass_of(limb.node, stuff).total for limb in limbs])
    lengths = np.array([np.ptp(limb.node.surface.vertices, axis=0).max() for limb in limbs])
    carried = loads(limbs, masses) if hung is None else pulls(limbs, masses, hung)
    need = carried / (masses * lengths)
    least = int(need.argmin())
    stuff = stuff.sized(masses[least] / stuff.density)
    return [replace(stuff, hz=stuff.hz * float(np.sqrt(n / need[least])), size=None) for n in need]


def loads(limbs: Sequence[Limb], masses: Array) -> Array:
    """Mass (n,) [kg] that each limb carries: itself and what hangs on it, parents first; the feet carry everything.

    Feet share the load, and those between them and the root pass it on.
    """
    parent = _parents(limbs)
    carried = _with_children(parent, masses)
    heights = [limb.node.surface.vertices @ limb.node.world[1, :3] + limb.node.world[1, 3] for limb in limbs]
    low, high = min(y.min() for y in heights), max(y.max() for y in heights)
    feet = [i for i, y in enumerate(heights) if y.min() < low + GROUND * (high - low)]
    for i in feet:
        while i >= 0:
            carried[i] = max(carried[i], masses.sum() / len(feet))
            i = parent[i]
    return carried


def pulls(limbs: Sequence[Limb], masses: Array, hung: str) -> Array:
    """Mass (n,) [kg] that pulls at each limb of a figure that hangs by one of them: itself and all beyond it."""
    names = [limb.node.name for limb in limbs]
    if hung not in names:
        raise UnknownNameError("limb to hang a figure by:", hung, names)
    parent, i = _parents(limbs), names.index(hung)
    branch = _with_children(parent, masses)
    pulled = branch.copy()
    pulled[i] = masses.sum()
    while parent[i] >= 0:
        pulled[parent[i]] = masses.sum() - branch[i]
        i = parent[i]
    return pulled


def _parents(limbs: Sequence[Limb]) -> list[int]:
    """Which limb each hangs on, −1 for the root."""
    order = {limb.node.name: i for i, limb in enumerate(limbs)}
    return [-1 if limb.parent is None else order[limb.parent] for limb in limbs]


def _with_children(parent: list[int], masses: Array) -> Array:
    """Mass (n,) [kg] of each limb with all that follows from it in the tree."""
    total = masses.copy()
    for i in reversed(range(len(parent))):
        if parent[i] >= 0:
            total[parent[i]] += total[i]
    return total


def holds(limb: Limb, size: float) -> list[Array]:
    """Places in the world (3,) at which a joint takes hold: one for a ball, two along a hinge, four if fixed."""
    kind = limb.joint.kind if limb.joint else "fixed"
    if kind == "ball":
        return [limb.pivot]
    if kind == "hinge":
        return [limb.pivot + s * REACH * size * limb.axis for s in (-1, 1)]
    return [limb.pivot + REACH * size * d for d in np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])]


def material_point(body: Body, name: str, place: Array) -> Point:
    """The point of a body, inside it or not, that is at a place in the world now at rest."""
    inverse = np.linalg.inv(body.placement)
    return Point(body, name, np.asarray(inverse[:3, :3] @ place + inverse[:3, 3]))


def _distance(body: Body, place: Array) -> float:
    m = body.placement
    vertices = body.node.surface.vertices @ m[:3, :3].T + m[:3, 3]
    return float(np.linalg.norm(vertices - place, axis=1).min())
