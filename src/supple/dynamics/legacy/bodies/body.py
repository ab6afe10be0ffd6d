"""A body: a choice of coordinates q, and the material points that they carry."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.bodies.placing import local_place
from supple.dynamics.legacy.describing import body_line
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.renamed import Renamed
from supple.scene import Node, NodeMotion

if TYPE_CHECKING:
    from supple.dynamics.legacy.contact.shapes import Shape
    from supple.dynamics.legacy.figure import Figure
    from supple.dynamics.legacy.world import World

SIDES = {"top": (1, 1), "bottom": (1, -1), "front": (2, 1), "back": (2, -1), "left": (0, 1), "right": (0, -1)}
"""Names that every body knows: (axis, direction) of the farthest point."""


class Body(ABC):
    """What the world needs to know of something that moves; q (nq,), v (nv,)."""

    name: str
    node: Node
    nq: int
    nv: int
    kind: str
    """What it is said to be: "affine", "rigid", "lattice" …"""
    constant: bool
    """Whether mass and Jacobians never change, so that the world may factor its matrices in advance."""
    mass: float
    material: Material
    world: "World | None" = None
    """The world it was added to."""
    even = False
    """Whether ∂x/∂r is the same everywhere in it."""
    whole_map = True
    """Whether x(q, r) is one continuous map, so that what is at a place in the world can be told."""
    figure: "Figure | None" = None
    """What it is a part of; parts of one figure do not touch each other."""
    contacts: Array | None = None
    """Rest positions (n, 3) of the points that may touch something; None: some of its surface."""
    solid: "Shape | None" = None
    """What others meet that touch it, in its rest frame; None: the signed distances of its mesh."""

    def follow(self, clip: Clip, pin: "Point | None" = None) -> None:
        """Be led by the keyed motion of its node, all of it; `physics` says how much is simulated.

        A body with modes is deformed by the tracks of their names, and `pin` stays where the node's position has it.
        """
        self._here().pose(self, clip, pin)

    @property
    def physics(self) -> "float | Track":
        """0 keyed, 1 simulated, or a track between them."""
        return self._here().physics_of(self)

    @physics.setter
    def physics(self, value: "float | Track") -> None:
        self._here().set_physics(self, value)

    def __repr__(self) -> str:
        return body_line(self)

    def _here(self) -> "World":
        if self.world is None:
            raise InputError(f"{self.name!r} is in no world yet; world.add it first")
        return self.world

    @property
    @abstractmethod
    def rest(self) -> Array:
        """q of the rest shape where the body was put."""

    @abstractmethod
    def position(self, q: Array, p: Array) -> Array:
        """World positions (n, 3) [m] of points with coefficients p (n, ·)."""

    @abstractmethod
    def velocity(self, q: Array, v: Array, p: Array) -> Array:
        """World velocities (n, 3) [m/s] of points with coefficients p (n, ·)."""

    @abstractmethod
    def jacobian(self, q: Array, p: Array) -> Array:
        """∂ẋ/∂v (3, nv) of one point with coefficients p."""

    def jacobians(self, q: Array, p: Array) -> Array:
        """∂ẋ/∂v (n, 3, nv) of points with coefficients p (n, ·)."""
        return np.stack([self.jacobian(q, each) for each in p])

    @abstractmethod
    def bias(self, q: Array, v: Array, p: Array) -> Array:
        """J̇ v (3,) of one point."""

    @abstractmethod
    def coefficients(self, r: Array) -> Array:
        """What identifies material points at rest positions r (n, 3): (n, ·)."""

    def gradient(self, q: Array, r: Array) -> Array:
        """∂x/∂r (n, 3, 3) at rest positions r (n, 3); by central differences, unless a kind of body knows better."""
        low, high = self.node.surface.bounds
        d = 1e-5 * float((high - low).max())
        sides = [[self.position(q, self.coefficients(r + s * e)) for s in (d, -d)] for e in np.eye(3)]
        return np.stack([(ahead - behind) / (2 * d) for ahead, behind in sides], axis=2)

    @abstractmethod
    def apply_inverse_mass(self, q: Array, F: Array) -> Array:
        """M⁻¹ F for generalised forces F (nv, ...)."""

    @abstractmethod
    def force(self, q: Array, v: Array) -> Array:
        """Elastic, damping and velocity terms, generalised (nv,)."""

    @abstractmethod
    def gravity(self, g: Array) -> Array:
        """The acceleration v̇ (nv,) that shifts every point with g [m/s²]."""

    @abstractmethod
    def energy(self, q: Array, v: Array) -> float:
        """Kinetic and elastic energy [J]."""

    @abstractmethod
    def center(self, q: Array) -> Array:
        """Center of mass (3,) [m]."""

    @abstractmethod
    def flow(self, q: Array, v: Array, h: float) -> Array:
        """q after moving with v for h seconds."""

    def rate(self, q: Array, v: Array) -> Array:
        """q̇ (nq,)."""
        return v

    def tidied(self, q: Array) -> Array:
        """q without what rounding or a Runge–Kutta stage did to it: a quaternion of unit length."""
        return q

    @abstractmethod
    def mass_matrix(self, q: Array) -> Array:
        """M (nv, nv)."""

    kick = Renamed("velocity_gain", "to kick a body, write world.kick(body, velocity)")

    def velocity_gain(self, q: Array, v: Array, h: float) -> Array:
        """What the body's own forces add to v in h seconds (nv,)."""
        return h * self.apply_inverse_mass(q, self.force(q, v))

    def response(self, q: Array, h: float) -> Array:
        """How v answers an impulse in a symplectic step of h seconds (nv, nv): M⁻¹, or what is implicit in it."""
        return self.apply_inverse_mass(q, np.eye(self.nv))

    def stiffening(self, q: Array) -> tuple[Array, Array]:
        """K = −∂Q/∂q without what would push away, and D = −∂Q/∂v, (nv, nv) each, for implicit steps."""
        return np.zeros((self.nv, self.nv)), np.zeros((self.nv, self.nv))

    def frequencies(self) -> Array:
        """Frequencies of its own swings at rest [Hz], lowest first; none, unless a kind of body knows them."""
        return np.zeros(0)

    def quickest(self) -> float:
        """The fastest that its own forces make it swing or settle [1/s]: what a step must be fine enough for."""
        return 0.0

    def shown(self) -> Node:
        """What a take shows, where the body is more than one mesh of its own."""
        return Node(self.name, self.node.surface)

    def motions(self, q: Array) -> dict[str, NodeMotion]:
        """How the nodes that are shown move over states q (T, nq), where the body knows it by itself."""
        raise TypeError(f"no way to record a {type(self).__name__}")

    @abstractmethod
    def moving(self, velocity: Array, spin: Array) -> Array:
        """v (nv,) of a body that moves as a whole from rest: ẋ = velocity + spin × (x − center)."""

    @abstractmethod
    def momentum(self, q: Array, v: Array) -> tuple[Array, Array]:
        """Linear momentum, and angular momentum about the origin, (3,) each."""

    @property
    @abstractmethod
    def placement(self) -> Array:
        """Where the rest shape was put in the world, (4, 4)."""

    def point(self, where: "str | ArrayLike", *, outside: bool = False) -> "Point":
        """A material point by name, or by its place (3,) [m] in the world as the body was put there.

        Names are those of child nodes, of parts and groups of the mesh, and 'top', 'bottom', 'left', 'right',
        'front', 'back'. A place where there is no material is refused, unless it may be `outside`: then the point
        moves as if the body went on to there.
        """
        return Point(self, *_found(self, where, outside))


