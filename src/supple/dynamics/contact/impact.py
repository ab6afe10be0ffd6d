"""The blow of a hard body against the floor, in compiled code.

A stiff body answers a blow as a whole. Its motion as a whole is ẋ = a + ω × (x − c), with the momenta m a and I ω of
the body; impulses f add Σ f to the one and Σ (x − c) × f to the other, until each point that hits leaves with
v_n⁺ = −e v_n. Struck point by point instead, the strain modes would take up most of the blow and give it back when
they please.
"""

import numpy as np
from numba import njit

from supple.arrays import Array, Indices
from supple.dynamics.arrays import BodyArrays
from supple.dynamics.contact.arrays import ContactArrays

SWEEPS = 60
STILL = 1e-9
"""Velocities that change by less than this in a sweep are found [m/s]."""


@njit(cache=True)
def strike(
    q: Array, v: Array, b: int, bodies: BodyArrays, contacts: ContactArrays, hits: Indices, slowest: float,
    touch: Array,
) -> bool:  # fmt: skip
    """Reverse the motion of body b as a whole at the points `hits`, if one comes faster than `slowest` [m/s].

    Adds the impulses to `touch` (contacts, 3) [N s]; returns whether there was a blow.
    """
    k, s, m0, k0 = bodies.k[b], bodies.start[b], bodies.W_start[b], contacts.k_start[b]
    mass, u = contacts.mass[b], contacts.u[k0 : k0 + k]
    moment = contacts.moment[k0 : k0 + k]
    M = contacts.M[m0 : m0 + k * k].copy().reshape(k, k)
    V = v[s : s + 3 * k].copy().reshape(3, k)
    R = q[s : s + 3 * k].copy().reshape(3, k)
    gain = V @ moment / mass
    R -= np.outer(R @ moment / mass, u)
    S, L = R @ M @ R.T, R @ M @ V.T
    inverse = np.linalg.inv(np.trace(S) * np.eye(3) - S)
    spin = inverse @ np.array([L[1, 2] - L[2, 1], L[2, 0] - L[0, 2], L[0, 1] - L[1, 0]])
    arms = np.empty((len(hits), 3))
    for i in range(len(hits)):
        p0 = contacts.p_start[hits[i]]
        arms[i] = R @ contacts.p[p0 : p0 + k]
    speed = gain[1] + spin[2] * arms[:, 0] - spin[0] * arms[:, 2]
    if not (speed < -slowest).any():
        return False
    goal = np.where(speed < -slowest, -contacts.bounce[b] * speed, 0.0)
    impulse, gained, spun = _reversed(arms, gain, spin, goal, mass, inverse, contacts.friction[b])
    for i in range(len(hits)):
        touch[hits[i]] += impulse[i]
    for j in range(k):
        x, y, z = R[0, j], R[1, j], R[2, j]
        v[s + j] += gained[0] * u[j] + spun[1] * z - spun[2] * y
        v[s + k + j] += gained[1] * u[j] + spun[2] * x - spun[0] * z
        v[s + 2 * k + j] += gained[2] * u[j] + spun[0] * y - spun[1] * x
    return True


@njit(cache=True)
def _reversed(
    arms: Array, gain: Array, spin: Array, goal: Array, mass: float, inverse: Array, friction: float
) -> tuple[Array, Array, Array]:
    """Impulses (n, 3) in their friction cones that reach the goals; change of velocity and of spin, (3,) each."""
    n = len(goal)
    impulse, a, w = np.zeros((n, 3)), gain.copy(), spin.copy()
    for _ in range(SWEEPS):
        largest = 0.0
        for i in range(n):
            x, y, z = arms[i]
            cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
            answer = np.eye(3) / mass - cross @ inverse @ cross
            along = answer[0, 0] + answer[2, 2]
            point = a - cross @ w
            f = impulse[i] - point / along
            f[1] = max(impulse[i, 1] + (goal[i] - point[1]) / answer[1, 1], 0.0)
            length = np.sqrt(f[0] * f[0] + f[2] * f[2])
            if length > friction * f[1]:
                f[0] *= friction * f[1] / length
                f[2] *= friction * f[1] / length
            change = f - impulse[i]
            impulse[i] = f
            a += change / mass
            w += inverse @ (cross @ change)
            largest = max(largest, np.abs(change).sum() * along)
        if largest < STILL:
            break
    return impulse, a - gain, w - spin
