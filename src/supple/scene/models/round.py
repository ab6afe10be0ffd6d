"""Cylinder, cone and torus: the simplest profiles turned."""

import numpy as np

from supple.arrays import ArrayLike
from supple.errors import InputError
from supple.scene.mesh import Mesh
from supple.scene.models.curve import polyline
from supple.scene.models.paint import paint
from supple.scene.models.revolve import revolve
from supple.scene.models.sizes import count, positive, smaller
from supple.scene.node import Node


def cylinder(
    *, radius: float = 0.15, height: float = 0.4, resolution: int = 40, color: "str | ArrayLike" = "#2a9d8f"
) -> Node:
    """A cylinder about the origin along Y [m], `resolution` vertices around; volume π r² h in the limit.

    >>> cylinder().mesh.watertight
    True
    """
    positive("cylinder", radius=radius, height=height)
    return _frustum("cylinder", radius, radius, height, resolution, color)


def cone(
    *,
    radius: float = 0.2,
    top: float = 0.0,
    height: float = 0.4,
    resolution: int = 40,
    color: "str | ArrayLike" = "#f4a259",
) -> Node:
    """A cone about the middle of its height along Y, tip up, or cut off at radius `top` [m].

    >>> cone(top=0.1).mesh.watertight
    True
    """
    positive("cone", radius=radius, height=height)
    if not (np.isfinite(top) and top >= 0):
        raise InputError(f"cone: top is {top!r}; give a radius in metres, 0 for a tip")
    return _frustum("cone", radius, top, height, resolution, color)


def torus(
    *, radius: float = 0.2, tube: float = 0.08, resolution: int = 48, color: "str | ArrayLike" = "#e76f8a"
) -> Node:
    """A ring in the XZ plane about the origin: distance `tube` from a circle of `radius` [m]; volume 2 π² R r².

    >>> torus().mesh.watertight
    True
    """
    positive("torus", radius=radius, tube=tube)
    smaller("torus", tube=tube, radius=radius)
    count("torus", 8, resolution=resolution)
    across = max(4 * round(resolution * tube / radius / 4), 8)
    turn = np.arange(across) * (2 * np.pi / across) - np.pi / 2
    profile = np.stack([radius + tube * np.cos(turn), tube * np.sin(turn)], axis=1)
    crease = 2 * np.pi / across * 1.5
    part = revolve(
        profile,
        resolution,
        closed=True,
        crease=crease,
        name="torus",
        look=paint("torus", color, roughness=0.35),
    )
    return Node("torus", Mesh((part,), "torus"))


def _frustum(
    name: str, radius: float, top: float, height: float, resolution: int, color: "str | ArrayLike"
) -> Node:
    count(name, 8, resolution=resolution)
    h = height / 2
    corners = [(0, -h), (radius, -h), (top, h), (0, h)][: 4 if top > 0 else 3]
    profile = polyline(corners, 2 * np.pi * max(radius, top) / resolution)
    part = revolve(profile, resolution, name=name, look=paint(name, color, roughness=0.45))
    return Node(name, Mesh((part,), name))
