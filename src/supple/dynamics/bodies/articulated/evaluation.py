"""What writers of controllers ask of a tree: M, bias, inverse dynamics, Jacobians; each after `pose`.

M q̈ + V = τ + Jᵀ f   (M with armature; V of velocities and weight; τ all that acts at joints)
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import (
    BALL,
    FACTORED,
    FREE,
    IA,
    SLIDE,
    WHITENED,
    WIDE,
    A,
    ArticulatedArrays,
    B,
    F,
    P,
    S,
    V,
)  # fmt: skip
from supple.dynamics.bodies.articulated.energy import rigid_motion
from supple.dynamics.bodies.articulated.kinematics import node_of
from supple.dynamics.bodies.articulated.motion import origin_of, set_in_motion
from supple.dynamics.bodies.articulated.rigid_inertia import set_inertias
from supple.dynamics.bodies.articulated.vectors import cross, times, turned_back
from supple.kernels import kernel


@kernel
def width(kind: int) -> int:
    """How many degrees of freedom an elementary joint has."""
    if kind == FREE:
        return 6
    return 3 if kind == BALL else 1


@kernel
def axis_of(me: Array, kind: int, G: Array, k: int, out: Array) -> None:
    """How degree of freedom k of a node moves what passes the origin (6,)."""
    out[0:6] = 0.0
    if kind <= SLIDE:
        out[0:6] = me[S : S + 6]
        return
    if kind == FREE and k < 3:
        out[3], out[4], out[5] = G[3 * k], G[3 * k + 1], G[3 * k + 2]
        return
    c = 3 * (k - 3) if kind == FREE else 3 * k
    out[0], out[1], out[2] = me[c], me[c + 1], me[c + 2]
    out[3], out[4], out[5] = cross(me[P], me[P + 1], me[P + 2], out[0], out[1], out[2])


@kernel
def along_joint(me: Array, kind: int, G: Array, f: Array, out: Array, by: int) -> None:
    """Sᵀ f, what a joint feels of a force on its link."""
    if kind <= SLIDE:
        out[by] = me[S] * f[0] + me[S + 1] * f[1] + me[S + 2] * f[2]
        out[by] += me[S + 3] * f[3] + me[S + 4] * f[4] + me[S + 5] * f[5]
        return
    if kind == FREE:
        out[by], out[by + 1], out[by + 2] = turned_back(G, f[3], f[4], f[5])
        by += 3
    x, y, z = cross(me[P], me[P + 1], me[P + 2], f[3], f[4], f[5])
    out[by], out[by + 1], out[by + 2] = turned_back(me, f[0] - x, f[1] - y, f[2] - z)


@kernel
def inverse_dynamics(
    arrays: ArticulatedArrays, i: int, v: Array, acceleration: Array, room: Array, gravity: Array, out: Array
) -> None:
    """M q̈ + V by Newton and Euler: accelerations outward, forces inward."""
    first, n, s = arrays.first[i], arrays.first[i + 1] - arrays.first[i], np.empty(6)
    w = room[0 : n * WIDE].reshape(n, WIDE)
    set_in_motion(arrays, i, v, w, gravity)
    w[0, A : A + 6] = 0.0
    for j in range(1, n):
        g = first + j
        me, up, kind, by = w[j], w[arrays.parent[g]], arrays.kind[g], arrays.by[g]
        me[A : A + 6] = up[A : A + 6]
        for k in range(width(kind)):
            axis_of(me, kind, arrays.turn[g], k, s)
            for r in range(6):
                me[A + r] += s[r] * acceleration[by + k]
        for r in range(6):
            me[B + r] += me[A + r]
    set_inertias(arrays, i, w, 1)
    w[0, FACTORED], w[0, WHITENED] = 0.0, 0.0
    for back in range(1, n):
        j = n - back
        g = first + j
        me, up = w[j], w[arrays.parent[g]]
        along_joint(me, arrays.kind[g], arrays.turn[g], me[F : F + 6], out, arrays.by[g])
        for r in range(6):
            up[F + r] += me[F + r]
    for k in range(len(v)):
        out[k] += arrays.joint[arrays.link[i, 2] + k, 2] * acceleration[k]


@kernel
def mass_matrix(arrays: ArticulatedArrays, i: int, v: Array, room: Array, M: Array) -> None:
    """M (nv, nv) by composite inertias, which about one point are but sums."""
    first, n = arrays.first[i], arrays.first[i + 1] - arrays.first[i]
    w, s, f = room[0 : n * WIDE].reshape(n, WIDE), np.empty(6), np.empty(6)
    rigid_motion(arrays, i, v, w, np.zeros(3))
    for back in range(1, n):
        j = n - back
        me, up = w[j], w[arrays.parent[first + j]]
        if arrays.parent[first + j] > 0:
            for k in range(21):
                up[IA + k] += me[IA + k]
    M[:] = 0.0
    for j in range(1, n):
        me, g = w[j], first + j
        for k in range(width(arrays.kind[g])):
            column = arrays.by[g] + k
            axis_of(me, arrays.kind[g], arrays.turn[g], k, s)
            inertial_force(me, s, f)
            node = j
            while node > 0:
                above = first + node
                along_joint(w[node], arrays.kind[above], arrays.turn[above], f, M[column], arrays.by[above])
                node = arrays.parent[above]
            M[column, column] += arrays.joint[arrays.link[i, 2] + column, 2]
    for a in range(len(M)):
        for b in range(a):
            M[a, b] = M[b, a] = M[a, b] if M[a, b] != 0.0 else M[b, a]


@kernel
def inertial_force(me: Array, s: Array, f: Array) -> None:
    """I s of a rigid inertia."""
    m, c0, c1, c2 = me[IA + 15], me[IA + 13], me[IA + 8], me[IA + 9]
    x, y, z = times(me[IA : IA + 6], s[0], s[1], s[2])
    a, b, c = cross(c0, c1, c2, s[3], s[4], s[5])
    f[0], f[1], f[2] = x + a, y + b, z + c
    a, b, c = cross(s[0], s[1], s[2], c0, c1, c2)
    f[3], f[4], f[5] = m * s[3] + a, m * s[4] + b, m * s[5] + c


@kernel
def jacobian(arrays: ArticulatedArrays, i: int, room: Array, link: int, x: Array, J: Array) -> None:
    """How a link turns and how its point at x moves: J (6, nv), ω above ẋ."""
    first, n, s = arrays.first[i], arrays.first[i + 1] - arrays.first[i], np.empty(6)
    w, j = room[0 : n * WIDE].reshape(n, WIDE), node_of(arrays, i, link)
    o0, o1, o2 = origin_of(arrays, i, w, j)
    J[:] = 0.0
    while j > 0:
        g = first + j
        for k in range(width(arrays.kind[g])):
            axis_of(w[j], arrays.kind[g], arrays.turn[g], k, s)
            a, b, c = cross(s[0], s[1], s[2], x[0] - o0, x[1] - o1, x[2] - o2)
            column = arrays.by[g] + k
            J[0, column], J[1, column], J[2, column] = s[0], s[1], s[2]
            J[3, column], J[4, column], J[5, column] = s[3] + a, s[4] + b, s[5] + c
        j = arrays.parent[g]


@kernel
def point_bias(
    arrays: ArticulatedArrays, i: int, v: Array, room: Array, link: int, x: Array, out: Array
) -> None:
    """J̇ v of both: b_ω, and b_v + b_ω × x + ω × (v + ω × x) (6,)."""
    n = arrays.first[i + 1] - arrays.first[i]
    w, j = room[0 : n * WIDE].reshape(n, WIDE), node_of(arrays, i, link)
    set_in_motion(arrays, i, v, w, np.zeros(3))
    o0, o1, o2 = origin_of(arrays, i, w, j)
    x0, x1, x2, me = x[0] - o0, x[1] - o1, x[2] - o2, w[j]
    w0, w1, w2 = me[V], me[V + 1], me[V + 2]
    a, b, c = cross(w0, w1, w2, x0, x1, x2)
    a, b, c = cross(w0, w1, w2, a + me[V + 3], b + me[V + 4], c + me[V + 5])
    d, e, f = cross(me[B], me[B + 1], me[B + 2], x0, x1, x2)
    out[0], out[1], out[2] = me[B], me[B + 1], me[B + 2]
    out[3], out[4], out[5] = me[B + 3] + a + d, me[B + 4] + b + e, me[B + 5] + c + f
