"""Where lattices send a point, in compiled code, with how that changes by the amplitudes and in time.

y = F_G(… F_l(r)),  F(y) = y + C(y),  C(y) = Σ_k c_k B_k(y),  c = Σ_n γ_n eⁿ,  B_k a product along the axes

(Faloutsos et al. 1997, eqs. 2–3.) The innermost lattice meets the point where it was at rest, so it is linear in γ
there. Every lattice after it carries Y = ∂y/∂γ and Ẏ on, to any depth:

Y⁺ = G Y + Φ,   Ẏ⁺ = G Ẏ + Ġ Y + Φ̇,   G = 1 + ∂C/∂y,   ẏ = Y γ̇,   ÿ = Ẏ γ̇ where γ̇ stays.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices, carved
from supple.dynamics.legacy.bodies.lattice.arrays import LatticeArrays, PointArrays
from supple.dynamics.legacy.bodies.lattice.blending import blend
from supple.kernels import kernel

KINDS = 8
"""What a moving point needs of every product: B, ∂B (3), the one along ẏ, its ∂ (3)."""


class Carried(NamedTuple):
    """Where a point is, and what it has come with; written over for the next one."""

    y: Array
    """In the frame of the body (3,) [m]."""
    Y: Array
    """∂y/∂γ by the modes that act on it, one after another (3, D)."""
    rate: Array
    """Ẏ (3, D)."""
    modes: Indices
    """Which amplitudes those are (D,)."""
    b: Array
    w: Array
    G: Array
    """∂F/∂y of the last lattice and its rate (2, 3, 3)."""
    first: Array
    """Room for sums over points (3,)."""
    second: Array
    """The same (3, 3)."""


def carried(lattices: LatticeArrays) -> Carried:
    """Room for one point."""
    D = max(int(lattices.first[-1]), 1)
    most = max(int(np.diff(lattices.begin).max()), 1)
    shapes = dict(
        y=(3,), Y=(3, D), rate=(3, D), modes=(D,), b=(3, 3, int(lattices.counts.max())), w=(KINDS, most),
        G=(2, 3, 3), first=(3,), second=(3, 3),
    )  # fmt: skip
    return Carried(**carved(shapes, integers=("modes",)))


@kernel
def contract(L: LatticeArrays, gamma: Array, based: bool, every: bool, c: Array) -> None:
    """c = Σ γ e of lattices that others ride on, or of `every` one, on what sleeping modes add (ΣK, 3) [m]."""
    axis, mode, value = L.axis, L.mode, L.value
    for here in range(len(L.parent)):
        if not (every or _ridden(L, here)):
            continue
        first = L.first[here]
        for k in range(L.begin[here], L.begin[here + 1]):
            for x in range(3):
                c[k, x] = L.base[k, x] if based else 0.0
            for e in range(L.start[k], L.start[k + 1]):
                c[k, axis[e]] += value[e] * gamma[first + mode[e]]


@kernel
def _ridden(L: LatticeArrays, here: int) -> bool:
    ridden = False
    for other in L.parent:
        ridden = ridden or other == here
    return ridden


@kernel
def place(L: LatticeArrays, P: PointArrays, i: int, gamma: Array, c: Array, to: Carried) -> None:
    """y of point i."""
    here = P.lattice[i]
    for x in range(3):
        total = P.r[i, x]
        for n in range(L.first[here + 1] - L.first[here]):
            total += P.phi[i, x, n] * gamma[L.first[here] + n]
        to.y[x] = total
    here = L.parent[here]
    while here >= 0:
        _products(L, here, to)
        for x in range(3):
            total = 0.0
            for k in range(L.begin[here + 1] - L.begin[here]):
                total += c[L.begin[here] + k, x] * to.w[0, k]
            to.y[x] += total
        here = L.parent[here]


@kernel
def places(
    L: LatticeArrays, P: PointArrays, which: Indices, gamma: Array, c: Array, to: Carried, y: Array
) -> None:
    """y (n, 3) of the points that are named; in no local lattice a sum, else `place`."""
    D, r, phi, lattice = L.first[1], P.r, P.phi, P.lattice
    for k in range(len(which)):
        i = which[k]
        if lattice[i] == 0:
            for x in range(3):
                total = r[i, x]
                for n in range(D):
                    total += phi[i, x, n] * gamma[n]
                y[k, x] = total
        else:
            place(L, P, i, gamma, c, to)
            for x in range(3):
                y[k, x] = to.y[x]


@kernel
def carry(
    L: LatticeArrays, P: PointArrays, i: int, gamma: Array, speed: Array, c: Array, c_rate: Array, moving: bool,
    to: Carried,
) -> int:  # fmt: skip
    """y and Y of point i, and Ẏ where it is `moving` with γ̇ = `speed`; returns how many modes act on it."""
    here = P.lattice[i]
    count = L.first[here + 1] - L.first[here]
    for n in range(count):
        to.modes[n] = L.first[here] + n
    for x in range(3):
        total = P.r[i, x]
        for n in range(count):
            to.Y[x, n] = P.phi[i, x, n]
            to.rate[x, n] = 0.0
            total += P.phi[i, x, n] * gamma[L.first[here] + n]
        to.y[x] = total
    here = L.parent[here]
    while here >= 0:
        count = _onward(L, here, speed, c, c_rate, moving, count, to)
        here = L.parent[here]
    return int(count)


@kernel
def gradient(L: LatticeArrays, here: int, r: Array, c: Array, to: Carried, F: Array) -> None:
    """F = ∂y/∂r (3, 3) of a place r at rest whose innermost lattice is l; c of every lattice."""
    for x in range(3):
        to.y[x] = r[x]
        for a in range(3):
            F[x, a] = 1.0 if a == x else 0.0
    while here >= 0:
        _slopes(L, here, to)
        K, at, w, G = L.begin[here + 1] - L.begin[here], L.begin[here], to.w, to.G
        for x in range(3):
            shift = 0.0
            for k in range(K):
                shift += c[at + k, x] * w[0, k]
            for a in range(3):
                G[0, x, a] = 1.0 if a == x else 0.0
                for k in range(K):
                    G[0, x, a] += c[at + k, x] * w[1 + a, k]
            to.y[x] += shift
        for a in range(3):
            p, q, s = F[0, a], F[1, a], F[2, a]
            for x in range(3):
                F[x, a] = G[0, x, 0] * p + G[0, x, 1] * q + G[0, x, 2] * s
        here = L.parent[here]


@kernel
def _onward(
    L: LatticeArrays, here: int, speed: Array, c: Array, c_rate: Array, moving: bool, count: int, to: Carried
) -> int:
    """Through one more lattice; returns how many modes act then."""
    K, at = L.begin[here + 1] - L.begin[here], L.begin[here]
    _slopes(L, here, to)
    if moving:
        _along(L, here, speed, count, to)
    G, w = to.G, to.w
    for x in range(3):
        shift = 0.0
        for a in range(3):
            slope = turn = 0.0
            for k in range(K):
                slope += c[at + k, x] * w[1 + a, k]
            if moving:
                for k in range(K):
                    turn += c[at + k, x] * w[5 + a, k] + c_rate[at + k, x] * w[1 + a, k]
            G[0, x, a], G[1, x, a] = slope + (1.0 if a == x else 0.0), turn
        for k in range(K):
            shift += c[at + k, x] * w[0, k]
        to.y[x] += shift
    for n in range(count):
        _turned(G, moving, n, to)
    return _joined(L, here, moving, count, to)


@kernel
def _turned(G: Array, moving: bool, n: int, to: Carried) -> None:
    """Y ← G Y, Ẏ ← G Ẏ + Ġ Y of one mode."""
    a, b, c = to.Y[0, n], to.Y[1, n], to.Y[2, n]
    if moving:
        p, q, r = to.rate[0, n], to.rate[1, n], to.rate[2, n]
        for x in range(3):
            to.rate[x, n] = G[0, x, 0] * p + G[0, x, 1] * q + G[0, x, 2] * r
            to.rate[x, n] += G[1, x, 0] * a + G[1, x, 1] * b + G[1, x, 2] * c
    for x in range(3):
        to.Y[x, n] = G[0, x, 0] * a + G[0, x, 1] * b + G[0, x, 2] * c


@kernel
def _joined(L: LatticeArrays, here: int, moving: bool, count: int, to: Carried) -> int:
    """The lattice's own modes come in: Φ = Σ e B, Φ̇ = Σ e Ḃ."""
    D, at, w, Y, rate = L.first[here + 1] - L.first[here], L.begin[here], to.w, to.Y, to.rate
    axis, mode, value = L.axis, L.mode, L.value
    for n in range(D):
        to.modes[count + n] = L.first[here] + n
        for x in range(3):
            Y[x, count + n] = rate[x, count + n] = 0.0
    for k in range(L.begin[here + 1] - at):
        for e in range(L.start[at + k], L.start[at + k + 1]):
            Y[axis[e], count + mode[e]] += w[0, k] * value[e]
            if moving:
                rate[axis[e], count + mode[e]] += w[4, k] * value[e]
    return int(count + D)


