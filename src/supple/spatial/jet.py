"""Rotations that move: a value with its angular velocity and acceleration, and the rules of their algebra.

q̇ = ½ ω q,   α = ω̇       ω [rad/s] and α [rad/s²] in world axes

product   q = a b:       ω = ω_a + a ω_b a⁻¹,      α = α_a + a α_b a⁻¹ + ω_a × (a ω_b a⁻¹)
inverse   q = a⁻¹:       ω = −a⁻¹ ω_a a,           α = −a⁻¹ α_a a
exp       q = exp(φ/2):  ω = J φ̇,                  α = J φ̈ + J̇ φ̇
          J = 1 + c₂ φ× + c₃ φ×φ×,                 J⁻¹ = 1 − ½ φ× + (c₃ − 2c₄)/(2c₂) φ×φ×     (c_k: `stumpff`)

Slerp with moving ends and moving fraction is one product of these, so every curve made of slerps has its
exact derivatives from one rule. (Shoemake's d(qᵗ) = qᵗ ln q dt + t qᵗ⁻¹ dq needs q and dq that commute.)
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.spatial.components import cross, dot
from supple.spatial.quaternion import conjugate, exp, log_of_unit, product, turn
from supple.spatial.stumpff import Stumpff, stumpff


class Moving(NamedTuple):
    """A number or vector of time with its first and second derivative."""

    value: Array
    rate: Array
    second: Array

    def times(self, u: "Moving") -> "Moving":
        """This vector times the number u, by the product rule."""
        (v, dv, ddv), (a, da, dda) = self, (part[..., None] for part in u)
        return Moving(a * v, da * v + a * dv, dda * v + 2.0 * da * dv + a * ddv)


@dataclass(frozen=True)
class Jet:
    """A rotation (..., 4), its angular velocity [rad/s] and acceleration [rad/s²] in world axes (..., 3)."""

    rotation: Array
    velocity: Array
    acceleration: Array

    def __matmul__(self, other: "Jet") -> "Jet":
        velocity, acceleration = (
            turn(self.rotation, other.velocity),
            turn(self.rotation, other.acceleration),
        )
        return Jet(
            product(self.rotation, other.rotation),
            self.velocity + velocity,
            self.acceleration + acceleration + cross(self.velocity, velocity),
        )

    def inverse(self) -> "Jet":
        """The inverse rotation as it moves."""
        back = conjugate(self.rotation)
        return Jet(back, -turn(back, self.velocity), -turn(back, self.acceleration))

    def rotation_vector(self) -> Moving:
        """φ = 2 ln q, φ̇ = J⁻¹ ω, φ̈ = J⁻¹ (α − J̇ φ̇)."""
        phi = 2.0 * log_of_unit(self.rotation)
        c = stumpff(dot(phi, phi))
        rate = _without_jacobian(c, phi, self.velocity)
        return Moving(phi, rate, _without_jacobian(c, phi, self.acceleration - _jacobian_rate(c, phi, rate)))


def jet_of_rotation_vector(vector: Moving) -> Jet:
    """The rotation exp(φ/2) of a moving rotation vector φ [rad], shape (..., 3)."""
    phi, rate, second = vector
    c = stumpff(dot(phi, phi))
    velocity = _jacobian(c, phi, rate)
    return Jet(exp(phi / 2), velocity, _jacobian(c, phi, second) + _jacobian_rate(c, phi, rate))


def slerp_jets(a: Jet, b: Jet, u: Moving) -> Jet:
    """a (a⁻¹ b)ᵘ with a, b and u all moving."""
    return a @ jet_of_rotation_vector((a.inverse() @ b).rotation_vector().times(u))


def _jacobian(c: Stumpff, phi: Array, v: Array) -> Array:
    """J v"""
    x = cross(phi, v)
    return np.asarray(v + c.c2[..., None] * x + c.c3[..., None] * cross(phi, x))


def _without_jacobian(c: Stumpff, phi: Array, v: Array) -> Array:
    """J⁻¹ v"""
    x = cross(phi, v)
    c2 = np.maximum(c.c2, np.finfo(float).eps)  # zero at a whole turn, where the axis is lost
    return np.asarray(v - 0.5 * x + ((c.c3 - 2.0 * c.c4) / (2.0 * c2))[..., None] * cross(phi, x))


def _jacobian_rate(c: Stumpff, phi: Array, rate: Array) -> Array:
    """J̇ φ̇ = ṡ (c₂' φ×φ̇ + c₃' φ×(φ×φ̇)) + c₃ φ̇×(φ×φ̇),  s = φ·φ, c₂' = c₄ − c₃/2, c₃' = (3c₅ − c₄)/2"""
    x = cross(phi, rate)
    s_rate = 2.0 * dot(phi, rate)
    along = (s_rate * (c.c4 - c.c3 / 2))[..., None] * x
    across = (s_rate * (1.5 * c.c5 - c.c4 / 2))[..., None] * cross(phi, x)
    return np.asarray(along + across + c.c3[..., None] * cross(rate, x))
