"""The contacts of one body within its step, in compiled code: the law of `contact.touch`, in coordinates where M = 1.

u = J z,  z⁺ = z + Jᵀ f:   gap + h u_n ≥ 0 ⊥ f_n ≥ 0,  |f_t| ≤ μ s   or   u + γ f = aim, where the ground is a spring

Written over plain arrays, since a body that hops is searched for in millions of such steps.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.contact.contacts import set_frame
from supple.dynamics.legacy.contact.touch import AT_ONCE, SHARE
from supple.kernels import kernel

WHOLE = 6
"""Coordinates of a body as a whole."""
STILL = 1e-6
"""Sweeps end when none of them changes the velocity of any point by more [m/s], however forces share the load."""


@kernel
def turn(n: int, normal: Array, frame: Array, J: Array, A: Array) -> None:
    """Frames of n contacts; J (n, 3, nv) from world axes into them, A = J Jᵀ of each: six sums at once."""
    nv = J.shape[2]
    for i in range(n):
        F = frame[i]
        set_frame(F, normal[i])
        a = b = c = d = e = f = 0.0
        for k in range(nv):
            x, y, z = J[i, 0, k], J[i, 1, k], J[i, 2, k]
            p = F[0, 0] * x + F[0, 1] * y + F[0, 2] * z
            q = F[1, 0] * x + F[1, 1] * y + F[1, 2] * z
            r = F[2, 0] * x + F[2, 1] * y + F[2, 2] * z
            J[i, 0, k], J[i, 1, k], J[i, 2, k] = p, q, r
            a += p * p
            b += q * p
            c += q * q
            d += r * p
            e += r * q
            f += r * r
        A[i, 0, 0], A[i, 1, 1], A[i, 2, 2] = a, c, f
        A[i, 1, 0] = A[i, 0, 1] = b
        A[i, 2, 0] = A[i, 0, 2] = d
        A[i, 2, 1] = A[i, 1, 2] = e


@kernel
def settle(
    n: int, z: Array, J: Array, A: Array, manner: Array, follow: Array, aim: Array, f: Array, before: Array,
    along: Array, was: Array, sweeps: int,
) -> int:  # fmt: skip
    """Sweep over n contacts until nothing changes; how often. `before` and `along` (n, 3), `was` (nv,) are room."""
    nv, size, light = len(z), 0.0, 0.0
    along[:n] = 0.0
    for i in range(n):
        light = max(light, A[i, 0, 0], A[i, 1, 1], A[i, 2, 2])
    for used in range(1, sweeps + 1):
        was[:] = z
        for i in range(n):
            soft = aim[i, 3]
            u = v = w = 0.0
            for k in range(nv):
                u += J[i, 0, k] * z[k]
                v += J[i, 1, k] * z[k]
                w += J[i, 2, k] * z[k]
            a, b, c = f[i, 0], f[i, 1], f[i, 2]
            before[i, 0], before[i, 1], before[i, 2] = a, b, c
            normal, across = A[i, 0, 0] + soft, max(A[i, 1, 1], A[i, 2, 2]) + soft
            new = max(a + (aim[i, 0] - u - soft * a) / normal, 0.0)
            da = new - a
            p = b + (aim[i, 1] - v - A[i, 1, 0] * da - soft * b) / across
            q = c + (aim[i, 2] - w - A[i, 2, 0] * da - soft * c) / across
            limit = manner[i, 0] * max(follow[i, 0] + follow[i, 1] * new, AT_ONCE * new) if new > 0.0 else 0.0
            length = np.sqrt(p * p + q * q)
            if length > limit:
                p, q = p * limit / length, q * limit / length
            db, dc = p - b, q - c
            f[i, 0], f[i, 1], f[i, 2] = new, p, q
            if da != 0.0 or db != 0.0 or dc != 0.0:
                for k in range(nv):
                    z[k] += J[i, 0, k] * da + J[i, 1, k] * db + J[i, 2, k] * dc
        if light * apart(z, was) < STILL * STILL:
            return used
        if used < sweeps:
            size = _hasten(n, z, J, f, before, along, size)
    return sweeps


@kernel
def apart(a: Array, b: Array) -> float:
    """|a − b|²."""
    total = 0.0
    for k in range(len(a)):
        total += (a[k] - b[k]) ** 2
    return total


@kernel
def _hasten(n: int, z: Array, J: Array, f: Array, before: Array, along: Array, size: float) -> float:
    """Go on along the conjugate of earlier sweeps (Silcowitz-Hansen et al. 2010); |change of this sweep|²."""
    new = 0.0
    for i in range(n):
        for r in range(3):
            new += (f[i, r] - before[i, r]) ** 2
    share = new / size if new < size else 0.0
    for i in range(n):
        for r in range(3):
            step, further = f[i, r] - before[i, r], share * along[i, r]
            f[i, r] += further
            along[i, r] = further + step
            if further != 0.0:
                for k in range(len(z)):
                    z[k] += J[i, r, k] * further
    return new


@kernel
def strike(
    n: int, z: Array, J: Array, B: Array, gap: Array, manner: Array, slowest: float, h: float, follow: Array,
    aim: Array, f: Array, before: Array, along: Array, was: Array, sweeps: int,
) -> None:  # fmt: skip
    """What hits faster than `slowest` returns with its restitution, and nothing else is driven in by it.

    A hard body answers a blow as a whole: its momenta are the first six of z = Lᵀ v, and how it moves by them alone
    the first six columns of J L⁻ᵀ, since L begins with that of the whole. Modes keep their rates. B (n, 3, 3): room.
    """
    hits, whole = False, min(WHOLE, len(z))
    for i in range(n):
        u, least = 0.0, min(-gap[i] / h, 0.0)
        for k in range(whole):
            u += J[i, 0, k] * z[k]
        for r in range(3):
            f[i, r] = aim[i, r] = 0.0
        aim[i, 3], follow[i, 0], follow[i, 1] = 0.0, 0.0, 1.0
        aim[i, 0] = least if np.isinf(manner[i, 2]) else -np.inf
        if u < -slowest:
            aim[i, 0], hits = max(-manner[i, 1] * u, least), True
    if hits:
        for i in range(n):
            for r in range(3):
                for s in range(3):
                    B[i, r, s] = 0.0
                    for k in range(whole):
                        B[i, r, s] += J[i, r, k] * J[i, s, k]
        settle(n, z[:whole], J, B, manner, follow, aim, f, before, along, was[:whole], sweeps)


@kernel
def resume(
    n: int, z: Array, J: Array, gap: Array, frame: Array, manner: Array, lag: float, h: float, memory: Array,
    which: Indices, follow: Array, aim: Array, f: Array,
) -> None:  # fmt: skip
    """What each contact aims at, what its friction goes by, and the impulses of the last step to start from."""
    for i in range(n):
        kept, stiffness = which[i], manner[i, 2]
        hard = np.isinf(stiffness)
        firmness = 1.0 if hard else h * stiffness + manner[i, 3]
        pull = 0.0 if hard else stiffness / firmness
        behind = lag if memory[kept, 6] > 0.0 else 0.0
        follow[i, 0], follow[i, 1] = behind / (behind + h) * memory[kept, 6], h / (behind + h)
        aim[i, 0] = min(-gap[i] / h, 0.0) if hard else -gap[i] * pull
        aim[i, 3] = 0.0 if hard else 1.0 / (h * firmness)
        for r in range(3):
            impulse = stretch = 0.0
            for x in range(3):
                impulse += frame[i, r, x] * memory[kept, x]
                stretch += frame[i, r, x] * memory[kept, 3 + x]
            if r:
                aim[i, r] = -pull * stretch
            f[i, r] = impulse if r else max(impulse, 0.0)
            for k in range(len(z)):
                z[k] += J[i, r, k] * f[i, r]


@kernel
def keep(
    n: int, z: Array, J: Array, frame: Array, manner: Array, h: float, follow: Array, f: Array, memory: Array,
    which: Indices,
) -> None:  # fmt: skip
    """What lasts of each contact: its impulse in world axes, how far its spring is stretched, and the load."""
    for i in range(n):
        kept, load = which[i], f[i, 0]
        for x in range(3):
            memory[kept, x] = f[i, 0] * frame[i, 0, x] + f[i, 1] * frame[i, 1, x] + f[i, 2] * frame[i, 2, x]
            memory[kept, 3 + x] = 0.0
        memory[kept, 6] = max(follow[i, 0] + follow[i, 1] * load, AT_ONCE * load) if load > 0.0 else 0.0
        if load > 0.0 and not np.isinf(manner[i, 2]):
            for r in range(1, 3):
                u = 0.0
                for k in range(len(z)):
                    u += J[i, r, k] * z[k]
                stretch = -(f[i, r] / h + manner[i, 3] * u) / manner[i, 2]
                for x in range(3):
                    memory[kept, 3 + x] += stretch * frame[i, r, x]


@kernel
def move_out(
    n: int, z: Array, p: Array, J: Array, A: Array, gap: Array, manner: Array, h: float, aim: Array, f: Array,
    sweeps: int,
) -> bool:  # fmt: skip
    """p with u_n + J p ≥ −share · gap/h: a part of what is inside goes out, and nothing else in; whether any is."""
    nv, inside = len(z), False
    for i in range(n):
        inside = inside or (gap[i] < 0.0 and np.isinf(manner[i, 2]))
    for i in range(n if inside else 0):
        u = 0.0
        for k in range(nv):
            u += J[i, 0, k] * z[k]
        aim[i, 0], f[i, 0] = -(SHARE if gap[i] < 0.0 else 1.0) * gap[i] / h - u, 0.0
        if not np.isinf(manner[i, 2]):
            aim[i, 0] = -np.inf
    for _ in range(sweeps if inside else 0):
        largest = 0.0
        for i in range(n):
            u = 0.0
            for k in range(nv):
                u += J[i, 0, k] * p[k]
            new = max(f[i, 0] + (aim[i, 0] - u) / A[i, 0, 0], 0.0)
            change = new - f[i, 0]
            f[i, 0] = new
            if change != 0.0:
                for k in range(nv):
                    p[k] += J[i, 0, k] * change
            largest = max(largest, abs(change) * A[i, 0, 0])
        if largest < STILL:
            break
    return inside
