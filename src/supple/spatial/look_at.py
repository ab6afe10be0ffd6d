"""Orientations of cameras and eyes that look at something, along their −Z with +Y up (as glTF's cameras do).

A fixed up vector gives every gaze an orientation except the two along it, and near those the roll changes
without bound: no smooth field of up vectors covers all directions. A sequence can do better than a single
look: carry the roll along with the gaze, and let it return to upright no faster than an eye would like.
(Shoemake 1987, "Quaternion Calculus", on tracking)
"""

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.spatial.components import assemble, components, cross, direction, dot, length
from supple.spatial.curve import key_times
from supple.spatial.matrix import from_matrix
from supple.spatial.quaternion import aligned, from_axis_angle, inverse, multiply, shortest_arc

ALONG = 1e-9  # sine of the angle between gaze and up, below which up no longer says how to roll


def look_at(eye: ArrayLike, target: ArrayLike, up: ArrayLike = (0, 1, 0)) -> Array:
    """The orientation with −Z from `eye` to `target` and +Y nearest to `up`; points (..., 3) ↦ (..., 4).

    A gaze straight along `up` is rolled as if the camera had looked along −Z and then pitched.

    >>> from supple.spatial import rotate
    >>> rotate(look_at([0, 0, 0], [3, 0, -4]), [0, 0, -1]).round(12) + 0.0
    array([ 0.6,  0. , -0.8])
    """
    gaze, up = _gaze(eye, target), direction(up, 3, "up")
    side = cross(gaze, up)
    lost = length(side) < ALONG
    if lost.any():
        side = np.where(lost[..., None], _side_when_pitched(up), side)
    right = direction(side, 3, "up")
    axes = np.stack(np.broadcast_arrays(right, cross(right, gaze), -gaze), axis=-1)
    return from_matrix(axes)


def look_along(
    eyes: ArrayLike,
    targets: ArrayLike,
    times: ArrayLike,
    up: ArrayLike = (0, 1, 0),
    roll_rate: float = np.pi / 2,
) -> Array:
    """Orientations at `times` [s], shape (n, 4), that follow `targets` from `eyes`, (3,) or (n, 3), smoothly.

    As `look_at`, but the angular velocity about the gaze never exceeds `roll_rate` [rad/s]: where upright
    would need more, as when the target passes overhead, the roll lags behind and comes back at that rate.

    >>> t = np.linspace(-1, 1, 5)
    >>> overhead = np.stack([t, 0 * t + 1, 0 * t], axis=1)
    >>> q = look_along([0, 0, 0], overhead, t + 1, roll_rate=0.1)
    >>> float(2 * np.arccos((q[1:] * q[:-1]).sum(axis=1)).max()) < 0.5  # look_at turns by 3.1 at the top
    True
    """
    times = key_times(times)
    eyes, targets = (components(points, 3, "points") for points in (eyes, targets))
    gaze = np.broadcast_to(_gaze(eyes, targets), (len(times), 3))
    if not finite(roll_rate, "roll_rate", ()) > 0.0:
        raise InputError(f"roll_rate: expected a positive rate in rad/s, got {roll_rate}")
    upright = look_at((0, 0, 0), gaze, up)
    carried = multiply(shortest_arc(gaze[:-1], gaze[1:]), upright[:-1])
    slip = multiply(inverse(upright[1:]), carried)
    turned_back = dot(gaze[:-1], gaze[1:]) < -1.0 + ALONG
    drift = np.where(turned_back, 0.0, 2.0 * np.arctan2(slip[:, 2], slip[:, 3]))

    roll = np.zeros(len(times))
    allowed = roll_rate * np.diff(times)
    for k in range(len(times) - 1):
        leaning = np.remainder(roll[k] + drift[k] + np.pi, 2 * np.pi) - np.pi
        roll[k + 1] = leaning - np.clip(leaning, -allowed[k], allowed[k])
    return aligned(multiply(upright, from_axis_angle([0, 0, 1], roll)))


def _gaze(eye: ArrayLike, target: ArrayLike) -> Array:
    toward = components(target, 3, "target") - components(eye, 3, "eye")
    if not np.all(np.any(toward != 0.0, axis=-1)):
        raise InputError("target: is where the eye is, so there is no direction to look in; move one of them")
    return direction(toward, 3, "target")


def _side_when_pitched(up: Array) -> Array:
    """The camera's right when it looks along `up`: perpendicular to up and −Z, or +X where up is along Z."""
    side = assemble(up[..., 1], -up[..., 0], np.zeros_like(up[..., 0]))
    return np.where((dot(side, side) > ALONG)[..., None], side, (1.0, 0.0, 0.0))
