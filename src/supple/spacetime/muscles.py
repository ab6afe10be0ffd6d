"""What pulls at the joints: plain torques, or angular springs whose stiffness and rest angle vary (§5.2).

τ = u,  or  F = −k (φ − ρ)  (Witkin & Kass 1988, §5.2, with the sign that restores)

k and ρ have a gauge freedom: only their product matters for the force. So k is bounded, and `stiffness` in the
objective weighs it a little.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from supple.arrays import Array


@dataclass(frozen=True)
class Torques:
    """τ itself is unknown, within ± its limit [N m, or N where the joint slides]."""

    limits: Array
    joints: Sequence[int]

    @property
    def size(self) -> int:
        """Unknowns a sample."""
        return len(self.joints)

    def torque(self, q: ca.SX, u: ca.SX) -> ca.SX:
        """τ (m,)."""
        return u

    def idle(self, q: Array) -> Array:
        """Unknowns of muscles that do nothing at a pose (nq,)."""
        return np.zeros(self.size)

    def bounds(self) -> tuple[Array, Array]:
        """Least and most of the unknowns."""
        return -self.limits, self.limits

    @property
    def limited(self) -> bool:
        """Whether the limits of the force need rows of their own."""
        return False


@dataclass(frozen=True)
class Springs:
    """u = (k [N m/rad], ρ [rad]); the force keeps within its limit."""

    limits: Array
    joints: Sequence[int]
    stiffness: tuple[float, float] = (0.0, 100.0)
    angles: tuple[float, float] = (-2 * np.pi, 2 * np.pi)

    @property
    def size(self) -> int:
        """Unknowns a sample."""
        return 2 * len(self.joints)

    def torque(self, q: ca.SX, u: ca.SX) -> ca.SX:
        """F = −k (φ − ρ) (m,)."""
        k, rho = ca.vertsplit(u, len(self.joints))
        return -k * (q[list(self.joints)] - rho)

    def idle(self, q: Array) -> Array:
        """Half as stiff as they can be, at rest where the joints are."""
        middling = np.full(len(self.joints), sum(self.stiffness) / 2)
        return np.concatenate([middling, np.clip(q[list(self.joints)], *self.angles)])

    def bounds(self) -> tuple[Array, Array]:
        """Least and most of the unknowns."""
        ones = np.ones(len(self.joints))
        ends = np.array([self.stiffness, self.angles])
        return np.concatenate(np.outer(ends[:, 0], ones)), np.concatenate(np.outer(ends[:, 1], ones))

    @property
    def limited(self) -> bool:
        """Whether the limits of the force need rows of their own."""
        return True
