"""The compiled loop over all linear bodies: symplectic Euler with constraints imposed at the end of each step.

v* = v + h (W Q + a),   J (q + h v⁺) = n(t⁺),   v⁺ = v* + W Jᵀ μ,   q⁺ = q + h v⁺

so that (J W Jᵀ) μ = (n(t⁺) − J q)/h − J v*, with the factor kept while the structure stands (Witkin & Welch 1990,
eqs. 9–10, at the end of the step instead of the beginning: nothing drifts, so nothing has to be fed back).
A row of softness γ and share β pulls instead of holding: (J W Jᵀ + γ) μ = β (n⁺ − h ṅ − J q)/h + ṅ − J v*.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from supple.arrays import Array
from supple.dynamics.arrays import BodyArrays, RowArrays
from supple.dynamics.contact.floor import ContactArrays, touch_floor
from supple.dynamics.elastic import add_elastic_force
from supple.dynamics.multipliers import apply_multipliers


class Targets(NamedTuple):
    """n(t⁺) and ṅ for each step of a run and each row, (steps, rows)."""

    position: Array
    velocity: Array


@njit(cache=True)
def advance(
    q: Array, v: Array, acceleration: Array, h: float, steps: int,
    bodies: BodyArrays, rows: RowArrays, targets: Targets, contacts: ContactArrays, sweeps: int,
    impulse: Array, touch: Array,
) -> tuple[int, int]:  # fmt: skip
    """Advance q and v in place by `steps` of h seconds; returns (steps done, body that went wrong or −1).

    `impulse` (rows,) and `touch` (contacts, 3) receive the impulses of the last step [N s].
    """
    n = len(rows.pointer) - 1
    Q = np.zeros(3 * (bodies.k.max() if len(bodies.k) else 1))
    rhs, mu = np.zeros(n), np.zeros(n)
    for step in range(steps):
        for b in range(len(bodies.k)):
            inside_out = _accelerate(q, v, acceleration, h, bodies, b, Q)
            if inside_out:
                return step, b
        if n:
            for i in range(n):
                place, speed = 0.0, 0.0
                for e in range(rows.pointer[i], rows.pointer[i + 1]):
                    place += rows.J[e] * q[rows.column[e]]
                    speed += rows.J[e] * v[rows.column[e]]
                drift = targets.velocity[step, i]
                rhs[i] = rows.beta[i] * ((targets.position[step, i] - place) / h - drift) + drift - speed
            apply_multipliers(rows, rhs, mu, v)
            for i in range(n):
                impulse[i] = mu[i]
        if len(contacts.body):
            touch_floor(q, v, h, bodies, rows, contacts, sweeps, rhs, mu, impulse, touch)
        for i in range(len(q)):
            q[i] += h * v[i]
    return steps, -1


@njit(cache=True)
def _accelerate(
    q: Array, v: Array, acceleration: Array, h: float, bodies: BodyArrays, b: int, Q: Array
) -> bool:
    """v += h (W Q + a) for body b; True if it has turned inside out or is no number any more."""
    k, s = bodies.k[b], bodies.start[b]
    for i in range(3 * k):
        Q[i] = 0.0
    lowest = add_elastic_force(
        q, v, s, k, bodies.G[bodies.G_start[b] :], bodies.cell[b], bodies.cell[b + 1],
        bodies.share, bodies.ke[b], bodies.kc[b], bodies.kd[b], Q,
    )  # fmt: skip
    keep = 1.0 - h * bodies.drag[b]
    w0 = bodies.W_start[b]
    for r in range(3):
        for j in range(k):
            a = 0.0
            for i in range(k):
                a += bodies.W[w0 + k * j + i] * Q[k * r + i]
            at = s + k * r + j
            v[at] = keep * v[at] + h * (a + acceleration[at])
    return not lowest > 0.0
