"""Euler angles in all twelve orders, about fixed or moving axes.

order "xyz" (lower case): first about the fixed x, then the fixed y, then the fixed z:  q = q_z q_y q_x
order "XYZ" (upper case): first about x, then about the turned y, then the twice turned z:  q = q_x q_y q_z

Six orders have three different axes (roll, pitch and yaw: "xyz"), six repeat the first ("zxz"). When the
middle angle locks the gimbal, only the sum or difference of the outer two exists; the third is then zero.
"""

from functools import reduce
from itertools import permutations

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import UnknownNameError
from supple.spatial.components import assemble, components, direction
from supple.spatial.jet import Jet, Moving, jet_of_rotation_vector
from supple.spatial.quaternion import from_axis_angle, multiply

LOCK = 1e-12  # [rad] from the locked middle angle; below it rounding decides the outer angles

ORDERS = tuple("".join(axes) for axes in permutations("xyz")) + tuple(
    a + b + a for a, b in permutations("xyz", 2)
)


def rotation_axes(order: str) -> tuple[list[int], bool]:
    """Axis numbers in the order of the angles, and whether the axes are fixed."""
    fixed = order == order.lower()
    if order.lower() not in ORDERS or not (fixed or order == order.upper()):
        raise UnknownNameError("Euler order", order, (*ORDERS, *(name.upper() for name in ORDERS)))
    return ["xyz".index(letter) for letter in order.lower()], fixed


def from_euler(angles: ArrayLike, order: str = "xyz") -> Array:
    """Angles [rad], shape (..., 3), in the order of the letters ↦ unit quaternions, shape (..., 4).

    >>> from_euler([0, 0, np.pi], "xyz").round(12)  # yaw
    array([0., 0., 1., 0.])
    """
    axes, fixed = rotation_axes(order)
    angles = components(angles, 3, "Euler angles")
    first, second, third = (from_axis_angle(np.eye(3)[axis], angles[..., k]) for k, axis in enumerate(axes))
    if fixed:
        return multiply(third, multiply(second, first))
    return multiply(first, multiply(second, third))


def to_euler(q: ArrayLike, order: str = "xyz") -> Array:
    """Angles [rad], shape (..., 3): outer ones in (−π, π], the middle in [−π/2, π/2], or [0, π] as in "zxz".

    With axes i, j, k of a fixed order iji the quaternion's parts are (w, q_i) = cos(β/2) (cos σ, sin σ) and
    (q_j, ±q_k) = sin(β/2) (cos δ, sin δ), where σ, δ are half the sum and difference of the outer angles.
    An order ijk is iji seen after a quarter turn about j (Bernardes & Viollet 2022).

    >>> to_euler(from_euler([0.1, 0.2, 0.3], "ZXZ"), "ZXZ").round(12)
    array([0.1, 0.2, 0.3])
    """
    axes, fixed = rotation_axes(order)
    q = direction(q, 4, "quaternion")
    i, j, last = axes if fixed else axes[::-1]
    repeated = i == last
    k = 3 - i - j
    parity = (i - j) * (j - k) * (k - i) / 2
    w, qi, qj, qk = q[..., 3], q[..., i], q[..., j], parity * q[..., k]
    a, b, c, d = (w, qi, qj, qk) if repeated else (w - qj, qi + qk, qj + w, qk - qi)

    middle = 2.0 * np.arctan2(np.hypot(c, d), np.hypot(a, b))
    half_sum, half_difference = np.arctan2(b, a), np.arctan2(d, c)
    low, high = middle < LOCK, np.pi - middle < LOCK
    half_sum = np.where(high, half_difference if not fixed else -half_difference, half_sum)
    half_difference = np.where(low, half_sum if not fixed else -half_sum, half_difference)
    first, third = half_sum - half_difference, half_sum + half_difference
    if not repeated:
        third, middle = parity * third, middle - np.pi / 2
    angles = (first, middle, third) if fixed else (third, middle, first)
    return _principal(assemble(*angles))


def unwound(angles: ArrayLike, order: str = "xyz") -> Array:
    """Angles (T, 3) of one rotation over time without jumps, in the order of the letters.

    Whole turns are added, and where the rotation's other angles, (a + π, π − b, c + π) or, in orders such as "zxz",
    (a + π, −b, c + π), are nearer to the sample before, they are taken.

    >>> unwound([[3.1, 0.0, 0.0], [-3.1, 0.0, 0.0]])[1].round(3)
    array([3.183, 0.   , 0.   ])
    """
    axes, _ = rotation_axes(order)
    found = components(angles, 3, "Euler angles")
    mirror = np.array([np.pi, np.pi if axes[0] != axes[2] else 0.0, np.pi]), np.array([1.0, -1.0, 1.0])
    other = mirror[0] + mirror[1] * found
    stays, turns = (_apart(each, found[:-1]) for each in (found[1:], other[1:]))
    flips = np.cumsum(np.concatenate([[False], turns < stays])) % 2 == 1
    return np.asarray(np.unwrap(np.where(flips[:, None], other, found), axis=0))


def _apart(angles: Array, others: Array) -> Array:
    """The largest difference of three angles (T, 3), whole turns left out (T,)."""
    difference = angles - others
    return np.asarray(np.abs(difference - 2 * np.pi * np.round(difference / (2 * np.pi))).max(axis=1))


def jet_of_angles(angles: Moving, order: str) -> Jet:
    """The rotation of moving angles (..., 3), with its angular velocity and acceleration."""
    axes, fixed = rotation_axes(order)
    turns = [
        jet_of_rotation_vector(Moving(*(part[..., k, None] * np.eye(3)[axis] for part in angles)))
        for k, axis in enumerate(axes)
    ]
    return reduce(Jet.__matmul__, reversed(turns) if fixed else turns)


def _principal(angles: Array) -> Array:
    """Angles moved by whole turns into (−π, π]."""
    return np.asarray(angles - 2 * np.pi * np.ceil((angles - np.pi) / (2 * np.pi)))
