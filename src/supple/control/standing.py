"""How a thing stands: the turn that puts it onto a side of its hull on which it does not tip over."""

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.spatial import from_matrix

SURE = 0.04
"""How far within its foot the center of mass must stand, in its height above it: what tilts by 2° does not fall."""
FOOT = 0.01, 0.1
"""How near to the floor is what it stands on, in sizes of the thing and at most in its height."""


def standing(vertices: ArrayLike, center: ArrayLike, name: str = "the thing") -> Array:
    """The least turn (4,), xyzw, after which a thing with a center of mass (3,) [m] stands still on a level floor.

    It stands where the center is above a face of the convex hull, and not near its edge.

    >>> cone = [[0, 1.0, 0], [1, 0, 0], [-0.5, 0, 0.8], [-0.5, 0, -0.8]]
    >>> standing(cone, [0, 0.25, 0]).round(6)
    array([0., 0., 0., 1.])
    """
    from scipy.spatial import ConvexHull

    points, middle = finite(vertices, "vertices", (None, 3)), finite(center, "center of mass", (3,))
    try:
        hull = ConvexHull(points)
    except Exception as error:
        raise InputError(f"{name} has no volume to stand on: {str(error).splitlines()[0]}") from error
    size = float(np.ptp(points, axis=0).max())
    for normal in _sides(hull.equations[:, :3]):
        tall = float((points @ normal).max() - middle @ normal)
        if _inside(points, middle, normal, size) >= SURE * tall:
            return from_matrix(_turn(normal))
    raise InputError(
        f"{name} stands on none of its sides: its center of mass, {middle.round(4).tolist()}, is over none of them; "
        "give it a center inside of its hull"
    )


def _sides(normals: Array) -> Array:
    """Ways down (n, 3), least turn first: as it is, normals of the hull, and between those that are mirror images."""
    every = np.concatenate([[[0, -1, 0]], normals, normals * [0, 1, 1], normals * [1, 1, 0]])
    every = np.unique((every / np.linalg.norm(every, axis=1, keepdims=True).clip(1e-9)).round(6), axis=0)
    every = every[np.linalg.norm(every, axis=1) > 0.5]
    return np.asarray(every / np.linalg.norm(every, axis=1, keepdims=True))[
        np.argsort(every[:, 1], kind="stable")
    ]


def _inside(points: Array, center: Array, normal: Array, size: float) -> float:
    """How far [m] the center lies within the foot of what stands on the side with an outward normal; < 0 beyond."""
    from scipy.spatial import ConvexHull, QhullError

    depth = points @ normal
    low = min(FOOT[0] * size, FOOT[1] * float(np.ptp(depth)))
    foot = (points[depth >= depth.max() - low] - center) @ _turn(normal).T
    try:
        return float(-ConvexHull(foot[:, [0, 2]]).equations[:, 2].max())
    except QhullError:
        return -np.inf


def _turn(normal: Array) -> Array:
    """The least turn (3, 3) that makes a unit normal point down."""
    cos, axis = -normal[1], np.array([normal[2], 0.0, -normal[0]])
    if cos < -1 + 1e-12:
        return np.diag([1.0, -1.0, -1.0])
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + k + k @ k / (1 + cos))
