"""Contact of any body with the floor, through how everything, constraints included, answers at the touching points.

u⁺ = u + A f,  A = C W Cᵀ − C W Jᵀ (J W Jᵀ + γ)⁻¹ J W Cᵀ,  with the contact Jacobian C; constraints keep their speed.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from supple.arrays import Array, Indices
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.constraints.reaction import Reaction
from supple.dynamics.contact.floor import AT_ONCE, REST
from supple.dynamics.general import System

SWEEPS = 200
STILL = 1e-10
"""Velocities that change by less than this in a sweep are found [m/s]."""


class Touch(NamedTuple):
    """What the floor did: change of v (nv,), impulses of the constraints (rows,) and of the points (n, 3) [N s].

    `load` (n,) [N s] is what friction goes by in the next step.
    """

    change: Array
    multipliers: Array
    impulse: Array
    load: Array


class Sinking(NamedTuple):
    """Points that would be below the floor after the step: which of all, their Jacobian C (3n, nv) and more."""

    which: Indices
    C: Array
    least: Array
    """Least speed upward that keeps each out [m/s]."""
    friction: Array
    bounce: Array
    whole: np.ndarray
    """Whether the point is on a body that deforms, but answers a blow as a whole."""
    lag: Array


def touch_floor(system: System, reaction: Reaction, q: Array, v: Array, h: float, load: Array) -> Touch:
    """gap + h u_n ≥ 0 ⊥ f_n ≥ 0,  |f_t| ≤ friction · s at the surface points that would sink in within h.

    Blows come first: what falls faster than a few steps of free fall returns with its restitution. s follows f_n
    from the `load` (n,) of the step before, with the lag of the body; see `contact.floor`.
    """
    impulse, after = np.zeros((len(load), 3)), np.zeros(len(load))
    points = sinking(system, q, v, h)
    change, carried = np.zeros_like(v), np.zeros(len(reaction.J))
    if points is None:
        return Touch(change, carried, impulse, after)
    falls = points.C[1::3] @ v
    hits = falls < -REST * system.structure.pull * h
    goal = np.where(hits, np.maximum(-points.bounce * falls, points.least), points.least)
    before = load[points.which]
    lag = np.where(before > 0, points.lag, 0.0)
    follow = np.stack([lag / (lag + h) * before, h / (lag + h)], axis=1)
    if (hits & points.whole).any():
        blow = Reaction(reaction.J, system.answering_whole(q, reaction.response))
        at_once = np.tile([0.0, 1.0], (len(hits), 1))
        change, carried, f = _answer(points, blow, v, np.where(hits, goal, np.minimum(goal, 0.0)), at_once)
        impulse[points.which] += f
        goal = points.least
    more, further, f = _answer(points, reaction, v + change, goal, follow)
    impulse[points.which] += f
    lagging = follow[:, 0] + follow[:, 1] * f[:, 1]
    after[points.which] = np.where(f[:, 1] > 0, np.maximum(lagging, AT_ONCE * f[:, 1]), 0.0)
    return Touch(change + more, carried + further, impulse, after)


def sinking(system: System, q: Array, v: Array, h: float) -> Sinking | None:
    """The surface points that would sink in, of all bodies; None if there are none."""
    structure, found, first = system.structure, [], 0
    for face in structure.faces:
        body, here = face.body, structure.v_span(face.body)
        bq, bv = q[structure.span(body)], v[here]
        gap = body.position(bq, face.p)[:, 1] - structure.height
        which = np.flatnonzero(gap + h * body.velocity(bq, bv, face.p)[:, 1] < 0)
        if n := len(which):
            C = np.zeros((3 * n, structure.v_size))
            C[:, here] = body.jacobians(bq, face.p[which]).reshape(3 * n, -1)
            same = (body.material.friction, face.bounce, face.hard and isinstance(body, LinearBody), face.lag)
            found.append((first + which, C, -gap[which] / h, *(np.full(n, x) for x in same)))
        first += len(face.p)
    return Sinking(*(np.concatenate(parts) for parts in zip(*found, strict=True))) if found else None


def _answer(
    points: Sinking, reaction: Reaction, v: Array, goal: Array, follow: Array
) -> tuple[Array, Array, Array]:
    """Change of v, impulses of the constraints, and of the points (n, 3), by which points reach their goals [m/s]."""
    C = points.C
    WC = reaction.response(C.T)
    carried = -reaction.solve(reaction.J @ WC)
    WC += reaction.WJ @ carried
    f = solve_contacts(C @ WC, C @ v, goal, points.friction, follow, SWEEPS)
    return WC @ f, carried @ f, f.reshape(-1, 3)


@njit(cache=True, error_model="numpy")
def solve_contacts(A: Array, u: Array, goal: Array, friction: Array, follow: Array, sweeps: int) -> Array:
    """f (3n,) by projected Gauss–Seidel, A (3n, 3n) symmetric: u_y + (A f)_y ≥ goal ⊥ f_y ≥ 0; x and z rub.

    Friction goes by s = a + b f_y with (a, b) from `follow` (n, 2), and by no less than a share of f_y.
    """
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
            s = max(follow[c, 0] + follow[c, 1] * f[y], AT_ONCE * f[y])
            limit = friction[c] * s if f[y] > 0.0 else 0.0
            length = np.sqrt(tx * tx + tz * tz)
            if length > limit:
                tx, tz = tx * limit / length, tz * limit / length
            dx, dz = tx - f[x], tz - f[z]
            f[x], f[z] = tx, tz
            for i in range(len(u)):
                u[i] += A[x, i] * dx + A[z, i] * dz
            largest = max(largest, (abs(dx) + abs(dz)) * w)
        if largest < STILL:
            break
    return f
