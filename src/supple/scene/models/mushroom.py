"""A toadstool."""

from dataclasses import replace

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.scene.look import Look
from supple.scene.mesh import Mesh, Part
from supple.scene.models.curve import chain, polyline, spline
from supple.scene.models.paint import paint
from supple.scene.models.panel import Placement, panel
from supple.scene.models.place import divided, merged, moved
from supple.scene.models.revolve import revolve
from supple.scene.models.sizes import count, positive
from supple.scene.node import Node

STALK = [
    (0.110, 0.0), (0.155, 0.045), (0.168, 0.115), (0.145, 0.220), (0.118, 0.340), (0.104, 0.460), (0.100, 0.600),
]  # fmt: skip
"""(r, y) over the height."""
NECK = (0.100, 0.600)
GILLS = [(0.100, 0.600), (0.23, 0.605), (0.36, 0.580), (0.455, 0.535)]
DOME = [(0.472, 0.560), (0.474, 0.620), (0.436, 0.725), (0.350, 0.845), (0.205, 0.945), (0.0, 0.985)]
SPOTS = [
    (0.10, 0.0, 0.085), (0.33, 0.4, 0.070), (0.36, 1.5, 0.085), (0.31, 2.6, 0.060), (0.37, 3.6, 0.080),
    (0.33, 4.7, 0.065), (0.39, 5.6, 0.075),
    (0.56, 0.05, 0.055), (0.58, 0.95, 0.060), (0.57, 2.05, 0.070), (0.58, 3.1, 0.055),
    (0.56, 4.15, 0.060), (0.58, 5.15, 0.055),
]  # fmt: skip
"""Distance from the top along the dome, longitude [rad], radius."""


def mushroom(*, height: float = 0.4, resolution: int = 40, color: "str | ArrayLike" = "#d7263d") -> Node:
    """A toadstool [m]: stalk, cap and spots, each of closed shells.

    The cap rests on the stalk face to face; the undersides of the spots are a hair under the cap.

    >>> mushroom().mesh.watertight
    True
    """
    positive("mushroom", height=height)
    count("mushroom", 20, resolution=resolution)
    step = 2 * np.pi * 0.47 / resolution
    cream = paint("stalk", "#f3e6cf", roughness=0.75)
    foot = polyline([(0, 0), STALK[0]], step / 2)
    stalk = revolve(
        chain(foot, spline(STALK, step / 2), polyline([NECK, (0, NECK[1])], step)),
        resolution * 3 // 5,
        name="stalk",
        look=cream,
    )
    under = chain(polyline([(0, NECK[1]), NECK], step), spline(GILLS, step))
    lip = spline([GILLS[-1], (0.468, 0.538), DOME[0]], 0.02)
    cap = revolve(
        chain(under, lip, spline(DOME, step)),
        resolution,
        crease=1.2,
        name="cap",
        look=paint("cap", color, roughness=0.3),
    )
    cap, gills = divided(cap, _is_under(cap).astype(int), ["cap", "gills"])
    gills = replace(gills, look=replace(cream, name="gills"))
    spots = _spots(paint("spots", "#fff6e6", roughness=0.6))
    s = height / float(spots.vertices[:, 1].max())
    return Node(
        "mushroom", Mesh(tuple(moved(p, scale=(s, s, s)) for p in (stalk, cap, gills, spots)), "mushroom")
    )


def _is_under(cap: Part) -> np.ndarray:
    """Which faces of the cap look down from inside its lip."""
    a, b, c = cap.vertices[cap.faces].transpose(1, 0, 2)
    x, _, z = ((a + b + c) / 3).T
    return np.asarray((np.cross(b - a, c - a)[:, 1] < 0) & (np.hypot(x, z) < GILLS[-1][0]))


def _spots(look: Look) -> Part:
    dome = spline(DOME, 0.005)[::-1]
    tangent = np.gradient(dome, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    length = np.arange(len(dome)) * np.linalg.norm(dome[1] - dome[0])
    turn = np.arange(14) * (2 * np.pi / 14)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)

    def on_dome(distance: float, longitude: float) -> Placement:
        def place(drawing: Array) -> tuple[Array, Array]:
            """Across and down from the spot's middle, seen as a flat map about the top of the cap."""
            there = distance * np.array([np.sin(longitude), np.cos(longitude)])
            down, side = there / distance, np.array([-there[1], there[0]]) / distance
            x, z = (there + drawing[:, :1] * side + drawing[:, 1:] * down).T
            s = np.hypot(x, z)
            out = np.stack([x, z], axis=1) / np.maximum(s, 1e-12)[:, None]
            r, y, dr, dy = (np.interp(s, length, column) for column in (*dome.T, *tangent.T))
            points = np.stack([r * out[:, 0], y, r * out[:, 1]], axis=1)
            return points, np.stack([-dy * out[:, 0], dr, -dy * out[:, 1]], axis=1)

        return place

    spots = [panel(on_dome(s, a), r * circle, 0.020, depth=0.006, rings=2, look=look) for s, a, r in SPOTS]
    return merged(spots, "spots")
