"""What coordinates carry, as it is seen: a tree of nodes that ride on frames, or one mesh that deforms."""

from abc import ABC, abstractmethod
from functools import cached_property

import casadi as ca
import numpy as np
from scipy.spatial import cKDTree

from supple.arrays import Array, Indices
from supple.errors import InputError, UnknownNameError
from supple.mechanics.deformation import Deformation
from supple.mechanics.frames import Frames
from supple.mechanics.shape import Shape
from supple.scene import Mesh, Node, NodeMotion
from supple.spatial import aligned, from_matrix

ELSEWHERE, SAME = 0.137, 1e-9
"""A pose in general position [m, rad], and how closely a point must stay in a frame to ride on it [m]."""


class Embodied(ABC):
    """Material points, the surface they belong to, and how a take shows them."""

    points: Shape
    node: Node
    """One node with all of the surface, at rest."""

    @abstractmethod
    def placement(self, rest: Array) -> Array:
        """Where the surface is put in the world at rest (4, 4)."""

    @abstractmethod
    def coefficients(self, r: Array) -> Array:
        """What identifies material points at rest positions r (n, 3) of the surface."""

    def named(self, name: str) -> "Array | None":
        """The coefficients of a point of that name, where it has one that no rest position could tell."""
        return None

    @abstractmethod
    def shown(self) -> Node:
        """What a take shows."""

    @abstractmethod
    def motions(self, q: Array) -> dict[str, NodeMotion]:
        """How its nodes move over states q (T, nq)."""


class Deforming(Embodied):
    """One mesh whose vertices go where x(q, r) sends them."""

    def __init__(self, points: Deformation, model: Node, name: str) -> None:
        self.points: Deformation = points
        self.node = Node(name, model.surface, children=[child.copy() for child in model.children])

    def placement(self, rest: Array) -> Array:
        """By the gradient in the middle; exact where the rest shape is only turned and shifted."""
        middle = self.node.surface.bounds.mean(axis=0)[None]
        placed = np.eye(4)
        placed[:3, :3] = self.points.gradient(rest, middle)[0]
        placed[:3, 3] = (self.points.position(rest, middle) - middle @ placed[:3, :3].T)[0]
        return placed

    def coefficients(self, r: Array) -> Array:
        return np.asarray(r, dtype=np.float64)

    def shown(self) -> Node:
        return Node(self.node.name, self.node.surface)

    def motions(self, q: Array) -> dict[str, NodeMotion]:
        r = self.node.surface.vertices
        x = np.array([self.points.position(state, r) for state in q])
        middle = x.mean(axis=1)
        return {self.node.name: NodeMotion(translation=middle, vertices=x - middle[:, None])}


class Linked(Embodied):
    """A tree of nodes; those that have a frame move by it, the others ride on their parents."""

    def __init__(self, points: Frames, model: Node, name: str, rest: Array) -> None:
        self.points: Frames = points
        self._name, self._model = name, model
        nodes = {node.name: node for node in model.walk()}
        unknown = [key for key in points.names if key not in nodes]
        if unknown:
            raise UnknownNameError(f"node of {model.name!r} for a frame:", unknown[0], nodes)
        meshes, owners, children = [], [], []
        frames = _square(points.matrices(rest))
        for node, link, local in _ridden(model, points.names):
            placed = frames[link] @ local
            if node.mesh is None:
                children.append(Node(node.name, translation=placed[:3, 3]))
                continue
            meshes.append(node.mesh.transformed(placed))
            owners.append(np.full(len(node.mesh.vertices), link))
        if not meshes:
            raise InputError(
                f"{name!r} shows nothing: no node of {model.name!r} with a mesh rides on a frame"
            )
        self.node = Node(name, Mesh.joined(meshes, name), children=children)
        self._owners: Indices = np.concatenate(owners)
        self._inverse = np.linalg.inv(frames)
        self._named = {
            node.name: np.array([link, *local[:3, 3]]) for node, link, local in _ridden(model, points.names)
        }
        self._named |= {
            key: c for key in points.lagrangian.points if (c := self._rider(key, rest)) is not None
        }

    @cached_property
    def _tree(self) -> cKDTree:
        return cKDTree(self.node.surface.vertices)

    def placement(self, rest: Array) -> Array:
        return np.eye(4)

    def coefficients(self, r: Array) -> Array:
        """The link of the nearest vertex, and the place in its frame."""
        link = self._owners[self._tree.query(r)[1]]
        local = np.einsum("nxj,nj->nx", self._inverse[link], np.column_stack([r, np.ones(len(r))]))[:, :3]
        return np.column_stack([link, local])

    def named(self, name: str) -> "Array | None":
        """The origin of a node, or a point of the Lagrangian that rides on a link."""
        return self._named.get(name)

    def _rider(self, name: str, rest: Array) -> "Array | None":
        """The link in whose frame a point of the Lagrangian stays where it is when all coordinates change."""
        law = self.points.lagrangian
        x = ca.Function("x", [law.q, law.p], [law.points[name]])
        local = []
        for q in (rest, rest + ELSEWHERE * (1 + np.arange(len(rest)))):
            at = np.append(x(q, self.points.parameters).full(), 1.0)
            local.append(np.linalg.solve(_square(self.points.matrices(q)), at[:, None])[:, :3, 0])
        apart = np.abs(local[1] - local[0]).max(axis=1)
        link = int(apart.argmin())
        return np.array([link, *local[0][link]]) if apart[link] < SAME else None

    def _label(self, node: Node) -> str:
        """The body's name for the root; the nodes of a second one of its kind carry its name too."""
        if node is self._model:
            return self._name
        return node.name if self._name == self._model.name else f"{self._name}.{node.name}"

    def shown(self) -> Node:
        labels = [self._label(node) for node in self._model.walk()]
        twin = self._model.copy()
        for node, label in zip(twin.walk(), labels, strict=True):
            node.name = label
        return twin

    def motions(self, q: Array) -> dict[str, NodeMotion]:
        frames = dict(zip(self.points.names, _square(self.points.matrices(q)).swapaxes(0, 1), strict=True))
        still = np.broadcast_to(np.eye(4), (len(q), 4, 4))
        found = {}

        def visit(node: Node, above: Array) -> None:
            here = frames.get(node.name, above @ node.local)
            if node.name in frames:
                local = np.linalg.solve(above, here)
                turn = aligned(from_matrix(local[:, :3, :3]))
                found[self._label(node)] = NodeMotion(translation=local[:, :3, 3].copy(), rotation=turn)
            for child in node.children:
                visit(child, here)

        visit(self._model, still)
        return found


def _ridden(model: Node, names: tuple[str, ...]) -> "list[tuple[Node, int, Array]]":
    """Every node that rides on a frame: the frame's index, and the place in it (4, 4)."""
    found = []

    def visit(node: Node, link: int | None, local: Array) -> None:
        if node.name in names:
            link, local = names.index(node.name), np.diag([*node.scale, 1.0])
        elif link is not None:
            local = local @ node.local
        if link is not None:
            found.append((node, link, local))
        for child in node.children:
            visit(child, link, local)

    visit(model, None, np.eye(4))
    return found


def _square(F: Array) -> Array:
    """(…, 3, 4) → (…, 4, 4)."""
    bottom = np.broadcast_to(np.array([[0.0, 0.0, 0.0, 1.0]]), (*F.shape[:-2], 1, 4))
    return np.concatenate([F, bottom], axis=-2)
