"""Rigid body: every material point moves as x = c + R(e) p.

q = (c, e), center of mass [m] and unit quaternion xyzw;  v = (ċ, ω), ω in the world frame [rad/s].

With the moments of inertia I₀ = Q Λ Qᵀ, the whitened velocities are (√m ċ, Λ^½ Qᵀ Rᵀ ω), and a point at x = c + r has

    Y = (n / √m, W (r × n))  along n,   W = Λ^-½ Qᵀ Rᵀ.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.dynamics.bodies.kind import Kind, Placed
from supple.errors import InputError
from supple.kernels import kernel
from supple.kinematics.inertia import Inertia

ROOM = 18
"""R and W, three rows of three each."""
ROUNDS = 8
NEARLY = 1e-9
"""What is so near 1 has 1.5 − x/2 for 1/√x, to the last bit."""
THIN = 1e-9
"""Least share of the largest moment of inertia that the smallest must have."""


class RigidArrays(NamedTuple):
    """What does not change of each rigid body."""

    mass: Array
    """[kg] (n,)"""
    moment: Array
    """Principal moments of inertia [kg m²] (n, 3)."""
    principal: Array
    """Qᵀ: principal axes by rows, in the body's frame (n, 9)."""
    whiten: Array
    """1 / √mass, and Λ^-½ (n, 4)."""
    drag: Array
    """Share of the velocity that is lost in a second (n,) [1/s]."""


@kernel
def pose(arrays: RigidArrays, i: int, q: Array, room: Array) -> None:
    """R and W."""
    x, y, z, w = q[3], q[4], q[5], q[6]
    room[0], room[1], room[2] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)
    room[3], room[4], room[5] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)
    room[6], room[7], room[8] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)
    for a in range(3):
        s = arrays.whiten[i, 1 + a]
        p0, p1, p2 = (
            s * arrays.principal[i, 3 * a],
            s * arrays.principal[i, 3 * a + 1],
            s * arrays.principal[i, 3 * a + 2],
        )
        for k in range(3):
            room[9 + 3 * a + k] = p0 * room[3 * k] + p1 * room[3 * k + 1] + p2 * room[3 * k + 2]


@kernel
def predict(arrays: RigidArrays, i: int, q: Array, v: Array, room: Array, gravity: Array, h: float) -> float:
    """Weight, drag, and I (ω⁺ − ω) + h ω̄ × I ω̄ = 0, ω̄ = (ω + ω⁺)/2: a free top keeps its energy and |I ω|."""
    keep = 1.0 - h * arrays.drag[i]
    for k in range(3):
        v[k] = keep * v[k] + h * gravity[k]
        v[3 + k] *= keep
    m0, m1, m2 = arrays.moment[i, 0], arrays.moment[i, 1], arrays.moment[i, 2]
    d0, d1, d2 = m2 - m1, m0 - m2, m1 - m0
    spin = v[3] ** 2 + v[4] ** 2 + v[5] ** 2
    if (abs(d0) + abs(d1) + abs(d2)) * h * np.sqrt(spin) < 1e-14 * (m0 + m1 + m2):
        return 1.0
    P = arrays.principal[i]
    w0 = w1 = w2 = 0.0
    for k in range(3):
        body = room[k] * v[3] + room[3 + k] * v[4] + room[6 + k] * v[5]
        w0 += P[k] * body
        w1 += P[3 + k] * body
        w2 += P[6 + k] * body
    e0 = e1 = e2 = 0.0
    for _turn in range(ROUNDS):
        a0, a1, a2 = w0 + 0.5 * e0, w1 + 0.5 * e1, w2 + 0.5 * e2
        f0, f1, f2 = m0 * e0 + h * d0 * a1 * a2, m1 * e1 + h * d1 * a2 * a0, m2 * e2 + h * d2 * a0 * a1
        if max(abs(f0), abs(f1), abs(f2)) <= 1e-15 * max(m0 * abs(w0), m1 * abs(w1), m2 * abs(w2)):
            break
        g = 0.5 * h
        j01, j02 = g * d0 * a2, g * d0 * a1
        j10, j12 = g * d1 * a2, g * d1 * a0
        j20, j21 = g * d2 * a1, g * d2 * a0
        c0, c1, c2 = m1 * m2 - j12 * j21, j12 * j20 - j10 * m2, j10 * j21 - m1 * j20
        det = 1 / (m0 * c0 + j01 * c1 + j02 * c2)
        e0 -= det * (c0 * f0 + (j02 * j21 - j01 * m2) * f1 + (j01 * j12 - j02 * m1) * f2)
        e1 -= det * (c1 * f0 + (m0 * m2 - j02 * j20) * f1 + (j02 * j10 - m0 * j12) * f2)
        e2 -= det * (c2 * f0 + (j01 * j20 - m0 * j21) * f1 + (m0 * m1 - j01 * j10) * f2)
    b0 = P[0] * e0 + P[3] * e1 + P[6] * e2
    b1 = P[1] * e0 + P[4] * e1 + P[7] * e2
    b2 = P[2] * e0 + P[5] * e1 + P[8] * e2
    for k in range(3):
        v[3 + k] += room[3 * k] * b0 + room[3 * k + 1] * b1 + room[3 * k + 2] * b2
    return 1.0


