"""Joints that go as a clip has them, or so much of it as physics leaves: accelerations that are given, step by step.

given      q̈ = ((q_key(t + h) − q)/h − q̇)/h,  which lands on the key
between    q̈ = (2 ω (q̇_key − q̇) + ω² (q_key − q))/(1 + h ω)²,  ω = h^(s − 1): a critically damped way home
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.articulated import ArticulatedBody
from supple.kinematics.skeleton import Skeleton
from supple.motion import Clip, Track
from supple.spatial import conjugate, multiply, to_rotation_vector


class Drive:
    """A clip, and how much of each link's joint is simulated: a number or a track."""

    def __init__(self, body: ArticulatedBody, clip: Clip) -> None:
        self.body, self.clip = body, clip
        self.physics: dict[str, float | Track] = dict.fromkeys((x.name for x in body.skeleton.links), 0.0)

    def shares(self, time: float) -> Array:
        """s of each link's joint at a time (links,)."""
        values = [self.physics[link.name] for link in self.body.skeleton.links]
        return np.clip([float(x(time)) if isinstance(x, Track) else float(x) for x in values], 0.0, 1.0)

    def accelerations(self, q: Array, v: Array, time: float, h: float) -> tuple[Array, Array]:
        """What is given in the step that ends at `time` (nv,), and s of each link's joint."""
        skeleton, share = self.body.skeleton, self.shares(time)
        before, there = skeleton.read(self.clip, [time - h, time])
        rate = way(skeleton, before, there) / h
        home = way(skeleton, q, there)
        s = np.repeat(share, [link.joint.nv for link in skeleton.links])
        w = h ** (np.minimum(s, 1.0) - 1.0)
        pulled = (2 * w * (rate - v) + w * w * (home - h * v)) / (1 + h * w) ** 2
        return np.where(s > 0.0, pulled, (home / h - v) / h), share


def way(skeleton: Skeleton, q: Array, there: Array) -> Array:
    """v · 1 s that brings one place to another (nv,): differences, of balls the turn in the link's own frame."""
    out = np.empty(skeleton.nv)
    for link in skeleton.links:
        at, by = skeleton.in_q(link.name), skeleton.in_v(link.name)
        if link.joint.turning:
            turn = to_rotation_vector(multiply(conjugate(q[at][-4:]), there[at][-4:]))
            out[by] = [*(there[at][:-4] - q[at][:-4]), *turn]
        else:
            out[by] = there[at] - q[at]
    return out
