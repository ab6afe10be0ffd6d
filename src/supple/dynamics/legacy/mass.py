"""Where the mass of a body is: weighted points that integrate polynomials exactly.

∫ f dm = Σ mᵢ f(rᵢ).  For a solid the surface is coned to a point, giving signed tetrahedra, and each carries a
Grundmann–Möller rule: exact for every polynomial up to its degree, whatever the shape. A mass matrix
M = ∫ p pᵀ dm is then as exact as the mesh.
"""

from dataclasses import dataclass
from itertools import product
from math import factorial

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.overlap import check_overlap
from supple.errors import InputError
from supple.scene import Mesh


@dataclass(frozen=True, eq=False)
class MassPoints:
    """Points (n, 3) [m] and masses (n,) [kg]; masses of a solid's rule may be negative, integrals are right."""

    points: Array
    masses: Array

    @property
    def total(self) -> float:
        """Σ mᵢ [kg]."""
        return float(self.masses.sum())

    @property
    def center(self) -> Array:
        """Center of mass (3,) [m]."""
        return np.asarray(np.einsum("i,ix->x", self.masses, self.points) / self.total)

    @property
    def inertia(self) -> Array:
        """Σ mᵢ (|d|² 1 − d dᵀ) about the center (3, 3) [kg m²]."""
        d = self.points - self.center
        second = np.einsum("i,ij,ik->jk", self.masses, d, d)
        return np.asarray(np.trace(second) * np.eye(3) - second)

    @classmethod
    def given(cls, points: ArrayLike, masses: ArrayLike) -> "MassPoints":
        """Point masses that someone placed."""
        where = finite(points, "mass points", (None, 3))
        weights = np.broadcast_to(finite(masses, "masses"), len(where))
        if not (weights > 0).all():
            raise InputError(
                f"mass {float(weights.min())} kg at point {int(weights.argmin())}: masses must be positive"
            )
        return cls(where, np.array(weights))

    @classmethod
    def solid(cls, mesh: Mesh, mass: float, degree: int = 7) -> "MassPoints":
        """A closed mesh filled evenly; integrates polynomials up to `degree` exactly."""
        _positive(mass, mesh)
        if not mesh.watertight:
            raise InputError(
                f"mesh {mesh.name!r} is not closed, so it encloses no volume; "
                "use MassPoints.shell(mesh, mass), or MassPoints.given(points, masses)"
            )
        if mesh.volume <= 0:
            raise InputError(
                f"mesh {mesh.name!r} encloses {mesh.volume:.3g} m³: its faces are wound inside out; reverse them"
            )
        check_overlap(mesh)
        center = mesh.vertices.mean(axis=0)
        corners = mesh.vertices[mesh.faces]
        volumes = (
            np.einsum(
                "ij,ij->i", corners[:, 0] - center, np.cross(corners[:, 1] - center, corners[:, 2] - center)
            )
            / 6
        )
        barycentric, weights = tetrahedron_rule(degree)
        apex = barycentric[:, :1] * center
        points = np.einsum("qk,fkx->fqx", barycentric[:, 1:], corners) + apex
        masses = mass / volumes.sum() * np.outer(volumes, weights)
        return cls(points.reshape(-1, 3), masses.reshape(-1))

    @classmethod
    def shell(cls, mesh: Mesh, mass: float) -> "MassPoints":
        """A surface of even weight: each triangle by its three edge midpoints, exact to second degree."""
        _positive(mass, mesh)
        corners = mesh.vertices[mesh.faces]
        areas = (
            np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
        )
        middles = (corners + np.roll(corners, 1, axis=1)) / 2
        masses = np.repeat(areas / areas.sum() * mass / 3, 3)
        return cls(middles.reshape(-1, 3), masses)


def _positive(mass: float, mesh: Mesh) -> None:
    if not (np.isfinite(mass) and mass > 0):
        raise InputError(f"mass of mesh {mesh.name!r} is {mass} kg; it must be positive")


def tetrahedron_rule(degree: int) -> tuple[Array, Array]:
    """Barycentric points (q, 4) and weights (q,), summing to 1, exact to an odd degree (Grundmann & Möller 1978).

    w_i = (−1)^i 2^(−2s) (d + n − 2i)^d / (i! (d + n − i)!) · n!,  d = 2s + 1, n = 3.
    """
    s = (degree - 1) // 2
    d, n = 2 * s + 1, 3
    points: list[list[float]] = []
    weights: list[float] = []
    for i in range(s + 1):
        scale = d + n - 2 * i
        weight = (
            (-1) ** i
            * 2.0 ** (-2 * s)
            * float(scale) ** d
            / (factorial(i) * factorial(d + n - i))
            * factorial(n)
        )
        for beta in product(range(s - i + 1), repeat=4):
            if sum(beta) == s - i:
                points.append([(2 * b + 1) / scale for b in beta])
                weights.append(weight)
    return np.array(points), np.array(weights)