@kernel
def frame(arrays: RigidArrays, i: int, q: Array, room: Array, link: int, X: Array) -> None:
    """R and c."""
    for k in range(9):
        X[k] = room[k]
    X[9], X[10], X[11] = q[0], q[1], q[2]


@kernel
def point(arrays: RigidArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array) -> None:
    """x = c + R p."""
    for k in range(3):
        x[k] = q[k] + room[3 * k] * p[0] + room[3 * k + 1] * p[1] + room[3 * k + 2] * p[2]


@kernel
def velocity(
    arrays: RigidArrays, i: int, q: Array, v: Array, room: Array, link: int, p: Array, x: Array, u: Array
) -> None:
    """u = ċ + ω × (x − c)."""
    r0, r1, r2 = x[0] - q[0], x[1] - q[1], x[2] - q[2]
    u[0] = v[0] + v[4] * r2 - v[5] * r1
    u[1] = v[1] + v[5] * r0 - v[3] * r2
    u[2] = v[2] + v[3] * r1 - v[4] * r0


@kernel
def speed(arrays: RigidArrays, i: int, q: Array, v: Array, room: Array, link: int, reach: float) -> float:
    """|ċ| + |ω| times the reach."""
    turn = np.sqrt(v[3] ** 2 + v[4] ** 2 + v[5] ** 2) if reach > 0.0 else 0.0
    return np.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2) + reach * turn


@kernel
def rows(
    arrays: RigidArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array, F: Array, Y: Array,
    blocks: Indices,
) -> int:  # fmt: skip
    """(n / √m, W (r × n)) along each n of F."""
    r0, r1, r2, s, y = x[0] - q[0], x[1] - q[1], x[2] - q[2], arrays.whiten[i, 0], Y[0]
    w00, w01, w02, w10, w11, w12 = room[9], room[10], room[11], room[12], room[13], room[14]
    w20, w21, w22 = room[15], room[16], room[17]
    for k in range(3):
        n0, n1, n2 = F[3 * k], F[3 * k + 1], F[3 * k + 2]
        t0, t1, t2 = r1 * n2 - r2 * n1, r2 * n0 - r0 * n2, r0 * n1 - r1 * n0
        y[6 * k], y[6 * k + 1], y[6 * k + 2] = s * n0, s * n1, s * n2
        y[6 * k + 3] = w00 * t0 + w01 * t1 + w02 * t2
        y[6 * k + 4] = w10 * t0 + w11 * t1 + w12 * t2
        y[6 * k + 5] = w20 * t0 + w21 * t1 + w22 * t2
    blocks[0] = 0
    return 1


@kernel
def spin(
    arrays: RigidArrays, i: int, q: Array, v: Array, room: Array, link: int, x: Array, F: Array, L: float, u: Array,
    Y: Array, blocks: Indices,
) -> int:  # fmt: skip
    """L ω·n and (0, L W n) for each n of F."""
    y = Y[0]
    for k in range(3):
        n0, n1, n2 = L * F[3 * k], L * F[3 * k + 1], L * F[3 * k + 2]
        u[k] = v[3] * n0 + v[4] * n1 + v[5] * n2
        y[6 * k] = y[6 * k + 1] = y[6 * k + 2] = 0.0
        for a in range(3):
            y[6 * k + 3 + a] = room[9 + 3 * a] * n0 + room[10 + 3 * a] * n1 + room[11 + 3 * a] * n2
    blocks[0] = 0
    return 1


@kernel
def settle(arrays: RigidArrays, i: int, q: Array, room: Array, z: Array, v: Array) -> None:
    """ċ += z / √m, ω += Wᵀ z."""
    s = arrays.whiten[i, 0]
    for k in range(3):
        v[k] += s * z[k]
        v[3 + k] += room[9 + k] * z[3] + room[12 + k] * z[4] + room[15 + k] * z[5]


@kernel
def flow(arrays: RigidArrays, i: int, q: Array, room: Array, v: Array, h: float) -> None:
    """c + h ċ, and the exact turn exp(h ω/2) e."""
    turn_on(q, v, h)