@kernel
def _blended(L: LatticeArrays, here: int, to: Carried) -> None:
    for a in range(3):
        scale = 1.0 / L.extent[here, a]
        blend(L.spline[here], L.counts[here, a], (to.y[a] - L.low[here, a]) * scale, scale, to.b[a])


@kernel
def _products(L: LatticeArrays, here: int, to: Carried) -> None:
    """B of every product at y."""
    _blended(L, here, to)
    b, w, at, f = to.b, to.w, L.begin[here], L.function
    for k in range(L.begin[here + 1] - at):
        w[0, k] = b[0, 0, f[at + k, 0]] * b[1, 0, f[at + k, 1]] * b[2, 0, f[at + k, 2]]


@kernel
def _slopes(L: LatticeArrays, here: int, to: Carried) -> None:
    """B and ∂B of every product at y."""
    _blended(L, here, to)
    b, w, at, f = to.b, to.w, L.begin[here], L.function
    for k in range(L.begin[here + 1] - at):
        i, j, m = f[at + k, 0], f[at + k, 1], f[at + k, 2]
        x, y, z = b[0, 0, i], b[1, 0, j], b[2, 0, m]
        w[0, k], w[1, k] = x * y * z, b[0, 1, i] * y * z
        w[2, k], w[3, k] = x * b[1, 1, j] * z, x * y * b[2, 1, m]


@kernel
def _along(L: LatticeArrays, here: int, speed: Array, count: int, to: Carried) -> None:
    """∂B·ẏ of every product, and the slopes of that."""
    u = v = s = 0.0
    for n in range(count):
        rate = speed[to.modes[n]]
        u += to.Y[0, n] * rate
        v += to.Y[1, n] * rate
        s += to.Y[2, n] * rate
    b, w, at, f = to.b, to.w, L.begin[here], L.function
    for k in range(L.begin[here + 1] - at):
        i, j, m = f[at + k, 0], f[at + k, 1], f[at + k, 2]
        x, y, z = b[0, 0, i], b[1, 0, j], b[2, 0, m]
        p, q, r = b[0, 1, i], b[1, 1, j], b[2, 1, m]
        w[4, k] = u * w[1, k] + v * w[2, k] + s * w[3, k]
        w[5, k] = u * b[0, 2, i] * y * z + v * p * q * z + s * p * y * r
        w[6, k] = u * p * q * z + v * x * b[1, 2, j] * z + s * x * q * r
        w[7, k] = u * p * y * r + v * x * q * r + s * x * y * b[2, 2, m]
