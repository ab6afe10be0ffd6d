"""Trails: paths of points as ribbons of constant width in the picture."""

import numpy as np

from supple.arrays import Array
from supple.render.context import context, program

INK = (0.80, 0.25, 0.12)


def draw_trail(path: Array, view_projection: Array, size: tuple[int, int]) -> None:
    """Draw the points (n, 3) [m] joined by a line that fades towards its beginning."""
    ribbon = ribbon_of(path, view_projection, size, width=max(2.0, size[1] / 200))
    if not len(ribbon):
        return
    gl = context()
    gl.enable_only(gl.BLEND)
    buffer = gl.buffer(ribbon.astype("f4").tobytes())
    gl.vertex_array(program("line", "line"), [(buffer, "4f 4f", "clip", "shade")]).render(gl.TRIANGLE_STRIP)


def ribbon_of(path: Array, view_projection: Array, size: tuple[int, int], width: float) -> Array:
    """Triangle strip (2 n, 8): clip coordinates and color of both sides of the line."""
    clip = np.hstack([path, np.ones((len(path), 1))]) @ view_projection.T
    shown = clip[:, 3] > 1e-6
    clip, age = clip[shown], np.linspace(0.15, 0.95, len(path))[shown]
    if len(clip) < 2:
        return np.zeros((0, 8))
    pixels = clip[:, :2] / clip[:, 3:] * np.array(size) / 2
    along = np.gradient(pixels, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    side = np.stack([-along[:, 1], along[:, 0]], axis=1) * width / np.array(size) * clip[:, 3:]
    left, right = clip.copy(), clip.copy()
    left[:, :2] += side
    right[:, :2] -= side
    color = np.hstack([np.tile(INK, (len(clip), 1)), age[:, None]])
    return np.stack([np.hstack([left, color]), np.hstack([right, color])], axis=1).reshape(-1, 8)
