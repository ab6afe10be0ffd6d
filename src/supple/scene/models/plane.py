"""A flat sheet."""

from dataclasses import replace

import numpy as np

from supple.arrays import ArrayLike
from supple.scene.mesh import Mesh, Part
from supple.scene.models.grid import grid_quads, triangles
from supple.scene.models.paint import paint
from supple.scene.models.sizes import count, positive
from supple.scene.node import Node


def plane(
    *, width: float = 1.0, depth: float = 1.0, resolution: int = 12, color: "str | ArrayLike" = "#9bb1c9"
) -> Node:
    """A sheet in the XZ plane about the origin, facing up, seen from both sides. Not watertight: it has a border.

    >>> plane().mesh.watertight
    False
    """
    positive("plane", width=width, depth=depth)
    count("plane", 1, resolution=resolution)
    step = max(width, depth) / resolution
    x, z = (np.linspace(-s / 2, s / 2, max(round(s / step), 1) + 1) for s in (width, depth))
    across, down = np.meshgrid(x, z[::-1])
    vertices = np.stack([across, np.zeros_like(across), down], axis=-1).reshape(-1, 3)
    look = replace(paint("plane", color, roughness=0.7), two_sided=True)
    faces = triangles(vertices, grid_quads(len(z), len(x)))
    normals = np.broadcast_to([0.0, 1.0, 0.0], vertices.shape).copy()
    return Node("plane", Mesh((Part(vertices, faces, "plane", look, normals=normals),), "plane"))
