"""How fast links are: V = V_p + S q̇,  and what is there while no joint accelerates:  b = b_p + V_p × S q̇ + S q̈_key.

V = (ω, speed of what passes the origin);  b of the world is (0, −gravity), so that weight needs no force of its own.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import (
    BALL,
    FREE,
    ORIGIN,
    SEEN,
    WIDE,
    ArticulatedArrays,
    B,
    P,
    S,
    V,
)  # fmt: skip
from supple.dynamics.bodies.articulated.kinematics import node_of
from supple.dynamics.bodies.articulated.vectors import cross, turned
from supple.kernels import kernel


@kernel
def set_in_motion(arrays: ArticulatedArrays, i: int, v: Array, w: Array, gravity: Array) -> None:
    """V and b of all nodes, without given accelerations."""
    still(w[0], gravity)
    for j in range(1, len(w)):
        g = arrays.first[i] + j
        move(arrays, i, g, w[j], w[arrays.parent[g]], v, 0)


@kernel
def still(world: Array, gravity: Array) -> None:
    """V and b of the world; speeds that were seen are no longer there."""
    world[SEEN] = 0.0
    for k in range(3):
        world[V + k], world[V + 3 + k], world[B + k], world[B + 3 + k] = 0.0, 0.0, 0.0, -gravity[k]


@kernel
def move(arrays: ArticulatedArrays, i: int, g: int, me: Array, up: Array, v: Array, keyed: int) -> None:
    """V and b of a node; given accelerations count where `keyed`."""
    kind, by, at = arrays.kind[g], arrays.by[g], arrays.link[i, 2] + arrays.by[g]
    given = 1 if keyed and arrays.physics[g] < 1.0 else 0
    if kind >= BALL:
        move_turning(me, up, kind, arrays.turn[g], v, by, arrays.key, at, given)
        return
    move_along(me, up, v[by])
    if given:
        for k in range(6):
            me[B + k] += me[S + k] * arrays.key[at]


@kernel
def move_along(me: Array, up: Array, rate: float) -> None:
    """A hinge or a slide."""
    x0, x1, x2, s0, s1, s2 = me[S], me[S + 1], me[S + 2], me[S + 3], me[S + 4], me[S + 5]
    w0, w1, w2, v0, v1, v2 = up[V], up[V + 1], up[V + 2], up[V + 3], up[V + 4], up[V + 5]
    x0, x1, x2, s0, s1, s2 = x0 * rate, x1 * rate, x2 * rate, s0 * rate, s1 * rate, s2 * rate
    a0, a1, a2 = cross(w0, w1, w2, x0, x1, x2)
    a3, a4, a5 = cross(w0, w1, w2, s0, s1, s2)
    a6, a7, a8 = cross(v0, v1, v2, x0, x1, x2)
    me[V], me[V + 1], me[V + 2] = w0 + x0, w1 + x1, w2 + x2
    me[V + 3], me[V + 4], me[V + 5] = v0 + s0, v1 + s1, v2 + s2
    me[B], me[B + 1], me[B + 2] = up[B] + a0, up[B + 1] + a1, up[B + 2] + a2
    me[B + 3], me[B + 4], me[B + 5] = up[B + 3] + a3 + a6, up[B + 4] + a4 + a7, up[B + 5] + a5 + a8


@kernel
def move_turning(
    me: Array, up: Array, kind: int, G: Array, v: Array, by: int, key: Array, at: int, given: int
) -> None:
    """A ball, which turns about its own axes; what is free has moved before."""
    w0, w1, w2, v0, v1, v2 = up[V], up[V + 1], up[V + 2], up[V + 3], up[V + 4], up[V + 5]
    b3, b4, b5 = up[B + 3], up[B + 4], up[B + 5]
    if kind == FREE:
        v0, v1, v2 = turned(G, v[by], v[by + 1], v[by + 2])
        if given:
            x0, x1, x2 = turned(G, key[at], key[at + 1], key[at + 2])
            b3, b4, b5 = b3 + x0, b4 + x1, b5 + x2
        by, at = by + 3, at + 3
    x0, x1, x2 = turned(me, v[by], v[by + 1], v[by + 2])
    s0, s1, s2 = cross(me[P], me[P + 1], me[P + 2], x0, x1, x2)
    a0, a1, a2 = cross(w0, w1, w2, x0, x1, x2)
    a3, a4, a5 = cross(w0, w1, w2, s0, s1, s2)
    a6, a7, a8 = cross(v0, v1, v2, x0, x1, x2)
    me[V], me[V + 1], me[V + 2] = w0 + x0, w1 + x1, w2 + x2
    me[V + 3], me[V + 4], me[V + 5] = v0 + s0, v1 + s1, v2 + s2
    if given:
        x0, x1, x2 = turned(me, key[at], key[at + 1], key[at + 2])
        s0, s1, s2 = cross(me[P], me[P + 1], me[P + 2], x0, x1, x2)
        a0, a1, a2, a3, a4, a5 = a0 + x0, a1 + x1, a2 + x2, a3 + s0, a4 + s1, a5 + s2
    me[B], me[B + 1], me[B + 2] = up[B] + a0, up[B + 1] + a1, up[B + 2] + a2
    me[B + 3], me[B + 4], me[B + 5] = b3 + a3 + a6, b4 + a4 + a7, b5 + a5 + a8


@kernel
def see_speeds(arrays: ArticulatedArrays, i: int, v: Array, w: Array, known: Array) -> None:
    """V of all nodes, unless it is that of this v and this place already: `known` is the v of the last time."""
    if w[0, SEEN] > 0.0:
        same = 1
        for k in range(len(v)):
            if known[k] != v[k]:
                same = 0
        if same:
            return
    for j in range(1, len(w)):
        g = arrays.first[i] + j
        add_speed(arrays.kind[g], w[j], w[arrays.parent[g]], arrays.turn[g], v, arrays.by[g])
    for k in range(len(v)):
        known[k] = v[k]
    w[0, SEEN] = 1.0


@kernel
def add_speed(kind: int, me: Array, up: Array, G: Array, v: Array, by: int) -> None:
    """V = V_p + S q̇ of a node."""
    if kind < BALL:
        for k in range(6):
            me[V + k] = up[V + k] + me[S + k] * v[by]
        return
    v3, v4, v5 = up[V + 3], up[V + 4], up[V + 5]
    if kind == FREE:
        v3, v4, v5 = turned(G, v[by], v[by + 1], v[by + 2])
        by += 3
    x, y, z = turned(me, v[by], v[by + 1], v[by + 2])
    a, b, c = cross(me[P], me[P + 1], me[P + 2], x, y, z)
    me[V], me[V + 1], me[V + 2] = up[V] + x, up[V + 1] + y, up[V + 2] + z
    me[V + 3], me[V + 4], me[V + 5] = v3 + a, v4 + b, v5 + c


@kernel
def origin_of(arrays: ArticulatedArrays, i: int, w: Array, j: int) -> tuple[float, float, float]:
    """Where the root of a node has its joint."""
    top = w[arrays.root[arrays.first[i] + j]]
    return top[ORIGIN], top[ORIGIN + 1], top[ORIGIN + 2]


@kernel
def velocity(
    arrays: ArticulatedArrays,
    i: int,
    q: Array,
    v: Array,
    room: Array,
    link: int,
    p: Array,
    x: Array,
    u: Array,
) -> None:
    """u = v + ω × x."""
    n = arrays.first[i + 1] - arrays.first[i]
    w = room[0 : n * WIDE].reshape(n, WIDE)
    see_speeds(arrays, i, v, w, room[n * WIDE + len(v) :])
    j = node_of(arrays, i, link)
    o0, o1, o2 = origin_of(arrays, i, w, j)
    me = w[j]
    a, b, c = cross(me[V], me[V + 1], me[V + 2], x[0] - o0, x[1] - o1, x[2] - o2)
    u[0], u[1], u[2] = me[V + 3] + a, me[V + 4] + b, me[V + 5] + c


@kernel
def speed(
    arrays: ArticulatedArrays, i: int, q: Array, v: Array, room: Array, link: int, reach: float
) -> float:
    """How fast the link's origin is, and |ω| times the reach."""
    n = arrays.first[i + 1] - arrays.first[i]
    w = room[0 : n * WIDE].reshape(n, WIDE)
    see_speeds(arrays, i, v, w, room[n * WIDE + len(v) :])
    me, G = w[node_of(arrays, i, link)], arrays.frame[arrays.link[i, 0] + link]
    w0, w1, w2 = me[V], me[V + 1], me[V + 2]
    x, y, z = turned(me, G[9], G[10], G[11])
    a, b, c = cross(w0, w1, w2, me[P] + x, me[P + 1] + y, me[P + 2] + z)
    a, b, c = a + me[V + 3], b + me[V + 4], c + me[V + 5]
    return np.sqrt(a * a + b * b + c * c) + reach * np.sqrt(w0 * w0 + w1 * w1 + w2 * w2)
