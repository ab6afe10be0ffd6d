"""Poses of a body's amplitudes, one after another, and how hard it strives for them.

Q_u = −(C (γ − u) + D γ̇)   (Faloutsos et al. 1997, §6.1), or γ₀ = u: by force, or by the springs' rest amplitudes
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices, finite
from supple.errors import InputError
from supple.kernels import kernel

EARLY = 1e-9
"""A pose that ends within so many seconds has ended."""


class Drive(NamedTuple):
    """A pose graph as numbers: poses (P, D), how long each lasts (P,) [s], and which comes next (P,), −1: none.

    C and damping (D,) are the control's; a mode whose C is 0 is passive. `by_rest` moves rest amplitudes instead.
    """

    poses: Array
    times: Array
    next: Indices
    by_rest: bool
    C: Array
    damping: Array

    def pose(self, t: float) -> Array:
        """The pose strived for at t seconds (D,)."""
        return np.asarray(self.poses[pose_at(self.times, self.next, t)])


def steady(target: Array, C: Array, damping: Array) -> Drive:
    """One pose for good.

    >>> steady(np.array([0.5]), np.array([10.0]), np.array([1.0])).pose(3.0)
    array([0.5])
    """
    return checked(Drive(target[None], np.array([1.0]), np.array([-1]), False, C, damping), len(target))


def checked(drive: Drive, modes: int) -> Drive:
    """The drive as float64 and int64 arrays that fit a body of so many modes, or what is wrong with it."""
    poses = finite(drive.poses, "poses of a drive", (None, modes))
    times = finite(drive.times, "times of a drive", (len(poses),))
    if not len(poses) or not (times > 0).all():
        raise InputError(f"a drive needs poses that last: {len(poses)} of them, {times.tolist()} s")
    after = np.asarray(drive.next, dtype=np.int64)
    if after.shape != times.shape or ((after < -1) | (after >= len(poses))).any():
        raise InputError(f"what follows each of {len(poses)} poses is {after.tolist()}; give indices, or −1")
    C, damping = (
        finite(x, f"{what} of a drive", (modes,)) for what, x in (("C", drive.C), ("damping", drive.damping))
    )
    if (C < 0).any() or (damping < 0).any():
        raise InputError("C and damping of a drive must not be negative")
    return Drive(np.ascontiguousarray(poses), times, after, bool(drive.by_rest), C, damping)


@kernel
def pose_at(times: Array, after: Indices, t: float) -> int:
    """Which pose is strived for at t seconds, the first beginning at 0."""
    i = 0
    while after[i] >= 0 and t >= times[i] - EARLY:
        t -= times[i]
        i = after[i]
    return i
