"""The blow of a hard body against the floor, in compiled code.

A stiff body answers a blow as a whole. Its motion as a whole is ẋ = a + ω × (x − c), with the momenta m a and I ω of
the body; impulses f add Σ f to the one and Σ (x − c) × f to the other, until each point that hits leaves with
v_n⁺ = −e v_n. Struck point by point instead, the strain modes would take up most of the blow and give it back when
they please.
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.arrays import BodyArrays
from supple.dynamics.legacy.contact.arrays import ContactArrays
from supple.dynamics.linalg.dense import apply, invert_three, multiply
from supple.kernels import kernel

SWEEPS = 60
STILL = 1e-9
"""Velocities that change by less than this in a sweep are found [m/s]."""


@kernel
def strike(
    q: Array, v: Array, b: int, bodies: BodyArrays, contacts: ContactArrays, hits: Indices, slowest: float,
    touch: Array,
) -> bool:  # fmt: skip
    """Reverse the motion of body b as a whole at the points `hits`, if one comes faster than `slowest` [m/s].

    Adds the impulses to `touch` (contacts, 3) [N s]; returns whether there was a blow.
    """
    k, s, k0, n = bodies.k[b], bodies.start[b], contacts.k_start[b], len(hits)
    mass, u = contacts.mass[b], contacts.u[k0 : k0 + k]
    R, gain, spin, inverse = np.empty((3, k)), np.empty(3), np.empty(3), np.empty((3, 3))
    _motion(q, v, b, bodies, contacts, R, gain, spin, inverse)
    arms, goal, hit = np.empty((n, 3)), np.zeros(n), False
    for i in range(n):
        p0 = contacts.p_start[hits[i]]
        apply(R, contacts.p[p0 : p0 + k], arms[i])
        speed = gain[1] + spin[2] * arms[i, 0] - spin[0] * arms[i, 2]
        if speed < -slowest:
            goal[i], hit = -contacts.bounce[b] * speed, True
    if not hit:
        return False
    impulse, gained, spun = np.zeros((n, 3)), np.empty(3), np.empty(3)
    gained[:], spun[:] = gain, spin
    _reverse(arms, gained, spun, goal, mass, inverse, contacts.friction[b], impulse)
    for i in range(n):
        for r in range(3):
            touch[hits[i], r] += impulse[i, r]
    for r in range(3):
        gained[r] -= gain[r]
        spun[r] -= spin[r]
    for j in range(k):
        x, y, z = R[0, j], R[1, j], R[2, j]
        v[s + j] += gained[0] * u[j] + spun[1] * z - spun[2] * y
        v[s + k + j] += gained[1] * u[j] + spun[2] * x - spun[0] * z
        v[s + 2 * k + j] += gained[2] * u[j] + spun[0] * y - spun[1] * x
    return True


@kernel
def _motion(
    q: Array, v: Array, b: int, bodies: BodyArrays, contacts: ContactArrays, R: Array, gain: Array, spin: Array,
    inverse: Array,
) -> None:  # fmt: skip
    """The motion as a whole of body b: a, ω and I⁻¹, with R (3, k) about its center.

    With S = R M Rᵀ and L = R M Vᵀ, I = tr S − S, and I ω is the skew part of L.
    """
    k, s, m0, k0 = bodies.k[b], bodies.start[b], bodies.W_start[b], contacts.k_start[b]
    mass, u, moment = contacts.mass[b], contacts.u[k0 : k0 + k], contacts.moment[k0 : k0 + k]
    M = contacts.M[m0 : m0 + k * k].reshape(k, k)
    V, center = v[s : s + 3 * k].reshape(3, k), np.empty(3)
    apply(V, moment, gain)
    apply(q[s : s + 3 * k].reshape(3, k), moment, center)
    for r in range(3):
        gain[r] /= mass
        for j in range(k):
            R[r, j] = q[s + r * k + j] - center[r] / mass * u[j]
    RM, S, L, inertia, momentum = (
        np.empty((3, k)),
        np.empty((3, 3)),
        np.empty((3, 3)),
        np.empty((3, 3)),
        np.empty(3),
    )
    multiply(R, M, RM)
    for r in range(3):
        apply(R, RM[r], S[r])
        apply(V, RM[r], L[r])
    for r in range(3):
        for c in range(3):
            inertia[r, c] = (S[0, 0] + S[1, 1] + S[2, 2] if r == c else 0.0) - S[r, c]
        momentum[r] = L[(r + 1) % 3, (r + 2) % 3] - L[(r + 2) % 3, (r + 1) % 3]
    invert_three(inertia, inverse)
    apply(inverse, momentum, spin)


@kernel
def _reverse(
    arms: Array, a: Array, w: Array, goal: Array, mass: float, inverse: Array, friction: float, impulse: Array
) -> None:
    """Impulses (n, 3) in their friction cones that reach the goals, and the motion a, ω (3,) that they change."""
    n = len(goal)
    answer, turned = np.empty((3, 3)), np.empty((3, 3))
    for _ in range(SWEEPS):
        largest = 0.0
        for i in range(n):
            x, y, z = arms[i]
            _answer(x, y, z, mass, inverse, turned, answer)
            along = answer[0, 0] + answer[2, 2]
            px, pz = a[0] + w[1] * z - w[2] * y, a[2] + w[0] * y - w[1] * x
            py = a[1] + w[2] * x - w[0] * z
            fx, fz = impulse[i, 0] - px / along, impulse[i, 2] - pz / along
            fy = max(impulse[i, 1] + (goal[i] - py) / answer[1, 1], 0.0)
            length = np.sqrt(fx * fx + fz * fz)
            if length > friction * fy:
                fx, fz = fx * (friction * fy / length), fz * (friction * fy / length)
            dx, dy, dz = fx - impulse[i, 0], fy - impulse[i, 1], fz - impulse[i, 2]
            impulse[i, 0], impulse[i, 1], impulse[i, 2] = fx, fy, fz
            a[0], a[1], a[2] = a[0] + dx / mass, a[1] + dy / mass, a[2] + dz / mass
            tx, ty, tz = y * dz - z * dy, z * dx - x * dz, x * dy - y * dx
            for r in range(3):
                w[r] += inverse[r, 0] * tx + inverse[r, 1] * ty + inverse[r, 2] * tz
            largest = max(largest, (abs(dx) + abs(dy) + abs(dz)) * along)
        if largest < STILL:
            break


@kernel
def _answer(x: float, y: float, z: float, mass: float, inverse: Array, turned: Array, answer: Array) -> None:
    """1/m − [r]× I⁻¹ [r]×: how a point at r = (x, y, z) from the center answers an impulse there."""
    for c in range(3):
        turned[0, c] = y * inverse[2, c] - z * inverse[1, c]
        turned[1, c] = z * inverse[0, c] - x * inverse[2, c]
        turned[2, c] = x * inverse[1, c] - y * inverse[0, c]
    for r in range(3):
        answer[r, 0] = y * turned[r, 2] - z * turned[r, 1]
        answer[r, 1] = z * turned[r, 0] - x * turned[r, 2]
        answer[r, 2] = x * turned[r, 1] - y * turned[r, 0]
        answer[r, r] += 1.0 / mass
