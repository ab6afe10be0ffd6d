"""Given body: a rigid frame whose motion is known, and which answers to no impulse; x = c + R(e) p.

q = (c, e), v = (ċ, ω) as of a rigid body, with no whitened velocities at all. What brings it from here to there in a
step is written into v before the step. Its surface may run on by itself, as that of a conveyor belt does: ẋ = ċ + ω ×
(x − c) + R s.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, ArrayLike, Indices
from supple.dynamics.bodies import rigid
from supple.dynamics.bodies.kind import Kind, Placed
from supple.kernels import kernel
from supple.spatial import conjugate, multiply, to_rotation_vector

ROOM = 9


class GivenArrays(NamedTuple):
    """What does not change of each given body."""

    belt: Array
    """s, how its surface runs, in its own frame (n, 3) [m/s]."""


@kernel
def pose(arrays: GivenArrays, i: int, q: Array, room: Array) -> None:
    """R."""
    x, y, z, w = q[3], q[4], q[5], q[6]
    room[0], room[1], room[2] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)
    room[3], room[4], room[5] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)
    room[6], room[7], room[8] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)


@kernel
def predict(arrays: GivenArrays, i: int, q: Array, v: Array, room: Array, gravity: Array, h: float) -> float:
    """It moves as it is told."""
    return 1.0


@kernel
def frame(arrays: GivenArrays, i: int, q: Array, room: Array, link: int, X: Array) -> None:
    """R and c."""
    X[0:9] = room
    X[9], X[10], X[11] = q[0], q[1], q[2]


@kernel
def point(arrays: GivenArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array) -> None:
    """x = c + R p."""
    for k in range(3):
        x[k] = q[k] + room[3 * k] * p[0] + room[3 * k + 1] * p[1] + room[3 * k + 2] * p[2]


@kernel
def velocity(
    arrays: GivenArrays, i: int, q: Array, v: Array, room: Array, link: int, p: Array, x: Array, u: Array
) -> None:
    """u = ċ + ω × (x − c) + R s."""
    r0, r1, r2, s = x[0] - q[0], x[1] - q[1], x[2] - q[2], arrays.belt[i]
    u[0] = v[0] + v[4] * r2 - v[5] * r1
    u[1] = v[1] + v[5] * r0 - v[3] * r2
    u[2] = v[2] + v[3] * r1 - v[4] * r0
    for k in range(3):
        u[k] += room[3 * k] * s[0] + room[3 * k + 1] * s[1] + room[3 * k + 2] * s[2]


@kernel
def speed(arrays: GivenArrays, i: int, q: Array, v: Array, room: Array, link: int, reach: float) -> float:
    """|ċ| + |ω| times the reach; a belt goes nowhere."""
    turn = np.sqrt(v[3] ** 2 + v[4] ** 2 + v[5] ** 2) if reach > 0.0 else 0.0
    return np.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2) + reach * turn


@kernel
def rows(
    arrays: GivenArrays, i: int, q: Array, room: Array, link: int, p: Array, x: Array, F: Array, Y: Array,
    blocks: Indices,
) -> int:  # fmt: skip
    """None: it does not answer."""
    return 0


@kernel
def settle(arrays: GivenArrays, i: int, q: Array, room: Array, z: Array, v: Array) -> None:
    """Nothing changes its velocity."""


@kernel
def flow(arrays: GivenArrays, i: int, q: Array, room: Array, v: Array, h: float) -> None:
    """c + h ċ, and the exact turn."""
    rigid.turn_on(q, v, h)


@kernel
def energy(
    arrays: GivenArrays, i: int, q: Array, v: Array, room: Array, gravity: Array
) -> tuple[float, float]:
    """Not counted: whoever moves it has it."""
    return 0.0, 0.0


GIVEN = Kind(
    "given", GivenArrays,
    {
        "pose": pose, "predict": predict, "frame": frame, "point": point, "velocity": velocity, "speed": speed,
        "rows": rows, "settle": settle, "flow": flow, "energy": energy,
    },
)  # fmt: skip


def given(q: Array, belt: ArrayLike = (0.0, 0.0, 0.0)) -> Placed:
    """A body at q (7,) that goes where it is told, with a surface that runs by itself with `belt` [m/s]."""
    return Placed("given", {"belt": np.asarray(belt, float)}, q, np.zeros(6), 1.0, 0, ROOM)


def velocity_to(q: Array, there: Array, h: float) -> Array:
    """v (6,) that brings a frame from q (7,) to another in h seconds.

    >>> velocity_to(np.array([0, 0, 0, 0, 0, 0, 1.0]), np.array([1, 0, 0, 0, 0, 0, 1.0]), 0.5)
    array([2., 0., 0., 0., 0., 0.])
    """
    turn = to_rotation_vector(multiply(there[3:], conjugate(q[3:])))
    return np.concatenate([there[:3] - q[:3], turn]) / h
