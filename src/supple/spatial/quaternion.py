"""Quaternion algebra, vectorised over leading dimensions.

q = [x, y, z, w] = [sin(θ/2) n, cos(θ/2)]  turns points by θ about the unit axis n:  v' = q v q⁻¹.

q and −q are one rotation, and so are all multiples of q; `rotate`, `log`, `power` and the conversions
therefore take quaternions of any non-zero length. (Shoemake 1985, §3; Shoemake 1987, "Quaternion Calculus")
"""

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.spatial.components import assemble, components, cross, direction, dot, length, split

IDENTITY = (0.0, 0.0, 0.0, 1.0)
AXIS_LOST = 1e-14  # distance from the opposite quaternion, below which rounding decides the way there


def multiply(a: ArrayLike, b: ArrayLike) -> Array:
    """[u₁, s₁][u₂, s₂] = [s₁u₂ + s₂u₁ + u₁×u₂, s₁s₂ − u₁·u₂]: first the rotation b, then a. Shape (..., 4).

    >>> multiply([1, 0, 0, 0], [0, 1, 0, 0])  # i j = k
    array([0., 0., 1., 0.])
    """
    a, b = components(a, 4, "quaternion"), components(b, 4, "quaternion")
    return product(a, b)


def product(a: Array, b: Array) -> Array:
    """`multiply` for arrays known to be quaternions."""
    (ax, ay, az, aw), (bx, by, bz, bw) = split(a), split(b)
    return assemble(
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(q: ArrayLike) -> Array:
    """q* = [−u, s]. Shape (..., 4).

    >>> conjugate([1, 2, 3, 4])
    array([-1., -2., -3.,  4.])
    """
    return components(q, 4, "quaternion") * (-1.0, -1.0, -1.0, 1.0)


def inverse(q: ArrayLike) -> Array:
    """q⁻¹ = q* / (q q*). Shape (..., 4).

    >>> inverse([0, 0, 2, 0])
    array([-0. , -0. , -0.5,  0. ])
    """
    q = components(q, 4, "quaternion")
    unit = direction(q, 4, "quaternion")
    return np.asarray(conjugate(unit) / dot(q, unit)[..., None])


def normalize(q: ArrayLike) -> Array:
    """q / |q|. Shape (..., 4).

    >>> normalize([0, 0, 3, 4])
    array([0. , 0. , 0.6, 0.8])
    >>> normalize([0, 0, 0, 0])
    Traceback (most recent call last):
    supple.errors.InputError: quaternion: is zero and has no direction; give a non-zero one
    """
    return direction(q, 4, "quaternion")


def exp(v: ArrayLike) -> Array:
    """exp(n θ) = [n sin θ, cos θ]: half-angle vectors v = n θ [rad], shape (..., 3) ↦ unit quaternions.

    The rotation turns by 2θ: `exp(v)` undoes `log`, and `exp(rotation_vector / 2)` is a rotation vector's.

    >>> exp([0, 0, np.pi / 2]).round(12)  # half a turn about z
    array([0., 0., 1., 0.])
    """
    v = components(v, 3, "half-angle vector")
    theta = length(v)
    return assemble(*split(v * _sinc(theta)[..., None]), np.cos(theta))


def log(q: ArrayLike) -> Array:
    """ln [n sin θ, cos θ] = n θ, with 0 ≤ θ ≤ π: half of the rotation vector [rad], shape (..., 3).

    At q = −1 every axis is right; −z is taken, the way that `slerp` goes round to the opposite quaternion.

    >>> log(from_axis_angle([0, 1, 0], 0.5))
    array([0.  , 0.25, 0.  ])
    """
    return log_of_unit(direction(q, 4, "quaternion"))


def log_of_unit(q: Array) -> Array:
    """`log` for arrays known to be unit quaternions."""
    u, w = q[..., :3], q[..., 3]
    sine = length(u)
    turned = sine > 0.0
    v = u * (np.arctan2(sine, w) / np.where(turned, sine, 1.0))[..., None]
    opposite = (sine < AXIS_LOST) & (w < 0.0)
    return np.where(opposite[..., None], (0.0, 0.0, -np.pi), v) if opposite.any() else v


def power(q: ArrayLike, a: ArrayLike) -> Array:
    """qᵃ = exp(a ln q): the fraction a of the rotation q. Shapes (..., 4), (...) ↦ unit quaternions.

    >>> power([0, 0, 1, 0], 0.5).round(6)  # half of half a turn
    array([0.      , 0.      , 0.707107, 0.707107])
    """
    return exp(log(q) * finite(a, "exponent")[..., None])


def rotate(q: ArrayLike, points: ArrayLike) -> Array:
    """v' = q v q⁻¹. Shapes (..., 4), (..., 3) broadcast: one rotation for many points, or one each.

    >>> rotate(from_axis_angle([0, 0, 1], np.pi / 2), [[1, 0, 0], [0, 2, 0]]).round(12)
    array([[ 0.,  1.,  0.],
           [-2.,  0.,  0.]])
    """
    return turn(direction(q, 4, "quaternion"), components(points, 3, "points"))


def turn(q: Array, v: Array) -> Array:
    """`rotate` for arrays known to be unit quaternions and vectors."""
    u, w = q[..., :3], q[..., 3:]
    twice = 2.0 * cross(u, v)
    return np.asarray(v + w * twice + cross(u, twice))


def from_axis_angle(axis: ArrayLike, angle: ArrayLike) -> Array:
    """[sin(θ/2) n, cos(θ/2)]: axes of any length, shape (..., 3), angles θ [rad], shape (...).

    >>> from_axis_angle([0, 0, 5], np.pi).round(12)
    array([0., 0., 1., 0.])
    """
    half = finite(angle, "angle") / 2
    return assemble(*split(direction(axis, 3, "axis") * np.sin(half)[..., None]), np.cos(half))


def to_axis_angle(q: ArrayLike) -> tuple[Array, Array]:
    """Unit axes, shape (..., 3), and angles 0 ≤ θ ≤ π [rad], shape (...); no rotation has the axis x.

    >>> axis, angle = to_axis_angle([0, 0, 1, 1])
    >>> axis, round(float(angle), 6)
    (array([0., 0., 1.]), 1.570796)
    """
    v = to_rotation_vector(q)
    angle = length(v)
    turned = (angle > 0.0)[..., None]
    return np.where(turned, v / np.where(turned, angle[..., None], 1.0), (1.0, 0.0, 0.0)), angle


def from_rotation_vector(vector: ArrayLike) -> Array:
    """exp(φ/2): rotation vectors φ = θ n [rad], shape (..., 3) ↦ unit quaternions.

    >>> from_rotation_vector([0, np.pi, 0]).round(12)
    array([0., 1., 0., 0.])
    """
    return exp(components(vector, 3, "rotation vector") / 2)


def to_rotation_vector(q: ArrayLike) -> Array:
    """φ = 2 ln(±q), the shorter way round: |φ| ≤ π [rad], shape (..., 3).

    >>> to_rotation_vector([0, 0, -1, 1]).round(6)
    array([ 0.      ,  0.      , -1.570796])
    """
    q = components(q, 4, "quaternion")
    return 2.0 * log(np.where(q[..., 3:] < 0.0, -q, q))


def shortest_arc(a: ArrayLike, b: ArrayLike) -> Array:
    """The least rotation that takes direction a to direction b; shapes (..., 3) ↦ (..., 4).

    [a × b, 1 + a · b] normalised. Opposite directions: half a turn about an axis perpendicular to a.

    >>> shortest_arc([1, 0, 0], [0, 2, 0]).round(6)
    array([0.      , 0.      , 0.707107, 0.707107])
    """
    a, b = direction(a, 3, "direction"), direction(b, 3, "direction")
    bisector = a + b
    opposite = length(bisector) < 1e-8
    if opposite.any():
        side = np.eye(3)[np.argmin(np.abs(a), axis=-1)]
        bisector = np.where(opposite[..., None], cross(a, cross(side, a)), bisector)
    middle = direction(bisector, 3, "direction")
    return normalize(assemble(*split(cross(a, middle)), np.where(opposite, 0.0, dot(a, middle))))


def aligned(quaternions: ArrayLike) -> Array:
    """Lift rotations to neighbouring quaternions: q_n ← −q_n where q_n · q_{n−1} < 0, along the first axis.

    Small turns are then small moves on the sphere, and arcs go the shorter way. (Shoemake 1985, §4.2)

    >>> aligned([[0, 0, 0, 1], [0, 0, 0, -1], [0, 0, 1, -1]])
    array([[ 0.,  0.,  0.,  1.],
           [-0., -0., -0.,  1.],
           [-0., -0., -1.,  1.]])
    """
    q = components(quaternions, 4, "quaternions")
    flips = np.where(dot(q[1:], q[:-1]) < 0.0, -1.0, 1.0)
    signs = np.concatenate([np.ones((1, *flips.shape[1:])), np.cumprod(flips, axis=0)])[: len(q)]
    return np.asarray(q * signs[..., None])


def _sinc(theta: Array) -> Array:
    """sin θ / θ, 1 at 0."""
    turned = theta > 0.0
    return np.where(turned, np.sin(theta) / np.where(turned, theta, 1.0), 1.0)
