"""How a rigid body turns, in compiled code: quaternions e (xyzw), spins ω [rad/s] in the world frame."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.linalg.dense import apply, invert_three
from supple.kernels import kernel

ROUNDS = 8


@kernel
def set_matrix(e: Array, R: Array) -> None:
    """R (3, 3) of a quaternion of any length."""
    length = np.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3])
    x, y, z, w = e[0] / length, e[1] / length, e[2] / length, e[3] / length
    R[0, 0], R[0, 1], R[0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)
    R[1, 0], R[1, 1], R[1, 2] = 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)
    R[2, 0], R[2, 1], R[2, 2] = 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)


def matrix(e: Array) -> Array:
    """R of a quaternion of any length (3, 3)."""
    R = np.empty((3, 3))
    set_matrix(e, R)
    return R


def skew(a: Array) -> Array:
    """[a]× with [a]× b = a × b, (3, 3)."""
    x, y, z = a.tolist()
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


@kernel
def turn(e: Array, w: Array, h: float) -> None:
    """e ← exp(h ω/2) e, of unit length: turning with ω for h seconds."""
    half = h * np.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) / 2
    share = h / 2 * (np.sin(half) / half if half > 1e-8 else 1 - half * half / 6)
    ax, ay, az, aw = share * w[0], share * w[1], share * w[2], np.cos(half)
    x, y, z, s = e[0], e[1], e[2], e[3]
    p = aw * x + ax * s + ay * z - az * y
    q = aw * y - ax * z + ay * s + az * x
    r = aw * z + ax * y - ay * x + az * s
    t = aw * s - ax * x - ay * y - az * z
    length = np.sqrt(p * p + q * q + r * r + t * t)
    e[0], e[1], e[2], e[3] = p / length, q / length, r / length, t / length


def turned(e: Array, w: Array, h: float) -> Array:
    """exp(h ω/2) e: e after turning with ω for h seconds."""
    found = e.copy()
    turn(found, w, h)
    return found


def spun(inertia: Array, w: Array, h: float) -> Array:
    """ω⁺ − ω with I (ω⁺ − ω) + h ω̄ × I ω̄ = 0, ω̄ = (ω + ω⁺)/2."""
    change = np.zeros(3)
    spin(inertia, w, h, change)
    return change


@kernel
def spin(inertia: Array, w: Array, h: float, change: Array) -> None:
    """The same by Newton, from a `change` (3,) that is near from the start."""
    middle, momentum, residual, step = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    slope, back = np.empty((3, 3)), np.empty((3, 3))
    apply(inertia, w, momentum)
    size = max(abs(momentum[0]), abs(momentum[1]), abs(momentum[2]))
    for _ in range(ROUNDS):
        for i in range(3):
            middle[i] = w[i] + change[i] / 2
        apply(inertia, middle, momentum)
        apply(inertia, change, residual)
        off = 0.0
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            residual[i] += h * (middle[a] * momentum[b] - middle[b] * momentum[a])
            off = max(off, abs(residual[i]))
            for j in range(3):
                slope[i, j] = inertia[i, j] + h / 2 * (middle[a] * inertia[b, j] - middle[b] * inertia[a, j])
        if off <= 1e-15 * size:
            break
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            slope[i, a] += h / 2 * momentum[b]
            slope[i, b] -= h / 2 * momentum[a]
        invert_three(slope, back)
        apply(back, residual, step)
        for i in range(3):
            change[i] -= step[i]
