"""How hard a rigid thing is to move: m = ∫ dm,  c = ∫ r dm / m,  I = ∫ (|d|² 1 − d dᵀ) dm,  d = r − c.

Exact for a closed surface of even density: it is coned to the origin, and over a tetrahedron of corners 0, a, b, c
and volume V,  ∫ r rᵀ dV = V/20 (a aᵀ + b bᵀ + c cᵀ + s sᵀ),  s = a + b + c.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.errors import InputError


@dataclass(frozen=True, eq=False)
class Inertia:
    """Mass [kg], center (3,) [m], and moments (3, 3) [kg m²] about that center.

    >>> rod = Inertia.rod((0, 0.6, 0), mass=0.5)
    >>> rod.center, rod.moments.diagonal().round(6)  # m l²/12
    (array([0. , 0.3, 0. ]), array([0.015, 0.   , 0.015]))
    """

    mass: float
    center: Array
    moments: Array

    @classmethod
    def of(cls, mass: float, center: ArrayLike, moments: ArrayLike, what: str) -> "Inertia":
        """Checked: the moments as (3, 3), the three on the diagonal, or one number for all axes."""
        if not (np.isfinite(mass) and mass >= 0):
            raise InputError(f"mass of {what} is {mass} kg; it must be 0 or more")
        given = finite(moments, f"inertia of {what}")
        full = given if given.ndim == 2 else np.diag(np.broadcast_to(given, 3))
        if full.shape != (3, 3) or np.abs(full - full.T).max() > 1e-9 * np.abs(full).max():
            raise InputError(
                f"inertia of {what}: expected a symmetric 3 by 3 matrix about its center, got {given!r}"
            )
        least, middle, most = np.linalg.eigvalsh(full)
        if least < -1e-9 * most or most > (least + middle) * (1 + 1e-9):
            raise InputError(
                f"inertia of {what} has principal moments {least:.4g}, {middle:.4g}, {most:.4g} kg m², which no "
                "solid has: none may be negative, or more than the other two together"
            )
        return cls(float(mass), finite(center, f"center of {what}", (3,)), np.array(full))

    @classmethod
    def none(cls) -> "Inertia":
        """Of nothing."""
        return cls(0.0, np.zeros(3), np.zeros((3, 3)))

    @classmethod
    def rod(cls, end: ArrayLike, mass: float, radius: float = 0.0) -> "Inertia":
        """A round rod from the origin to `end` [m]: m (3 r² + l²)/12 across, m r²/2 along."""
        tip = finite(end, "end of the rod", (3,))
        along, across = mass * radius**2 / 2, mass * (3 * radius**2 + tip @ tip) / 12
        length = float(np.linalg.norm(tip))
        if length == 0:
            raise InputError("a rod has a length; its end is at its origin")
        axis = tip / length
        moments = across * np.eye(3) + (along - across) * np.outer(axis, axis)
        return cls.of(mass, tip / 2, moments, "the rod")

    @classmethod
    def solid(cls, vertices: Array, faces: Indices, density: float) -> "Inertia":
        """A closed surface, vertices (n, 3) [m] and faces (m, 3), evenly filled [kg/m³]."""
        a, b, c = vertices[faces].transpose(1, 0, 2)
        masses = density * np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
        mass = float(masses.sum())
        center = masses @ (a + b + c) / (4 * mass)
        corners = np.stack([a, b, c, a + b + c])
        second = np.einsum("f,kfi,kfj->ij", masses, corners, corners) / 20 - mass * np.outer(center, center)
        return cls(mass, np.asarray(center), np.asarray(np.trace(second) * np.eye(3) - second))

    def about(self, point: ArrayLike) -> Array:
        """I + m (|d|² 1 − d dᵀ) about another point (3, 3) [kg m²] (Steiner)."""
        d = np.asarray(point, dtype=np.float64) - self.center
        return np.asarray(self.moments + self.mass * (d @ d * np.eye(3) - np.outer(d, d)))

    def moved(self, rotation: Array, translation: Array) -> "Inertia":
        """As seen from a frame in which this one lies at `translation`, turned by `rotation` (3, 3)."""
        return Inertia(
            self.mass, rotation @ self.center + translation, np.asarray(rotation @ self.moments @ rotation.T)
        )

    def __add__(self, other: "Inertia") -> "Inertia":
        """Both, rigidly joined."""
        mass = self.mass + other.mass
        if mass == 0:
            return Inertia(0.0, self.center, self.moments + other.moments)
        center = (self.mass * self.center + other.mass * other.center) / mass
        return Inertia(mass, np.asarray(center), self.about(center) + other.about(center))
