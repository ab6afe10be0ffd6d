"""From the leaves to the root, what a tree resists with where its joints give way (Armstrong & Green; Featherstone).

A hinge or a slide with the axis S:

    U = I S,  D = s / (S·U + e),  u = τ − S·f;    I_p += I − D U Uᵀ,  f_p += f + D U u

A ball at p passes no torque on but that of its springs, exactly, so that nothing is lost in long chains; with A', H'
about p and T = (A' + e)⁻¹, K = T H':

    M' = M − s H'ᵀ K,   A'' = A' − s A' T A',   H'' = H' − s A' K;    F' = F + s Kᵀ u,   τ' = τ_f + s A' T u

s is the part that gives way: 0 is a joint whose motion is given, which passes all on.
"""

from supple.arrays import Array
from supple.dynamics.bodies.articulated.arrays import (
    BALL,
    IA,
    PART,
    SLIDE,
    TORQUE,
    ArticulatedArrays,
    D,
    E,
    F,
    K,
    P,
    S,
    T,
    U,
)  # fmt: skip
from supple.dynamics.bodies.articulated.joint_forces import FIRM
from supple.dynamics.bodies.articulated.vectors import cross, invert, times
from supple.kernels import kernel


@kernel
def eliminate(arrays: ArticulatedArrays, i: int, w: Array) -> None:
    """Articulated inertias and forces of all nodes, leaves first."""
    first, n, world = arrays.first[i], len(w), w[0]
    for k in range(21):
        world[IA + k] = 0.0
    for k in range(6):
        world[F + k] = 0.0
    for back in range(1, n):
        j = n - back
        g = first + j
        me, up, kind = w[j], w[arrays.parent[g]], arrays.kind[g]
        me[PART] = arrays.physics[g]
        if kind <= SLIDE:
            eliminate_line(me, up)
        elif kind == BALL:
            eliminate_ball(me, up)
        else:
            for k in range(21):
                world[IA + k] = 0.0
            for k in range(6):
                world[F + k] = 0.0
            eliminate_ball(me, world)
            eliminate_shift(me, world)


@kernel
def eliminate_line(me: Array, up: Array) -> None:
    """A hinge or a slide: one rank less."""
    x0, x1, x2, s0, s1, s2 = me[S], me[S + 1], me[S + 2], me[S + 3], me[S + 4], me[S + 5]
    u0 = me[IA] * x0 + me[IA + 3] * x1 + me[IA + 4] * x2 + me[IA + 6] * s0 + me[IA + 7] * s1 + me[IA + 8] * s2
    u1 = (
        me[IA + 3] * x0
        + me[IA + 1] * x1
        + me[IA + 5] * x2
        + me[IA + 9] * s0
        + me[IA + 10] * s1
        + me[IA + 11] * s2
    )
    u2 = (
        me[IA + 4] * x0
        + me[IA + 5] * x1
        + me[IA + 2] * x2
        + me[IA + 12] * s0
        + me[IA + 13] * s1
        + me[IA + 14] * s2
    )
    u3 = (
        me[IA + 6] * x0
        + me[IA + 9] * x1
        + me[IA + 12] * x2
        + me[IA + 15] * s0
        + me[IA + 18] * s1
        + me[IA + 19] * s2
    )
    u4 = (
        me[IA + 7] * x0
        + me[IA + 10] * x1
        + me[IA + 13] * x2
        + me[IA + 18] * s0
        + me[IA + 16] * s1
        + me[IA + 20] * s2
    )
    u5 = (
        me[IA + 8] * x0
        + me[IA + 11] * x1
        + me[IA + 14] * x2
        + me[IA + 19] * s0
        + me[IA + 20] * s1
        + me[IA + 17] * s2
    )
    m, push = x0 * u0 + x1 * u1 + x2 * u2 + s0 * u3 + s1 * u4 + s2 * u5 + me[E], me[TORQUE]
    if me[TORQUE + 1] != 0.0:
        push += m * me[TORQUE + 1]
        m *= (1.0 + FIRM) * (1.0 + FIRM)
    d = me[PART] / m
    u = push - (
        x0 * me[F] + x1 * me[F + 1] + x2 * me[F + 2] + s0 * me[F + 3] + s1 * me[F + 4] + s2 * me[F + 5]
    )
    me[U], me[U + 1], me[U + 2], me[U + 3], me[U + 4], me[U + 5] = u0, u1, u2, u3, u4, u5
    me[D], me[TORQUE] = d, u
    x0, x1, x2, s0, s1, s2 = u0 * d, u1 * d, u2 * d, u3 * d, u4 * d, u5 * d
    up[IA] += me[IA] - u0 * x0
    up[IA + 1] += me[IA + 1] - u1 * x1
    up[IA + 2] += me[IA + 2] - u2 * x2
    up[IA + 3] += me[IA + 3] - u0 * x1
    up[IA + 4] += me[IA + 4] - u0 * x2
    up[IA + 5] += me[IA + 5] - u1 * x2
    up[IA + 6] += me[IA + 6] - u0 * s0
    up[IA + 7] += me[IA + 7] - u0 * s1
    up[IA + 8] += me[IA + 8] - u0 * s2
    up[IA + 9] += me[IA + 9] - u1 * s0
    up[IA + 10] += me[IA + 10] - u1 * s1
    up[IA + 11] += me[IA + 11] - u1 * s2
    up[IA + 12] += me[IA + 12] - u2 * s0
    up[IA + 13] += me[IA + 13] - u2 * s1
    up[IA + 14] += me[IA + 14] - u2 * s2
    up[IA + 15] += me[IA + 15] - u3 * s0
    up[IA + 16] += me[IA + 16] - u4 * s1
    up[IA + 17] += me[IA + 17] - u5 * s2
    up[IA + 18] += me[IA + 18] - u3 * s1
    up[IA + 19] += me[IA + 19] - u3 * s2
    up[IA + 20] += me[IA + 20] - u4 * s2
    up[F] += me[F] + x0 * u
    up[F + 1] += me[F + 1] + x1 * u
    up[F + 2] += me[F + 2] + x2 * u
    up[F + 3] += me[F + 3] + s0 * u
    up[F + 4] += me[F + 4] + s1 * u
    up[F + 5] += me[F + 5] + s2 * u


