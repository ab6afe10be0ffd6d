"""The surface of a grid box: what boxes, spheres and superquadrics are bent from."""

import numpy as np

from supple.arrays import Array, Indices
from supple.scene.models.grid import grid_quads, triangles, weld

Triple = tuple[Array, Array, Array]


def box_faces(lines: Triple) -> tuple[Array, Array, Indices]:
    """Vertices (n, 3), normals (n, 3) and quads (m, 4) of the six sides of a box with grid lines at x, y and z."""
    vertices, normals, quads, total = [], [], [], 0
    for axis in range(3):
        a, b = (axis + 1) % 3, (axis + 2) % 3
        for sign in (-1.0, 1.0):
            u, v = (lines[a], lines[b]) if sign > 0 else (lines[b], lines[a])
            across, up = np.meshgrid(u, v)
            side = np.zeros((across.size, 3))
            side[:, axis] = lines[axis][-1 if sign > 0 else 0]
            side[:, a if sign > 0 else b], side[:, b if sign > 0 else a] = across.ravel(), up.ravel()
            vertices.append(side)
            normals.append(np.broadcast_to(sign * np.eye(3)[axis], side.shape))
            quads.append(grid_quads(len(v), len(u)) + total)
            total += len(side)
    return np.concatenate(vertices), np.concatenate(normals), np.concatenate(quads)


def cube_sphere(resolution: int) -> tuple[Array, Indices]:
    """Unit directions (n, 3) and triangles: a cube of `resolution`² squares a side, blown up with equal angles."""
    lines = np.tan(np.linspace(-np.pi / 4, np.pi / 4, resolution + 1))
    lines[0], lines[-1] = -1.0, 1.0
    vertices, _, quads = box_faces((lines, lines, lines))
    vertices, quads = weld(vertices, quads)
    directions = vertices / np.linalg.norm(vertices, axis=1, keepdims=True)
    return directions, triangles(directions, quads)
