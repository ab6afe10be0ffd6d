"""Trees that touch nothing, by Dormand and Prince's Runge–Kutta method of order 8 with its own steps.

    y⁺ = y + h Σ b_j k_j,   k_j = ẏ(y + h Σ a_jk k_k),   error = h |e₅|² / √(|e₅|² + 0.01 |e₃|²)

(Hairer, Nørsett & Wanner, "Solving Ordinary Differential Equations I", II.5 and II.10). Quaternions are four numbers
with ė = ½ e ω, made unit after each step, which keeps the order. A step whose error is above the tolerance, or no
number, is taken anew with a smaller one.
"""

from typing import NamedTuple

import numpy as np
from scipy.integrate import DOP853

from supple.arrays import Array
from supple.dynamics.bodies.articulated.accelerations import accelerate
from supple.dynamics.bodies.articulated.arrays import BALL, FREE, WIDE, ArticulatedArrays, room_for
from supple.dynamics.bodies.articulated.kinematics import pose
from supple.dynamics.bodies.articulated.tree import gathered, row_of
from supple.errors import DivergenceError
from supple.kernels import kernel
from supple.kinematics.skeleton import Skeleton

STAGES = 13
"""The last is the first of the next step."""
LEAST = 1e-12
"""Steps do not become smaller [s]."""


class Tableau(NamedTuple):
    """The method: a (13, 13), b (13,), e₅ and e₃ (2, 13)."""

    a: Array
    b: Array
    e: Array


class Room(NamedTuple):
    """Scratch of a tree: its nodes, stages (13, nq + nv), a state, and how many evaluations, steps and refusals."""

    nodes: Array
    k: Array
    y: Array
    counts: Array


def tableau() -> Tableau:
    """Dormand and Prince's coefficients."""
    a = np.zeros((STAGES, STAGES))
    a[:12, :12] = DOP853.A
    a[12, :12] = DOP853.B
    return Tableau(a, np.append(DOP853.B, 0.0), np.array([DOP853.E5, DOP853.E3]))


class Smooth:
    """A skeleton alone in the air, advanced to a tolerance.

    >>> from supple.kinematics import Link
    >>> rod = Skeleton([Link.rod("rod", to=(0, -1, 0), mass=1)])
    >>> swing = Smooth(rod)
    >>> swing.q[:] = 0.1
    >>> swing.run(2 * np.pi * np.sqrt(2 / 3 / 9.81) * (1 + 0.1**2 / 16))
    >>> bool(abs(swing.q[0] - 0.1) < 1e-6)
    True
    """

    def __init__(self, skeleton: Skeleton, gravity: tuple[float, float, float] = (0.0, -9.81, 0.0)) -> None:
        row, _ = row_of(skeleton)
        n = skeleton.nq + skeleton.nv
        self.arrays, self.gravity, self.name = gathered([row]), np.array(gravity, float), skeleton.name
        self.y, self.time, self.step = np.concatenate([skeleton.rest, np.zeros(skeleton.nv)]), 0.0, 1e-3
        self.q, self.v = self.y[: skeleton.nq], self.y[skeleton.nq :]
        self.room = Room(
            np.zeros(room_for(len(row["kind"]), skeleton.nv)), np.zeros((STAGES, n)), np.zeros(n), np.zeros(3)
        )

    def run(self, seconds: float, tolerance: float = 1e-6) -> None:
        """On by some seconds, with an error of so much in a step."""
        reached = advance_smoothly(
            self.arrays, self.y, len(self.q), self.gravity, self.room, TABLEAU, seconds, tolerance, self.step
        )
        if reached < 0:
            raise DivergenceError(
                f"{self.name!r} moves faster than steps of {LEAST:g} s can follow, after {self.time:.4g} s; a "
                "lighter spring, some damping or a larger tolerance may help"
            )
        self.step, self.time = reached, self.time + seconds


