"""Double pendulum: two links on hinges about z, the first hung at a pivot.

q = (θ₁, θ₂), each link's angle from where it hangs down;  v = q̇.  With aᵢ from joint to center of mass:

    M = [ I₁ + m₁a₁² + m₂l₁²   m₂l₁a₂ cos(θ₁ − θ₂) ]        M q̈ = ( −m₂l₁a₂ sin(θ₁ − θ₂) θ̇₂² ) + Σ mᵢ ∂cᵢ/∂q · g
        [ m₂l₁a₂ cos(θ₁ − θ₂)  I₂ + m₂a₂²          ]               ( +m₂l₁a₂ sin(θ₁ − θ₂) θ̇₁² )

The mass changes with q, links carry shapes of their own, and pushes at two points couple: M = L Lᵀ, and a point at x
on the second link has Y = L⁻¹ (ẑ × (joint − pivot), ẑ × (x − joint)).
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.kind import Kind, Placed
from supple.kernels import kernel


class DoublePendulumArrays(NamedTuple):
    """What does not change of each double pendulum."""

    pivot: Array
    """(n, 3) [m]"""
    length: Array
    """l₁ (n,) [m]"""
    moment: Array
    """I₁ + m₁a₁² + m₂l₁², I₂ + m₂a₂², m₂l₁a₂ (n, 3) [kg m²]"""
    weight: Array
    """m₁a₁ + m₂l₁, m₂a₂ (n, 2) [kg m], and all of the mass [kg] (n, 3)"""


@kernel
def pose(arrays: DoublePendulumArrays, i: int, q: Array, room: Array) -> None:
    """Where the second joint is, and L."""
    room[0] = arrays.pivot[i, 0] + arrays.length[i] * np.sin(q[0])
    room[1] = arrays.pivot[i, 1] - arrays.length[i] * np.cos(q[0])
    room[2] = np.sqrt(arrays.moment[i, 0])
    room[3] = arrays.moment[i, 2] * np.cos(q[0] - q[1]) / room[2]
    room[4] = np.sqrt(arrays.moment[i, 1] - room[3] * room[3])


@kernel
def predict(
    arrays: DoublePendulumArrays, i: int, q: Array, v: Array, room: Array, gravity: Array, h: float
) -> float:
    """q̇ + h M⁻¹ (what turning does, and weight)."""
    lever, pull = arrays.moment[i, 2] * np.sin(q[0] - q[1]), np.empty(2)
    for k in range(2):
        pull[k] = arrays.weight[i, k] * (np.cos(q[k]) * gravity[0] + np.sin(q[k]) * gravity[1])
    w0 = h * (pull[0] - lever * v[1] * v[1]) / room[2]
    w1 = (h * (pull[1] + lever * v[0] * v[0]) - room[3] * w0) / room[4]
    v[1] += w1 / room[4]
    v[0] += (w0 - room[3] * w1 / room[4]) / room[2]
    return 1.0


@kernel
def frame(arrays: DoublePendulumArrays, i: int, q: Array, room: Array, link: int, X: Array) -> None:
    """A turn by θ about z, and the joint."""
    c, s = np.cos(q[link]), np.sin(q[link])
    X[0], X[1], X[2], X[3], X[4], X[5], X[6], X[7], X[8] = c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0
    for k in range(3):
        X[9 + k] = room[k] if link == 1 and k < 2 else arrays.pivot[i, k]


@kernel
def point(arrays: DoublePendulumArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array) -> None:
    """Joint + R(θ) p."""
    X = np.empty(12)
    frame(arrays, i, q, room, link, X)
    for k in range(3):
        x[k] = X[9 + k] + X[3 * k] * p[0] + X[3 * k + 1] * p[1] + X[3 * k + 2] * p[2]


@kernel
def levers(arrays: DoublePendulumArrays, i: int, room: Array, link: int, x: Array, J: Array) -> None:
    """∂x/∂q of a point of a link that is at x: x and y of its two columns."""
    c, P = room, arrays.pivot[i]
    J[0], J[1], J[2], J[3] = P[1] - x[1], x[0] - P[0], 0.0, 0.0
    if link == 1:
        J[0], J[1], J[2], J[3] = P[1] - c[1], c[0] - P[0], c[1] - x[1], x[0] - c[0]


@kernel
def velocity(
    arrays: DoublePendulumArrays,
    i: int,
    q: Array,
    v: Array,
    room: Array,
    link: int,
    p: Array,
    x: Array,
    u: Array,
) -> None:
    """J q̇."""
    J = np.empty(4)
    levers(arrays, i, room, link, x, J)
    u[0], u[1], u[2] = J[0] * v[0] + J[2] * v[1], J[1] * v[0] + J[3] * v[1], 0.0


@kernel
def speed(
    arrays: DoublePendulumArrays, i: int, q: Array, v: Array, room: Array, link: int, reach: float
) -> float:
    """|θ̇| times the reach, and how fast the joint is."""
    return abs(v[link]) * reach + (arrays.length[i] * abs(v[0]) if link == 1 else 0.0)


@kernel
def rows(
    arrays: DoublePendulumArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array, F: Array, Y: Array,
    blocks: Indices,
) -> int:  # fmt: skip
    """L⁻¹ Jᵀ n along each n of F, in the first two numbers of the body's only block."""
    J = np.empty(4)
    levers(arrays, i, room, link, x, J)
    for k in range(3):
        y = (J[0] * F[3 * k] + J[1] * F[3 * k + 1]) / room[2]
        Y[0, 6 * k], Y[0, 6 * k + 1] = y, (J[2] * F[3 * k] + J[3] * F[3 * k + 1] - room[3] * y) / room[4]
        for e in range(2, 6):
            Y[0, 6 * k + e] = 0.0
    blocks[0] = 0
    return 1


