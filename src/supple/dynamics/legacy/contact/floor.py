"""Contact with a floor, in compiled code: blows first, then what rests, sticks and slides.

gap + h v_n ≥ 0  ⊥  f_n ≥ 0,   |f_t| ≤ μ s,  f_t against the sliding, over the surface points that would sink in.

Friction goes by a load s that follows f_n with a lag, ṡ = (f_n − s)/τ, as it does in experiments (Prakash & Clifton
1993), and by three quarters of f_n at once. By f_n itself, a soft block slides in hops: it grips while it presses
down and sheds its friction while it springs up, and the two swell each other until it glides down a slope on which
it should stick.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.arrays import BodyArrays, RowArrays
from supple.dynamics.legacy.contact.arrays import ContactArrays
from supple.dynamics.legacy.contact.impact import strike
from supple.dynamics.legacy.multipliers import apply_multipliers, row_speed
from supple.kernels import kernel

STILL = 1e-7
"""Velocities that change by less than this in a sweep are found [m/s]."""
AT_ONCE = 0.75
"""Share of the load that friction feels without a lag: a blow grips."""
REST = 4.0
"""What falls onto the floor within so many steps of free fall rests there, and does not bounce."""


@kernel
def touch_floor(
    q: Array, v: Array, h: float, bodies: BodyArrays, rows: RowArrays, contacts: ContactArrays, sweeps: int,
    rhs: Array, mu: Array, impulse: Array, touch: Array, load: Array,
) -> int:  # fmt: skip
    """Keep v (nv,) from carrying surface points into the floor; returns the sweeps it took.

    `touch` (contacts, 3) holds the impulses of the last step, where the search starts, and receives those of this
    one [N s], likewise `load` (contacts,) the normal ones that friction goes by; the constraints keep the speeds they
    have, and add what that took to `impulse` (rows,).
    """
    active = np.empty(len(contacts.body), dtype=np.int64)
    floor_speed = np.empty(len(contacts.body))
    total = find_touching(q, v, h, bodies, contacts, active, floor_speed, touch)
    follow = np.empty((total, 2))
    set_following(contacts, active[:total], load, h, follow)
    kept = np.empty(len(rhs))
    for i in range(len(rhs) if total else 0):
        kept[i] = row_speed(rows, i, v)
    blows = np.zeros((len(contacts.body) if total else 0, 3))
    struck, used, a = False, 0, 0
    while a < total:
        b, end = contacts.body[active[a]], a + 1
        while end < total and contacts.body[active[end]] == b:
            end += 1
        if contacts.hard[b]:
            slowest = REST * contacts.gravity * h
            struck = strike(q, v, b, bodies, contacts, active[a:end], slowest, blows) or struck
        if len(rhs) == 0:
            used += settle(
                v, bodies, rows, contacts, active[a:end], floor_speed[a:end], follow[a:end], sweeps, kept, rhs, mu,
                impulse, touch,
            )  # fmt: skip
        a = end
    if len(rhs) and total:
        used = settle(
            v,
            bodies,
            rows,
            contacts,
            active[:total],
            floor_speed,
            follow,
            sweeps,
            kept,
            rhs,
            mu,
            impulse,
            touch,
        )
    for c in range(len(load)):
        load[c] = 0.0
    for a in range(total):
        fy = touch[active[a], 1]
        load[active[a]] = max(follow[a, 0] + follow[a, 1] * fy, AT_ONCE * fy) if fy > 0.0 else 0.0
    for c in range(len(touch) if struck else 0):
        for r in range(3):
            touch[c, r] += blows[c, r]
    return used


@kernel
def settle(
    v: Array, bodies: BodyArrays, rows: RowArrays, contacts: ContactArrays, active: Indices, floor_speed: Array,
    follow: Array, sweeps: int, kept: Array, rhs: Array, mu: Array, impulse: Array, touch: Array,
) -> int:  # fmt: skip
    """Sweep over the points of one body, or of all that constraints may join, until nothing changes; how often."""
    for c in active:
        push(v, bodies, contacts, c, touch[c, 0], touch[c, 1], touch[c, 2])
    size = 0.0
    before, along = np.zeros((len(active), 3)), np.zeros((len(active), 3))
    for used in range(1, sweeps + 1):
        for a in range(len(active)):
            before[a] = touch[active[a]]
        change = sweep(v, bodies, contacts, active, floor_speed, follow, touch)
        if len(rhs):
            for i in range(len(rhs)):
                rhs[i] = kept[i] - row_speed(rows, i, v)
            apply_multipliers(rows, rhs, mu, v)
            for i in range(len(rhs)):
                impulse[i] += mu[i]
        if change < STILL:
            return used
        if used < sweeps:
            size = hasten(v, bodies, contacts, active, before, along, size, touch)
    return sweeps


@kernel
def find_touching(
    q: Array, v: Array, h: float, bodies: BodyArrays, contacts: ContactArrays, active: Indices,
    floor_speed: Array, touch: Array,
) -> int:  # fmt: skip
    """List the points that would sink in within the step, with the least v_n that keeps each out; how many."""
    total = 0
    for b in range(len(contacts.first) - 1):
        k, s, k0 = bodies.k[b], bodies.start[b], contacts.k_start[b]
        lowest = -contacts.height
        for j in range(k):
            y = q[s + k + j] + h * v[s + k + j]
            lowest += min(y * contacts.low[k0 + j], y * contacts.high[k0 + j])
        for c in range(contacts.first[b], contacts.first[b + 1]):
            if lowest < 0.0:
                gap, p0 = -contacts.height, contacts.p_start[c]
                speed = 0.0
                for j in range(k):
                    gap += q[s + k + j] * contacts.p[p0 + j]
                    speed += v[s + k + j] * contacts.p[p0 + j]
                if gap + h * speed < 0.0:
                    active[total] = c
                    floor_speed[total] = -gap / h
                    total += 1
                    continue
            touch[c, 0] = touch[c, 1] = touch[c, 2] = 0.0
    return total


@kernel
def set_following(contacts: ContactArrays, active: Indices, load: Array, h: float, follow: Array) -> None:
    """(a, b) of each active point: friction goes by s = a + b f_n, from s⁺ = s + h (f_n − s⁺)/τ; at first by f_n."""
    for a in range(len(active)):
        before = load[active[a]]
        lag = contacts.lag[contacts.body[active[a]]] if before > 0.0 else 0.0
        follow[a, 0], follow[a, 1] = lag / (lag + h) * before, h / (lag + h)


@kernel
def sweep(
    v: Array, bodies: BodyArrays, contacts: ContactArrays, active: Indices, floor_speed: Array, follow: Array,
    touch: Array,
) -> float:  # fmt: skip
    """Set each point's impulse right, one after another; returns the largest change of a velocity [m/s]."""
    largest = 0.0
    for a in range(len(active)):
        c = active[a]
        b = contacts.body[c]
        k, s, p0 = bodies.k[b], bodies.start[b], contacts.p_start[c]
        vx = vy = vz = 0.0
        for j in range(k):
            p = contacts.p[p0 + j]
            vx += v[s + j] * p
            vy += v[s + k + j] * p
            vz += v[s + 2 * k + j] * p
        w = contacts.weight[c]
        fy = max(touch[c, 1] + (floor_speed[a] - vy) / w, 0.0)
        fx, fz = touch[c, 0] - vx / w, touch[c, 2] - vz / w
        limit = (
            contacts.friction[b] * max(follow[a, 0] + follow[a, 1] * fy, AT_ONCE * fy) if fy > 0.0 else 0.0
        )
        length = np.sqrt(fx * fx + fz * fz)
        if length > limit:
            fx, fz = fx * limit / length, fz * limit / length
        dx, dy, dz = fx - touch[c, 0], fy - touch[c, 1], fz - touch[c, 2]
        touch[c, 0], touch[c, 1], touch[c, 2] = fx, fy, fz
        largest = max(largest, (abs(dx) + abs(dy) + abs(dz)) * w)
        push(v, bodies, contacts, c, dx, dy, dz)
    return largest


