"""Bones drawn as sticks: what a figure without a skin is seen by."""

from collections.abc import Iterable

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.scene.mesh import Mesh, Part
from supple.scene.models.paint import paint
from supple.scene.models.sphere import ball
from supple.scene.models.sweep import sweep
from supple.scene.node import Node

THICK, THIN, STOUT = 0.12, 0.008, 0.024
"""The radius of a stick over its length, and its least and most over the size of the figure."""
SHORTEST = 0.004
"""A bone over the size of the figure below which there is nothing to draw."""


def dress(roots: Iterable[Node], color: "str | ArrayLike" = "#c9bba4") -> None:
    """Give every node below the roots that has children, and no mesh, a stick to each child and a ball where it is.

    The end of a head's bone gets a head.

    >>> arm = Node("arm", children=[Node("hand", translation=(0, -0.3, 0))])
    >>> dress([arm])
    >>> arm.mesh.watertight, arm.bounds[:, 1].round(3).tolist()
    (True, [-0.305, 0.007])
    """
    for root in roots:
        worlds: dict[int, Array] = {}
        for node in root.walk():
            worlds[id(node)] = worlds.get(id(node.parent), np.eye(4)) @ node.local
        size = float(np.linalg.norm(np.ptp([world[:3, 3] for world in worlds.values()], axis=0)))
        for node in root.walk():
            if node.mesh is None and size > 0:
                node.mesh = _mesh(node, size, color)


def _mesh(node: Node, size: float, color: "str | ArrayLike") -> Mesh | None:
    """The sticks from a node to its children."""
    look = paint("bone", color, roughness=0.55)
    tips = [child.translation for child in node.children]
    bones = [tip for tip in tips if np.linalg.norm(tip) > SHORTEST * size]
    parts = [
        sweep(np.stack([np.zeros(3), tip]), _radii(tip, size), 12, name="bone", look=look) for tip in bones
    ]
    if "head" in node.name.lower() and len(bones) == 1:
        parts = [_head(bones[0], size, color)]
    return Mesh(tuple(parts), node.name) if parts else None


def _radii(tip: Array, size: float) -> tuple[float, float]:
    """Of a stick at its beginning and its end."""
    thick = float(np.clip(THICK * np.linalg.norm(tip), THIN * size, STOUT * size))
    return thick, max(0.7 * thick, THIN * size)


def _head(tip: Array, size: float, color: "str | ArrayLike") -> Part:
    """An egg around the bone of a head, never smaller than a head is."""
    radius = max(float(np.linalg.norm(tip)) / 2, 0.045 * size)
    egg = ball(
        (0.8 * radius, radius, 0.9 * radius), 6, name="head", look=paint("head", color, roughness=0.55)
    )
    lift = np.eye(4)
    lift[:3, 3] = tip / 2
    return egg.transformed(lift)
