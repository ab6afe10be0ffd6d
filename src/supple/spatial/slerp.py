"""Great arcs of the unit quaternion sphere, and spherical linear interpolation along them.

Slerp(p, q; u) = p (p⁻¹ q)ᵘ = [p sin((1−u)Ω) + q sin(uΩ)] / sin Ω,   cos Ω = p · q   (Shoemake 1985, §3.3)
               = p cos(uΩ) + p⊥ sin(uΩ)

p⊥ is the unit tangent at p toward q. The last form divides by nothing, holds for every Ω, and an arc that
stands still finds p, p⊥ and Ω once.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.spatial.components import assemble, dot, length, pick, split
from supple.spatial.quaternion import AXIS_LOST, conjugate, normalize, product


class GreatArc(NamedTuple):
    """Arcs p cos(uΩ) + p⊥ sin(uΩ): start p and tangent p⊥, shapes (..., 4); angle Ω [rad], shape (...)."""

    start: Array
    tangent: Array
    angle: Array

    @classmethod
    def between(cls, p: Array, q: Array, spin: Array | None = None) -> "GreatArc":
        """The arc from unit p to unit q as they are given: not by way of −q, even where that is nearer.

        `spin`, the rotation vector expected of the arc [rad], decides between the two ways round the circle.
        """
        cosine = dot(p, q)
        away = q - cosine[..., None] * p
        sine = length(away)
        tangent = away / np.where(sine > 0.0, sine, 1.0)[..., None]
        if np.any(cosine < -0.9):
            tangent = _past_the_far_side(p, tangent, sine, cosine, spin)
        angle = np.arctan2(sine, cosine)
        if spin is not None:
            angle = np.where(dot(_tangent(p, spin), tangent) < angle - np.pi, angle - 2.0 * np.pi, angle)
        return cls(p, tangent, angle)

    def __call__(self, u: Array) -> Array:
        """The quaternion at the fraction u of the arc, shape (...) ↦ (..., 4)."""
        turned = u * self.angle
        return np.asarray(np.cos(turned)[..., None] * self.start + np.sin(turned)[..., None] * self.tangent)

    def spin(self) -> Array:
        """The rotation vector of the whole arc [rad], in world axes: 2Ω times the vector part of p⊥ p⁻¹."""
        return np.asarray(2.0 * self.angle[..., None] * product(self.tangent, conjugate(self.start))[..., :3])

    def pick(self, index: Indices) -> "GreatArc":
        """The arcs numbered `index`."""
        return GreatArc(pick(self.start, index), pick(self.tangent, index), self.angle[index])


def slerp(p: ArrayLike, q: ArrayLike, u: ArrayLike) -> Array:
    """The quaternion at the fraction u of the great arc from p to q; shapes (..., 4), (..., 4), (...).

    The arc joins the quaternions as given; lift them with `aligned` for the shorter of the two rotations.
    Opposite quaternions (q = −p) have no one arc between them: the way leads over (−y, x, −w, z), which is
    perpendicular to p, through the half-turn of Ω = π.

    >>> slerp([0, 0, 0, 1], [0, 0, 1, 0], [0, 0.5, 1]).round(6)
    array([[0.      , 0.      , 0.      , 1.      ],
           [0.      , 0.      , 0.707107, 0.707107],
           [0.      , 0.      , 1.      , 0.      ]])
    """
    return GreatArc.between(normalize(p), normalize(q))(finite(u, "fraction"))


def double(p: ArrayLike, q: ArrayLike) -> Array:
    """Double(p, q) = 2 (p·q) q − p: the arc from p to q continued as far again. (Shoemake 1985, §4.2)

    >>> double([0, 0, 0, 1], [0, 0, 0.6, 0.8]).round(12)
    array([0.  , 0.  , 0.96, 0.28])
    """
    p, q = normalize(p), normalize(q)
    return np.asarray(2.0 * dot(p, q)[..., None] * q - p)


def bisect(p: ArrayLike, q: ArrayLike) -> Array:
    """Bisect(p, q) = (p + q) / |p + q|: the middle of the arc; p and −p have none. (Shoemake 1985, §4.2)

    >>> bisect([0, 0, 0, 1], [0, 0, 1, 0]).round(6)
    array([0.      , 0.      , 0.707107, 0.707107])
    """
    return normalize(normalize(p) + normalize(q))


def _past_the_far_side(p: Array, tangent: Array, sine: Array, cosine: Array, spin: Array | None) -> Array:
    """Near q = −p rounding tilts the tangent toward p: straighten it, or choose one if it is lost."""
    x, y, z, w = split(p)
    chosen = assemble(-y, x, -w, z)
    if spin is not None:
        chosen = np.where(dot(spin, spin)[..., None] > 0.0, _tangent(p, spin), chosen)
    lost = (sine < AXIS_LOST) & (cosine < 0.0)
    tangent = np.where(lost[..., None], chosen, tangent)
    tangent = tangent - dot(tangent, p)[..., None] * p
    return np.asarray(tangent / np.where(lost | (sine > 0.0), length(tangent), 1.0)[..., None])


def _tangent(p: Array, spin: Array) -> Array:
    """½ φ p: the direction in which p leaves as it begins to turn by φ, as long as its arc."""
    return product(assemble(*split(spin / 2), np.zeros(spin.shape[:-1])), p)
