"""Forces on points of bodies of any kind: springs, hands on rubber bands, given forces, wind.

    z += h Y f,   Y = L⁻¹ Jᵀ

with f at the places and velocities with which the step begins:

    SPRING  f = −(k (|d| − l) + c ḋ·d̂) d̂,  d = x_a − x_b, and the opposite at b
    PULL    f = k (n − x) − c ẋ
    PUSH    f as it is given
    WIND    f = k |w| w,  w = n − ẋ
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.kind import point, rows, velocity, yields
from supple.dynamics.model.arrays import PULL, PUSH, SPRING, Schedule, State, Workspace
from supple.kernels import kernel


@kernel
def push_points(model: Any, state: State, work: Workspace, plan: Schedule, step: int, h: float) -> int:
    """Add the impulses of all forces in a step to z; returns how many forces there are."""
    forces, x, u, f, p = plan.forces, np.empty(6), np.empty(6), np.empty(3), np.empty(3)
    if len(forces.law) == 0:
        return 0
    work.z[:] = 0.0
    at = min(step, len(forces.vector) - 1)
    for k in range(len(forces.law)):
        for side in range(2):
            look_at(model, state, work, plan, k, side, x[3 * side : 3 * side + 3], u[3 * side : 3 * side + 3])
        force_of(plan, k, at, x, u, f)
        for side in range(2):
            b = forces.body[k, side]
            if yields(model, b):
                sign = -h if side else h
                p[:] = forces.at[k, side]
                push_at(model, state, work, b, forces.link[k, side], p, x[3 * side : 3 * side + 3], f, sign)
    return len(forces.law)


@kernel
def look_at(
    model: Any, state: State, work: Workspace, plan: Schedule, k: int, side: int, x: Array, u: Array
) -> None:
    """Where one end of a force is, and how fast."""
    forces = plan.forces
    b, link, p = forces.body[k, side], forces.link[k, side], forces.at[k, side]
    if b >= 0:
        point(model, state, work, b, link, p, x)
        velocity(model, state, work, b, link, p, x, u)


@kernel
def force_of(plan: Schedule, k: int, at: int, x: Array, u: Array, f: Array) -> None:
    """f on the first end [N]."""
    law, numbers, n = plan.forces.law[k], plan.forces.numbers[k], plan.forces.vector[at, k]
    if law == SPRING:
        d0, d1, d2 = x[0] - x[3], x[1] - x[4], x[2] - x[5]
        length = np.sqrt(d0 * d0 + d1 * d1 + d2 * d2)
        s = 1 / length if length > 1e-12 else 0.0
        rate = s * (d0 * (u[0] - u[3]) + d1 * (u[1] - u[4]) + d2 * (u[2] - u[5]))
        pull = -s * (numbers[0] * (length - numbers[2]) + numbers[1] * rate)
        f[0], f[1], f[2] = pull * d0, pull * d1, pull * d2
    elif law == PULL:
        for r in range(3):
            f[r] = numbers[0] * (n[r] - x[r]) - numbers[1] * u[r]
    elif law == PUSH:
        for r in range(3):
            f[r] = n[r]
    else:
        w0, w1, w2 = n[0] - u[0], n[1] - u[1], n[2] - u[2]
        s = numbers[0] * np.sqrt(w0 * w0 + w1 * w1 + w2 * w2)
        f[0], f[1], f[2] = s * w0, s * w1, s * w2


@kernel
def push_at(
    model: Any, state: State, work: Workspace, b: int, link: int, p: Array, x: Array, f: Array, h: float
) -> None:
    """z += h Y f of one body."""
    F = np.zeros(9)
    F[0] = F[4] = F[8] = 1.0
    Y, blocks, begin = work.turned, work.rows.block, model.bodies.block[b]
    for e in range(rows(model, state, work, b, link, p, x, F, Y, blocks)):
        y, z = Y[e], work.z[begin + blocks[e]]
        for k in range(6):
            z[k] += h * (y[k] * f[0] + y[6 + k] * f[1] + y[12 + k] * f[2])
