"""What acts at joints by itself, implicit over the step h:

    e = armature + h (D + h K),   τ = τ₀ − D q̇ − K (q + h q̇ − rest) − e q̈_key,   D = damping + friction / max(|q̇|, s)

At a limit, where q + h q̇ is beyond it by g, a critically damped spring on what the joint itself moves, m = S·U + e:

    τ += m (β² g/h² − 2 β q̇/h),   e += m (2 β + β²)

Springs and dampers so count as inertia e in everything that the joint answers to, contacts as well. Dry friction is
a damper that pulls as hard as it may, and creeps below s.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import (
    BALL,
    FREE,
    TORQUE,
    ArticulatedArrays,
    D,
    E,
    U,
)  # fmt: skip
from supple.dynamics.bodies.articulated.vectors import turned
from supple.kernels import kernel

CREEP = 1e-3
"""s [rad/s, m/s]"""
FIRM = 3.0
"""β: how far a limit comes back within a step."""


@kernel
def set_joint_force(
    arrays: ArticulatedArrays, i: int, g: int, me: Array, q: Array, v: Array, h: float
) -> None:
    """e and τ of a joint; of a ball τ is along the world's axes."""
    kind, at, by, k = arrays.kind[g], arrays.at[g], arrays.by[g], arrays.link[i, 2] + arrays.by[g]
    if kind == BALL:
        set_turning_force(arrays, i, g, me, q, v, at, by, h)
        return
    if kind == FREE:
        set_turning_force(arrays, i, g, me, q, v, at + 3, by + 3, h)
        set_shift_force(arrays, i, g, me, q, v, h)
        return
    joint, pull, e = arrays.joint[k], arrays.torque[k], arrays.joint[k, 2]
    if joint[0] != 0.0 or joint[1] != 0.0 or joint[3] != 0.0:
        damping, stiff = joint[1] + joint[3] / max(abs(v[by]), CREEP), joint[0]
        far = q[at] + h * v[by] - arrays.rest[arrays.link[i, 1] + at]
        e, pull = e + h * (damping + h * stiff), pull - damping * v[by] - stiff * far
    me[E] = e
    me[TORQUE] = pull - e * arrays.key[k] if arrays.physics[g] < 1.0 else pull
    me[TORQUE + 1] = beyond(arrays.limit[k], q[at], v[by], h) if h > 0.0 else 0.0


@kernel
def beyond(limit: Array, q: float, v: float, h: float) -> float:
    """What a limit asks of a joint, over its inertia: where it is beyond, or is to be when the step ends."""
    there = q + h * v
    if min(q, there) < limit[0]:
        return FIRM * FIRM * (limit[0] - there) / (h * h) - 2 * FIRM * v / h
    if max(q, there) > limit[1]:
        return FIRM * FIRM * (limit[1] - there) / (h * h) - 2 * FIRM * v / h
    return 0.0


@kernel
def set_turning_force(
    arrays: ArticulatedArrays, i: int, g: int, me: Array, q: Array, v: Array, at: int, by: int, h: float
) -> None:
    """A ball: its spring pulls along the shortest turn to rest."""
    k = arrays.link[i, 2] + by
    joint, r = arrays.joint[k], arrays.link[i, 1] + at
    rate = np.sqrt(v[by] * v[by] + v[by + 1] * v[by + 1] + v[by + 2] * v[by + 2])
    damping, stiff = joint[1] + joint[3] / max(rate, CREEP), joint[0]
    slow = damping + h * stiff
    me[E] = joint[2] + h * slow
    e = me[E] if arrays.physics[g] < 1.0 else 0.0
    x, y, z = 0.0, 0.0, 0.0
    if stiff != 0.0:
        x, y, z = away(q, at, arrays.rest, r)
    x = arrays.torque[k] - slow * v[by] - stiff * x - e * arrays.key[k]
    y = arrays.torque[k + 1] - slow * v[by + 1] - stiff * y - e * arrays.key[k + 1]
    z = arrays.torque[k + 2] - slow * v[by + 2] - stiff * z - e * arrays.key[k + 2]
    me[TORQUE], me[TORQUE + 1], me[TORQUE + 2] = turned(me, x, y, z)


@kernel
def set_shift_force(
    arrays: ArticulatedArrays, i: int, g: int, me: Array, q: Array, v: Array, h: float
) -> None:
    """The shift of what is free, along the world's axes; the same along all."""
    at, by, k = arrays.at[g], arrays.by[g], arrays.link[i, 2] + arrays.by[g]
    joint, r = arrays.joint[k], arrays.link[i, 1] + at
    rate = np.sqrt(v[by] * v[by] + v[by + 1] * v[by + 1] + v[by + 2] * v[by + 2])
    damping, stiff, pull = joint[1] + joint[3] / max(rate, CREEP), joint[0], np.empty(3)
    me[D] = joint[2] + h * (damping + h * stiff)
    e = me[D] if arrays.physics[g] < 1.0 else 0.0
    for a in range(3):
        far = q[at + a] + h * v[by + a] - arrays.rest[r + a]
        pull[a] = arrays.torque[k + a] - damping * v[by + a] - stiff * far - e * arrays.key[k + a]
    me[U], me[U + 1], me[U + 2] = turned(arrays.turn[g], pull[0], pull[1], pull[2])


@kernel
def away(q: Array, at: int, rest: Array, r: int) -> tuple[float, float, float]:
    """θ along the axis of the turn from rest to q, in the link's frame."""
    x, y, z, w = q[at], q[at + 1], q[at + 2], q[at + 3]
    a, b, c, d = -rest[r], -rest[r + 1], -rest[r + 2], rest[r + 3]
    u0, u1, u2 = d * x + a * w + b * z - c * y, d * y + b * w + c * x - a * z, d * z + c * w + a * y - b * x
    half, s = d * w - a * x - b * y - c * z, np.sqrt(u0 * u0 + u1 * u1 + u2 * u2)
    share = 2 * np.arctan2(s, abs(half)) / s if s > 1e-9 else 2.0
    if half < 0.0:
        share = -share
    return share * u0, share * u1, share * u2
