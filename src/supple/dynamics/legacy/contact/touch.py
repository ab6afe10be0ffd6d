"""Contacts of any bodies with each other and with what stands still, in compiled code: blows first, then what rests.

u = Σ J v over the two sides, in a frame of normal and tangents;   v⁺ = v + Σ W Jᵀ f

hard:   gap + h u_n ≥ 0  ⊥  f_n ≥ 0,   |f_t| ≤ μ s,  f_t against the sliding
soft:   f = −h (k (d + h u) + c u),  f_n ≥ 0,  |f_t| ≤ μ f_n,  d from the point of entry (Faloutsos et al. 1997, §4.5)

by projected Gauss–Seidel on v itself: no matrix between contacts is ever made. The spring is that at the end of the
step, so that any stiffness is stable. s follows f_n with a lag, see `contact.floor`. What is inside already is not
thrown out but moved out: with velocities p that change places and not v.

`touch(v, whole, p, h, contacts, slowest, sweeps)` is called from Python and from other kernels alike. It changes v
(nv,) and p (nv,), then places move as q⁺ = q ⊕ h (v + p); the impulses are in `contacts`, see `Contacts`. A blow is
told, and returned, by the motion `whole` (nv,): that of hard bodies as a whole, v of others, or v itself for all.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.contact.contacts import Contacts, answer, push, set_frame, speed, turn
from supple.kernels import kernel

STILL = 1e-7
"""Velocities that change by less than this in a sweep are found [m/s]."""
AT_ONCE = 0.75
"""Share of the load that friction feels without a lag: a blow grips."""
SHARE, RATE = 0.2, 48.0
"""Of what is inside, so much is moved out in a step, or in so many a second [1/s], whichever is less."""


@kernel
def touch(v: Array, whole: Array, p: Array, h: float, contacts: Contacts, slowest: float, sweeps: int) -> int:
    """Keep v (nv,) from carrying anything into anything; returns the sweeps it took.

    What comes faster than `slowest` [m/s] is a blow where `contacts.blow` says so; p (nv,) receives what moves places
    without being kept.
    """
    c, n = contacts, len(contacts.gap)
    if n == 0:
        return 0
    frames = np.empty((n, 3, 3))
    for i in range(n):
        set_frame(frames[i], c.normal[i])
    turn(c.size, c.J, frames)
    turn(c.size, c.WJ, frames)
    turn(c.size, c.WB, frames)
    aim, follow, f = np.zeros((n, 4)), np.zeros((n, 2)), np.zeros((n, 3))
    if _aim_blows(whole, h, slowest, c.start, c.size, c.J, c.gap, c.bounce, c.blow, c.stiffness, aim):
        for i in range(n):
            follow[i, 1] = 1.0
        after = np.empty(len(v))
        after[:] = whole
        _settle(after, c.start, c.size, c.J, c.WB if len(c.WB) else c.WJ, c.friction, follow, aim, f, sweeps)
        for j in range(len(v)):
            v[j] += after[j] - whole[j]
    _into_world(f, frames, c.struck)
    _aim_rest(h, frames, c.gap, c.stiffness, c.damping, c.stretch, aim)
    _follow(h, c.lag, c.load, follow)
    _into_frames(c.impulse, frames, f)
    free = np.empty(len(v))
    free[:] = v
    for i in range(n):
        f[i, 0] = max(f[i, 0], 0.0)
        push(v, c.start, c.size, c.WJ, i, f[i, 0], f[i, 1], f[i, 2])
    _temper(free, c.start, c.size, c.J, aim, v, f)
    used = _settle(v, c.start, c.size, c.J, c.WJ, c.friction, follow, aim, f, sweeps)
    _temper(free, c.start, c.size, c.J, aim, v, f)
    _into_world(f, frames, c.impulse)
    _keep(v, h, c.start, c.size, c.J, frames, follow, f, c.stiffness, c.damping, c.load, c.stretch)
    _move_out(v, p, h, c.start, c.size, c.J, c.WJ, c.gap, c.stiffness, sweeps)
    return used


@kernel
def _into_frames(x: Array, frames: Array, f: Array) -> None:
    """f = F x, (n, 3) each."""
    for i in range(len(f)):
        for r in range(3):
            f[i, r] = frames[i, r, 0] * x[i, 0] + frames[i, r, 1] * x[i, 1] + frames[i, r, 2] * x[i, 2]


@kernel
def _into_world(f: Array, frames: Array, x: Array) -> None:
    """x = Fᵀ f, (n, 3) each."""
    for i in range(len(f)):
        for r in range(3):
            x[i, r] = frames[i, 0, r] * f[i, 0] + frames[i, 1, r] * f[i, 1] + frames[i, 2, r] * f[i, 2]


@kernel
def _aim_blows(
    v: Array, h: float, slowest: float, start: Indices, size: Indices, J: Array, gap: Array, bounce: Array,
    blow: Indices, stiffness: Array, aim: Array,
) -> bool:  # fmt: skip
    """Least u_n: what hits returns with its restitution, nothing else is driven in by it. Whether something hits."""
    hits = False
    for i in range(len(gap)):
        least, u = min(-gap[i] / h, 0.0), speed(v, start, size, J, i, 0)
        aim[i, 0] = least if np.isinf(stiffness[i]) else -np.inf
        if blow[i] and u < -slowest:
            aim[i, 0] = max(-bounce[i] * u, least)
            hits = True
    return hits


@kernel
def _aim_rest(
    h: float, frames: Array, gap: Array, stiffness: Array, damping: Array, stretch: Array, aim: Array
) -> None:
    """Least u_n, the u_t that are wanted [m/s], and the softness γ [1/kg]: u + γ f = aim where something presses."""
    aim[:] = 0.0
    for i in range(len(gap)):
        if np.isinf(stiffness[i]):
            aim[i, 0] = min(-gap[i] / h, 0.0)
            continue
        firmness = h * stiffness[i] + damping[i]
        pull = stiffness[i] / firmness
        aim[i, 0], aim[i, 3] = -gap[i] * pull, 1.0 / (h * firmness)
        for r in range(1, 3):
            for s in range(3):
                aim[i, r] -= pull * frames[i, r, s] * stretch[i, s]


@kernel
def _follow(h: float, lag: Array, load: Array, follow: Array) -> None:
    """(a, b): friction goes by s = a + b f_n, from s⁺ = s + h (f_n − s⁺)/τ; at first by f_n."""
    for i in range(len(lag)):
        behind = lag[i] if load[i] > 0.0 else 0.0
        follow[i, 0], follow[i, 1] = behind / (behind + h) * load[i], h / (behind + h)


@kernel
def _settle(
    v: Array, start: Indices, size: Indices, J: Array, W: Array, friction: Array, follow: Array, aim: Array,
    f: Array, sweeps: int,
) -> int:  # fmt: skip
    """Sweep over all contacts until nothing changes; how often. W (n, sides, 3, m) is how sides answer."""
    n = len(f)
    A = np.empty((n, 3, 3))
    for i in range(n):
        answer(start, size, J, W, i, A[i])
    before, along, gone = np.zeros((n, 3)), np.zeros((n, 3)), 0.0
    for used in range(1, sweeps + 1):
        before[:] = f
        largest = 0.0
        for i in range(n):
            largest = max(
                largest, _right(v, start, size, J, W, i, A[i], friction[i], follow[i], aim[i], f[i])
            )
        if largest < STILL:
            return used
        if used < sweeps:
            gone = _hasten(v, start, size, W, before, along, gone, f)
    return sweeps


@kernel
def _temper(free: Array, start: Indices, size: Indices, J: Array, aim: Array, v: Array, f: Array) -> None:
    """Shorten impulses that add energy to `free` (nv,), and what they made of it, to where they are worth most.

    Impulses of the last step may not fit this one, and sweeps that are hastened may stop on the wrong side. What is
    right has D(f) = f·(u₀ − aim) + f·(u − u₀ + γ f)/2 < 0, u₀ of `free`; D(t f) is lowest at t = −slope/curve.
    """
    slope, curve = 0.0, 0.0
    for i in range(len(f)):
        for r in range(3):
            before = speed(free, start, size, J, i, r)
            slope += f[i, r] * (before - aim[i, r])
            curve += f[i, r] * (speed(v, start, size, J, i, r) - before + aim[i, 3] * f[i, r])
    if slope + curve / 2 <= 0.0:
        return
    share = max(-slope / curve, 0.0)
    for i in range(len(f)):
        for r in range(3):
            f[i, r] *= share
    for j in range(len(v)):
        v[j] = free[j] + share * (v[j] - free[j])


@kernel
def _right(
    v: Array, start: Indices, size: Indices, J: Array, W: Array, i: int, A: Array, friction: float,
    follow: Array, aim: Array, f: Array,
) -> float:  # fmt: skip
    """Set the impulse f (3,) of one contact right, given the others; the largest change of a velocity [m/s].

    Where nothing can give way, nothing is pressed.
    """
    soft = aim[3]
    down, across = A[0, 0] + soft, max(A[1, 1], A[2, 2]) + soft
    if A[0, 0] == 0.0:
        return 0.0
    a = max(f[0] + (aim[0] - speed(v, start, size, J, i, 0) - soft * f[0]) / down, 0.0)
    da = a - f[0]
    b = f[1] + (aim[1] - speed(v, start, size, J, i, 1) - A[1, 0] * da - soft * f[1]) / across
    c = f[2] + (aim[2] - speed(v, start, size, J, i, 2) - A[2, 0] * da - soft * f[2]) / across
    limit = friction * max(follow[0] + follow[1] * a, AT_ONCE * a) if a > 0.0 else 0.0
    length = np.sqrt(b * b + c * c)
    if length > limit:
        b, c = b * limit / length, c * limit / length
    db, dc = b - f[1], c - f[2]
    f[0], f[1], f[2] = a, b, c
    push(v, start, size, W, i, da, db, dc)
    return float(abs(da) * down + (abs(db) + abs(dc)) * across)


@kernel
def _hasten(
    v: Array, start: Indices, size: Indices, W: Array, before: Array, along: Array, gone: float, f: Array
) -> float:
    """Go on along the conjugate of earlier sweeps (Silcowitz-Hansen et al. 2010); |change of this sweep|²."""
    new = 0.0
    for i in range(len(f)):
        for r in range(3):
            new += (f[i, r] - before[i, r]) ** 2
    share = new / gone if new < gone else 0.0
    for i in range(len(f)):
        for r in range(3):
            step, further = f[i, r] - before[i, r], share * along[i, r]
            f[i, r] += further
            before[i, r], along[i, r] = further, further + step
        if share > 0.0:
            push(v, start, size, W, i, before[i, 0], before[i, 1], before[i, 2])
    return new


@kernel
def _keep(
    v: Array, h: float, start: Indices, size: Indices, J: Array, frames: Array, follow: Array, f: Array,
    stiffness: Array, damping: Array, load: Array, stretch: Array,
) -> None:  # fmt: skip
    """What lasts of contacts: the load, and how far springs are stretched, f_t = −h (k d⁺ + c u_t)."""
    stretch[:] = 0.0
    for i in range(len(f)):
        load[i] = max(follow[i, 0] + follow[i, 1] * f[i, 0], AT_ONCE * f[i, 0]) if f[i, 0] > 0.0 else 0.0
        if f[i, 0] > 0.0 and not np.isinf(stiffness[i]):
            for r in range(1, 3):
                d = -(f[i, r] / h + damping[i] * speed(v, start, size, J, i, r)) / stiffness[i]
                for s in range(3):
                    stretch[i, s] += d * frames[i, r, s]


@kernel
def _move_out(
    v: Array, p: Array, h: float, start: Indices, size: Indices, J: Array, W: Array, gap: Array, stiffness: Array,
    sweeps: int,
) -> None:  # fmt: skip
    """p with u_n + J p ≥ −share · gap/h: a part of what is inside something hard goes out, and nothing else in.

    Half of it, since each contact gives way as much as its sides do: what is jammed between others is not crushed.
    """
    n, inside = len(gap), False
    f, least, weight, A = np.zeros(n), np.empty(n), np.empty(n), np.empty((3, 3))
    for i in range(n):
        hard = np.isinf(stiffness[i])
        inside = inside or (hard and gap[i] < 0.0)
        share = min(SHARE, RATE * h) if gap[i] < 0.0 else 1.0
        answer(start, size, J, W, i, A)
        weight[i] = A[0, 0]
        aimed = hard and weight[i] > 0.0
        least[i] = -share * gap[i] / h - speed(v, start, size, J, i, 0) if aimed else -np.inf
    for _ in range(sweeps if inside else 0):
        largest = 0.0
        for i in range(n):
            if np.isinf(least[i]):
                continue
            miss = least[i] - speed(p, start, size, J, i, 0) - weight[i] * f[i]
            new = max(f[i] + miss / (2 * weight[i]), 0.0)
            if new != f[i]:
                push(p, start, size, W, i, new - f[i], 0.0, 0.0)
                largest = max(largest, abs(new - f[i]) * weight[i])
                f[i] = new
        if largest < STILL:
            return
