"""Rigid body: every material point moves as x = c + R(e) p.

q = (c, e), center of mass [m] and unit quaternion xyzw (nq = 7);  v = (ċ, ω), ω in the world frame [rad/s] (nv = 6).

m c̈ = f,  I ω̇ + ω × I ω = τ,  I = R I₀ Rᵀ.  Mass and Jacobians turn with the body: nothing can be factored in advance.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.turning import matrix, skew, spun, turned
from supple.dynamics.legacy.mass import MassPoints
from supple.errors import InputError
from supple.scene import Node, NodeMotion
from supple.spatial import aligned, from_matrix, multiply, normalize, to_matrix

THIN = 1e-9
"""Least share of the largest moment of inertia that the smallest must have."""


class RigidBody(Body):
    """A mesh that keeps its shape.

    >>> from supple.dynamics.bodies.materials import named
    >>> from supple.scene import models
    >>> crate = models.box(width=1, height=2, depth=3)
    >>> body = RigidBody(crate, MassPoints.solid(crate.mesh, 12.0), named("wood"))
    >>> body.inertia.diagonal().round(9)  # m/12 (height² + depth², …)
    array([13., 10.,  5.])
    """

    kind = "rigid"
    constant, even = False, True
    nq, nv = 7, 6

    def __init__(self, node: Node, mass: MassPoints, material: Material) -> None:
        self.name = node.name
        self.node = node
        self.material = material
        self.mass = mass.total
        self.inertia = mass.inertia
        self._middle = mass.center
        moments = np.linalg.eigvalsh(self.inertia)
        if moments[0] <= THIN * moments[-1]:
            raise InputError(
                f"the mass of {self.name!r} ({len(mass.masses)} points) lies on a line, about which nothing resists "
                f"turning: moments of inertia {moments.tolist()} kg m²; spread the mass"
            )
        self._inverse = np.linalg.inv(self.inertia)

    @property
    def placement(self) -> Array:
        return self.node.world

    @property
    def rest(self) -> Array:
        m = self.placement
        return np.concatenate([m[:3, :3] @ self._middle + m[:3, 3], from_matrix(m[:3, :3])])

    def coefficients(self, r: Array) -> Array:
        return np.asarray(r - self._middle)

    def position(self, q: Array, p: Array) -> Array:
        return np.asarray(q[:3] + p @ matrix(q[3:]).T)

    def velocity(self, q: Array, v: Array, p: Array) -> Array:
        return np.asarray(v[:3] + p @ (skew(v[3:]) @ matrix(q[3:])).T)

    def jacobian(self, q: Array, p: Array) -> Array:
        return np.asarray(self.jacobians(q, p[None])[0])

    def jacobians(self, q: Array, p: Array) -> Array:
        """[1₃  −[R p]×] of each point."""
        x, y, z = matrix(q[3:]) @ p.T
        J = np.zeros((len(p), 3, 6))
        J[:, 0, 0] = J[:, 1, 1] = J[:, 2, 2] = 1.0
        J[:, 0, 4], J[:, 1, 5], J[:, 2, 3] = z, x, y
        J[:, 0, 5], J[:, 1, 3], J[:, 2, 4] = -y, -z, -x
        return J

    def gradient(self, q: Array, r: Array) -> Array:
        return np.broadcast_to(matrix(q[3:]), (len(r), 3, 3))

    def bias(self, q: Array, v: Array, p: Array) -> Array:
        """ω × (ω × R p)."""
        spin = skew(v[3:])
        return np.asarray(spin @ (spin @ (matrix(q[3:]) @ p)))

    def world_inertia(self, q: Array) -> Array:
        """I = R I₀ Rᵀ (3, 3) [kg m²]."""
        R = matrix(q[3:])
        return np.asarray(R @ self.inertia @ R.T)

    def mass_matrix(self, q: Array) -> Array:
        M = np.zeros((6, 6))
        M[:3, :3] = self.mass * np.eye(3)
        M[3:, 3:] = self.world_inertia(q)
        return M

    def apply_inverse_mass(self, q: Array, F: Array) -> Array:
        R, found = matrix(q[3:]), np.empty_like(F)
        found[:3] = F[:3] / self.mass
        found[3:] = R @ (self._inverse @ (R.T @ F[3:]))
        return found

    def force(self, q: Array, v: Array) -> Array:
        """The gyroscopic term −ω × I ω."""
        return np.concatenate([np.zeros(3), -skew(v[3:]) @ (self.world_inertia(q) @ v[3:])])

    def velocity_gain(self, q: Array, v: Array, h: float) -> Array:
        """I (ω⁺ − ω) + h ω̄ × I ω̄ = 0 with ω̄ = (ω + ω⁺)/2: a free top keeps its energy and |I ω| to round-off.

        The flow turns about ω⁺ and leaves it as it is, so what holds in the frame of q holds in that of q⁺.
        """
        return np.concatenate([np.zeros(3), spun(self.world_inertia(q), v[3:], h)])

    def gravity(self, g: Array) -> Array:
        return np.concatenate([g, np.zeros(3)])

    def moving(self, velocity: Array, spin: Array) -> Array:
        return np.concatenate([velocity, spin])

    def energy(self, q: Array, v: Array) -> float:
        return float(self.mass * v[:3] @ v[:3] + v[3:] @ self.world_inertia(q) @ v[3:]) / 2

    def forces_and_energies(self, q: Array, v: Array) -> tuple[Array, Array]:
        """`force` (T, 6) and `energy` (T,) of all moments of a run at once: q (T, 7), v (T, 6)."""
        R, spin = to_matrix(normalize(q[:, 3:])), v[:, 3:]
        momentum = np.einsum("tij,jk,tlk,tl->ti", R, self.inertia, R, spin, optimize=True)
        force = np.concatenate([np.zeros((len(q), 3)), -np.cross(spin, momentum)], axis=1)
        return force, (self.mass * (v[:, :3] ** 2).sum(axis=1) + (spin * momentum).sum(axis=1)) / 2

    def center(self, q: Array) -> Array:
        return np.asarray(q[:3])

    def flow(self, q: Array, v: Array, h: float) -> Array:
        """c + h ċ, and the exact turn exp(h ω/2) e."""
        return np.concatenate([q[:3] + h * v[:3], turned(q[3:], v[3:], h)])

    def rate(self, q: Array, v: Array) -> Array:
        """(ċ, ½ ω e)."""
        return np.concatenate([v[:3], multiply(np.append(v[3:], 0.0), q[3:]) / 2])

    def tidied(self, q: Array) -> Array:
        return np.concatenate([q[:3], normalize(q[3:])])

    def momentum(self, q: Array, v: Array) -> tuple[Array, Array]:
        linear = self.mass * v[:3]
        return linear, np.cross(q[:3], linear) + self.world_inertia(q) @ v[3:]

    def motions(self, q: Array) -> dict[str, NodeMotion]:
        translation, rotation = self.frames(q)
        return {self.name: NodeMotion(translation=translation, rotation=aligned(rotation))}

    def frames(self, q: Array) -> tuple[Array, Array]:
        """Origin (T, 3) and rotation (T, 4) of the node over states q (T, 7)."""
        rotation = q[:, 3:] / np.linalg.norm(q[:, 3:], axis=1, keepdims=True)
        return np.asarray(q[:, :3] - to_matrix(rotation) @ self._middle), rotation
