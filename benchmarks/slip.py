"""How lively a heap is that may roll: slip at its contacts and vertical speed count, turning and rolling do not."""

import numpy as np

from benchmarks.falling import Falling
from supple.arrays import Array

ROUND = "sphere", "capsule"


def liveliness(falling: Falling) -> float:
    """The fastest body, or of what is round the fastest slip at a contact and the fastest way up or down [m/s]."""
    rolls = np.array([thing.shape in ROUND for thing in falling.things])
    upright = np.abs(falling.v[rolls, 1]).max(initial=0.0)
    others = np.linalg.norm(falling.v[~rolls, :3], axis=1).max(initial=0.0)
    slip = slips(falling).max(initial=0.0) if rolls.any() else 0.0
    return float(max(upright, others, slip))


def slips(falling: Falling) -> Array:
    """How fast the two sides of each contact that pushes slip on each other [m/s]."""
    falling.look()
    model, contacts, frame = falling.built.model, falling.built.state.contacts, falling.built.work.frame
    found = []
    for p in np.flatnonzero(contacts.points[: contacts.slots[0]]):
        A, B = (frame[g] for g in contacts.pair[p])
        n = A[:9].reshape(3, 3) @ contacts.normal[p]
        for at, push in zip(contacts.at[p, : contacts.points[p]], contacts.impulse[p], strict=False):
            x, y = A[:9].reshape(3, 3) @ at[:3] + A[9:], B[:9].reshape(3, 3) @ at[3:] + B[9:]
            u, w = (_velocity(falling, model.geoms.body[g], (x + y) / 2) for g in contacts.pair[p])
            if n @ push > 0:
                found.append(np.linalg.norm((w - u) - ((w - u) @ n) * n))
    return np.array(found)


def _velocity(falling: Falling, body: int, x: Array) -> Array:
    if body < 0:
        return np.zeros(3)
    q, v = falling.q[body], falling.v[body]
    return np.asarray(v[:3] + np.cross(v[3:], x - q[:3]))
