"""Poses mirrored between left and right, and blended.

A mirror at x = 0 takes a turn about (a, b, c) to one about (a, −b, −c) by the same angle, and x to −x.
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from supple.motion import Pose
from supple.scene.joint import Freedom
from supple.scene.node import Node
from supple.scene.parameters import Parameters, full_name, joint_of
from supple.spatial import rotate, slerp, to_euler, unwound

SIDES = (("left", "right"), ("Left", "Right"), ("LEFT", "RIGHT"), ("L", "R"), ("l", "r"))
WORD = re.compile(r"(?<![a-zA-Z])[lr](?![a-zA-Z])|(?<![a-zA-Z])[LR](?![a-zA-Z])|[Ll]eft|[Rr]ight|LEFT|RIGHT")


def other_side(name: str) -> str:
    """The name with left for right and right for left.

    >>> other_side("hand.L"), other_side("mixamorig:RightArm"), other_side("b_leg_l_01"), other_side("head")
    ('hand.R', 'mixamorig:LeftArm', 'b_leg_r_01', 'head')
    """
    swap = {a: b for pair in SIDES for a, b in (pair, pair[::-1])}
    return WORD.sub(lambda match: swap[match.group()], name)


def mirrored(parameters: Parameters, values: Mapping[str, Any]) -> Pose:
    """A pose with left and right exchanged."""
    found = {}
    for name, value in values.items():
        if name not in parameters.freedoms:
            found[other_side(name)] = value
            continue
        node, freedom = parameters.freedoms[name]
        twin = parameters.joints.get(other_side(node.name), node)
        found.update(_reflected(node, freedom, twin, value))
    return Pose(found)


def _reflected(node: Node, freedom: Freedom, twin: Node, value: float) -> dict[str, float]:
    """The same freedom of the twin, with the sign that the mirror gives it."""
    partner = joint_of(twin).freedoms[joint_of(node).freedoms.index(freedom)]
    flip = np.array([-1.0, 1.0, 1.0]) if freedom.motion == "shift" else np.array([1.0, -1.0, -1.0])
    seen, there = _in_world(node, freedom) * flip, _in_world(twin, partner)
    sign = 1.0 if freedom.motion == "scale" or seen @ there >= 0 else -1.0
    return {full_name(twin, partner): sign * value}


def _in_world(node: Node, freedom: Freedom) -> np.ndarray:
    """The axis of a freedom in the world at rest."""
    axis = rotate(node.rotation, freedom.axis)
    above = np.eye(3) if node.parent is None else node.parent.world[:3, :3]
    way = above @ axis
    return np.asarray(way / np.linalg.norm(way))


def blended(parameters: Parameters, one: Mapping[str, Any], other: Mapping[str, Any], share: float) -> Pose:
    """Numbers along a line, balls along a great arc."""
    found = {}
    for name in dict.fromkeys([*one, *other]):
        a, b = one.get(name, other.get(name)), other.get(name, one.get(name))
        found[name] = (b if share >= 0.5 else a) if isinstance(a, bool) else a + share * (np.asarray(b) - a)
    for node in parameters.joints.values():
        joint = joint_of(node)
        names = [full_name(node, f) for f in joint.freedoms if f.motion == "turn"]
        if joint.turning and any(name in one and name in other for name in names):
            turns = [parameters.rotation(node, values) for values in (one, other)]
            angles = to_euler(slerp(turns[0], turns[1], share), joint.order)
            near = np.array([float(one.get(name, 0.0)) for name in names])
            found.update(zip(names, unwound(np.stack([near, angles]), joint.order)[1].tolist(), strict=True))
    return Pose(
        {name: float(v) if np.ndim(v) == 0 and not isinstance(v, bool) else v for name, v in found.items()}
    )
