"""Coordinates read off a motion: the inverse of forward kinematics, link by link, where nothing was torn.

R_parent⁻¹ (o − o_parent) = offset + shifts,   R(rotation)⁻¹ R_parent⁻¹ R = turns about the joint's axes
"""

from collections.abc import Mapping, Sequence

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.kinematics.link import Link
from supple.scene.joint import Freedom
from supple.spatial import from_matrix, to_euler, to_matrix, unwound


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
        columns += _turns(left, [f.axis for f in motions if f.motion == "turn"], link.name)
    return np.stack(columns, axis=1) if columns else np.zeros((len(next(iter(worlds.values()))), 0))


def _turns(frames: Array, axes: Sequence[tuple[float, float, float]], name: str) -> list[Array]:
    """The angles (T,) by which frames are turned about each axis, in their order."""
    turns = from_matrix(frames[:, :3, :3])
    if len(axes) < 2:
        return [np.unwrap(2 * np.arctan2(turns[:, :3] @ np.array(a), turns[:, 3])) for a in axes]
    letters = ["XYZ"[k] if np.isclose(a[k], 1) else "" for a in axes for k in [int(np.argmax(a))]]
    order = "".join(letters)
    if len(set(order)) != len(axes):
        raise InputError(
            f"turns of {name!r} about {axes} cannot be read off a motion; only those about x, y and z"
        )
    order += "".join(letter for letter in "XYZ" if letter not in order)
    return list(unwound(to_euler(turns, order), order).T[: len(axes)])
