"""An apple with a leaf."""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.scene import solid
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models.curve import spline
from supple.scene.models.paint import paint
from supple.scene.models.revolve import revolve
from supple.scene.models.rings import shell
from supple.scene.models.sizes import count, positive
from supple.scene.models.sweep import sweep
from supple.scene.node import Node

PROFILE = [
    (0.0, 0.070), (0.045, 0.052), (0.10, 0.012), (0.17, 0.0), (0.26, 0.030), (0.37, 0.130), (0.46, 0.300),
    (0.50, 0.500), (0.485, 0.660), (0.42, 0.800), (0.32, 0.872), (0.21, 0.875), (0.12, 0.820),
    (0.05, 0.740), (0.0, 0.715),
]  # fmt: skip
"""(r, y) over the width."""
STALK = [(0.0, 0.69, 0.0), (0.005, 0.80, 0.0), (0.025, 0.93, 0.0), (0.075, 1.04, 0.01)]
LEAF = [(0.02, 0.905, 0.0), (0.10, 0.985, 0.02), (0.22, 1.03, 0.05), (0.36, 1.02, 0.08), (0.49, 0.95, 0.10)]


def apple(*, width: float = 0.3, resolution: int = 48, color: "str | ArrayLike" = "#d22f27") -> Node:
    """An apple [m]: flesh, stalk and leaf, each a closed shell.

    Five soft lobes at the bottom, as in a real one; the stalk stands a little way into the flesh.

    >>> apple().mesh.watertight
    True
    """
    positive("apple", width=width)
    count("apple", 16, resolution=resolution)
    flesh = _flesh(resolution, paint("flesh", color, roughness=0.3))
    stalk = sweep(
        spline(STALK, 0.05), (0.016, 0.024), 10, name="stalk", look=paint("stalk", "#6b4423", roughness=0.8)
    )
    leaf = _leaf(paint("leaf", "#5aa02c", roughness=0.55))
    size = np.diag([width, width, width, 1.0])
    return Node("apple", Mesh(tuple(p.transformed(size) for p in (flesh, stalk, leaf)), "apple"))


def _flesh(resolution: int, look: Look) -> Part:
    part = revolve(spline(PROFILE, np.pi / resolution), resolution, crease=np.pi, name="flesh", look=look)
    x, y, z = part.vertices.T
    lobes = np.cos(5 * np.arctan2(x, z)) * np.hypot(x, z)
    y = y - 0.028 * lobes * np.exp(-((y / 0.15) ** 2)) + 0.02 * lobes * np.exp(-(((y - 0.88) / 0.12) ** 2))
    vertices = np.stack([x, y - y.min(), z], axis=1)
    return Part(vertices, part.faces, "flesh", look, normals=solid.vertex_normals(vertices, part.faces))


def _leaf(look: Look) -> Part:
    """Lens-shaped hoops along the midrib, folded up at the sides."""
    rib = spline(LEAF, 0.035)
    s = np.linspace(0, 1, len(rib))
    wide = 0.115 * np.sin(np.pi * s**0.8) ** 0.8 * (1 - 0.25 * s)
    turn: Array = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    along = np.gradient(rib, axis=0)
    across = np.cross([0.0, 1.0, 0.0], along)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    up = np.cross(along, across)
    up /= np.linalg.norm(up, axis=1, keepdims=True)
    rings = [
        rib[:1],
        *(_hoop(rib[i], across[i], up[i], float(wide[i]), turn) for i in range(1, len(s) - 1)),
        rib[-1:],
    ]
    loft = shell(rings, rings, name="leaf", look=look)
    return Part(
        loft.vertices, loft.faces, "leaf", look, normals=solid.vertex_normals(loft.vertices, loft.faces)
    )


def _hoop(center: Array, across: Array, up: Array, wide: float, turn: Array) -> Array:
    side, lift = np.cos(turn)[:, None], np.sin(turn)[:, None]
    return center + wide * side * across + (0.010 * lift + 0.35 * wide * np.abs(side) ** 1.5) * up
