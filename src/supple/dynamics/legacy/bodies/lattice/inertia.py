"""Mass and velocity terms of lattice bodies, in compiled code and in the frame of the body.

x = c + R s,  s = y − y₀,  ẋ = R (u + w × s + Y γ̇):  J = [1  −[s]×  Y],  M = Σ m JᵀJ

(Faloutsos et al. 1997, eqs. 10–13.) Points that only the global lattice moves are linear in γ: with z = (1, γ) and
s = P z, all that is needed of them are the moments N_αβ = Σ m P_α P_βᵀ, however many there are. Points in local
lattices are summed one by one.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, summed
from supple.dynamics.legacy.bodies.lattice.arrays import LatticeArrays, PointArrays
from supple.dynamics.legacy.bodies.lattice.map import Carried, carry
from supple.dynamics.linalg.dense import add_rows
from supple.kernels import kernel


class MassArrays(NamedTuple):
    """Where the mass is."""

    center: Array
    """y₀ (3,) [m]: the center of mass at rest, which q carries."""
    total: float
    once: Array
    """Σ m P_α over points in no local lattice (D + 1, 3) [kg m]."""
    twice: Array
    """N_αβ = Σ m P_α P_βᵀ of them (D + 1, D + 1, 3, 3) [kg m²]."""
    points: PointArrays
    """The others, with their masses [kg]."""
    m: Array


def mass_arrays(points: PointArrays, m: Array, center: Array, modes: int) -> MassArrays:
    """Moments of masses m (n,) about the center, `modes` of the global lattice."""
    outer = points.lattice == 0
    P = np.concatenate([(points.r - center)[outer, None], points.phi[outer, :, :modes].transpose(0, 2, 1)], 1)
    rest = PointArrays(points.r[~outer], points.lattice[~outer], points.phi[~outer])
    return MassArrays(
        center,
        float(m.sum()),
        summed("i,iax->ax", m[outer], P),
        summed("i,iax,iby->abxy", m[outer], P, P),
        rest,
        m[~outer],
    )


@kernel
def mass_matrix(
    L: LatticeArrays, mass: MassArrays, gamma: Array, c: Array, H: Array, to: Carried, M: Array
) -> None:
    """M (6 + D, 6 + D); H (D + 1, 3, 3) receives Σ m s P_αᵀ over points in no local lattice."""
    M[:, :] = 0.0
    D = len(mass.once) - 1
    first, second = to.first, to.second
    first[:], second[:, :], H[:] = 0.0, 0.0, mass.twice[0]
    add_rows(gamma[:D], mass.twice.reshape(D + 1, 9 * D + 9)[1:], H.reshape(-1))
    for n in range(D + 1):
        z = gamma[n - 1] if n else 1.0
        for x in range(3):
            first[x] += z * mass.once[n, x]
            for y in range(3):
                second[x, y] += z * H[n, x, y]
    for n in range(D):
        h, col = H[n + 1], 6 + n
        for x in range(3):
            M[col, x] = mass.once[n + 1, x]
        M[col, 3], M[col, 4], M[col, 5] = h[1, 2] - h[2, 1], h[2, 0] - h[0, 2], h[0, 1] - h[1, 0]
        for k in range(n + 1):
            N = mass.twice[n + 1, k + 1]
            M[col, 6 + k] = N[0, 0] + N[1, 1] + N[2, 2]
    for i in range(len(mass.m)):
        _add_point(L, mass, i, gamma, c, to, first, second, M)
    _add_whole(mass.total, first, second, M)
    for i in range(len(M)):
        for j in range(i):
            M[j, i] = M[i, j]


@kernel
def _add_whole(total: float, first: Array, second: Array, M: Array) -> None:
    """What moves as a whole: Σ m, −[Σ m s]×, Σ m (|s|² 1 − s sᵀ)."""
    trace = second[0, 0] + second[1, 1] + second[2, 2]
    for x in range(3):
        M[x, x] = total
        for y in range(x + 1):
            M[3 + x, 3 + y] = (trace if x == y else 0.0) - second[x, y]
    M[4, 2], M[5, 1] = -first[0], first[0]
    M[5, 0], M[3, 2] = -first[1], first[1]
    M[3, 1], M[4, 0] = -first[2], first[2]


@kernel
def _add_point(
    L: LatticeArrays, mass: MassArrays, i: int, gamma: Array, c: Array, to: Carried, first: Array, second: Array,
    M: Array,
) -> None:  # fmt: skip
    """One point of a local lattice."""
    count, m = carry(L, mass.points, i, gamma, gamma, c, c, False, to), mass.m[i]
    a, b, d = to.y[0] - mass.center[0], to.y[1] - mass.center[1], to.y[2] - mass.center[2]
    first[0] += m * a
    first[1] += m * b
    first[2] += m * d
    second[0, 0] += m * a * a
    second[1, 0] += m * b * a
    second[1, 1] += m * b * b
    second[2, 0] += m * d * a
    second[2, 1] += m * d * b
    second[2, 2] += m * d * d
    for n in range(count):
        row = 6 + to.modes[n]
        p, q, r = m * to.Y[0, n], m * to.Y[1, n], m * to.Y[2, n]
        M[row, 0] += p
        M[row, 1] += q
        M[row, 2] += r
        M[row, 3] += b * r - d * q
        M[row, 4] += d * p - a * r
        M[row, 5] += a * q - b * p
        for k in range(n + 1):
            product = p * to.Y[0, k] + q * to.Y[1, k] + r * to.Y[2, k]
            other = 6 + to.modes[k]
            M[max(row, other), min(row, other)] += product


@kernel
def energy_slope(
    L: LatticeArrays, mass: MassArrays, gamma: Array, v: Array, c: Array, c_rate: Array, H: Array, to: Carried,
    slope: Array,
) -> None:  # fmt: skip
    """∂T/∂γ = Σ m ẋ·∂ẋ/∂γ (D,) at velocities v = (u, w, γ̇) in the frame of the body; H of the mass matrix."""
    D = len(mass.once) - 1
    p, q, r, W = v[3], v[4], v[5], np.empty((D + 1, 3, 3))
    for n in range(1, D + 1):
        h, X = H[n], W[n]
        for y in range(3):
            X[0, y] = v[0] * mass.once[n, y] + q * h[2, y] - r * h[1, y]
            X[1, y] = v[1] * mass.once[n, y] + r * h[0, y] - p * h[2, y]
            X[2, y] = v[2] * mass.once[n, y] + p * h[1, y] - q * h[0, y]
    add_rows(v[6 : 6 + D], mass.twice.reshape(D + 1, 9 * D + 9)[1:], W.reshape(-1))
    for n in range(D):
        X = W[n + 1]
        slope[n] = (X[2, 1] - X[1, 2]) * p + (X[0, 2] - X[2, 0]) * q + (X[1, 0] - X[0, 1]) * r
    for n in range(D, len(slope)):
        slope[n] = 0.0
    for i in range(len(mass.m)):
        _add_slope(L, mass, i, gamma, v, c, c_rate, to, slope)


@kernel
def _add_slope(
    L: LatticeArrays, mass: MassArrays, i: int, gamma: Array, v: Array, c: Array, c_rate: Array, to: Carried,
    slope: Array,
) -> None:  # fmt: skip
    """m ẋ·(w × Y + Ẏ) of one point of a local lattice."""
    count = carry(L, mass.points, i, gamma, v[6:], c, c_rate, True, to)
    a, b, d = to.y[0] - mass.center[0], to.y[1] - mass.center[1], to.y[2] - mass.center[2]
    p, q, r, m = v[3], v[4], v[5], mass.m[i]
    e, f, g = v[0] + q * d - r * b, v[1] + r * a - p * d, v[2] + p * b - q * a
    for n in range(count):
        rate = v[6 + to.modes[n]]
        e += to.Y[0, n] * rate
        f += to.Y[1, n] * rate
        g += to.Y[2, n] * rate
    fx, fy, fz = f * r - g * q, g * p - e * r, e * q - f * p
    for n in range(count):
        turning = fx * to.Y[0, n] + fy * to.Y[1, n] + fz * to.Y[2, n]
        slope[to.modes[n]] += m * (turning + e * to.rate[0, n] + f * to.rate[1, n] + g * to.rate[2, n])


@kernel
def drift(
    L: LatticeArrays, P: PointArrays, i: int, center: Array, gamma: Array, v: Array, c: Array, c_rate: Array,
    to: Carried, a: Array,
) -> int:  # fmt: skip
    """J̇ v = w × (w × s) + 2 w × ẏ + ÿ (3,) of a point, in the frame of the body; returns how many modes act on it."""
    count = carry(L, P, i, gamma, v[6:], c, c_rate, True, to)
    p, q, r, e, f, g = v[3], v[4], v[5], 0.0, 0.0, 0.0
    a[:] = 0.0
    for n in range(count):
        rate = v[6 + to.modes[n]]
        e += to.Y[0, n] * rate
        f += to.Y[1, n] * rate
        g += to.Y[2, n] * rate
        for x in range(3):
            a[x] += to.rate[x, n] * rate
    s, t, u = to.y[0] - center[0], to.y[1] - center[1], to.y[2] - center[2]
    s, t, u = q * u - r * t + 2.0 * e, r * s - p * u + 2.0 * f, p * t - q * s + 2.0 * g
    a[0] += q * u - r * t
    a[1] += r * s - p * u
    a[2] += p * t - q * s
    return count


@kernel
def bias(
    L: LatticeArrays, P: PointArrays, m: Array, center: Array, gamma: Array, v: Array, c: Array, c_rate: Array,
    to: Carried, found: Array,
) -> None:  # fmt: skip
    """Σ m Jᵀ J̇ v (6 + D,) over all mass points, in the frame of the body."""
    a = np.empty(3)
    found[:] = 0.0
    for i in range(len(m)):
        count = drift(L, P, i, center, gamma, v, c, c_rate, to, a)
        p, q, r = m[i] * a[0], m[i] * a[1], m[i] * a[2]
        s, t, u = to.y[0] - center[0], to.y[1] - center[1], to.y[2] - center[2]
        found[0] += p
        found[1] += q
        found[2] += r
        found[3] += t * r - u * q
        found[4] += u * p - s * r
        found[5] += s * q - t * p
        for n in range(count):
            found[6 + to.modes[n]] += to.Y[0, n] * p + to.Y[1, n] * q + to.Y[2, n] * r
