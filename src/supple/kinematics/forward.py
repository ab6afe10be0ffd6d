"""Forward kinematics of a skeleton, many poses at once.

F_i = F_parent · [R o] · G₁(q₁) G₂(q₂) …   shift 1 + q a,  turn R(a, q),  scale 1 + (q − 1) a aᵀ,  or a quaternion
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.kernels import kernel
from supple.scene.joint import Joint
from supple.spatial import to_matrix

if TYPE_CHECKING:
    from supple.kinematics.skeleton import Skeleton

SHIFT, TURN, SCALE, QUATERNION = 0, 1, 2, 3
_MOTION = {"shift": SHIFT, "turn": TURN, "scale": SCALE}


class Chain(NamedTuple):
    """A skeleton as arrays: of each link its parent and placement R (9), o (3); of each motion what it does, its
    axis, and its place in q; `firsts` (n + 1,) says which motions are a link's."""

    parents: Indices
    places: Array
    firsts: Indices
    motions: Indices
    axes: Array
    columns: Indices

    @classmethod
    def of(cls, skeleton: "Skeleton") -> "Chain":
        """The arrays of a skeleton."""
        steps = [
            _steps(link.joint, int(start))
            for link, start in zip(skeleton.links, skeleton.q_starts, strict=False)
        ]
        flat = [step for of_link in steps for step in of_link]
        places = [np.append(to_matrix(link.rotation).ravel(), link.offset) for link in skeleton.links]
        return cls(
            skeleton.parents,
            np.array(places),
            np.concatenate([[0], np.cumsum([len(s) for s in steps])]).astype(np.int64),
            np.array([motion for motion, _, _ in flat], dtype=np.int64),
            np.array([axis for _, axis, _ in flat], dtype=np.float64).reshape(-1, 3),
            np.array([column for _, _, column in flat], dtype=np.int64),
        )


def _steps(joint: Joint, start: int) -> list[tuple[int, tuple[float, float, float], int]]:
    """What a joint does, one motion after another, and where its numbers begin in q."""
    plain = joint.freedoms[: joint.nv - 3] if joint.turning else joint.freedoms
    steps = [(_MOTION[f.motion], f.axis, start + k) for k, f in enumerate(plain)]
    return [*steps, (QUATERNION, (0.0, 0.0, 0.0), start + len(plain))] if joint.turning else steps


def forward(chain: Chain, q: Array) -> Array:
    """Each link's frame in the world (T, n, 4, 4) at q (T, nq)."""
    out = np.empty((len(q), len(chain.parents), 4, 4))
    _forward(chain.parents, chain.places, chain.firsts, chain.motions, chain.axes, chain.columns, q, out)
    return out


@kernel
def _forward(
    parents: Indices,
    places: Array,
    firsts: Indices,
    motions: Indices,
    axes: Array,
    columns: Indices,
    q: Array,
    out: Array,
) -> None:
    """The frames of all links at all poses."""
    A, M = np.zeros(12), np.zeros(9)
    for t in range(len(q)):
        for i in range(len(parents)):
            for k in range(12):
                A[k] = places[i, k]
            for k in range(firsts[i], firsts[i + 1]):
                if motions[k] == SHIFT:
                    for r in range(3):
                        along = A[3 * r] * axes[k, 0] + A[3 * r + 1] * axes[k, 1] + A[3 * r + 2] * axes[k, 2]
                        A[9 + r] += along * q[t, columns[k]]
                else:
                    _matrix(motions[k], axes[k], q[t], columns[k], M)
                    _turn(A, M)
            _place(parents[i], i, A, out[t])


@kernel
def _matrix(motion: int, axis: Array, q: Array, at: int, M: Array) -> None:
    """The matrix of one motion (9,) by q from `at` on: a turn, a scale, or a quaternion."""
    x, y, z = axis[0], axis[1], axis[2]
    c, s, d = 1.0, 0.0, q[at] - 1.0
    if motion == QUATERNION:
        x, y, z, c = q[at], q[at + 1], q[at + 2], q[at + 3]
        n = 2.0 / (x * x + y * y + z * z + c * c)
        s, d = n * c, n
        c = 1.0 - n * (x * x + y * y + z * z)
    elif motion == TURN:
        c, s = np.cos(q[at]), np.sin(q[at])
        d = 1.0 - c
    M[0], M[1], M[2] = c + d * x * x, d * x * y - s * z, d * x * z + s * y
    M[3], M[4], M[5] = d * x * y + s * z, c + d * y * y, d * y * z - s * x
    M[6], M[7], M[8] = d * x * z - s * y, d * y * z + s * x, c + d * z * z


@kernel
def _turn(A: Array, M: Array) -> None:
    """The upper nine of A ← A M."""
    for r in range(3):
        x, y, z = A[3 * r], A[3 * r + 1], A[3 * r + 2]
        for c in range(3):
            A[3 * r + c] = x * M[c] + y * M[3 + c] + z * M[6 + c]


@kernel
def _place(parent: int, i: int, A: Array, frames: Array) -> None:
    """Frame i of one pose (n, 4, 4): that of its parent times A."""
    for r in range(3):
        x, y, z, o = 0.0, 0.0, 0.0, 0.0
        if parent >= 0:
            x, y, z, o = (
                frames[parent, r, 0],
                frames[parent, r, 1],
                frames[parent, r, 2],
                frames[parent, r, 3],
            )
        elif r == 0:
            x = 1.0
        elif r == 1:
            y = 1.0
        else:
            z = 1.0
        for c in range(3):
            frames[i, r, c] = x * A[c] + y * A[3 + c] + z * A[6 + c]
        frames[i, r, 3] = x * A[9] + y * A[10] + z * A[11] + o
        frames[i, 3, r] = 0.0
    frames[i, 3, 3] = 1.0
