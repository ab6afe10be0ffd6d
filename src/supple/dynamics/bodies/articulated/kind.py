"""Articulated bodies as a kind of the one step: any tree of links, its kernels compiled once for all."""

import numpy as np

from supple.arrays import ArrayLike, finite
from supple.dynamics.bodies.articulated.accelerations import predict
from supple.dynamics.bodies.articulated.arrays import ArticulatedArrays, room_for
from supple.dynamics.bodies.articulated.energy import energy
from supple.dynamics.bodies.articulated.flow import flow
from supple.dynamics.bodies.articulated.kinematics import frame, point, pose
from supple.dynamics.bodies.articulated.motion import speed, velocity
from supple.dynamics.bodies.articulated.tree import gathered, row_of
from supple.dynamics.bodies.articulated.whitened import rows, settle
from supple.dynamics.bodies.kind import Kind, Placed
from supple.errors import InputError
from supple.kinematics.skeleton import Skeleton

ARTICULATED = Kind(
    "articulated", ArticulatedArrays,
    {
        "pose": pose, "predict": predict, "frame": frame, "point": point, "velocity": velocity, "speed": speed,
        "rows": rows, "settle": settle, "flow": flow, "energy": energy,
    },
    gathered,
)  # fmt: skip


def articulated(
    skeleton: Skeleton, q: ArrayLike | None = None, v: ArrayLike | None = None, drag: float = 0.0
) -> Placed:
    """The links of a skeleton as one body, at rest where the skeleton is unless q (nq,) and v (nv,) say otherwise.

    v turns balls and what is free about the axes of their own links [rad/s], and shifts what is free along those of
    its joint [m/s].

    >>> from supple.kinematics import Link
    >>> arm = Link.rod("arm", to=(0, -1, 0), mass=1)
    >>> body = articulated(Skeleton([arm, Link.rod("hand", "arm", offset=(0, -1, 0), to=(0, -0.5, 0), mass=1)]))
    >>> body.kind, len(body.q), body.mass
    ('articulated', 2, 2.0)
    """
    row, blocks = row_of(skeleton, drag)
    start = skeleton.rest if q is None else finite(q, f"q of {skeleton.name!r}", (skeleton.nq,))
    speed_ = np.zeros(skeleton.nv) if v is None else finite(v, f"v of {skeleton.name!r}", (skeleton.nv,))
    if not skeleton.mass > 0:
        raise InputError(f"{skeleton.name!r} has no mass; give its links some (mass=)")
    room = room_for(len(row["kind"]), skeleton.nv)
    return Placed("articulated", row, start.copy(), speed_.copy(), skeleton.mass, blocks, room)
