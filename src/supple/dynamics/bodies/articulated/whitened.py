"""Rows of contacts in velocities in which every mass is one, without a mass matrix: v = v* + L⁻ᵀ z,  Y = L⁻¹ Jᵀ.

A push F at a link climbs to the root. A hinge takes y = √D S·F and hands on F − D U (S·F); a ball takes Cᵀ u of the
torque u at its place, and hands on F_v − s Kᵀ u and the torque (1 − s) u + s e T u. So J M⁻¹ Jᵀ = Yᵀ Y, with numbers
on the path alone (D and T are those of the step's own accelerations, so what holds joints holds contacts as well).
"""

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.articulated.arrays import (
    BALL,
    FACTOR,
    FACTORED,
    FREE,
    PART,
    WHITENED,
    WIDE,
    A,
    ArticulatedArrays,
    D,
    E,
    K,
    P,
    S,
    T,
    U,
)  # fmt: skip
from supple.dynamics.bodies.articulated.articulated_inertia import eliminate
from supple.dynamics.bodies.articulated.kinematics import node_of
from supple.dynamics.bodies.articulated.motion import origin_of
from supple.dynamics.bodies.articulated.rigid_inertia import set_inertias
from supple.dynamics.bodies.articulated.vectors import by_columns, by_rows, cross, halve, times, turned_back
from supple.kernels import kernel


@kernel
def whiten(arrays: ArticulatedArrays, i: int, w: Array) -> None:
    """√D and C of all nodes, where this place has none yet; inertias are those of `predict`, or made here."""
    first = arrays.first[i]
    if w[0, WHITENED] > 0.0:
        return
    if w[0, FACTORED] == 0.0:
        set_inertias(arrays, i, w, 0)
        for j in range(1, len(w)):
            armature = arrays.joint[arrays.link[i, 2] + arrays.by[first + j], 2]
            w[j, E] = max(w[j, E], armature)
            if arrays.kind[first + j] == FREE:
                w[j, D] = max(w[j, D], armature)
        eliminate(arrays, i, w)
    for j in range(1, len(w)):
        me, kind = w[j], arrays.kind[first + j]
        if kind >= BALL:
            halve(me[T : T + 6], me[PART], me[FACTOR : FACTOR + 6])
            if kind == FREE:
                halve(me[S : S + 6], me[PART], me[U : U + 6])
        else:
            me[FACTOR] = np.sqrt(me[D])
    w[0, FACTORED], w[0, WHITENED] = 1.0, 1.0


@kernel
def rows(
    arrays: ArticulatedArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array, F: Array, Y: Array,
    blocks: Indices,
) -> int:  # fmt: skip
    """Y along the three directions in F, block by block up to the root."""
    first, n = arrays.first[i], arrays.first[i + 1] - arrays.first[i]
    w, push, used, last = room[0 : n * WIDE].reshape(n, WIDE), np.empty(18), 0, -1
    whiten(arrays, i, w)
    j = node_of(arrays, i, link)
    o0, o1, o2 = origin_of(arrays, i, w, j)
    for r in range(3):
        f = push[6 * r : 6 * r + 6]
        f[3], f[4], f[5] = F[3 * r], F[3 * r + 1], F[3 * r + 2]
        f[0], f[1], f[2] = cross(x[0] - o0, x[1] - o1, x[2] - o2, f[3], f[4], f[5])
    while j > 0:
        me, g = w[j], first + j
        block, slot, kind = arrays.place[g] // 6, arrays.place[g] % 6, arrays.kind[g]
        if block != last:
            Y[used] = 0.0
            blocks[used] = last = block
            used += 1
        y = Y[used - 1]
        for r in range(3):
            f = push[6 * r : 6 * r + 6]
            if kind == BALL:
                take_turning(me, f, y, 6 * r + slot)
            elif kind == FREE:
                take_turning(me, f, y, 6 * r + slot + 3)
                take_halves(me[U : U + 6], f[3], f[4], f[5], y, 6 * r + slot)
            else:
                along = me[S] * f[0] + me[S + 1] * f[1] + me[S + 2] * f[2]
                along += me[S + 3] * f[3] + me[S + 4] * f[4] + me[S + 5] * f[5]
                y[6 * r + slot] = along * me[FACTOR]
                along *= me[D]
                for k in range(6):
                    f[k] -= along * me[U + k]
        j = arrays.parent[g]
    return used


@kernel
def take_halves(C: Array, x: float, y: float, z: float, out: Array, at: int) -> None:
    """Cᵀ x."""
    out[at], out[at + 1], out[at + 2] = C[0] * x + C[1] * y + C[2] * z, C[3] * y + C[4] * z, C[5] * z


