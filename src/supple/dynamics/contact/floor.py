"""Contact with a floor, in compiled code."""

from typing import NamedTuple

import numpy as np
from numba import njit

from supple.arrays import Array, Indices
from supple.dynamics.arrays import BodyArrays, RowArrays
from supple.dynamics.multipliers import apply_multipliers, row_speed


class ContactArrays(NamedTuple):
    """Surface points that may touch the floor: their body and coefficients, and how the floor answers."""

    body: Indices
    p: Array
    Wp: Array
    p_start: Indices
    weight: Array
    friction: Array
    bounce: Array
    height: float


@njit(cache=True)
def touch_floor(
    q: Array, v: Array, h: float, bodies: BodyArrays, rows: RowArrays, contacts: ContactArrays, sweeps: int,
    rhs: Array, mu: Array, impulse: Array, touch: Array,
) -> None:  # fmt: skip
    """Coulomb contact with the floor: gap + h v_n ≥ 0 ⊥ impulse ≥ 0, |tangential| ≤ friction · normal.

    Projected Gauss–Seidel over the points that would sink in, with the constraints solved again in between.
    """
    n, total = len(rows.pointer) - 1, 0
    kept = np.empty(n)
    active = np.empty(len(contacts.body), dtype=np.int64)
    goal = np.empty(len(contacts.body))
    for c in range(len(contacts.body)):
        b = contacts.body[c]
        k, s, p0 = bodies.k[b], bodies.start[b], contacts.p_start[c]
        gap, speed = -contacts.height, 0.0
        for j in range(k):
            gap += q[s + k + j] * contacts.p[p0 + j]
            speed += v[s + k + j] * contacts.p[p0 + j]
        touch[c, 0] = touch[c, 1] = touch[c, 2] = 0.0
        if gap + h * speed < 0.0:
            active[total] = c
            bounce = -contacts.bounce[b] * speed if speed < -4.0 * 9.81 * h else 0.0
            goal[total] = max(-gap / h, bounce)
            total += 1
    if total == 0:
        return
    for i in range(n):
        kept[i] = row_speed(rows, i, v)
    for _ in range(sweeps):
        largest = 0.0
        for a in range(total):
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
            normal = max(touch[c, 1] + (goal[a] - vy) / w, 0.0)
            tx, tz = touch[c, 0] - vx / w, touch[c, 2] - vz / w
            limit, length = contacts.friction[b] * normal, np.sqrt(tx * tx + tz * tz)
            if length > limit:
                tx, tz = tx * limit / length, tz * limit / length
            dx, dy, dz = tx - touch[c, 0], normal - touch[c, 1], tz - touch[c, 2]
            touch[c, 0], touch[c, 1], touch[c, 2] = tx, normal, tz
            largest = max(largest, (abs(dx) + abs(dy) + abs(dz)) * w)
            for j in range(k):
                response = contacts.Wp[p0 + j]
                v[s + j] += response * dx
                v[s + k + j] += response * dy
                v[s + 2 * k + j] += response * dz
        if n:
            for i in range(n):
                rhs[i] = kept[i] - row_speed(rows, i, v)
            apply_multipliers(rows, rhs, mu, v)
            for i in range(n):
                impulse[i] += mu[i]
        if largest < 1e-10:
            return
