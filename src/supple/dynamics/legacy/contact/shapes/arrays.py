"""Shapes in the world as compiled loops read them, and the one function that they call: the gap to a shape."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.collision.cloud import grid_gap
from supple.dynamics.legacy.contact.shapes.box import box_gap
from supple.dynamics.legacy.contact.shapes.capsule import capsule_gap
from supple.dynamics.legacy.contact.shapes.height_field import height_gap
from supple.dynamics.legacy.contact.shapes.plane import plane_gap
from supple.dynamics.legacy.contact.shapes.shape import NUMBERS, Shape
from supple.dynamics.legacy.contact.shapes.sphere import sphere_gap
from supple.dynamics.legacy.contact.shapes.superquadric import superquadric_gap
from supple.kernels import kernel


class ShapeArrays(NamedTuple):
    """Shapes one after another: which formula, its numbers (n, 8), and the frame x = origin + R y of each.

    `grid` holds the samples of those that interpolate, flat, from `grid_start` (n,), counted in `grid_shape` (n, 3).
    """

    kind: Indices
    numbers: Array
    R: Array
    origin: Array
    grid: Array
    grid_start: Indices
    grid_shape: Indices


def shape_arrays(shapes: Sequence[Shape], placements: Sequence[Array]) -> ShapeArrays:
    """Shapes, each put into the world by a rotation and a translation as one matrix (4, 4).

    >>> from supple.dynamics.legacy.contact.shapes import Plane, Sphere
    >>> up = np.eye(4)
    >>> up[1, 3] = 2.0
    >>> shapes = shape_arrays([Plane(), Sphere(0.5)], [np.eye(4), up])
    >>> gap(shapes, np.array([0.0, 1.2, 0.0]))
    (0.30000000000000004, array([ 0., -1.,  0.]))
    """
    count = len(shapes)
    grids = [shape.grid for shape in shapes]
    ends = np.cumsum([0, *(g.size for g in grids)])
    numbers = np.zeros((count, NUMBERS))
    for row, shape in zip(numbers, shapes, strict=True):
        row[: len(shape.numbers)] = shape.numbers
    frames = np.array(placements, dtype=np.float64).reshape(count, 4, 4)
    return ShapeArrays(
        kind=np.array([shape.kind for shape in shapes], dtype=np.int64),
        numbers=numbers,
        R=np.ascontiguousarray(frames[:, :3, :3]),
        origin=np.ascontiguousarray(frames[:, :3, 3]),
        grid=np.concatenate([np.zeros(0), *(g.reshape(-1) for g in grids)]),
        grid_start=ends[:-1].astype(np.int64),
        grid_shape=np.array([g.shape for g in grids], dtype=np.int64).reshape(count, 3),
    )


def gap(shapes: ShapeArrays, x: Array) -> tuple[float, Array]:
    """Gap [m] and unit normal (3,) at x (3,) of the nearest shape; infinite and upward where there is none."""
    least, normal = np.inf, np.array([0.0, 1.0, 0.0])
    for s in range(len(shapes.kind)):
        g, nx, ny, nz = gap_of(shapes, s, x[0], x[1], x[2])
        if g < least:
            least, normal = g, np.array([nx, ny, nz])
    return least, normal


def gaps(shapes: ShapeArrays, points: Array) -> Array:
    """Gaps (...) [m] between points (..., 3) and the shape that is nearest to each; infinite where there is none."""
    found = np.empty(points.shape[:-1])
    _find_gaps(shapes, np.ascontiguousarray(points).reshape(-1, 3), found.reshape(-1))
    return found


@kernel
def _find_gaps(shapes: ShapeArrays, points: Array, found: Array) -> None:
    for i in range(len(points)):
        found[i] = np.inf
        for s in range(len(shapes.kind)):
            g, _, _, _ = gap_of(shapes, s, points[i, 0], points[i, 1], points[i, 2])
            found[i] = min(found[i], g)


@kernel
def gap_of(shapes: ShapeArrays, s: int, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """Gap [m] between a point and shape s, negative inside, and the unit normal of the shape there."""
    R, o = shapes.R[s], shapes.origin[s]
    dx, dy, dz = x - o[0], y - o[1], z - o[2]
    u = R[0, 0] * dx + R[1, 0] * dy + R[2, 0] * dz
    v = R[0, 1] * dx + R[1, 1] * dy + R[2, 1] * dz
    w = R[0, 2] * dx + R[1, 2] * dy + R[2, 2] * dz
    g, a, b, c = _own_gap(shapes, s, u, v, w)
    nx = R[0, 0] * a + R[0, 1] * b + R[0, 2] * c
    ny = R[1, 0] * a + R[1, 1] * b + R[1, 2] * c
    nz = R[2, 0] * a + R[2, 1] * b + R[2, 2] * c
    return g, nx, ny, nz


@kernel
def _own_gap(shapes: ShapeArrays, s: int, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """The same in the frame of the shape; the numbers are those of `Kind`."""
    kind, size = shapes.kind[s], shapes.numbers[s]
    if kind == 0:
        return plane_gap(y)
    if kind == 2:
        return box_gap(size, x, y, z)
    if kind == 3:
        return sphere_gap(size[0], x, y, z)
    if kind == 4:
        return capsule_gap(size[0], size[1], x, y, z)
    if kind == 5:
        return superquadric_gap(size, x, y, z)
    nx, ny, nz = shapes.grid_shape[s]
    values = shapes.grid[shapes.grid_start[s] :]
    if kind == 1:
        return height_gap(values, nx, nz, size, x, y, z)
    return grid_gap(values, nx, ny, nz, size, x, y, z)
