"""Coordinates read off a motion: the inverse of forward kinematics, link by link, where nothing was torn.

R_parent⁻¹ (o − o_parent) = offset + shifts,   R(rotation)⁻¹ R_parent⁻¹ R = turn about the joint's axis
"""

from collections.abc import Mapping, Sequence

import numpy as np

from supple.arrays import Array
from supple.kinematics.joints import Freedom
from supple.kinematics.link import Link
from supple.spatial import from_matrix, to_matrix


def read(
    links: Sequence[Link], freedoms: Mapping[str, tuple[Freedom, ...]], worlds: Mapping[str, Array]
) -> Array:
    """q (T, nq) of links whose frames in the world are given by name (T, 4, 4); turns go on past half a turn."""
    columns = []
    for link in links:
        above = np.eye(4)[None] if link.parent is None else worlds[link.parent]
        below = np.eye(4)
        below[:3, :3], below[:3, 3] = to_matrix(link.rotation), link.place
        left = np.linalg.inv(above @ below) @ worlds[link.name]
        motions = freedoms[link.name]
        columns += [left[:, :3, 3] @ np.array(f.axis) for f in motions if f.kind == "shift"]
        turns = [np.array(f.axis) for f in motions if f.kind == "turn"]
        columns += [np.unwrap(angle) for angle in (_euler(left) if len(turns) == 3 else _about(left, turns))]
    return np.stack(columns, axis=1) if columns else np.zeros((len(next(iter(worlds.values()))), 0))


def _about(frames: Array, axes: Sequence[Array]) -> list[Array]:
    """How far frames are turned about one axis, or about none."""
    turns = from_matrix(frames[:, :3, :3])
    return [2 * np.arctan2(turns[:, :3] @ axis, turns[:, 3]) for axis in axes]


def _euler(frames: Array) -> list[Array]:
    """Yaw, pitch and roll of R = Y · X · Z."""
    R = frames[:, :3, :3]
    pitch = np.arcsin(np.clip(-R[:, 1, 2], -1.0, 1.0))
    return [np.arctan2(R[:, 0, 2], R[:, 2, 2]), pitch, np.arctan2(R[:, 1, 0], R[:, 1, 1])]
