"""A body that deforms by modes of lattices: x = c + R (y − y₀), y = F_G(… F_l(r)).

q = (c, e, γ): where the center of mass at rest has gone [m], unit quaternion xyzw, amplitudes (nq = 7 + D);
v = (ċ, ω, γ̇), ω in the world frame [rad/s] (nv = 6 + D), as for a rigid body   (Faloutsos et al. 1997, eqs. 1–7)
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from scipy.linalg import eigh

from supple.arrays import Array, ArrayLike, finite, summed
from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy.bodies.cells import cells
from supple.dynamics.legacy.bodies.lattice import embedding, terms
from supple.dynamics.legacy.bodies.lattice.arrays import PointArrays, lattice_arrays, point_arrays
from supple.dynamics.legacy.bodies.lattice.forces import Springs, pull, strain_energy
from supple.dynamics.legacy.bodies.lattice.inertia import mass_arrays
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice, ordered
from supple.dynamics.legacy.bodies.lattice.moded import Moded
from supple.dynamics.legacy.bodies.lattice.rest import alike, condition
from supple.dynamics.legacy.bodies.lattice.seen import Seen
from supple.dynamics.legacy.bodies.lattice.step import Parts, flow, room
from supple.dynamics.legacy.bodies.lattice.volume import volume_arrays
from supple.errors import InputError
from supple.scene import Node, NodeMotion
from supple.spatial import from_matrix, multiply, normalize

COARSE = 4
"""Cells along each side, by which the volume is known."""
KEPT = 8
"""Sets of points whose places in the lattices are remembered: those used last."""


class LatticeBody(Moded):
    """A mesh under modes; mass at `places` (n, 3) [m], stiffness [J] and damping [J s] of each mode, `contacts`
    (m, 3) [m] the points that may touch. Modes are `active`, those that control moves, or passive.

    >>> from supple.dynamics.legacy.bodies.lattice.basis import Lattice
    >>> from supple.dynamics.legacy.bodies.lattice.library import mode
    >>> from supple.scene import models
    >>> crate = models.box(width=1, height=1, depth=1)
    >>> whole = ModalLattice("whole", Lattice((4, 4, 4), crate.surface.bounds), (mode("squash.y"), mode("shear.x")))
    >>> corners = crate.surface.bounds[np.indices((2, 2, 2)).reshape(3, -1), np.arange(3)[:, None]].T
    >>> body = LatticeBody(crate, [whole], places=corners * 0.9, masses=np.ones(8), stiffness=20.0, damping=0.5)
    >>> body.modes, body.nq, body.nv
    (('squash.y', 'shear.x'), 9, 8)
    >>> body.passive
    ('squash.y', 'shear.x')
    """

    kind = "lattice"
    constant = False
    contacts: Array

    def __init__(
        self,
        model: Node,
        lattices: Sequence[ModalLattice],
        *,
        places: ArrayLike,
        masses: ArrayLike,
        stiffness: ArrayLike,
        damping: ArrayLike,
        volume_stiffness: float = 0.0,
        active: Sequence[str] = (),
        contacts: ArrayLike | None = None,
        material: "str | Material" = "rubber",
        at: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        name: str | None = None,
    ) -> None:
        self.node = _placed(model, name, at, rotation)
        self.name = self.node.name
        self.material = named(material)
        self.lattices = ordered(lattices)
        self.modes = tuple(mode for each in self.lattices for mode in each.names)
        self.nq, self.nv = 7 + len(self.modes), 6 + len(self.modes)
        self.places = finite(places, f"places of masses of {self.name!r}", (None, 3))
        self.masses = finite(masses, f"masses of {self.name!r}", (len(self.places),))
        self.mass = float(self.masses.sum())
        self.center_at_rest = summed("i,ix->x", self.masses, self.places) / self.mass
        vertices = self.node.surface.vertices
        self.contacts = (
            vertices if contacts is None else finite(contacts, f"contacts of {self.name!r}", (None, 3))
        )
        self.set_modes(stiffness, damping, active)
        self._volume_stiffness = volume_stiffness
        self._points: dict[bytes, PointArrays] = {}
        self._known = (b"", np.zeros(0))
        self._masses = point_arrays(self.lattices, self.places)
        self._room = room(self.parts)
        self._check()

    def _check(self) -> None:
        M = self.mass_matrix(self.rest)
        if not np.isfinite(condition(alike(M, M.diagonal()))):
            raise InputError(
                f"the masses of {self.name!r} ({len(self.masses)} points) leave a combination of its modes "
                f"({', '.join(self.modes)}) without inertia; spread the mass, or take modes out"
            )

    # ---- mechanics ----------------------------------------------------------------------------------------

    @property
    def volume_stiffness(self) -> float:
        """κ [J] with which the whole resists changes of its volume."""
        return self._volume_stiffness

    @volume_stiffness.setter
    def volume_stiffness(self, value: float) -> None:
        self._volume_stiffness = float(finite(value, f"volume stiffness of {self.name!r}", ()))
        self.__dict__.pop("parts", None)

    def volume(self, q: Array) -> float:
        """Volume relative to rest, by its cells."""
        middles, shares = self._cells
        return float(shares @ np.linalg.det(self.gradient(q, middles)))

    @cached_property
    def parts(self) -> Parts:
        """The body as compiled loops read it."""
        lattices = lattice_arrays(self.lattices)
        mass = mass_arrays(self._masses, self.masses, self.center_at_rest, len(self.lattices[0].modes))
        return Parts(lattices, mass, volume_arrays(self.lattices, *self._cells, self._volume_stiffness))

    @cached_property
    def _cells(self) -> tuple[Array, Array]:
        return cells(self.node.surface, COARSE)

    @property
    def placement(self) -> Array:
        return self.node.world

    @property
    def rest(self) -> Array:
        m = self.placement
        where = m[:3, :3] @ self.center_at_rest + m[:3, 3]
        return np.concatenate([where, from_matrix(m[:3, :3]), self.rest_amplitude.at(0.0)])

    def mass_matrix(self, q: Array) -> Array:
        return terms.mass_at(self.parts, q, self._room)

    def apply_inverse_mass(self, q: Array, F: Array) -> Array:
        rows = np.ascontiguousarray(F.reshape(self.nv, -1).T)
        return np.asarray(terms.inverse_mass(self.parts, q, rows, self._room).T.reshape(F.shape))

    def response(self, q: Array, h: float) -> Array:
        """How v answers an impulse within a step of h seconds (nv, nv): springs and damping take part."""
        return np.asarray(terms.response(self.parts, self._springs, q, np.eye(self.nv), h, self._room).T)

    def answering_whole(self, q: Array) -> Array:
        """How v answers an impulse as a whole (nv, nv): Z (Zᵀ M Z)⁻¹ Zᵀ, Z the frame without the modes."""
        W = np.zeros((self.nv, self.nv))
        W[:6, :6] = np.linalg.inv(self.mass_matrix(q)[:6, :6])
        return W

    def force(self, q: Array, v: Array) -> Array:
        return terms.force(self.parts, self._springs, self._masses, self.masses, q, v, self._room)

    def velocity_gain(self, q: Array, v: Array, h: float) -> Array:
        return terms.kick(self.parts, self._springs, q, v, h, self._room)

    def gravity(self, g: Array) -> Array:
        return np.concatenate([g, np.zeros(self.nv - 3)])

    def energy(self, q: Array, v: Array) -> float:
        first = self.parts.lattices.first
        strain = strain_energy(self._springs, self.parts.volume, first, q[7:])
        return float(v @ self.mass_matrix(q) @ v / 2 + strain)

    def stiffening(self, q: Array) -> tuple[Array, Array]:
        s, K, D = self._springs, np.zeros((self.nv, self.nv)), np.zeros((self.nv, self.nv))
        K[6:, 6:] = self._stiffness(s, q[7:])
        D[6:, 6:] = np.diag(s.damping + s.control_damping)
        return K, D

    def _stiffness(self, springs: Springs, gamma: Array) -> Array:
        K = np.zeros((len(gamma), len(gamma)))
        pull(springs, self.parts.volume, self.parts.lattices.first, gamma, np.zeros(len(gamma)), K)
        return K

    def frequencies(self) -> Array:
        """Frequencies of its own swings at rest [Hz], lowest first; control has no part in them."""
        none, rest = np.zeros(len(self.modes)), self.rest_amplitude.at(0.0)
        own = self._stiffness(Springs(self.stiffness.at(0.0), none, rest, none, none, none), rest)
        key = own.tobytes()
        if self._known[0] != key:
            K = np.zeros((self.nv, self.nv))
            K[6:, 6:] = own
            values = eigh(K, self.mass_matrix(self.rest), eigvals_only=True)[6:]
            self._known = key, np.sqrt(np.maximum(values, 0.0)) / (2 * np.pi)
        return self._known[1].copy()

    def quickest(self) -> float:
        """Of its springs; damping acts at the end of a step, and takes any."""
        return float(2 * np.pi * self.frequencies().max(initial=0.0))

    def center(self, q: Array) -> Array:
        return np.asarray(self.masses @ self.position(q, self.places) / self.mass)

    def flow(self, q: Array, v: Array, h: float) -> Array:
        """c + h ċ, the exact turn exp(h ω/2) e, γ + h γ̇."""
        after = q.copy()
        flow(after, v, h)
        return after

    def rate(self, q: Array, v: Array) -> Array:
        """(ċ, ½ ω e, γ̇)."""
        return np.concatenate([v[:3], multiply(np.append(v[3:6], 0.0), q[3:7]) / 2, v[6:]])

    def tidied(self, q: Array) -> Array:
        return np.concatenate([q[:3], normalize(q[3:7]), q[7:]])

    def moving(self, velocity: Array, spin: Array) -> Array:
        return np.concatenate([velocity, spin, np.zeros(len(self.modes))])

    def momentum(self, q: Array, v: Array) -> tuple[Array, Array]:
        whole = self.mass_matrix(q)[:6] @ v
        return whole[:3], whole[3:] + np.cross(q[:3], whole[:3])

    # ---- points -------------------------------------------------------------------------------------------

    def coefficients(self, r: Array) -> Array:
        return np.asarray(r, dtype=np.float64)

    def located(self, r: Array) -> PointArrays:
        """Rest positions (n, 3) with where they are in the lattices."""
        key = r.tobytes()
        known = self._points.pop(key, None)
        self._points = dict(list(self._points.items())[1 - KEPT :])
        self._points[key] = point_arrays(self.lattices, r) if known is None else known
        return self._points[key]

    def position(self, q: Array, p: Array) -> Array:
        L = self.parts.lattices
        return embedding.positions(L, self.located(p), self.center_at_rest, q, self._room.carried)

    def velocity(self, q: Array, v: Array, p: Array) -> Array:
        return np.asarray(self.jacobians(q, p) @ v)

    def jacobian(self, q: Array, p: Array) -> Array:
        return np.asarray(self.jacobians(q, p[None])[0])

    def jacobians(self, q: Array, p: Array) -> Array:
        L = self.parts.lattices
        return embedding.jacobians(L, self.located(p), self.center_at_rest, q, self.nv, self._room.carried)

    def bias(self, q: Array, v: Array, p: Array) -> Array:
        L = self.parts.lattices
        found = embedding.drifts(L, self.located(p[None]), self.center_at_rest, q, v, self._room.carried)
        return np.asarray(found[0])

    def gradient(self, q: Array, r: Array) -> Array:
        """∂x/∂r (n, 3, 3) at rest positions r (n, 3)."""
        return embedding.gradients(self.parts.lattices, self.located(r), q, self._room.carried)

    # ---- how it is seen -----------------------------------------------------------------------------------

    @cached_property
    def _seen(self) -> Seen:
        return Seen(self.node, self.lattices, self.center_at_rest)

    def shown(self) -> Node:
        return self._seen.shown()

    def motions(self, q: Array) -> dict[str, NodeMotion]:
        return self._seen.motions(q)


def _placed(model: Node, name: str | None, at: ArrayLike | None, rotation: ArrayLike | None) -> Node:
    """A copy where it is wanted, its scale in its mesh."""
    node = model.copy()
    node.name = name or model.name
    node.place(translation=at, rotation=rotation)
    node.mesh = node.surface.transformed(np.diag([*node.scale, 1.0]))
    return node.place(scale=1.0)
