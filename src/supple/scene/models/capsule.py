"""A capsule: a cylinder with a half sphere at each end."""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.scene.mesh import Mesh
from supple.scene.models.curve import polyline
from supple.scene.models.paint import paint
from supple.scene.models.revolve import revolve
from supple.scene.models.sizes import count, positive
from supple.scene.node import Node


def capsule(
    *, radius: float = 0.1, length: float = 0.25, resolution: int = 40, color: "str | ArrayLike" = "#5f7adb"
) -> Node:
    """All that is within `radius` [m] of a segment of `length` [m] along Y, the middle of which is the origin.

    `length` is measured between the centers of the caps, so the whole is length + 2 radius tall; volume
    π r² l + 4/3 π r³ in the limit. `resolution` vertices go around.

    >>> node = capsule(radius=0.1, length=0.3)
    >>> node.bounds[:, 1].round(9).tolist(), node.mesh.watertight
    ([-0.25, 0.25], True)
    """
    positive("capsule", radius=radius, length=length)
    count("capsule", 8, resolution=resolution)
    look = paint("capsule", color, roughness=0.4)
    part = revolve(_profile(radius, length, resolution), resolution, name="capsule", look=look)
    return Node("capsule", Mesh((part,), "capsule"))


def _profile(radius: float, length: float, resolution: int) -> Array:
    """(r, y) (k, 2) from the lower pole to the upper one, in steps as long as those around."""
    turn = np.linspace(0, np.pi / 2, max(round(resolution / 4), 2) + 1)
    cap = radius * np.stack([np.sin(turn), np.cos(turn)], axis=1)
    cap[0, 0] = 0.0
    upper = cap + [0, length / 2]
    lower = upper[::-1] * [1, -1]
    side = polyline([lower[0], upper[-1]], 2 * np.pi * radius / resolution)
    return np.concatenate([lower[::-1], side[1:-1], upper[::-1]])
