"""Energy and momentum of a tree: ½ Σ V·I V + ½ armature q̇²,  −Σ m g·c + ½ Σ K (q − rest)²."""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import (
    BALL,
    FACTORED,
    FREE,
    IA,
    WHITENED,
    WIDE,
    ArticulatedArrays,
    P,
    V,
)  # fmt: skip
from supple.dynamics.bodies.articulated.joint_forces import away
from supple.dynamics.bodies.articulated.motion import origin_of, set_in_motion
from supple.dynamics.bodies.articulated.rigid_inertia import set_inertias
from supple.dynamics.bodies.articulated.vectors import cross, times, turned
from supple.kernels import kernel


@kernel
def energy(
    arrays: ArticulatedArrays, i: int, q: Array, v: Array, room: Array, gravity: Array
) -> tuple[float, float]:
    """Kinetic and potential energy [J]."""
    first, n = arrays.first[i], arrays.first[i + 1] - arrays.first[i]
    w, h = room[0 : n * WIDE].reshape(n, WIDE), np.empty(6)
    rigid_motion(arrays, i, v, w, gravity)
    twice, weight = 0.0, 0.0
    for j in range(1, n):
        g, me = first + j, w[j]
        momentum_of(me, h)
        for k in range(6):
            twice += me[V + k] * h[k]
        o0, o1, o2 = origin_of(arrays, i, w, j)
        c = arrays.center[g]
        x, y, z = turned(me, c[0], c[1], c[2])
        x, y, z = x + me[P] + o0, y + me[P + 1] + o1, z + me[P + 2] + o2
        weight -= arrays.mass[g] * (gravity[0] * x + gravity[1] * y + gravity[2] * z)
    for k in range(len(v)):
        twice += arrays.joint[arrays.link[i, 2] + k, 2] * v[k] * v[k]
    return 0.5 * twice, weight + spring_energy(arrays, i, q)


@kernel
def rigid_motion(arrays: ArticulatedArrays, i: int, v: Array, w: Array, gravity: Array) -> None:
    """V and the links' own inertias; those of the tree are lost."""
    set_in_motion(arrays, i, v, w, gravity)
    set_inertias(arrays, i, w, 0)
    w[0, FACTORED], w[0, WHITENED] = 0.0, 0.0


@kernel
def momentum_of(me: Array, h: Array) -> None:
    """I V (6,): about the origin, and linear."""
    w0, w1, w2, v0, v1, v2 = me[V], me[V + 1], me[V + 2], me[V + 3], me[V + 4], me[V + 5]
    m, c0, c1, c2 = me[IA + 15], me[IA + 13], me[IA + 8], me[IA + 9]
    x, y, z = times(me[IA : IA + 6], w0, w1, w2)
    a, b, c = cross(c0, c1, c2, v0, v1, v2)
    h[0], h[1], h[2] = x + a, y + b, z + c
    a, b, c = cross(w0, w1, w2, c0, c1, c2)
    h[3], h[4], h[5] = m * v0 + a, m * v1 + b, m * v2 + c


@kernel
def spring_energy(arrays: ArticulatedArrays, i: int, q: Array) -> float:
    """½ K (q − rest)² of all joints, of a ball ½ K θ²."""
    twice, q0, v0 = 0.0, arrays.link[i, 1], arrays.link[i, 2]
    for g in range(arrays.first[i] + 1, arrays.first[i + 1]):
        kind, at, by = arrays.kind[g], arrays.at[g], arrays.by[g]
        for k in range(3 if kind == FREE else (0 if kind == BALL else 1)):
            far = q[at + k] - arrays.rest[q0 + at + k]
            twice += arrays.joint[v0 + by + k, 0] * far * far
        if kind >= BALL:
            shifts = 3 if kind == FREE else 0
            x, y, z = away(q, at + shifts, arrays.rest, q0 + at + shifts)
            twice += arrays.joint[v0 + by + shifts, 0] * (x * x + y * y + z * z)
    return 0.5 * twice


@kernel
def momentum(arrays: ArticulatedArrays, i: int, q: Array, v: Array, room: Array, out: Array) -> None:
    """Angular about the world's origin, and linear momentum (6,), after `pose`."""
    n, h = arrays.first[i + 1] - arrays.first[i], np.empty(6)
    w = room[0 : n * WIDE].reshape(n, WIDE)
    rigid_motion(arrays, i, v, w, np.zeros(3))
    out[0:6] = 0.0
    for j in range(1, n):
        momentum_of(w[j], h)
        o0, o1, o2 = origin_of(arrays, i, w, j)
        h0, h1, h2 = cross(o0, o1, o2, h[3], h[4], h[5])
        out[0], out[1], out[2] = out[0] + h[0] + h0, out[1] + h[1] + h1, out[2] + h[2] + h2
        out[3], out[4], out[5] = out[3] + h[3], out[4] + h[4], out[5] + h[5]
