"""Rigid body: every material point moves as x = c + R(e) p.

q = (c, e), center of mass [m] and unit quaternion xyzw (nq = 7);  v = (ċ, ω), ω in the world frame [rad/s] (nv = 6).

m c̈ = f,  I ω̇ + ω × I ω = τ,  I = R I₀ Rᵀ.  Mass and Jacobians turn with the body: nothing can be factored in advance.
"""

from functools import lru_cache

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.body import Body
from supple.dynamics.mass import MassPoints
from supple.dynamics.materials import Material
from supple.errors import InputError
from supple.scene import Node
from supple.spatial import exp, from_matrix, multiply, normalize, to_matrix

THIN = 1e-9
"""Least share of the largest moment of inertia that the smallest must have."""


class RigidBody(Body):
    """A mesh that keeps its shape.

    >>> from supple.dynamics.materials import named
    >>> from supple.scene import models
    >>> crate = models.box(width=1, height=2, depth=3)
    >>> body = RigidBody(crate, MassPoints.solid(crate.mesh, 12.0), named("wood"))
    >>> body.inertia.diagonal().round(9)  # m/12 (height² + depth², …)
    array([13., 10.,  5.])
    """

    constant = False
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
        return np.asarray(q[:3] + p @ turn(q).T)

    def velocity(self, q: Array, v: Array, p: Array) -> Array:
        return np.asarray(v[:3] + np.cross(v[3:], p @ turn(q).T))

    def jacobian(self, q: Array, p: Array) -> Array:
        return np.hstack([np.eye(3), -skew(turn(q) @ p)])

    def bias(self, q: Array, v: Array, p: Array) -> Array:
        """ω × (ω × R p)."""
        return np.cross(v[3:], np.cross(v[3:], turn(q) @ p))

    def world_inertia(self, q: Array) -> Array:
        """I = R I₀ Rᵀ (3, 3) [kg m²]."""
        R = turn(q)
        return np.asarray(R @ self.inertia @ R.T)

    def mass_matrix(self, q: Array) -> Array:
        M = np.zeros((6, 6))
        M[:3, :3] = self.mass * np.eye(3)
        M[3:, 3:] = self.world_inertia(q)
        return M

    def apply_inverse_mass(self, q: Array, F: Array) -> Array:
        return np.concatenate([F[:3] / self.mass, np.linalg.solve(self.world_inertia(q), F[3:])])

    def force(self, q: Array, v: Array) -> Array:
        """The gyroscopic term −ω × I ω."""
        return np.concatenate([np.zeros(3), -np.cross(v[3:], self.world_inertia(q) @ v[3:])])

    def kick(self, q: Array, v: Array, h: float) -> Array:
        """I (ω⁺ − ω) + h ω̄ × I ω̄ = 0 with ω̄ = (ω + ω⁺)/2: a free top keeps its energy and |I ω| to round-off.

        By Newton, which needs no more than a few rounds since ω is near. The flow turns about ω⁺ and leaves it as it
        is, so what holds in the frame of q holds in that of q⁺.
        """
        inertia, w = self.world_inertia(q), v[3:]
        change = np.zeros(3)
        for _ in range(8):
            middle = w + change / 2
            residual = inertia @ change + h * np.cross(middle, inertia @ middle)
            if np.abs(residual).max() <= 1e-15 * np.abs(inertia @ w).max():
                break
            slope = inertia + h / 2 * (skew(middle) @ inertia - skew(inertia @ middle))
            change -= np.linalg.solve(slope, residual)
        return np.concatenate([np.zeros(3), change])

    def gravity(self, g: Array) -> Array:
        return np.concatenate([g, np.zeros(3)])

    def energy(self, q: Array, v: Array) -> float:
        return float(self.mass * v[:3] @ v[:3] + v[3:] @ self.world_inertia(q) @ v[3:]) / 2

    def center(self, q: Array) -> Array:
        return np.asarray(q[:3])

    def flow(self, q: Array, v: Array, h: float) -> Array:
        """c + h ċ, and the exact turn exp(h ω/2) e."""
        return np.concatenate([q[:3] + h * v[:3], normalize(multiply(exp(h * v[3:] / 2), q[3:]))])

    def rate(self, q: Array, v: Array) -> Array:
        """(ċ, ½ ω e)."""
        return np.concatenate([v[:3], multiply(np.append(v[3:], 0.0), q[3:]) / 2])

    def tidied(self, q: Array) -> Array:
        return np.concatenate([q[:3], normalize(q[3:])])

    def momentum(self, q: Array, v: Array) -> tuple[Array, Array]:
        linear = self.mass * v[:3]
        return linear, np.cross(q[:3], linear) + self.world_inertia(q) @ v[3:]

    def frames(self, q: Array) -> tuple[Array, Array]:
        """Origin (T, 3) and rotation (T, 4) of the node over states q (T, 7)."""
        rotation = q[:, 3:] / np.linalg.norm(q[:, 3:], axis=1, keepdims=True)
        return np.asarray(q[:, :3] - to_matrix(rotation) @ self._middle), rotation


def turn(q: Array) -> Array:
    """R of a rigid body's coordinates (3, 3)."""
    return _matrix(q[3:].tobytes())


@lru_cache(maxsize=1024)
def _matrix(e: bytes) -> Array:
    """A configuration is asked for many times in a step: by every point, mass and Jacobian."""
    matrix = to_matrix(np.frombuffer(e))
    matrix.flags.writeable = False
    return matrix


def skew(a: Array) -> Array:
    """[a]× with [a]× b = a × b, (3, 3)."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])
