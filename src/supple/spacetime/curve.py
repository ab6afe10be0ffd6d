"""A ground that is a curve in the plane: a uniform cubic B-spline, as an expression of its parameter.

c(s) = Σₖ dₖ max(s − k, 0)³,  dₖ = ⅙ Σⱼ (−1)ʲ (4 over j) P(k + 3 − j),  0 ≤ s ≤ number of pieces
"""

from dataclasses import replace
from math import comb
from typing import Any

import casadi as ca
import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.scene import Mesh, Node, models

FINE = 40
"""Steps in which each cubic is drawn."""


class Spline:
    """Cubic pieces with continuous curvature; n control points (n, 2) [m] give n − 3 pieces.

    >>> straight = Spline([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)])
    >>> straight.pieces, straight(0.5), straight(2)
    (2, array([1.5, 0. ]), array([3., 0.]))
    """

    def __init__(self, points: ArrayLike) -> None:
        self.points = finite(points, "control points", (None, 2))
        if len(self.points) < 4:
            raise InputError(f"a cubic spline needs at least four control points, got {len(self.points)}")
        s = ca.SX.sym("s")
        place = self.expression(s)
        self._at = ca.Function("at", [s], [place, ca.jacobian(place, s)])

    @property
    def pieces(self) -> int:
        """How many cubics it is made of; the parameter goes from 0 to this."""
        return len(self.points) - 3

    def expression(self, s: Any) -> ca.SX:
        """c(s) (2,); beyond the ends, the first and the last cubic go on."""
        total = ca.SX.zeros(2)
        for k in range(-3, self.pieces):
            jump = sum((-1) ** j * comb(4, j) * self.points[k + 3 - j] for j in range(min(k + 4, 5))) / 6
            total += ca.DM(jump) * (s - k if k <= 0 else ca.fmax(s - k, 0)) ** 3
        return total

    def resting(self, s: Any, half: float) -> tuple[ca.SX, ca.SX]:
        """Middle and direction of a flat sole on the curve about s, `half` its length to either side [m].

        It lies on heel and toe, c(s ± half/|c′|); where the ground bulges between them, as high as that.
        """
        middle, along = self._at(s)
        reach = half / ca.norm_2(along)
        heel, toe = self.expression(s - reach), self.expression(s + reach)
        tangent = (toe - heel) / ca.norm_2(toe - heel)
        normal = ca.vertcat(-tangent[1], tangent[0])
        chord = (heel + toe) / 2
        return chord + ca.fmax(ca.dot(middle - chord, normal), 0) * normal, tangent

    def clearance(self, point: Any) -> ca.SX:
        """y − c₂(s) with c₁(s) = x: how far a point (x, y, …) is above the curve [m]; beyond an end, above that end.

        Where control points are evenly spaced along x, so is the curve, and s is known.

        >>> Spline([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]).clearance(ca.SX([1.7, 0.3]))
        SX(0.3)
        """
        apart = np.diff(self.points[:, 0])
        if not np.allclose(apart, apart[0]):
            raise InputError(
                f"clearance needs control points evenly spaced along x; they are {apart} m apart"
            )
        s = ca.fmin(ca.fmax((point[0] - self.points[1, 0]) / apart[0], 0), self.pieces)
        return ca.SX(point[1] - self.expression(s)[1])

    def __call__(self, s: ArrayLike) -> Array:
        """Places (…, 2) [m] at parameters s."""
        values = finite(s, "parameter of the spline")
        found = np.array(self._at.map(values.size)(values.reshape(1, -1))[0]).T
        return found.reshape(*values.shape, 2)

    def node(
        self,
        name: str = "slope",
        *,
        depth: float = 0.9,
        floor: float = 0.0,
        color: "str | ArrayLike" = "#dfe9f2",
    ) -> Node:
        """As it is seen: a block under the curve, down to the floor [m]; (s, u, z) ↦ (c₁(s), u c₂(s), z), 0 ≤ u ≤ 1.

        >>> Spline([(0, 1), (1, 1), (2, 1), (3, 1)]).node().bounds.round(3).tolist()
        [[1.0, 0.0, -0.45], [2.0, 1.0, 0.45]]
        """
        block = models.box(width=1.0, height=1.0, depth=1.0, resolution=FINE * self.pieces, color=color)
        (part,) = block.surface.parts
        s, u, z = (part.vertices + (0.5, 0.5, 0.0)).T
        place, along = (np.array(rows).T for rows in self._at.map(len(s))(self.pieces * s[None]))
        across = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1, keepdims=True)
        top = part.shading_normals[:, 1] > 0
        bent = replace(
            part,
            name=name,
            vertices=np.column_stack([place[:, 0], floor + u * (place[:, 1] - floor), depth * z]),
            normals=np.where(top[:, None], np.column_stack([across, 0 * z]), part.shading_normals),
        )
        return Node(name, Mesh((bent,), name))