@kernel
def settle(arrays: DoublePendulumArrays, i: int, q: Array, room: Array, z: Array, v: Array) -> None:
    """L⁻ᵀ z."""
    turn = z[1] / room[4]
    v[1] += turn
    v[0] += (z[0] - room[3] * turn) / room[2]


@kernel
def flow(arrays: DoublePendulumArrays, i: int, q: Array, room: Array, v: Array, h: float) -> None:
    """Angles go on."""
    q[0] += h * v[0]
    q[1] += h * v[1]


@kernel
def energy(
    arrays: DoublePendulumArrays, i: int, q: Array, v: Array, room: Array, gravity: Array
) -> tuple[float, float]:
    """½ |Lᵀ q̇|², and −Σ m g · c."""
    w0, w1, weight = room[2] * v[0] + room[3] * v[1], room[4] * v[1], arrays.weight[i]
    x, y = weight[2] * arrays.pivot[i, 0], weight[2] * arrays.pivot[i, 1]
    for k in range(2):
        x, y = x + weight[k] * np.sin(q[k]), y - weight[k] * np.cos(q[k])
    return 0.5 * (w0 * w0 + w1 * w1), -(gravity[0] * x + gravity[1] * y)


KERNELS = pose, predict, frame, point, velocity, speed, rows, settle, flow, energy
DOUBLE_PENDULUM = Kind("double_pendulum", DoublePendulumArrays, {each.__name__: each for each in KERNELS})


def double_pendulum(
    pivot: tuple[float, float, float], angles: tuple[float, float], length: float = 1.0, mass: float = 1.0
) -> Placed:
    """Two uniform rods of one length [m] and mass [kg], at rest."""
    square = mass * length**2
    row = {
        "pivot": pivot, "length": length, "moment": (4 / 3 * square, square / 3, square / 2),
        "weight": (1.5 * mass * length, 0.5 * mass * length, 2 * mass),
    }  # fmt: skip
    return Placed("double_pendulum", row, np.array(angles), np.zeros(2), 2 * mass, blocks=1, room=5)
