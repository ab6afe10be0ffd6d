"""Clay: solids that are joined softly or carved, and the distance to what they make.

join(d, dᵢ) = min(d, dᵢ) − k h²/4,  h = max(k − |d − dᵢ|, 0)/k    (k [m]: how softly)

Each solid is a rounded limb from a to b whose cross-section is an ellipse at either end; where a = b, an ellipsoid.
"""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.scene.sculpt.field import ROW, distances

Radii = float | Sequence[float] | Array
AHEAD = np.array([0.0, 0.0, 1.0])


class Clay:
    """Solids in the order in which they are joined.

    >>> ball = Clay().add((0, 1, 0), radius=0.5)
    >>> ball.distance([[0, 2, 0], [0, 1.25, 0]]).round(3)
    array([ 0.5 , -0.25])
    """

    def __init__(self) -> None:
        self._rows: list[Array] = []

    @classmethod
    def of(cls, *pieces: "Clay") -> "Clay":
        """Pieces joined one after another, as softly as their own solids say."""
        whole = cls()
        whole._rows = [row for piece in pieces for row in piece._rows]
        return whole

    def add(
        self,
        start: ArrayLike,
        end: ArrayLike | None = None,
        *,
        radius: Radii,
        end_radius: Radii | None = None,
        blend: float = 0.0,
        front: ArrayLike = AHEAD,
        carve: bool = False,
        mirror: bool = False,
    ) -> "Clay":
        """Join a solid [m], or carve it away; `mirror` does the same at −x, too. Returns the clay.

        radius: one number, or three: across, along and toward `front`. The axis of an ellipsoid is Y.
        """
        self._rows.append(_row(start, end, radius, end_radius, blend, front, carve))
        if mirror:
            flip = np.array([-1.0, 1.0, 1.0])
            other = None if end is None else np.asarray(end) * flip
            self._rows.append(
                _row(
                    np.asarray(start) * flip,
                    other,
                    radius,
                    end_radius,
                    blend,
                    np.asarray(front) * flip,
                    carve,
                )
            )
        return self

    def distance(self, points: ArrayLike) -> Array:
        """About how far points (n, 3) are from the surface (n,) [m], negative inside; exact for one ball."""
        p = np.ascontiguousarray(finite(points, "points", (None, 3)))
        found = np.empty(len(p))
        distances(np.array(self._rows).reshape(-1, ROW), p, found)
        return found

    def normals(self, points: Array, step: float = 2e-4) -> Array:
        """Unit normals (n, 3) of the field by central differences over `step` [m]."""
        shifts = np.concatenate([np.eye(3), -np.eye(3)]) * step
        around = (points[:, None] + shifts).reshape(-1, 3)
        values = self.distance(around).reshape(-1, 6)
        slope = values[:, :3] - values[:, 3:]
        return np.asarray(slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-300))

    def onto(self, points: Array, rounds: int = 3, farthest: float = np.inf) -> Array:
        """Points moved onto the surface along its normals, each round by `farthest` [m] at most."""
        for _ in range(rounds):
            away = np.clip(self.distance(points), -farthest, farthest)
            points = points - away[:, None] * self.normals(points)
        return points


def _row(
    start: ArrayLike,
    end: ArrayLike | None,
    radius: Radii,
    end_radius: Radii | None,
    blend: float,
    front: ArrayLike,
    carve: bool,
) -> Array:
    a = finite(start, "start", (3,))
    b = a if end is None else finite(end, "end", (3,))
    first = np.broadcast_to(np.asarray(radius, dtype=np.float64), 3)
    last = first if end_radius is None else np.broadcast_to(np.asarray(end_radius, dtype=np.float64), 3)
    length = float(np.linalg.norm(b - a))
    axes = _axes(
        (b - a) / length if length else np.array([0.0, 1.0, 0.0]), np.asarray(front, dtype=np.float64)
    )
    reach = length / 2 + float(max(first.max(), last.max()))
    return np.concatenate(
        [a, axes.reshape(-1), [length], first, last, [blend, -1.0 if carve else 1.0], (a + b) / 2, [reach]]
    )


def _axes(along: Array, front: Array) -> Array:
    """Rows across, along and toward the front, (3, 3)."""
    ahead = front - (front @ along) * along
    if np.linalg.norm(ahead) < 1e-9:
        ahead = np.cross(along, [1.0, 0.0, 0.0])
    ahead = ahead / np.linalg.norm(ahead)
    return np.stack([np.cross(along, ahead), along, ahead])
