"""Linear body: every material point moves as x = R p(r), linear in R ∈ ℝ³ˣᵏ (Witkin & Welch 1990, §2.2).

q = (R₁, R₂, R₃), row after row;  v = q̇.  p(r) are monomials of s = (r − c)/size about the center of mass c, the
first four 1, s₁, s₂, s₃: with these alone the body is affine; with those of second order it bends. The mass matrix
M ⊗ 1₃ is constant, M = C Cᵀ. The whitened velocities are Cᵀ Ṙᵀ, function after function, and with g = C⁻¹ p a point
has

    Y = g ⊗ n  along n.

Where a body is affine its map has an inverse, so that a place says which material point is there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.elastic import add_elastic_force, strain_energy, stress
from supple.dynamics.bodies.kind import Kind, Placed
from supple.dynamics.linalg.dense import invert_three
from supple.kernels import kernel

FRAME = 12
"""Room for the inverse map (9) and where c is (3); behind it, for k functions, for the second pair of them."""
AFFINE = 4
FLAT = "power", "M", "whiten", "G", "H", "share"
"""What has numbers of its own length for each body lies end to end."""


class LinearArrays(NamedTuple):
    """What does not change of each linear body; what lies end to end begins where `start` says."""

    k: Indices
    """How many functions (n,)."""
    start: Indices
    """Where its functions, its k × k matrices, its cells and their slopes begin (n, 4)."""
    cells: Indices
    """How many cells its energy is a sum over (n,)."""
    center: Array
    """c [m] (n, 3)."""
    size: Array
    """[m] (n,)"""
    mass: Array
    """[kg] (n,)"""
    elasticity: Array
    """k_e, k_c, k_d (n, 3)."""
    drag: Array
    """Share of the velocity that is lost in a second (n,) [1/s]."""
    power: Indices
    """Exponents of each function (Σk, 3)."""
    M: Array
    """[kg]"""
    whiten: Array
    """C⁻¹"""
    G: Array
    """∂p/∂r of each cell (k, 3) [1/m]."""
    H: Array
    """f M⁻¹ G of each cell: from stress to acceleration."""
    share: Array
    """f, the share of the volume that each cell has."""


@kernel
def basis(arrays: LinearArrays, i: int, r: Array, p: Array) -> None:
    """p(r)."""
    first, c, s = arrays.start[i, 0], arrays.center[i], 1 / arrays.size[i]
    for j in range(arrays.k[i]):
        p[j] = 1.0
        for a in range(3):
            for _ in range(arrays.power[first + j, a]):
                p[j] *= s * (r[a] - c[a])


@kernel
def mapped(arrays: LinearArrays, i: int, R: Array, p: Array, x: Array) -> None:
    """x = R p."""
    k = arrays.k[i]
    for a in range(3):
        x[a] = 0.0
        for j in range(k):
            x[a] += R[a * k + j] * p[j]


@kernel
def material(arrays: LinearArrays, i: int, room: Array, p: Array, x: Array, out: Array) -> None:
    """The functions at the material point p, of an affine body at that which is at x now."""
    if arrays.k[i] > AFFINE:
        basis(arrays, i, p, out)
        return
    d0, d1, d2 = x[0] - room[9], x[1] - room[10], x[2] - room[11]
    out[0] = 1.0
    for a in range(3):
        out[1 + a] = room[3 * a] * d0 + room[3 * a + 1] * d1 + room[3 * a + 2] * d2


@kernel
def pose(arrays: LinearArrays, i: int, q: Array, room: Array) -> None:
    """Where c is, and of an affine body the inverse of the columns of R that belong to s."""
    k = arrays.k[i]
    for a in range(3):
        room[9 + a] = q[a * k]
    if k == AFFINE:
        a0, a1, a2, b0, b1, b2, c0, c1, c2 = q[1], q[2], q[3], q[5], q[6], q[7], q[9], q[10], q[11]
        m, n, o = b1 * c2 - b2 * c1, b2 * c0 - b0 * c2, b0 * c1 - b1 * c0
        s = 1 / (a0 * m + a1 * n + a2 * o)
        room[0], room[1], room[2] = s * m, s * (a2 * c1 - a1 * c2), s * (a1 * b2 - a2 * b1)
        room[3], room[4], room[5] = s * n, s * (a0 * c2 - a2 * c0), s * (a2 * b0 - a0 * b2)
        room[6], room[7], room[8] = s * o, s * (a1 * c0 - a0 * c1), s * (a0 * b1 - a1 * b0)


@kernel
def predict(arrays: LinearArrays, i: int, q: Array, v: Array, room: Array, gravity: Array, h: float) -> float:
    """Weight, drag and elastic force; returns the least volume of a cell, as a share of what it has at rest."""
    k, keep, stiff, cells = arrays.k[i], 1.0 - h * arrays.drag[i], arrays.elasticity[i], arrays.start[i, 3]
    if k == AFFINE and arrays.cells[i] == 1:
        return accelerate_affine(
            q, v, gravity, h, 1 / arrays.size[i], arrays.H, cells, stiff[0], stiff[1], stiff[2], keep
        )
    a = room[FRAME : FRAME + 3 * k]
    a[:] = 0.0
    for r in range(3):
        a[r * k] = gravity[r]
    least = add_elastic_force(
        q, v, 0, k, arrays.G, arrays.H, cells, arrays.cells[i], stiff[0], stiff[1], stiff[2], a
    )
    for j in range(3 * k):
        v[j] = keep * v[j] + h * a[j]
    return least


@kernel
def accelerate_affine(
    q: Array, v: Array, gravity: Array, h: float, g: float, H: Array, base: int, ke: float, kc: float, kd: float,
    keep: float,
) -> float:  # fmt: skip
    """v ← keep v + h (a − P Hᵀ) where m = R G is g R without its first column; returns det m."""
    p00, p01, p02, p10, p11, p12, p20, p21, p22, det = stress(
        g * q[1], g * q[2], g * q[3], g * q[5], g * q[6], g * q[7], g * q[9], g * q[10], g * q[11],
        g * v[1], g * v[2], g * v[3], g * v[5], g * v[6], g * v[7], g * v[9], g * v[10], g * v[11], ke, kc, kd,
    )  # fmt: skip
    v[0], v[4], v[8] = (
        keep * v[0] + h * gravity[0],
        keep * v[4] + h * gravity[1],
        keep * v[8] + h * gravity[2],
    )
    for j in range(1, 4):
        x, y, z = H[base + 3 * j], H[base + 3 * j + 1], H[base + 3 * j + 2]
        v[j] = keep * v[j] - h * (p00 * x + p01 * y + p02 * z)
        v[4 + j] = keep * v[4 + j] - h * (p10 * x + p11 * y + p12 * z)
        v[8 + j] = keep * v[8 + j] - h * (p20 * x + p21 * y + p22 * z)
    return det


@kernel
def frame(arrays: LinearArrays, i: int, q: Array, room: Array, link: int, X: Array) -> None:
    """The linear map at c, and where it takes r = 0."""
    k, s, c = arrays.k[i], 1 / arrays.size[i], arrays.center[i]
    for a in range(3):
        X[9 + a] = q[a * k]
        for j in range(3):
            X[3 * a + j] = s * q[a * k + 1 + j]
            X[9 + a] -= X[3 * a + j] * c[j]


@kernel
def point(arrays: LinearArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array) -> None:
    """x = R p(r)."""
    values = room[FRAME : FRAME + arrays.k[i]]
    basis(arrays, i, p, values)
    mapped(arrays, i, q, values, x)


@kernel
def map_at(arrays: LinearArrays, i: int, q: Array, room: Array, p: Array, X: Array) -> None:
    """R ∂p/∂r, and R p."""
    k, first, c, s = arrays.k[i], arrays.start[i, 0], arrays.center[i], 1 / arrays.size[i]
    X[:] = 0.0
    for j in range(k):
        v0 = v1 = v2 = 1.0
        d0 = d1 = d2 = 0.0
        for a in range(3):
            value, slope, t = 1.0, 0.0, s * (p[a] - c[a])
            for _ in range(arrays.power[first + j, a]):
                slope = slope * t + value * s
                value *= t
            if a == 0:
                v0, d0 = value, slope
            elif a == 1:
                v1, d1 = value, slope
            else:
                v2, d2 = value, slope
        for r in range(3):
            R = q[r * k + j]
            X[3 * r] += R * d0 * v1 * v2
            X[3 * r + 1] += R * v0 * d1 * v2
            X[3 * r + 2] += R * v0 * v1 * d2
            X[9 + r] += R * v0 * v1 * v2


@kernel
def velocity(
    arrays: LinearArrays, i: int, q: Array, v: Array, room: Array, link: int, p: Array, x: Array, u: Array
) -> None:
    """u = Ṙ p(r)."""
    values = room[FRAME : FRAME + arrays.k[i]]
    material(arrays, i, room, p, x, values)
    mapped(arrays, i, v, values, u)


@kernel
def speed(arrays: LinearArrays, i: int, q: Array, v: Array, room: Array, link: int, reach: float) -> float:
    """How fast c is, and the reach times the norm of the rate at which the map at c changes."""
    k, way, turn, far = arrays.k[i], 0.0, 0.0, reach / arrays.size[i]
    for a in range(3):
        way += v[a * k] * v[a * k]
        for j in range(1, k):
            turn += v[a * k + j] * v[a * k + j]
    return np.sqrt(way) + far * np.sqrt(turn)


@kernel
def rows(
    arrays: LinearArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array, F: Array, Y: Array,
    blocks: Indices,
) -> int:  # fmt: skip
    """g ⊗ n for each n of F, two functions a block."""
    k, W = arrays.k[i], arrays.whiten[arrays.start[i, 1] :]
    values = room[FRAME : FRAME + k]
    material(arrays, i, room, p, x, values)
    for j in range(k):
        g = 0.0
        for m in range(j + 1):
            g += W[j * k + m] * values[m]
        y, at = Y[j // 2], 3 * (j % 2)
        for r in range(3):
            for a in range(3):
                y[6 * r + at + a] = g * F[3 * r + a]
        blocks[j // 2] = j // 2
    if k % 2:
        for r in range(3):
            for a in range(3, 6):
                Y[k // 2, 6 * r + a] = 0.0
    return (k + 1) // 2


@kernel
def settle(arrays: LinearArrays, i: int, q: Array, room: Array, z: Array, v: Array) -> None:
    """Ṙᵀ += C⁻ᵀ z."""
    k, W = arrays.k[i], arrays.whiten[arrays.start[i, 1] :]
    for a in range(3):
        for m in range(k):
            for j in range(m, k):
                v[a * k + m] += W[j * k + m] * z[3 * j + a]


@kernel
def flow(arrays: LinearArrays, i: int, q: Array, room: Array, v: Array, h: float) -> None:
    """R + h Ṙ."""
    for j in range(3 * arrays.k[i]):
        q[j] += h * v[j]


@kernel
def energy(
    arrays: LinearArrays, i: int, q: Array, v: Array, room: Array, gravity: Array
) -> tuple[float, float]:
    """½ Ṙ M Ṙᵀ, and weight and strain."""
    k, M, stiff, kinetic, weight = (
        arrays.k[i],
        arrays.M[arrays.start[i, 1] :],
        arrays.elasticity[i],
        0.0,
        0.0,
    )
    for a in range(3):
        for j in range(k):
            weight -= gravity[a] * M[j] * q[a * k + j]
            for m in range(k):
                kinetic += 0.5 * M[j * k + m] * v[a * k + j] * v[a * k + m]
    first = arrays.start[i, 2]
    share = arrays.share[first : first + arrays.cells[i]]
    return kinetic, weight + strain_energy(q, k, arrays.G, arrays.start[i, 3], share, stiff[0], stiff[1])


@kernel
def as_rigid(arrays: LinearArrays, i: int, q: Array, v: Array, W: Array) -> int:
    """m and c; with X = R − c 1ᵀ, S = X M Xᵀ and L = X M Ṙᵀ: I = tr S − S, I ω is the skew part of L."""
    k, M, S, L, inertia = (
        arrays.k[i],
        arrays.M[arrays.start[i, 1] :],
        np.zeros((3, 3)),
        np.zeros((3, 3)),
        np.empty((3, 3)),
    )
    W[0] = arrays.mass[i]
    for r in range(3):
        W[1 + r] = W[13 + r] = 0.0
        for j in range(k):
            W[1 + r] += M[j] * q[r * k + j] / W[0]
            W[13 + r] += M[j] * v[r * k + j] / W[0]
    for j in range(k):
        for m in range(k):
            for a in range(3):
                x = M[j * k + m] * (q[a * k + j] - (W[1 + a] if j == 0 else 0.0))
                for b in range(3):
                    S[a, b] += x * (q[b * k + m] - (W[1 + b] if m == 0 else 0.0))
                    L[a, b] += x * v[b * k + m]
    for r in range(3):
        for c in range(3):
            inertia[r, c] = (S[0, 0] + S[1, 1] + S[2, 2] if r == c else 0.0) - S[r, c]
    back = W[4:13].reshape(3, 3)
    invert_three(inertia, back)
    for r in range(3):
        W[16 + r] = 0.0
        for c in range(3):
            W[16 + r] += back[r, c] * (L[(c + 1) % 3, (c + 2) % 3] - L[(c + 2) % 3, (c + 1) % 3])
    return 1


@kernel
def push_rigid(arrays: LinearArrays, i: int, q: Array, v: Array, gain: Array) -> None:
    """Ṙ += Δa 1ᵀ + Δω × (R − c 1ᵀ)."""
    k, M, c, x = arrays.k[i], arrays.M[arrays.start[i, 1] :], np.zeros(3), np.empty(3)
    for r in range(3):
        for j in range(k):
            c[r] += M[j] * q[r * k + j] / arrays.mass[i]
    for j in range(k):
        for r in range(3):
            x[r] = q[r * k + j] - (c[r] if j == 0 else 0.0)
        for r in range(3):
            a, b = (r + 1) % 3, (r + 2) % 3
            v[r * k + j] += gain[3 + a] * x[b] - gain[3 + b] * x[a] + (gain[r] if j == 0 else 0.0)


def gathered(rows: Sequence[Mapping[str, Any]]) -> LinearArrays:
    """The arrays of these bodies."""
    k = np.array([len(row["power"]) for row in rows])
    cells = np.array([len(row["share"]) for row in rows])
    sizes = np.stack([k, k * k, cells, 3 * k * cells], axis=1)
    start = np.concatenate([np.zeros((1, 4)), np.cumsum(sizes, axis=0)[:-1]])
    numbers = {
        name: np.concatenate([np.asarray(row[name], float).reshape(-1) for row in rows])
        if name in FLAT
        else np.array([row[name] for row in rows], float)
        for name in LinearArrays._fields
        if name not in ("k", "start", "cells")
    }
    power = numbers.pop("power").reshape(-1, 3).astype(np.int64)
    return LinearArrays(
        k.astype(np.int64), start.astype(np.int64), cells.astype(np.int64), power=power, **numbers
    )


def functions_at(arrays: LinearArrays, i: int, r: Array) -> tuple[Array, Array]:
    """p(r) and M⁻¹ p(r) of body i (k,)."""
    first, second, k = arrays.start[i, 0], arrays.start[i, 1], arrays.k[i]
    s = (np.asarray(r) - arrays.center[i]) / arrays.size[i]
    p = np.prod(s ** arrays.power[first : first + k], axis=1)
    W = arrays.whiten[second : second + k * k].reshape(k, k)
    return p, W.T @ (W @ p)


LINEAR = Kind(
    "linear", LinearArrays,
    {
        "pose": pose, "predict": predict, "frame": frame, "point": point, "velocity": velocity, "speed": speed,
        "rows": rows, "settle": settle, "flow": flow, "energy": energy,
        "map_at": map_at, "as_rigid": as_rigid, "push_rigid": push_rigid,
    },
    gathered,
    sleeps=True,
)  # fmt: skip


def linear(
    power: Array,
    center: Array,
    size: float,
    M: Array,
    cells: Array,
    share: Array,
    elasticity: tuple[float, float, float],
    R: Array,
    V: Array,
    drag: float = 0.0,
) -> Placed:
    """A body of monomials with these exponents (k, 3) about its center of mass [m], the first four 1, s₁, s₂, s₃.

    M (k, k) [kg]; `cells` (g, k, 3) are ∂p/∂r in the cells that have these shares of the volume; elasticity is k_e,
    k_c and k_d; R and V (3, k) are where it starts and how fast.
    """
    k, mass = len(power), float(M[0, 0])
    row = {
        "power": power, "center": center, "size": size, "mass": mass, "elasticity": elasticity, "drag": drag,
        "M": M, "whiten": np.linalg.inv(np.linalg.cholesky(M)), "G": cells, "share": share,
        "H": share[:, None, None] * np.einsum("jk,gkc->gjc", np.linalg.inv(M), cells),
    }  # fmt: skip
    return Placed(
        "linear", row, R.reshape(-1).copy(), V.reshape(-1).copy(), mass, (k + 1) // 2, FRAME + 3 * k
    )
