"""Contact of any body with the floor, through how everything, constraints included, answers at the touching points.

u⁺ = u + A f,  A = C W Cᵀ − C W Jᵀ (J W Jᵀ + γ)⁻¹ J W Cᵀ,  with the contact Jacobian C; constraints keep their speed.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from supple.arrays import Array
from supple.dynamics.constraints.reaction import Reaction
from supple.dynamics.general import System

SWEEPS = 200
SLOW = 4.0 * 9.81
"""What a step of h seconds meets slower than this times h [m/s] does not bounce."""


class Touch(NamedTuple):
    """What the floor did: change of v (nv,), impulses of the constraints (rows,) and of the points (n, 3) [N s]."""

    change: Array
    multipliers: Array
    impulse: Array


def touch_floor(system: System, reaction: Reaction, q: Array, v: Array, h: float) -> Touch:
    """gap + h u_n ≥ 0 ⊥ f_n ≥ 0,  |f_t| ≤ friction · f_n at the surface points that would sink in within h."""
    structure = system.structure
    rows, goals, friction, which = [], [], [], []
    total = 0
    for body, p, bounce in structure.touching:
        bq, bv, here = q[structure.span(body)], v[structure.v_span(body)], structure.v_span(body)
        gap = body.position(bq, p)[:, 1] - structure.height
        speed = body.velocity(bq, bv, p)[:, 1]
        for i in np.flatnonzero(gap + h * speed < 0):
            C = np.zeros((3, structure.v_size))
            C[:, here] = body.jacobian(bq, p[i])
            rows.append(C)
            rebound = -bounce * speed[i] if speed[i] < -SLOW * h else 0.0
            goals.append(max(-gap[i] / h, rebound))
            friction.append(body.material.friction)
            which.append(total + i)
        total += len(p)
    impulse = np.zeros((total, 3))
    if not rows:
        return Touch(np.zeros_like(v), np.zeros(len(reaction.J)), impulse)
    C = np.concatenate(rows)
    WC = reaction.response(C.T)
    carried = -reaction.solve(reaction.J @ WC)
    WC += reaction.WJ @ carried
    f = solve_contacts(C @ WC, C @ v, np.array(goals), np.array(friction), SWEEPS)
    impulse[which] = f.reshape(-1, 3)
    return Touch(WC @ f, carried @ f, impulse)


@njit(cache=True, error_model="numpy")
def solve_contacts(A: Array, u: Array, goal: Array, friction: Array, sweeps: int) -> Array:
    """f (3n,) by projected Gauss–Seidel, A (3n, 3n) symmetric: u_y + (A f)_y ≥ goal ⊥ f_y ≥ 0; x and z rub."""
    f = np.zeros(len(u))
    for _ in range(sweeps):
        largest = 0.0
        for c in range(len(goal)):
            x, y, z = 3 * c, 3 * c + 1, 3 * c + 2
            change = max(f[y] + (goal[c] - u[y]) / A[y, y], 0.0) - f[y]
            f[y] += change
            for i in range(len(u)):
                u[i] += A[y, i] * change
            largest = max(largest, abs(change) * A[y, y])
            w = max(A[x, x], A[z, z])
            tx, tz = f[x] - u[x] / w, f[z] - u[z] / w
            limit, length = friction[c] * f[y], np.sqrt(tx * tx + tz * tz)
            if length > limit:
                tx, tz = tx * limit / length, tz * limit / length
            dx, dz = tx - f[x], tz - f[z]
            f[x], f[z] = tx, tz
            for i in range(len(u)):
                u[i] += A[x, i] * dx + A[z, i] * dz
            largest = max(largest, (abs(dx) + abs(dz)) * w)
        if largest < 1e-10:
            break
    return f
