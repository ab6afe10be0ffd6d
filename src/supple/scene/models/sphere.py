"""Spheres and superquadrics: a cube blown up."""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import InputError
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models.cube import cube_sphere
from supple.scene.models.paint import paint
from supple.scene.models.sizes import count, positive
from supple.scene.node import Node


def sphere(*, radius: float = 0.2, resolution: int = 12, color: "str | ArrayLike" = "#e4572e") -> Node:
    """|x| = radius [m], in `resolution`² even squares on each of six sides.

    >>> sphere(radius=1).mesh.watertight
    True
    """
    positive("sphere", radius=radius)
    count("sphere", 2, resolution=resolution)
    part = ball(
        (radius, radius, radius), resolution, name="sphere", look=paint("sphere", color, roughness=0.35)
    )
    return Node("sphere", Mesh((part,), "sphere"))


def superquadric(
    *,
    width: float = 0.4,
    height: float = 0.4,
    depth: float = 0.4,
    north_south: float = 0.4,
    east_west: float = 0.4,
    resolution: int = 14,
    color: "str | ArrayLike" = "#7b6cd9",
) -> Node:
    """(|x/a|^(2/e₂) + |z/c|^(2/e₂))^(e₂/e₁) + |y/b|^(2/e₁) = 1 about the origin (Barr 1981).

    e₁ (`north_south`) squares its sides, e₂ (`east_west`) its outline from above: near 0 a box, 1 round, 2 beveled.
    Volume 2 a b c e₁ e₂ B(e₁/2 + 1, e₁) B(e₂/2, e₂/2) for half sizes a, b, c [m].

    >>> superquadric(north_south=1, east_west=0.2).mesh.watertight
    True
    """
    positive("superquadric", width=width, height=height, depth=depth)
    count("superquadric", 2, resolution=resolution)
    for name, e in (("north_south", north_south), ("east_west", east_west)):
        if not 0.05 <= e <= 2:
            raise InputError(
                f"superquadric: {name} is {e!r}; give an exponent from 0.05 (box) over 1 (round) to 2 (beveled)"
            )
    look = paint("superquadric", color, roughness=0.4)
    half = (width / 2, height / 2, depth / 2)
    part = ball(half, resolution, north_south, east_west, name="superquadric", look=look)
    return Node("superquadric", Mesh((part,), "superquadric"))


def ball(
    half: tuple[float, float, float],
    resolution: int,
    e1: float = 1.0,
    e2: float = 1.0,
    *,
    name: str = "",
    look: Look | None = None,
) -> Part:
    """The superquadric of half sizes (3,) [m]: each direction d of a sphere reaches out to d F(d)^(-e₁/2)."""
    d, faces = cube_sphere(resolution)
    values, gradient = _inside_outside(d, e1, e2)
    normals = gradient / np.asarray(half)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Part(d * values[:, None] ** (-e1 / 2) * half, faces, name, look or Look(), normals=normals)


def _inside_outside(d: Array, e1: float, e2: float) -> tuple[Array, Array]:
    """F and its gradient, up to the factor 2/e₁, for unit half sizes."""
    x, y, z = np.abs(d).T
    equator = np.maximum(x ** (2 / e2) + z ** (2 / e2), 1e-30)
    outward = equator ** (e2 / e1 - 1)
    rates = np.stack([outward * x ** (2 / e2 - 1), y ** (2 / e1 - 1), outward * z ** (2 / e2 - 1)], axis=1)
    return equator ** (e2 / e1) + y ** (2 / e1), np.sign(d) * rates
