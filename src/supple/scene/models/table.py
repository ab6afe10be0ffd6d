"""A four-legged table."""

import numpy as np

from supple.arrays import ArrayLike
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models.block import block
from supple.scene.models.curve import arc, chain, polyline
from supple.scene.models.paint import paint
from supple.scene.models.place import moved
from supple.scene.models.revolve import revolve
from supple.scene.models.sizes import positive, smaller
from supple.scene.node import Node

SPLAY = 0.12
"""How far a leg leans outward for each metre down."""


def table(
    *,
    width: float = 0.9,
    depth: float = 0.6,
    height: float = 0.55,
    thickness: float = 0.04,
    color: "str | ArrayLike" = "#d79a5b",
) -> Node:
    """A wooden table [m] on turned, tapered legs. Parts: top, leg.FL, leg.FR, leg.BL, leg.BR; left is +X.

    Every part is closed; the legs touch the top from below without entering it.

    >>> [part.name for part in table().mesh.parts]
    ['top', 'leg.FL', 'leg.FR', 'leg.BL', 'leg.BR']
    """
    positive("table", width=width, depth=depth, height=height, thickness=thickness)
    smaller("table", thickness=thickness, height=height)
    step = max(width, depth) / 24
    wood, legs = paint("wood", color, roughness=0.55), paint("legs", color, roughness=0.5, shade=0.45)
    top = block(np.array([width, thickness, depth]), step, 0.45 * thickness, "top", wood)
    parts = [moved(top, at=(0, height - thickness / 2, 0))]
    reach = height - thickness
    inset = 0.11 * min(width, depth) + SPLAY * reach
    for name, sx, sz in (("FL", 1, 1), ("FR", -1, 1), ("BL", 1, -1), ("BR", -1, -1)):
        leg = _leg(reach, 0.045 * min(width, depth), legs)
        lean = np.eye(4)
        lean[:3, 3] = sx * (width / 2 - inset + SPLAY * reach), 0, sz * (depth / 2 - inset + SPLAY * reach)
        lean[[0, 2], 1] = -SPLAY * sx, -SPLAY * sz
        parts.append(
            Part(leg.vertices, leg.faces, f"leg.{name}", legs, normals=leg.normals).transformed(lean)
        )
    return Node("table", Mesh(tuple(parts), "table"))


def _leg(height: float, radius: float, look: Look) -> Part:
    foot = 0.55 * radius
    bend = 0.3 * foot
    profile = chain(
        [(0, 0), (foot - bend, 0)],
        arc((foot - bend, bend), bend, -np.pi / 2, 0, bend / 2),
        polyline([(foot, bend), (radius, 0.9 * height), (radius, height)], height / 15),
        [(radius, height), (0, height)],
    )
    return revolve(profile, 14, look=look)
