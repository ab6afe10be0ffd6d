"""Matrices from the world to the picture, in OpenGL's clip space (x right, y up, depth −1 … 1)."""

import numpy as np

from supple.arrays import Array
from supple.scene.camera import Camera
from supple.spatial import compose


def perspective(camera: Camera, aspect: float) -> Array:
    """World → clip of a camera, for a picture of `aspect` = width / height.

    >>> eye = Camera(eye=(0, 0, 2), center=(0, 0, 0), angle=np.pi / 2)
    >>> x, y, _, w = perspective(eye, 1.0) @ [0, 2, 0, 1]
    >>> round(float(y / w), 6)
    1.0
    """
    distance = float(np.linalg.norm(camera.eye - camera.center))
    near, far = 0.02 * distance, 60 * distance
    scale = 1 / np.tan(camera.angle / 2)
    lens = np.array(
        [
            [scale / aspect, 0, 0, 0],
            [0, scale, 0, 0],
            [0, 0, (far + near) / (near - far), 2 * far * near / (near - far)],
            [0, 0, -1, 0],
        ]
    )
    return np.asarray(lens @ np.linalg.inv(compose(camera.eye, camera.rotation, np.ones(3))))


def box_along(direction: Array, center: Array, radius: float, depth: tuple[float, float]) -> Array:
    """World → clip of a parallel view along −direction onto a square of half side `radius` around `center`.

    `depth`: how far the box reaches from the center towards the viewer and away from it [m].
    """
    side = np.cross([0.0, 1.0, 0.0], direction)
    side = side if np.linalg.norm(side) > 1e-6 else np.array([1.0, 0.0, 0.0])
    right = side / np.linalg.norm(side)
    axes = np.stack([right, np.cross(direction, right), direction])
    toward, away = depth
    scale = np.array([1 / radius, 1 / radius, -2 / (toward + away)])
    matrix = np.eye(4)
    matrix[:3, :3] = scale[:, None] * axes
    matrix[:3, 3] = -matrix[:3, :3] @ center + [0, 0, (toward - away) / (toward + away)]
    return matrix
