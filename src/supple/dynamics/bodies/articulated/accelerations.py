"""Accelerations of all joints, by one pass inward and one outward: what is left of τ where the parent goes.

hinge, slide    x = D (u − U·a_p)                                     q̈ = q̈_key + x,   a = a_p + S x
ball            x = s (T (u + e a_ω) − a_ω − K (a_v + a_ω × p))        turning in the link's own frame
"""

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import (
    BALL,
    FACTORED,
    FREE,
    PART,
    TORQUE,
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
from supple.dynamics.bodies.articulated.joint_forces import set_joint_force
from supple.dynamics.bodies.articulated.motion import move, still
from supple.dynamics.bodies.articulated.rigid_inertia import set_inertia
from supple.dynamics.bodies.articulated.vectors import by_rows, cross, times, turned_back
from supple.kernels import kernel


@kernel
def accelerate(
    arrays: ArticulatedArrays, i: int, q: Array, v: Array, w: Array, gravity: Array, h: float, out: Array
) -> None:
    """q̈ after `pose`, with springs and dampers implicit over h."""
    still(w[0], gravity)
    for j in range(1, len(w)):
        g, me = arrays.first[i] + j, w[j]
        move(arrays, i, g, me, w[arrays.parent[g]], v, 1)
        set_inertia(me, arrays.mass[g], arrays.center[g], arrays.moments[g], 1)
        set_joint_force(arrays, i, g, me, q, v, h)
    eliminate(arrays, i, w)
    w[0, FACTORED], w[0, WHITENED] = 1.0, 0.0
    give_way(arrays, i, w, out)


@kernel
def give_way(arrays: ArticulatedArrays, i: int, w: Array, out: Array) -> None:
    """From the root to the leaves."""
    first, world = arrays.first[i], w[0]
    world[A : A + 6] = 0.0
    for j in range(1, len(w)):
        g = first + j
        kind, by, me, up = arrays.kind[g], arrays.by[g], w[j], w[arrays.parent[g]]
        if kind == BALL:
            give_way_turning(me, up[A], up[A + 1], up[A + 2], up[A + 3], up[A + 4], up[A + 5], out, by)
        elif kind == FREE:
            x, y, z = me[U], me[U + 1], me[U + 2]
            out[by], out[by + 1], out[by + 2] = turned_back(arrays.turn[g], x, y, z)
            give_way_turning(me, 0.0, 0.0, 0.0, x, y, z, out, by + 3)
        else:
            x = me[D] * (
                me[TORQUE]
                - (me[U] * up[A] + me[U + 1] * up[A + 1] + me[U + 2] * up[A + 2])
                - (me[U + 3] * up[A + 3] + me[U + 4] * up[A + 4] + me[U + 5] * up[A + 5])
            )
            out[by] = x
            for k in range(6):
                me[A + k] = up[A + k] + me[S + k] * x
        if me[PART] < 1.0:
            add_given(arrays, i, g, kind, by, out)


@kernel
def add_given(arrays: ArticulatedArrays, i: int, g: int, kind: int, by: int, out: Array) -> None:
    """What is asked of a joint whose motion is given."""
    for k in range(6 if kind == FREE else (3 if kind == BALL else 1)):
        out[by + k] += arrays.key[arrays.link[i, 2] + by + k]


@kernel
def give_way_turning(
    me: Array, a0: float, a1: float, a2: float, a3: float, a4: float, a5: float, out: Array, by: int
) -> None:
    """A ball whose place is accelerated by a."""
    e, part = me[E], me[PART]
    x, y, z = cross(a0, a1, a2, me[P], me[P + 1], me[P + 2])
    k0, k1, k2 = by_rows(me[K : K + 9], a3 + x, a4 + y, a5 + z)
    t0, t1, t2 = times(me[T : T + 6], me[TORQUE] + e * a0, me[TORQUE + 1] + e * a1, me[TORQUE + 2] + e * a2)
    x, y, z = part * (t0 - a0 - k0), part * (t1 - a1 - k1), part * (t2 - a2 - k2)
    me[A], me[A + 1], me[A + 2] = a0 + x, a1 + y, a2 + z
    k0, k1, k2 = cross(me[P], me[P + 1], me[P + 2], x, y, z)
    me[A + 3], me[A + 4], me[A + 5] = a3 + k0, a4 + k1, a5 + k2
    out[by], out[by + 1], out[by + 2] = turned_back(me, x, y, z)


@kernel
def predict(
    arrays: ArticulatedArrays, i: int, q: Array, v: Array, room: Array, gravity: Array, h: float
) -> float:
    """v + h q̈, less what the air takes; the accelerations wait in what the room has behind the nodes."""
    n = arrays.first[i + 1] - arrays.first[i]
    w, out = room[0 : n * WIDE].reshape(n, WIDE), room[n * WIDE :]
    accelerate(arrays, i, q, v, w, gravity, h, out)
    keep = 1.0 - h * arrays.drag[i]
    for k in range(len(v)):
        v[k] = keep * v[k] + h * out[k]
    return 1.0