@kernel
def turn_on(q: Array, v: Array, h: float) -> None:
    """(c, e) after h seconds of (ċ, ω)."""
    for k in range(3):
        q[k] += h * v[k]
    square = v[3] ** 2 + v[4] ** 2 + v[5] ** 2
    if square == 0.0:
        return
    half = 0.5 * h * np.sqrt(square)
    share, w = (
        0.5 * h * (1 - half * half / 6 * (1 - half * half / 20)),
        1 - half * half / 2 * (1 - half * half / 12),
    )
    if half > 0.01:
        share, w = 0.5 * h * np.sin(half) / half, np.cos(half)
    a, b, c = share * v[3], share * v[4], share * v[5]
    e0, e1, e2, e3 = q[3], q[4], q[5], q[6]
    x = w * e0 + a * e3 + b * e2 - c * e1
    y = w * e1 + b * e3 + c * e0 - a * e2
    z = w * e2 + c * e3 + a * e1 - b * e0
    t = w * e3 - a * e0 - b * e1 - c * e2
    size = x * x + y * y + z * z + t * t
    s = 1.5 - 0.5 * size if abs(size - 1) < NEARLY else 1 / np.sqrt(size)
    q[3], q[4], q[5], q[6] = s * x, s * y, s * z, s * t


@kernel
def energy(
    arrays: RigidArrays, i: int, q: Array, v: Array, room: Array, gravity: Array
) -> tuple[float, float]:
    """½ m ċ² + ½ Σ Λ (Qᵀ Rᵀ ω)², and −m g·c."""
    m, height, twice = arrays.mass[i], 0.0, 0.0
    for k in range(3):
        twice += m * v[k] * v[k]
        height -= gravity[k] * q[k]
        along = room[9 + 3 * k] * v[3] + room[10 + 3 * k] * v[4] + room[11 + 3 * k] * v[5]
        twice += (along * arrays.moment[i, k]) ** 2
    return 0.5 * twice, m * height


@kernel
def as_rigid(arrays: RigidArrays, i: int, q: Array, v: Array, W: Array) -> int:
    """m, c, R I₀⁻¹ Rᵀ, ċ and ω."""
    t, p = np.empty(3), arrays.principal[i]
    W[0] = arrays.mass[i]
    for r in range(3):
        W[1 + r], W[13 + r], W[16 + r] = q[r], v[r], v[3 + r]
    for k in range(9):
        W[4 + k] = 0.0
    for a in range(3):
        turned_by(q[3:7], p[3 * a : 3 * a + 3], t)
        for r in range(3):
            for c in range(3):
                W[4 + 3 * r + c] += t[r] * t[c] / arrays.moment[i, a]
    return 1


@kernel
def turned_by(e: Array, p: Array, t: Array) -> None:
    """t = R(e) p = p + 2 u × (u × p + w p), e = (u, w)."""
    a, b, c = (
        e[1] * p[2] - e[2] * p[1] + e[3] * p[0],
        e[2] * p[0] - e[0] * p[2] + e[3] * p[1],
        e[0] * p[1] - e[1] * p[0] + e[3] * p[2],
    )
    t[0] = p[0] + 2 * (e[1] * c - e[2] * b)
    t[1] = p[1] + 2 * (e[2] * a - e[0] * c)
    t[2] = p[2] + 2 * (e[0] * b - e[1] * a)


@kernel
def push_rigid(arrays: RigidArrays, i: int, q: Array, v: Array, gain: Array) -> None:
    """ċ += Δa, ω += Δω."""
    for r in range(6):
        v[r] += gain[r]


RIGID = Kind(
    "rigid", RigidArrays,
    {
        "pose": pose, "predict": predict, "frame": frame, "point": point, "velocity": velocity, "speed": speed,
        "rows": rows, "spin": spin, "settle": settle, "flow": flow, "energy": energy,
        "as_rigid": as_rigid, "push_rigid": push_rigid,
    },
    sleeps=True,
)  # fmt: skip


def rigid(
    inertia: Inertia,
    center: ArrayLike,
    rotation: ArrayLike = (0.0, 0.0, 0.0, 1.0),
    velocity: ArrayLike = (0.0, 0.0, 0.0),
    spin: ArrayLike = (0.0, 0.0, 0.0),
    drag: float = 0.0,
    name: str = "body",
) -> Placed:
    """A rigid body whose center of mass starts at `center` [m], with the moments that `inertia` has about its own."""
    moments, axes = np.linalg.eigh(inertia.moments)
    if not inertia.mass > 0 or moments[0] <= THIN * moments[-1]:
        raise InputError(
            f"{name!r} has a mass of {inertia.mass:.4g} kg and moments of inertia {moments.tolist()} kg m², so there "
            "is a turn that nothing resists; spread its mass, or make it a particle"
        )
    if np.linalg.det(axes) < 0:
        axes[:, 0] *= -1
    e = finite(rotation, f"rotation of {name!r}", (4,))
    q = np.concatenate([finite(center, f"center of {name!r}", (3,)), e / np.linalg.norm(e)])
    v = np.concatenate(
        [finite(velocity, f"velocity of {name!r}", (3,)), finite(spin, f"spin of {name!r}", (3,))]
    )
    whiten = 1 / np.sqrt([inertia.mass, *moments])
    row = {
        "mass": inertia.mass, "moment": moments, "principal": axes.T.reshape(-1), "whiten": whiten, "drag": drag,
    }  # fmt: skip
    return Placed("rigid", row, q, v, inertia.mass, 1, ROOM)
