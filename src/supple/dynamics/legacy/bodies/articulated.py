"""A tree of links as a body of the world: the face of one row of the articulated kind, which has its mechanics.

M(q) v̇ + V(q, v) = τ;  q has a quaternion for each ball, v turns it about the axes of its own link.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.bodies.articulated.alone import Alone
from supple.dynamics.bodies.articulated.arrays import ArticulatedArrays
from supple.dynamics.bodies.articulated.tree import joints
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.bodies.body import Body, KnownPoint, Point
from supple.dynamics.legacy.bodies.links_shown import drawn, moved, surfaces
from supple.kinematics.skeleton import Skeleton
from supple.scene import Mesh, Node, NodeMotion
from supple.spatial import normalize

if TYPE_CHECKING:
    from supple.dynamics.legacy.driving import Drive

NONE = np.zeros(3)


class ArticulatedBody(Body):
    """The links of a skeleton, at q; `nodes` show it where some are called as its links are, else its shapes do."""

    kind = "articulated"
    constant, whole_map = False, False

    def __init__(
        self,
        skeleton: Skeleton,
        q: Array,
        name: str,
        material: Material,
        nodes: "Sequence[Node]" = (),
        color: "str | ArrayLike | None" = None,
    ) -> None:
        self.skeleton, self.name, self.material = skeleton, name, material
        self.nq, self.nv, self.mass = skeleton.nq, skeleton.nv, skeleton.mass
        self.tree = Alone(skeleton)
        self._rest = np.array(q, np.float64)
        self.torque = np.zeros(self.nv)
        """What acts at each degree of freedom [N m, N]; write to it between steps."""
        self.carried = np.zeros(self.nv)
        """What springs carry by themselves, beside the torque."""
        self.joint, self.spring_rest = joints(skeleton), skeleton.spring_rest
        """Stiffness, damping, armature, dry friction of each degree of freedom (nv, 4); where no spring pulls."""
        self.drive: Drive | None = None
        """What leads its joints."""
        self.overlapping: set[tuple[int, int]] = set()
        """Shapes, counted within the body, that are inside each other where it was put: they never touch."""
        frames = skeleton.frames(self._rest)
        meshes = surfaces(skeleton)
        self._owner = np.concatenate([np.full(len(mesh.vertices), link) for link, mesh in meshes])
        self.node = Node(name, Mesh.joined([mesh.transformed(frames[link]) for link, mesh in meshes], name))
        self._inverse = np.linalg.inv(frames)
        self._model = drawn(skeleton, nodes, name, color)

    @property
    def rest(self) -> Array:
        return self._rest

    @property
    def placement(self) -> Array:
        return np.eye(4)

    def tell(self, arrays: ArticulatedArrays, row: int) -> None:
        """Write what acts at its joints into the arrays of a model."""
        _, q, v = arrays.link[row]
        arrays.torque[v : v + self.nv] = self.torque + self.carried
        arrays.joint[v : v + self.nv] = self.joint
        arrays.rest[q : q + self.nq] = self.spring_rest

    def tell_given(self, arrays: ArticulatedArrays, row: int, given: Array, share: Array) -> None:
        """Write which accelerations are given (nv,), and which share of each link's joint is simulated."""
        first, end, v = arrays.first[row], arrays.first[row + 1], arrays.link[row, 2]
        arrays.key[v : v + self.nv] = given
        arrays.physics[first + 1 : end] = np.repeat(share, [link.joint.nv for link in self.skeleton.links])[
            arrays.by[first + 1 : end]
        ]

    # ---- points -------------------------------------------------------------------------------------------

    def point(self, where: "str | ArrayLike", *, outside: bool = False) -> Point:
        """A point of the skeleton by name, such as the origin of a link; else as of any body."""
        if not isinstance(where, str) or where not in self.skeleton.places:
            return super().point(where, outside=outside)
        link, at = self.skeleton.place(where)
        c = np.array([self.skeleton.index(link), *at])
        return KnownPoint(self, where, self.position(self._rest, c[None])[0], c)

    @cached_property
    def _near(self) -> cKDTree:
        return cKDTree(self.node.surface.vertices)

    def coefficients(self, r: Array) -> Array:
        """The link of the nearest vertex, and the place in its frame (n, 4)."""
        link = self._owner[self._near.query(r)[1]]
        local = np.einsum("nxj,nj->nx", self._inverse[link], np.column_stack([r, np.ones(len(r))]))[:, :3]
        return np.column_stack([link, local])

    def position(self, q: Array, p: Array) -> Array:
        return np.array([self.tree.position(q, int(c[0]), c[1:]) for c in p]).reshape(-1, 3)

    def velocity(self, q: Array, v: Array, p: Array) -> Array:
        return np.array([self.tree.velocity(q, v, int(c[0]), c[1:]) for c in p]).reshape(-1, 3)

    def jacobian(self, q: Array, p: Array) -> Array:
        return self.tree.jacobian(q, int(p[0]), p[1:])[3:]

    def bias(self, q: Array, v: Array, p: Array) -> Array:
        return self.tree.point_bias(q, v, int(p[0]), p[1:])[3:]

    # ---- mechanics ----------------------------------------------------------------------------------------

    def mass_matrix(self, q: Array) -> Array:
        return self.tree.mass_matrix(q)

    def apply_inverse_mass(self, q: Array, F: Array) -> Array:
        return np.asarray(np.linalg.solve(self.mass_matrix(q), F))

    def force(self, q: Array, v: Array) -> Array:
        """What velocities, springs, dampers and torques do, without weight."""
        self.tree.arrays.torque[:] = self.torque + self.carried
        return self.mass_matrix(q) @ self.tree.accelerations(q, v, NONE)

    def gravity(self, g: Array) -> Array:
        """Weight at rest; the one step has it at every place."""
        return self.apply_inverse_mass(self._rest, -self.tree.bias(self._rest, np.zeros(self.nv), g))

    def energy(self, q: Array, v: Array) -> float:
        return sum(self.tree.energy(q, v, NONE))

    def center(self, q: Array) -> Array:
        frames = self.skeleton.frames(q)
        places = [
            f[:3, :3] @ x.body.center + f[:3, 3] for f, x in zip(frames, self.skeleton.links, strict=True)
        ]
        return np.asarray(np.array([x.mass for x in self.skeleton.links]) @ np.array(places) / self.mass)

    def flow(self, q: Array, v: Array, h: float) -> Array:
        return self.tree.flow(q, v, h)

    def tidied(self, q: Array) -> Array:
        """Quaternions of length one."""
        found = np.array(q)
        for link in self.skeleton.links:
            if link.joint.turning:
                end = self.skeleton.in_q(link.name).stop
                found[end - 4 : end] = normalize(found[end - 4 : end])
        return found

    def momentum(self, q: Array, v: Array) -> tuple[Array, Array]:
        found = self.tree.momentum(q, v)
        return found[3:], found[:3]

    def moving(self, velocity: Array, spin: Array) -> Array:
        """The motion nearest to that as a whole, in the metric of mass."""
        if not (velocity.any() or spin.any()):
            return np.zeros(self.nv)
        c = self.center(self._rest)
        momenta = np.array([self.tree.momentum(self._rest, e) for e in np.eye(self.nv)])
        about = momenta[:, :3] - np.cross(c, momenta[:, 3:])
        return self.apply_inverse_mass(self._rest, momenta[:, 3:] @ velocity + about @ spin)

    # ---- how it is seen -----------------------------------------------------------------------------------

    def shown(self) -> Node:
        return self._model.copy()

    def motions(self, q: Array) -> dict[str, NodeMotion]:
        return moved(self._model, self.skeleton, np.array([self.tidied(each) for each in q]), self.name)


def current(body: ArticulatedBody) -> tuple[Array, Array]:
    """q and v of a body now."""
    if body.world is None:
        return body.rest, np.zeros(body.nv)
    return body.world.coordinates(body)


def checked(body: ArticulatedBody, values: ArrayLike, what: str) -> Array:
    """One number a degree of freedom."""
    return finite(values, f"{what} of {body.name!r}", (body.nv,))