@kernel
def take_turning(me: Array, f: Array, y: Array, at: int) -> None:
    """What a ball takes of a push f, which becomes what it hands on."""
    p0, p1, p2, part = me[P], me[P + 1], me[P + 2], me[PART]
    x0, x1, x2 = cross(p0, p1, p2, f[3], f[4], f[5])
    u0, u1, u2 = f[0] - x0, f[1] - x1, f[2] - x2
    take_halves(me[FACTOR : FACTOR + 6], u0, u1, u2, y, at)
    k0, k1, k2 = by_columns(me[K : K + 9], u0, u1, u2)
    f[3], f[4], f[5] = f[3] - part * k0, f[4] - part * k1, f[5] - part * k2
    f[0], f[1], f[2] = cross(p0, p1, p2, f[3], f[4], f[5])
    e, r = part * me[E], 1.0 - part
    if e != 0.0 or r != 0.0:
        t0, t1, t2 = times(me[T : T + 6], u0, u1, u2)
        f[0], f[1], f[2] = f[0] + r * u0 + e * t0, f[1] + r * u1 + e * t1, f[2] + r * u2 + e * t2


@kernel
def settle(arrays: ArticulatedArrays, i: int, q: Array, room: Array, z: Array, v: Array) -> None:
    """v += L⁻ᵀ z, from the root to the leaves."""
    first, n = arrays.first[i], arrays.first[i + 1] - arrays.first[i]
    w = room[0 : n * WIDE].reshape(n, WIDE)
    whiten(arrays, i, w)
    world = w[0]
    world[A : A + 6] = 0.0
    for j in range(1, n):
        g = first + j
        kind, by, at, me, up = arrays.kind[g], arrays.by[g], arrays.place[g], w[j], w[arrays.parent[g]]
        if kind == BALL:
            settle_turning(me, up[A], up[A + 1], up[A + 2], up[A + 3], up[A + 4], up[A + 5], z, at, v, by)
        elif kind == FREE:
            a3, a4, a5 = halved(me[U : U + 6], z, at)
            x0, x1, x2 = turned_back(arrays.turn[g], a3, a4, a5)
            v[by], v[by + 1], v[by + 2] = v[by] + x0, v[by + 1] + x1, v[by + 2] + x2
            settle_turning(me, 0.0, 0.0, 0.0, a3, a4, a5, z, at + 3, v, by + 3)
        else:
            x = me[FACTOR] * z[at] - me[D] * (
                (me[U] * up[A] + me[U + 1] * up[A + 1] + me[U + 2] * up[A + 2])
                + (me[U + 3] * up[A + 3] + me[U + 4] * up[A + 4] + me[U + 5] * up[A + 5])
            )
            v[by] += x
            for k in range(6):
                me[A + k] = up[A + k] + me[S + k] * x


@kernel
def halved(C: Array, z: Array, at: int) -> tuple[float, float, float]:
    """C z."""
    a, b, c = z[at], z[at + 1], z[at + 2]
    return C[0] * a, C[1] * a + C[3] * b, C[2] * a + C[4] * b + C[5] * c


@kernel
def settle_turning(
    me: Array, a0: float, a1: float, a2: float, a3: float, a4: float, a5: float, z: Array, at: int, v: Array, by: int
) -> None:  # fmt: skip
    """A ball whose place moves by a."""
    e, part = me[E], me[PART]
    c0, c1, c2 = cross(a0, a1, a2, me[P], me[P + 1], me[P + 2])
    k0, k1, k2 = by_rows(me[K : K + 9], a3 + c0, a4 + c1, a5 + c2)
    t0, t1, t2 = times(me[T : T + 6], e * a0, e * a1, e * a2)
    x, y, s = halved(me[FACTOR : FACTOR + 6], z, at)
    x, y, s = x + part * (t0 - a0 - k0), y + part * (t1 - a1 - k1), s + part * (t2 - a2 - k2)
    me[A], me[A + 1], me[A + 2] = a0 + x, a1 + y, a2 + s
    k0, k1, k2 = cross(me[P], me[P + 1], me[P + 2], x, y, s)
    me[A + 3], me[A + 4], me[A + 5] = a3 + k0, a4 + k1, a5 + k2
    t0, t1, t2 = turned_back(me, x, y, s)
    v[by], v[by + 1], v[by + 2] = v[by] + t0, v[by + 1] + t1, v[by + 2] + t2