@kernel
def hasten(
    v: Array, bodies: BodyArrays, contacts: ContactArrays, active: Indices, before: Array, along: Array,
    size: float, touch: Array,
) -> float:  # fmt: skip
    """Go on along the conjugate of earlier sweeps (Silcowitz-Hansen et al. 2010); returns |change of this sweep|².

    A sweep is taken for a step down a gradient; its length against the last one's says how far to go on. Without
    it, points close to each other pass a load to and fro for hundreds of sweeps.
    """
    new = 0.0
    for a in range(len(active)):
        for r in range(3):
            new += (touch[active[a], r] - before[a, r]) ** 2
    share = new / size if new < size else 0.0
    for a in range(len(active)):
        c = active[a]
        for r in range(3):
            step = touch[c, r] - before[a, r]
            touch[c, r] += share * along[a, r]
            before[a, r] = share * along[a, r]
            along[a, r] = share * along[a, r] + step
        if share > 0.0:
            push(v, bodies, contacts, c, before[a, 0], before[a, 1], before[a, 2])
    return new


@kernel
def push(
    v: Array, bodies: BodyArrays, contacts: ContactArrays, c: int, fx: float, fy: float, fz: float
) -> None:
    """v += W Jᵀ f of one point."""
    b = contacts.body[c]
    k, s, p0 = bodies.k[b], bodies.start[b], contacts.p_start[c]
    for j in range(k):
        response = contacts.Wp[p0 + j]
        v[s + j] += response * fx
        v[s + k + j] += response * fy
        v[s + 2 * k + j] += response * fz
