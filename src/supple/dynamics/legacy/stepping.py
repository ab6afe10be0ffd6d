"""The compiled loop over all linear bodies: symplectic Euler with constraints imposed at the end of each step.

v* = v + h (W Q + a),   J (q + h v⁺) = n(t⁺),   v⁺ = v* + W Jᵀ μ,   q⁺ = q + h v⁺

so that (J W Jᵀ) μ = (n(t⁺) − J q)/h − J v*, with the factor kept while the structure stands (Witkin & Welch 1990,
eqs. 9–10, at the end of the step instead of the beginning: nothing drifts, so nothing has to be fed back).
A row of softness γ and share β pulls instead of holding: (J W Jᵀ + γ) μ = β (n⁺ − h ṅ − J q)/h + ṅ − J v*.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.elastic import accelerate_affine, add_elastic_force
from supple.dynamics.legacy.arrays import BodyArrays, RowArrays
from supple.dynamics.legacy.contact.arrays import ContactArrays
from supple.dynamics.legacy.contact.floor import touch_floor
from supple.dynamics.legacy.multipliers import apply_multipliers
from supple.dynamics.linalg.dense import largest
from supple.kernels import kernel


class Targets(NamedTuple):
    """n for each row, in the order of the factor; for the `moving` ones n(t⁺) and ṅ of each step (steps, moving)."""

    still: Array
    moving: Indices
    position: Array
    velocity: Array


@kernel
def advance(
    q: Array, v: Array, acceleration: Array, h: float, steps: int,
    bodies: BodyArrays, rows: RowArrays, targets: Targets, contacts: ContactArrays, sweeps: int,
    impulse: Array, touch: Array, load: Array,
) -> tuple[int, int]:  # fmt: skip
    """Advance q and v in place by `steps` of h seconds; returns (steps done, body that went wrong or −1).

    `impulse` (rows,), `touch` (contacts, 3) and `load` (contacts,) receive the impulses of the last step [N s].
    """
    n = len(targets.still)
    force = np.zeros(3 * largest(bodies.k))
    goal, drift = np.zeros(n), np.zeros(n)
    goal[:] = targets.still
    rhs, mu, total = np.zeros(n), np.zeros(n), np.zeros(n)
    for step in range(steps):
        wrong = _accelerate(q, v, acceleration, h, bodies, force)
        if wrong >= 0:
            return step, wrong
        if n:
            for m in range(len(targets.moving)):
                goal[targets.moving[m]] = targets.position[step, m]
                drift[targets.moving[m]] = targets.velocity[step, m]
            if rows.axes == 3:
                _aim(3, q, v, h, rows, goal, drift, rhs)
            else:
                _aim(1, q, v, h, rows, goal, drift, rhs)
            apply_multipliers(rows, rhs, mu, v)
            for i in range(n):
                total[i] = mu[i]
        if len(contacts.body):
            touch_floor(q, v, h, bodies, rows, contacts, sweeps, rhs, mu, total, touch, load)
        for i in range(len(q)):
            q[i] += h * v[i]
    for i in range(n):
        impulse[rows.order[i]] = total[i]
    return steps, -1


@kernel
def _accelerate(q: Array, v: Array, acceleration: Array, h: float, bodies: BodyArrays, a: Array) -> int:
    """v ← (1 − h drag) v + h (W Q + a); returns a body that has turned inside out or is no number any more, or −1."""
    size, start, cell, cells, G, H = bodies.k, bodies.start, bodies.cell, bodies.cells, bodies.G, bodies.H
    affine, ke, kc, kd, drag = bodies.affine, bodies.ke, bodies.kc, bodies.kd, bodies.drag
    for b in range(len(size)):
        s, k, keep = start[b], size[b], 1.0 - h * drag[b]
        if affine[b] > 0.0:
            det = accelerate_affine(
                q, v, acceleration, h, s, affine[b], H, cell[b], ke[b], kc[b], kd[b], keep
            )
        else:
            for i in range(3 * k):
                a[i] = acceleration[s + i]
            det = add_elastic_force(q, v, s, k, G, H, cell[b], cells[b], ke[b], kc[b], kd[b], a)
            for i in range(3 * k):
                v[s + i] = keep * v[s + i] + h * a[i]
        if not det > 0.0:
            return b
    return -1


@kernel
def _aim(
    axes: int, q: Array, v: Array, h: float, rows: RowArrays, goal: Array, drift: Array, rhs: Array
) -> None:
    """rhs = β ((n − J q)/h − ṅ) + ṅ − J v."""
    entry, column, stride, J, beta = rows.entry, rows.column, rows.stride, rows.J, rows.beta
    rate = 1.0 / h
    for i in range(len(beta)):
        for axis in range(axes):
            place = speed = 0.0
            for e in range(entry[i], entry[i + 1]):
                at = column[e] + axis * stride[e]
                place += J[e] * q[at]
                speed += J[e] * v[at]
            r = axes * i + axis
            rhs[r] = beta[i] * ((goal[r] - place) * rate - drift[r]) + drift[r] - speed
