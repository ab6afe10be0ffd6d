"""Boxes with crisp or rounded edges."""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import InputError
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models.cube import box_faces
from supple.scene.models.grid import triangles, weld
from supple.scene.models.paint import paint
from supple.scene.models.sizes import count, positive
from supple.scene.node import Node


def box(
    *,
    width: float = 0.4,
    height: float = 0.4,
    depth: float = 0.4,
    rounding: float = 0.0,
    resolution: int = 8,
    color: "str | ArrayLike" = "#e8a33d",
) -> Node:
    """A box about the origin [m] with edges of radius `rounding`, in `resolution` squares along its longest side.

    >>> round(box(width=1, height=2, depth=3).mesh.volume, 9)
    6.0
    """
    positive("box", width=width, height=height, depth=depth)
    count("box", 1, resolution=resolution)
    size = np.array([width, height, depth])
    if not 0 <= rounding < size.min() / 2:
        raise InputError(
            f"box: rounding is {rounding}; give a radius from 0 to under half the least side, {size.min() / 2}"
        )
    part = block(size, size.max() / resolution, rounding, "box", paint("box", color, roughness=0.45))
    return Node("box", Mesh((part,), "box"))


def block(size: Array, step: float, rounding: float = 0.0, name: str = "", look: Look | None = None) -> Part:
    """A box of that size (3,) [m] about the origin, in squares of about `step` [m].

    Rounded: x = c + r (p - c)/|p - c| for the point c of the inner box, smaller by r all around, nearest to p.
    """
    inner = np.asarray(size) / 2 - rounding
    x, y, z = (_lines(half, rounding, step) for half in inner)
    vertices, normals, quads = box_faces((x, y, z))
    if rounding:
        vertices, quads = weld(vertices, quads)
        nearest = np.clip(vertices, -inner, inner)
        normals = (vertices - nearest) / np.linalg.norm(vertices - nearest, axis=1, keepdims=True)
        vertices = nearest + rounding * normals
    return Part(vertices, triangles(vertices, quads), name, look or Look(), normals=normals)


def _lines(half: float, rounding: float, step: float) -> Array:
    """Even between -half and half; over the rounding, at equal angles of the quarter circle seen from its center."""
    flat = np.linspace(-half, half, max(round(2 * half / step), 1) + 1)
    steps = max(round(rounding * np.pi / 4 / step), 1)
    bend = rounding * np.tan(np.arange(1, steps + 1) * (np.pi / 4 / steps)) if rounding else np.zeros(0)
    return np.concatenate([-half - bend[::-1], flat, half + bend])
