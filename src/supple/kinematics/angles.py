"""A joint's quaternion as angles and back: world coordinates and those of shots.

ball   (x, y, z, w)  ↔  three angles in the joint's order;   free   x, y, z, then the same;   others are equal in both
"""

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.scene.joint import Joint
from supple.spatial import from_euler, to_euler


def to_angles(joint: Joint, q: ArrayLike) -> Array:
    """One number a freedom (..., nv) from q (..., nq); outer angles in (−π, π], the middle one in [−π/2, π/2].

    >>> to_angles(Joint("ball"), from_angles(Joint("ball"), [0.1, -0.2, 0.3])).round(12)
    array([ 0.1, -0.2,  0.3])
    """
    given = np.asarray(q, dtype=np.float64)
    if not joint.turning:
        return given
    return np.concatenate([given[..., :-4], to_euler(given[..., -4:], joint.order)], axis=-1)


def from_angles(joint: Joint, angles: ArrayLike) -> Array:
    """q (..., nq) from one number a freedom (..., nv)."""
    given = np.asarray(angles, dtype=np.float64)
    if not joint.turning:
        return given
    return np.concatenate([given[..., :-3], from_euler(given[..., -3:], joint.order)], axis=-1)
