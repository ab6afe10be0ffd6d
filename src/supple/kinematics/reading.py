"""A joint's numbers read off its motion, the inverse of what its freedoms do one after another."""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.scene.joint import Axis, Freedom, Joint
from supple.spatial import conjugate, decompose, from_axis_angle, multiply, rotate, to_euler, unwound


def read(joint: Joint, motion: Array, name: str) -> Array:
    """q (T, nq) of a joint that moved its link by the matrices (T, 4, 4): shifts, then turns, then scales.

    >>> from supple.spatial import compose
    >>> read(Joint("hinge"), compose(rotation=from_axis_angle((0, 0, 1), [0.5])), "knee")
    array([[0.5]])
    """
    translation, rotation, scale = decompose(motion)
    by_motion = {kind: [f for f in joint.freedoms if f.motion == kind] for kind in ("shift", "turn", "scale")}
    if [f for kind in by_motion for f in by_motion[kind]] != list(joint.freedoms):
        order = ", ".join(joint.names)
        raise InputError(
            f"joint {name!r}: freedoms in the order {order} cannot be read; put shifts before turns"
        )
    shifts = [f.axis for f in by_motion["shift"]]
    columns = [translation @ np.linalg.pinv(np.array(shifts))] if shifts else []
    if joint.turning:
        return np.concatenate([*columns, rotation], axis=1)
    columns.append(turns(rotation, [f.axis for f in by_motion["turn"]], name))
    columns += [_along(scale, f)[:, None] for f in by_motion["scale"]]
    return np.concatenate(columns, axis=1)


def turns(rotation: Array, axes: Sequence[Axis], name: str) -> Array:
    """Angles (T, k) whose turns about the axes, each turned by those before, are the rotations (T, 4); without jumps.

    One axis or two may point anywhere; three are x, y and z in some order, or their opposites.
    """
    if not axes:
        return np.zeros((len(rotation), 0))
    if len(axes) == 1:
        return np.unwrap(_about(rotation, axes[0]))[:, None]
    if len(axes) == 2:
        first = np.unwrap(_bringing(rotation, *axes))
        left = multiply(conjugate(from_axis_angle(axes[0], first)), rotation)
        return np.stack([first, np.unwrap(_about(left, axes[1]))], axis=1)
    order = "".join("XYZ"[int(np.abs(axis).argmax())] for axis in axes)
    signs = np.array([sum(axis) for axis in axes])
    if len(set(order)) < 3 or not all(np.isclose(np.abs(axis).max(), 1) for axis in axes):
        raise InputError(
            f"turns of {name!r} about {list(axes)} cannot be read off a motion; only about x, y and z"
        )
    return np.asarray(np.sign(signs) * unwound(to_euler(rotation, order), order))


def _about(rotation: Array, axis: Axis) -> Array:
    """How far rotations (T, 4) turn about an axis (T,)."""
    return np.asarray(2 * np.arctan2(rotation[:, :3] @ np.array(axis), rotation[:, 3]))


def _bringing(rotation: Array, first: Axis, second: Axis) -> Array:
    """The angle about `first` that brings `second` to where the rotations have it (T,)."""
    a, before, after = np.array(first), np.array(second), rotate(rotation, second)
    flat, moved = before - (before @ a) * a, after - np.outer(after @ a, a)
    return np.asarray(np.arctan2(np.cross(flat, moved) @ a, moved @ flat))


def _along(scale: Array, freedom: Freedom) -> Array:
    """The scale (T,) along a freedom's axis, which is x, y or z."""
    return np.asarray(scale[:, int(np.argmax(np.abs(freedom.axis)))])
