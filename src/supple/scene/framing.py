"""How to look at something that moves: inside the frame, and neither lost in it nor bursting out of it."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.scene.camera import Camera

HEIGHT_SHARE, WIDTH_SHARE = 0.66, 0.85
"""At most this share of the frame's height and width is filled."""
LEAST_SHARE, FIGURE_SHARE = 0.3, 0.5
"""A subject that would fill less of the height than this is followed by the camera; one with a skin sooner."""
FOLLOWING = (0.5, 0.25, 0.1, 0.02)
"""How softly the camera follows [s]; the softest that keeps the subject large enough is taken."""
DIRECTION = np.array([0.38, 0.3, 1.0]) / np.linalg.norm([0.38, 0.3, 1.0])


WIDEST = 16 / 9
"""Pictures wider than this may cut a corner that comes toward the eye."""


@dataclass(frozen=True, eq=False)
class Framing:
    """A view along −direction onto centers (T, 3), or (1, 3) if the camera stays; half extents [m] around them.

    A point at (r, u, w), right, up and toward the eye of the center, is inside if |u| ≤ s (d − w) for the slope
    s = share · tan(angle/2) and the distance d of the eye: the half height is the largest |u| + s w. Width alike.
    """

    direction: Array
    centers: Array
    half_width: float
    half_height: float
    depth: float
    """Half the extent along the line of sight, for those who look from another side [m]."""
    angle: float = float(np.deg2rad(30.0))

    @classmethod
    def around(cls, corners: Array, times: Array, least: float = LEAST_SHARE) -> "Framing":
        """Frame the points (T, k, 3) [m], seen over all times: at rest if they fill `least` of the height, else
        following."""
        axes = view_axes(DIRECTION)
        seen = corners @ axes.T
        low, high = seen.min(axis=1), seen.max(axis=1)
        height = float(np.median((high - low)[:, 1]))
        middles = (low + high) / 2
        everything = (low.min(axis=0) + high.max(axis=0)) / 2
        for centers in (everything[None], *(_smooth(middles, times, s) for s in FOLLOWING)):
            framing = cls(DIRECTION, centers @ axes, *_extents(seen - centers[:, None, :], cls.angle))
            if height >= least * 2 * framing.distance(WIDEST) * np.tan(framing.angle / 2):
                break
        return framing

    def camera(self, frame: int, aspect: float) -> Camera:
        """The camera of one frame for a picture of `aspect` = width / height."""
        center = self.centers[min(frame, len(self.centers) - 1)]
        return Camera(center + self.direction * self.distance(aspect), center, 0.0, self.angle)

    def distance(self, aspect: float) -> float:
        """From the center to the eye [m]."""
        slope = float(np.tan(self.angle / 2))
        return max(
            self.half_height / (HEIGHT_SHARE * slope), self.half_width / (WIDTH_SHARE * slope * aspect)
        )


def view_axes(direction: Array) -> Array:
    """Rows: right, up, toward the eye."""
    right = np.cross([0.0, 1.0, 0.0], direction)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(direction, right), direction])


def outermost(points: Array) -> Array:
    """Return those of points (T, n, 3) that a view is framed by, (T, 10, 3): the farthest out to all sides."""
    right, up, toward = view_axes(DIRECTION)
    slope = np.tan(Framing.angle / 2)
    wide, high = WIDTH_SHARE * slope * WIDEST * toward, HEIGHT_SHARE * slope * toward
    ways = np.stack(
        [right, -right, up, -up, toward, -toward, right + wide, wide - right, up + high, high - up]
    )
    farthest = (points @ ways.T).argmax(axis=1)
    return np.take_along_axis(points, farthest[:, :, None], axis=1)


def _extents(points: Array, angle: float) -> tuple[float, float, float]:
    right, up, toward = np.moveaxis(points, -1, 0)
    slope = np.tan(angle / 2)
    width = (np.abs(right) + WIDTH_SHARE * slope * WIDEST * np.maximum(toward, 0)).max()
    height = (np.abs(up) + HEIGHT_SHARE * slope * toward).max()
    depth = np.abs(toward).max()
    return max(float(width), 1e-3), max(float(height), 1e-3), max(float(depth), 1e-3)


def _smooth(path: Array, times: Array, seconds: float) -> Array:
    """Gaussian average over time, so that the camera follows without shaking."""
    weight = np.exp(-(((times[:, None] - times[None, :]) / seconds) ** 2) / 2)
    return np.asarray(weight @ path / weight.sum(axis=1, keepdims=True))
