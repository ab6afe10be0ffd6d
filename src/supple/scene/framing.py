"""How to look at something that moves: inside the frame, and neither lost in it nor bursting out of it."""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.scene.camera import Camera

HEIGHT_SHARE, WIDTH_SHARE = 0.62, 0.85
"""At most this share of the frame's height and width is filled."""
LEAST_SHARE = 0.3
"""A subject that would fill less of the height than this is followed by the camera."""
DIRECTION = np.array([0.38, 0.3, 1.0]) / np.linalg.norm([0.38, 0.3, 1.0])


@dataclass(frozen=True, eq=False)
class Framing:
    """A view along −direction onto centers (T, 3), or (1, 3) if the camera stays; half extents [m] around them."""

    direction: Array
    centers: Array
    half_width: float
    half_height: float
    depth: float
    angle: float = float(np.deg2rad(30.0))

    @classmethod
    def around(cls, corners: Array, times: Array) -> "Framing":
        """Frame the points (T, k, 3) [m], seen over all times."""
        axes = view_axes(DIRECTION)
        seen = corners @ axes.T
        low, high = seen.min(axis=1), seen.max(axis=1)
        everything = (low.min(axis=0) + high.max(axis=0)) / 2
        still = _extents(everything[None], low, high)
        heights = (high - low)[:, 1]
        if HEIGHT_SHARE * np.median(heights) / max(2 * still[1], 1e-9) >= LEAST_SHARE:
            return cls(DIRECTION, everything[None] @ axes, *still)
        centers = _smooth((low + high) / 2, times)
        return cls(DIRECTION, centers @ axes, *_extents(centers, low, high))

    def camera(self, frame: int, aspect: float) -> Camera:
        """The camera of one frame for a picture of `aspect` = width / height."""
        center = self.centers[min(frame, len(self.centers) - 1)]
        slope = np.tan(self.angle / 2)
        reach = max(
            self.half_height / (HEIGHT_SHARE * slope), self.half_width / (WIDTH_SHARE * slope * aspect)
        )
        return Camera(center + self.direction * (self.depth + reach), center, 0.0, self.angle)


def view_axes(direction: Array) -> Array:
    """Rows: right, up, toward the eye."""
    right = np.cross([0.0, 1.0, 0.0], direction)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(direction, right), direction])


def _extents(centers: Array, low: Array, high: Array) -> tuple[float, float, float]:
    reach = np.maximum(high - centers, centers - low).max(axis=0)
    width, height, depth = np.maximum(reach, 1e-3).tolist()
    return width, height, depth


def _smooth(path: Array, times: Array, seconds: float = 0.35) -> Array:
    """Gaussian average over time, so that the camera follows without shaking."""
    weight = np.exp(-(((times[:, None] - times[None, :]) / seconds) ** 2) / 2)
    return np.asarray(weight @ path / weight.sum(axis=1, keepdims=True))
