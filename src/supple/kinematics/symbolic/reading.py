"""Coordinates read off a motion: the inverse of forward kinematics, link by link, where nothing was torn.

R_parent⁻¹ (o − o_parent) = offset + shifts,   R(rotation)⁻¹ R_parent⁻¹ R = turns about the joint's axes
"""

from collections.abc import Mapping, Sequence

import numpy as np

from supple.arrays import Array
from supple.kinematics.link import Link
from supple.kinematics.reading import turns
from supple.scene.joint import Freedom
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
        columns += [left[:, :3, 3] @ np.array(f.axis) for f in motions if f.motion == "shift"]
        axes = [f.axis for f in motions if f.motion == "turn"]
        columns += list(turns(from_matrix(left[:, :3, :3]), axes, link.name).T)
    return np.stack(columns, axis=1) if columns else np.zeros((len(next(iter(worlds.values()))), 0))
