"""Where links are: R = R_p T G(q),  p = p_p + R_p o,  S = [x; p × x] of a hinge along x, [0; x] of a slide.

All about the origin of the root's joint, so that nothing is lost far from home.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import (
    BALL,
    FREE,
    HINGE,
    ORIGIN,
    WIDE,
    ArticulatedArrays,
    P,
    R,
    S,
)  # fmt: skip
from supple.dynamics.bodies.articulated.vectors import cross, turned
from supple.kernels import kernel


@kernel
def pose(arrays: ArticulatedArrays, i: int, q: Array, room: Array) -> None:
    """Rotations, places and axes of all nodes."""
    first = arrays.first[i]
    n = arrays.first[i + 1] - first
    w = room[0 : n * WIDE].reshape(n, WIDE)
    world = w[0]
    world[0:WIDE] = 0.0
    world[R], world[R + 4], world[R + 8] = 1.0, 1.0, 1.0
    for j in range(1, n):
        me, g = w[j], first + j
        kind, at, up = arrays.kind[g], arrays.at[g], w[arrays.parent[g]]
        carry(up, me, arrays.offset[g], arrays.turn[g], arrays.plain[g])
        if arrays.parent[g] == 0:
            begin(me, kind, q, at)
        if kind == HINGE:
            turn_about(me, arrays.axis[g], q[at])
        elif kind == BALL:
            turn_by(me, q, at)
        elif kind == FREE:
            turn_by(me, q, at + 3)
        else:
            slide_along(me, arrays.axis[g], q[at])


@kernel
def carry(up: Array, me: Array, o: Array, G: Array, plain: int) -> None:
    """The frame of a joint at zero: R_p T and p_p + R_p o."""
    x, y, z = turned(up, o[0], o[1], o[2])
    me[P], me[P + 1], me[P + 2] = up[P] + x, up[P + 1] + y, up[P + 2] + z
    if plain:
        for k in range(9):
            me[k] = up[k]
        return
    me[0], me[1], me[2] = turned(up, G[0], G[1], G[2])
    me[3], me[4], me[5] = turned(up, G[3], G[4], G[5])
    me[6], me[7], me[8] = turned(up, G[6], G[7], G[8])


@kernel
def begin(me: Array, kind: int, q: Array, at: int) -> None:
    """The joint of a root is where all is measured from; a free one moves along."""
    x, y, z = 0.0, 0.0, 0.0
    if kind == FREE:
        x, y, z = turned(me, q[at], q[at + 1], q[at + 2])
    me[ORIGIN], me[ORIGIN + 1], me[ORIGIN + 2] = me[P] + x, me[P + 1] + y, me[P + 2] + z
    me[P], me[P + 1], me[P + 2] = 0.0, 0.0, 0.0


@kernel
def turn_about(me: Array, axis: int, angle: float) -> None:
    """Turn a frame about one of its own axes, which is the hinge's."""
    c, s = np.cos(angle), np.sin(angle)
    a = 3 * axis
    b = a + 3 if a < 6 else 0
    d = b + 3 if b < 6 else 0
    for k in range(3):
        y, z = me[b + k], me[d + k]
        me[b + k], me[d + k] = c * y + s * z, c * z - s * y
    x, y, z = me[a], me[a + 1], me[a + 2]
    me[S], me[S + 1], me[S + 2] = x, y, z
    me[S + 3], me[S + 4], me[S + 5] = cross(me[P], me[P + 1], me[P + 2], x, y, z)


@kernel
def slide_along(me: Array, axis: int, way: float) -> None:
    """Move a frame along one of its own axes."""
    for k in range(3):
        me[S + k], me[S + 3 + k] = 0.0, me[3 * axis + k]
        me[P + k] += way * me[3 * axis + k]


@kernel
def turn_by(me: Array, q: Array, at: int) -> None:
    """Turn a frame by a unit quaternion xyzw."""
    i, j, k, w = q[at], q[at + 1], q[at + 2], q[at + 3]
    a0, a1, a2 = turned(me, 1 - 2 * (j * j + k * k), 2 * (i * j + w * k), 2 * (i * k - w * j))
    b0, b1, b2 = turned(me, 2 * (i * j - w * k), 1 - 2 * (i * i + k * k), 2 * (j * k + w * i))
    c0, c1, c2 = turned(me, 2 * (i * k + w * j), 2 * (j * k - w * i), 1 - 2 * (i * i + j * j))
    me[0], me[1], me[2], me[3], me[4], me[5], me[6], me[7], me[8] = a0, a1, a2, b0, b1, b2, c0, c1, c2


@kernel
def node_of(arrays: ArticulatedArrays, i: int, link: int) -> int:
    """The node that carries a link, counted within its tree."""
    return arrays.carrier[arrays.link[i, 0] + link]


@kernel
def frame(arrays: ArticulatedArrays, i: int, q: Array, room: Array, link: int, X: Array) -> None:
    """The frame of a link: rotation by rows, then its origin."""
    n = arrays.first[i + 1] - arrays.first[i]
    w, G, j = (
        room[0 : n * WIDE].reshape(n, WIDE),
        arrays.frame[arrays.link[i, 0] + link],
        node_of(arrays, i, link),
    )
    me, top = w[j], w[arrays.root[arrays.first[i] + j]]
    for c in range(3):
        X[c], X[3 + c], X[6 + c] = turned(me, G[c], G[3 + c], G[6 + c])
    x, y, z = turned(me, G[9], G[10], G[11])
    X[9] = top[ORIGIN] + me[P] + x
    X[10] = top[ORIGIN + 1] + me[P + 1] + y
    X[11] = top[ORIGIN + 2] + me[P + 2] + z


@kernel
def point(arrays: ArticulatedArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array) -> None:
    """Where the point p of a link's frame is."""
    X = np.empty(12)
    frame(arrays, i, q, room, link, X)
    for k in range(3):
        x[k] = X[9 + k] + X[3 * k] * p[0] + X[3 * k + 1] * p[1] + X[3 * k + 2] * p[2]