@dataclass(frozen=True, eq=False)
class Point:
    """A material point of one body: what constraints, forces and goals take hold of."""

    body: Body
    name: str
    rest: Array
    """Where it is in the rest shape (3,) [m]."""

    @cached_property
    def coefficients(self) -> Array:
        """What the body knows it by."""
        return np.asarray(self.body.coefficients(self.rest[None])[0])

    def position(self, q: Array) -> Array:
        """x(q) (3,) [m]."""
        return np.asarray(self.body.position(q, self.coefficients[None])[0])

    def velocity(self, q: Array, v: Array) -> Array:
        """J v (3,) [m/s]."""
        return np.asarray(self.jacobian(q) @ v)

    def jacobian(self, q: Array) -> Array:
        """∂ẋ/∂v (3, nv)."""
        return self.body.jacobian(q, self.coefficients)

    def bias(self, q: Array, v: Array) -> Array:
        """J̇ v (3,) [m/s²]."""
        return self.body.bias(q, v, self.coefficients)

    def __repr__(self) -> str:
        return f"<point {self.body.name}.{self.name}>"


def _found(body: Body, where: "str | ArrayLike", outside: bool) -> tuple[str, Array]:
    mesh = body.node.surface
    if not isinstance(where, str):
        local = local_place(body, finite(where, f"point of {body.name!r}", (3,)), outside)
        return f"({', '.join(f'{c:.3g}' for c in local)})", local
    for child in body.node.children:
        if child.name == where or child.name.removeprefix(f"{body.name}.") == where:
            return where, child.translation
    if where in mesh.groups or any(part.name == where for part in mesh.parts):
        return where, np.asarray(mesh.vertices[mesh.indices(where)].mean(axis=0))
    if where in SIDES:
        return where, _side(mesh.vertices, where)
    known = [*(c.name for c in body.node.children), *(p.name for p in mesh.parts), *mesh.groups, *SIDES]
    raise UnknownNameError(f"point of {body.name!r}:", where, [k for k in known if k])


def _side(vertices: Array, side: str) -> Array:
    """The middle of the vertices that reach farthest to a side."""
    axis, direction = SIDES[side]
    along = direction * vertices[:, axis]
    reach: Indices = np.flatnonzero(along >= along.max() - 1e-6 * (np.ptp(along) + 1e-12))
    return np.asarray(vertices[reach].mean(axis=0))


@dataclass(frozen=True, eq=False)
class KnownPoint(Point):
    """A point that is told by its coefficients, not by where it is at rest: two links may meet there."""

    known: Array

    @cached_property
    def coefficients(self) -> Array:
        """The link, and the place in its frame."""
        return self.known