@kernel
def rates(arrays: ArticulatedArrays, y: Array, nq: int, gravity: Array, nodes: Array, dy: Array) -> None:
    """ẏ of y = (q, v)."""
    n, q, v, dq = arrays.first[1], y[0:nq], y[nq:], dy[0:nq]
    pose(arrays, 0, q, nodes)
    accelerate(arrays, 0, q, v, nodes[0 : n * WIDE].reshape(n, WIDE), gravity, 0.0, dy[nq:])
    for g in range(1, n):
        kind, at, by = arrays.kind[g], arrays.at[g], arrays.by[g]
        if kind < BALL:
            dq[at] = v[by]
            continue
        if kind == FREE:
            dq[at], dq[at + 1], dq[at + 2] = v[by], v[by + 1], v[by + 2]
            at, by = at + 3, by + 3
        i, j, k, w, x, z, s = (
            q[at],
            q[at + 1],
            q[at + 2],
            q[at + 3],
            0.5 * v[by],
            0.5 * v[by + 1],
            0.5 * v[by + 2],
        )
        dq[at], dq[at + 1] = w * x + j * s - k * z, w * z + k * x - i * s
        dq[at + 2], dq[at + 3] = w * s + i * z - j * x, -i * x - j * z - k * s


@kernel
def make_unit(arrays: ArticulatedArrays, q: Array) -> None:
    """Quaternions of length one."""
    for g in range(1, arrays.first[1]):
        if arrays.kind[g] >= BALL:
            at = arrays.at[g] + 3 if arrays.kind[g] == FREE else arrays.at[g]
            s = 1 / np.sqrt(q[at] ** 2 + q[at + 1] ** 2 + q[at + 2] ** 2 + q[at + 3] ** 2)
            for k in range(4):
                q[at + k] *= s


@kernel
def stages(
    arrays: ArticulatedArrays, y: Array, nq: int, gravity: Array, room: Room, method: Tableau, h: float
) -> None:
    """k of a step, the first of which is there; y⁺ is left in the room."""
    for j in range(1, STAGES):
        room.y[:] = y
        for m in range(j):
            c = h * method.a[j, m]
            if c != 0.0:
                k = room.k[m]
                for i in range(len(y)):
                    room.y[i] += c * k[i]
        rates(arrays, room.y, nq, gravity, room.nodes, room.k[j])
    room.counts[0] += STAGES - 1.0


@kernel
def error(y: Array, room: Room, method: Tableau, h: float, tolerance: float) -> float:
    """Of a step, as a share of the tolerance."""
    five = three = 0.0
    for i in range(len(y)):
        a = b = 0.0
        for m in range(STAGES):
            a, b = a + method.e[0, m] * room.k[m, i], b + method.e[1, m] * room.k[m, i]
        scale = tolerance * (1 + max(abs(y[i]), abs(room.y[i])))
        five, three = five + (a / scale) ** 2, three + (b / scale) ** 2
    return h * five / np.sqrt(max(1e-300, len(y) * (five + 0.01 * three)))


@kernel
def advance_smoothly(
    arrays: ArticulatedArrays,
    y: Array,
    nq: int,
    gravity: Array,
    room: Room,
    method: Tableau,
    seconds: float,
    tolerance: float,
    begin: float,
) -> float:
    """y after some seconds; returns the step to go on with, −1 where none is small enough."""
    at, h, full = 0.0, begin, begin
    rates(arrays, y, nq, gravity, room.nodes, room.k[0])
    room.counts[0] += 1.0
    while at < seconds:
        last = 1 if h >= seconds - at else 0
        h = min(h, seconds - at)
        stages(arrays, y, nq, gravity, room, method, h)
        wrong = error(y, room, method, h, tolerance)
        if not np.isfinite(wrong):
            h, full = 0.2 * h, 0.2 * h
        else:
            grow = min(6.0, max(0.2, 0.9 * max(wrong, 1e-10) ** -0.125))
            if wrong < 1.0:
                at = seconds if last else at + h
                y[:] = room.y
                make_unit(arrays, y[0:nq])
                room.k[0] = room.k[STAGES - 1]
                room.counts[1] += 1.0
                full = max(full, h * grow) if last else h * grow
            else:
                room.counts[2] += 1.0
                full = h * grow
            h = full
        if h < LEAST and at < seconds:
            return -1.0
    return full


TABLEAU = tableau()
