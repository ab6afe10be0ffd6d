"""A link's own inertia about the origin, and the force that its motion needs:

    A = I_c + m (c² − c cᵀ),  H = m c×,  M = m
    F = m (b_v + b_ω × c + ω × (v + ω × c)),  f = (I_c b_ω + ω × I_c ω + c × F, F)

I_c is about its center c; V and b are (ω, v) and (b_ω, b_v).
"""

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import IA, ArticulatedArrays, B, F, P, R, V
from supple.dynamics.bodies.articulated.vectors import cross, turned
from supple.kernels import kernel


@kernel
def set_inertia(me: Array, mass: float, center: Array, J: Array, moving: int) -> None:
    """I of one link, and where it is `moving` the force f; else f = 0."""
    for k in range(6):
        me[F + k] = 0.0
    if mass == 0.0:
        for k in range(21):
            me[IA + k] = 0.0
        return
    x, y, z = turned(me, center[0], center[1], center[2])
    c0, c1, c2 = me[P] + x, me[P + 1] + y, me[P + 2] + z
    x0, x1, x2 = turned(me, J[0], J[3], J[4])
    y0, y1, y2 = turned(me, J[3], J[1], J[5])
    z0, z1, z2 = turned(me, J[4], J[5], J[2])
    a, b, c = x0 * me[R] + y0 * me[R + 3] + z0 * me[R + 6], 0.0, 0.0
    b = x1 * me[R + 1] + y1 * me[R + 4] + z1 * me[R + 7]
    c = x2 * me[R + 2] + y2 * me[R + 5] + z2 * me[R + 8]
    d = x0 * me[R + 1] + y0 * me[R + 4] + z0 * me[R + 7]
    e = x0 * me[R + 2] + y0 * me[R + 5] + z0 * me[R + 8]
    f = x1 * me[R + 2] + y1 * me[R + 5] + z1 * me[R + 8]
    if moving:
        set_force(me, mass, c0, c1, c2, a, b, c, d, e, f)
    x, y, z = mass * c0, mass * c1, mass * c2
    me[IA], me[IA + 1], me[IA + 2] = a + y * c1 + z * c2, b + x * c0 + z * c2, c + x * c0 + y * c1
    me[IA + 3], me[IA + 4], me[IA + 5] = d - x * c1, e - x * c2, f - y * c2
    me[IA + 6], me[IA + 7], me[IA + 8], me[IA + 9], me[IA + 10], me[IA + 11] = 0.0, -z, y, z, 0.0, -x
    me[IA + 12], me[IA + 13], me[IA + 14] = -y, x, 0.0
    me[IA + 15], me[IA + 16], me[IA + 17], me[IA + 18], me[IA + 19], me[IA + 20] = (
        mass,
        mass,
        mass,
        0.0,
        0.0,
        0.0,
    )


@kernel
def set_force(
    me: Array, m: float, c0: float, c1: float, c2: float,
    a: float, b: float, c: float, d: float, e: float, f: float,
) -> None:  # fmt: skip
    """f of a link with the moments a b c d e f (xx yy zz xy xz yz) about its center c."""
    w0, w1, w2, b0, b1, b2 = me[V], me[V + 1], me[V + 2], me[B], me[B + 1], me[B + 2]
    x, y, z = cross(w0, w1, w2, c0, c1, c2)
    x, y, z = cross(w0, w1, w2, x + me[V + 3], y + me[V + 4], z + me[V + 5])
    s0, s1, s2 = cross(b0, b1, b2, c0, c1, c2)
    f0, f1, f2 = m * (me[B + 3] + s0 + x), m * (me[B + 4] + s1 + y), m * (me[B + 5] + s2 + z)
    x, y, z = cross(w0, w1, w2, a * w0 + d * w1 + e * w2, d * w0 + b * w1 + f * w2, e * w0 + f * w1 + c * w2)
    s0, s1, s2 = cross(c0, c1, c2, f0, f1, f2)
    me[F] = a * b0 + d * b1 + e * b2 + x + s0
    me[F + 1] = d * b0 + b * b1 + f * b2 + y + s1
    me[F + 2] = e * b0 + f * b1 + c * b2 + z + s2
    me[F + 3], me[F + 4], me[F + 5] = f0, f1, f2


@kernel
def set_inertias(arrays: ArticulatedArrays, i: int, w: Array, moving: int) -> None:
    """I and f of all links."""
    first = arrays.first[i]
    for j in range(1, len(w)):
        g = first + j
        set_inertia(w[j], arrays.mass[g], arrays.center[g], arrays.moments[g], moving)