@kernel
def eliminate_ball(me: Array, up: Array) -> None:
    """A ball; e is the same about all axes."""
    p0, p1, p2, e, part = me[P], me[P + 1], me[P + 2], me[E], me[PART]
    ma, mb, mc, md, me_, mf = me[IA + 15], me[IA + 16], me[IA + 17], me[IA + 18], me[IA + 19], me[IA + 20]
    h0, h1, h2, h3, h4 = me[IA + 6], me[IA + 7], me[IA + 8], me[IA + 9], me[IA + 10]
    h5, h6, h7, h8 = me[IA + 11], me[IA + 12], me[IA + 13], me[IA + 14]
    k0, k1, k2 = h0 - p1 * me_ + p2 * md, h1 - p1 * mf + p2 * mb, h2 - p1 * mc + p2 * mf
    k3, k4, k5 = h3 - p2 * ma + p0 * me_, h4 - p2 * md + p0 * mf, h5 - p2 * me_ + p0 * mc
    k6, k7, k8 = h6 - p0 * md + p1 * ma, h7 - p0 * mb + p1 * md, h8 - p0 * mf + p1 * me_
    aa = me[IA] + h1 * p2 - h2 * p1 - p1 * k2 + p2 * k1
    ab = me[IA + 1] + h5 * p0 - h3 * p2 - p2 * k3 + p0 * k5
    ac = me[IA + 2] + h6 * p1 - h7 * p0 - p0 * k7 + p1 * k6
    ad = me[IA + 3] + h2 * p0 - h0 * p2 - p1 * k5 + p2 * k4
    ae = me[IA + 4] + h0 * p1 - h1 * p0 - p1 * k8 + p2 * k7
    af = me[IA + 5] + h3 * p1 - h4 * p0 - p2 * k6 + p0 * k8
    f3, f4, f5 = me[F + 3], me[F + 4], me[F + 5]
    x, y, z = cross(p0, p1, p2, f3, f4, f5)
    g0, g1, g2 = me[F] - x, me[F + 1] - y, me[F + 2] - z
    u0, u1, u2 = me[TORQUE] - g0, me[TORQUE + 1] - g1, me[TORQUE + 2] - g2
    inverse = me[T : T + 6]
    invert(aa + e, ab + e, ac + e, ad, ae, af, inverse)
    x0, y0, z0 = times(inverse, k0, k3, k6)
    x1, y1, z1 = times(inverse, k1, k4, k7)
    x2, y2, z2 = times(inverse, k2, k5, k8)
    me[K], me[K + 1], me[K + 2], me[K + 3], me[K + 4], me[K + 5] = x0, x1, x2, y0, y1, y2
    me[K + 6], me[K + 7], me[K + 8] = z0, z1, z2
    t0, t1, t2 = me[TORQUE], me[TORQUE + 1], me[TORQUE + 2]
    me[TORQUE], me[TORQUE + 1], me[TORQUE + 2] = u0, u1, u2
    # M' and F', in which the springs do not appear
    ma -= part * (k0 * x0 + k3 * y0 + k6 * z0)
    mb -= part * (k1 * x1 + k4 * y1 + k7 * z1)
    mc -= part * (k2 * x2 + k5 * y2 + k8 * z2)
    md -= part * (k0 * x1 + k3 * y1 + k6 * z1)
    me_ -= part * (k0 * x2 + k3 * y2 + k6 * z2)
    mf -= part * (k1 * x2 + k4 * y2 + k7 * z2)
    f3 += part * (x0 * u0 + y0 * u1 + z0 * u2)
    f4 += part * (x1 * u0 + y1 * u1 + z1 * u2)
    f5 += part * (x2 * u0 + y2 * u1 + z2 * u2)
    if e == 0.0 and part == 1.0:
        aa, ab, ac, ad, ae, af, g0, g1, g2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, t0, t1, t2
        k0, k1, k2, k3, k4, k5, k6, k7, k8 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    else:
        # A T A = A − e + e² T,  A K = H − e K,  A T u = u − e T u
        r, s = 1 - part, part * e
        ss = s * e
        x, y, z = times(inverse, u0, u1, u2)
        g0, g1, g2 = g0 + part * u0 - s * x, g1 + part * u1 - s * y, g2 + part * u2 - s * z
        aa, ab, ac = r * aa + s - ss * inverse[0], r * ab + s - ss * inverse[1], r * ac + s - ss * inverse[2]
        ad, ae, af = r * ad - ss * inverse[3], r * ae - ss * inverse[4], r * af - ss * inverse[5]
        k0, k1, k2 = r * k0 + s * x0, r * k1 + s * x1, r * k2 + s * x2
        k3, k4, k5 = r * k3 + s * y0, r * k4 + s * y1, r * k5 + s * y2
        k6, k7, k8 = r * k6 + s * z0, r * k7 + s * z1, r * k8 + s * z2
    # back to the origin: H = H'' + p × M',  A = A'' + p × H''ᵀ − H × p
    h0, h1, h2 = k0 + p1 * me_ - p2 * md, k1 + p1 * mf - p2 * mb, k2 + p1 * mc - p2 * mf
    h3, h4, h5 = k3 + p2 * ma - p0 * me_, k4 + p2 * md - p0 * mf, k5 + p2 * me_ - p0 * mc
    h6, h7, h8 = k6 + p0 * md - p1 * ma, k7 + p0 * mb - p1 * md, k8 + p0 * mf - p1 * me_
    up[IA] += aa + p1 * k2 - p2 * k1 - h1 * p2 + h2 * p1
    up[IA + 1] += ab + p2 * k3 - p0 * k5 - h5 * p0 + h3 * p2
    up[IA + 2] += ac + p0 * k7 - p1 * k6 - h6 * p1 + h7 * p0
    up[IA + 3] += ad + p1 * k5 - p2 * k4 - h2 * p0 + h0 * p2
    up[IA + 4] += ae + p1 * k8 - p2 * k7 - h0 * p1 + h1 * p0
    up[IA + 5] += af + p2 * k6 - p0 * k8 - h3 * p1 + h4 * p0
    up[IA + 6] += h0
    up[IA + 7] += h1
    up[IA + 8] += h2
    up[IA + 9] += h3
    up[IA + 10] += h4
    up[IA + 11] += h5
    up[IA + 12] += h6
    up[IA + 13] += h7
    up[IA + 14] += h8
    up[IA + 15] += ma
    up[IA + 16] += mb
    up[IA + 17] += mc
    up[IA + 18] += md
    up[IA + 19] += me_
    up[IA + 20] += mf
    x, y, z = cross(p0, p1, p2, f3, f4, f5)
    up[F] += g0 + x
    up[F + 1] += g1 + y
    up[F + 2] += g2 + z
    up[F + 3] += f3
    up[F + 4] += f4
    up[F + 5] += f5


@kernel
def eliminate_shift(me: Array, left: Array) -> None:
    """The shift of what is free, by what its turning has left: N = (M' + e)⁻¹, and its acceleration s N (τ − F')."""
    M, e, part = IA + 15, me[D], me[PART]
    invert(
        left[M] + e, left[M + 1] + e, left[M + 2] + e, left[M + 3], left[M + 4], left[M + 5], me[S : S + 6]
    )
    x, y, z = times(me[S : S + 6], me[U] - left[F + 3], me[U + 1] - left[F + 4], me[U + 2] - left[F + 5])
    me[U], me[U + 1], me[U + 2] = part * x, part * y, part * z
