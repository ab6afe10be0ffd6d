"""The parameters of a figure: a name for each degree of freedom of each joint, and what else of a node can be keyed.

knee.L (a hinge), arm.L.pitch, hips.x; body.color, body.visible
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from supple.arrays import Array, finite
from supple.errors import InputError, UnknownNameError
from supple.scene.joint import Freedom, Joint
from supple.scene.look import rgba
from supple.scene.naming import spelled
from supple.scene.node import Node
from supple.spatial import from_axis_angle, multiply, to_euler

ANY = Joint("free")
"""What a node without a joint can do."""
UNMOVED = ("color", "visible")
"""What can be keyed of any node beside its joint."""


def joint_of(node: Node) -> Joint:
    """The joint of a node, a free one where it has none."""
    return ANY if node.joint is None else node.joint


def full_name(node: Node, freedom: Freedom) -> str:
    """knee.L, or arm.L.pitch where the joint has several freedoms."""
    return node.name if joint_of(node).nv == 1 else f"{node.name}.{freedom.name}"


class Parameters:
    """Those of some joints, and of all nodes of their scene what does not move.

    >>> from supple.scene import Joint
    >>> knee = Node("knee.L", joint=Joint("hinge"))
    >>> hip = Node("hip", joint=Joint("ball"), children=[knee])
    >>> found = Parameters({"hip": hip, "knee.L": knee})
    >>> list(found.freedoms), found.read("hip", (0.1, 0.2, 0.3))
    (['hip.yaw', 'hip.pitch', 'hip.roll', 'knee.L'], {'hip.yaw': 0.2, 'hip.pitch': 0.1, 'hip.roll': 0.3})
    """

    def __init__(self, joints: Mapping[str, Node], nodes: Callable[[], Mapping[str, Node]] = dict) -> None:
        self.joints, self._nodes = joints, nodes

    @cached_property
    def freedoms(self) -> dict[str, tuple[Node, Freedom]]:
        """Joint and freedom by the full name."""
        return {
            full_name(node, f): (node, f) for node in self.joints.values() for f in joint_of(node).freedoms
        }

    @cached_property
    def unmoved(self) -> dict[str, Node]:
        """The node by the full name of what does not move, as body.color."""
        return {f"{name}.{what}": node for name, node in self._nodes().items() for what in UNMOVED}

    def rest(self) -> dict[str, float]:
        """All freedoms where nothing has moved."""
        return {name: freedom.still for name, (_, freedom) in self.freedoms.items()}

    def read(self, name: str, value: Any) -> dict[str, Any]:
        """What a value given to a joint, a freedom, or an attribute of a node means, by full names."""
        joint = spelled(name, self.joints)
        if joint is not None:
            return self._of_joint(self.joints[joint], value)
        freedom = spelled(name, self.freedoms)
        if freedom is not None:
            return {freedom: float(finite(value, freedom, ()))}
        other = spelled(name, self.unmoved)
        if other is not None:
            return {other: np.array(rgba(value)) if other.endswith("color") else bool(value)}
        raise UnknownNameError(
            "joint, freedom or attribute", name, [*self.joints, *self.freedoms, *self.unmoved]
        )

    def _of_joint(self, node: Node, value: Any) -> dict[str, float]:
        joint, given = joint_of(node), np.atleast_1d(finite(value, node.name))
        names = [full_name(node, f) for f in joint.freedoms]
        if joint.turning:
            return dict(zip(names[-3:], self._turns(joint, node.name, given), strict=True))
        if given.shape != (joint.nv,):
            raise InputError(
                f"{node.name}: a {joint.kind} joint takes {joint.nv} numbers ({', '.join(joint.names)}), "
                f"got {given.size}"
            )
        return dict(zip(names, given.tolist(), strict=True))

    def _turns(self, joint: Joint, name: str, given: Array) -> list[float]:
        """Angles in the joint's order from angles about x, y and z, or from a quaternion."""
        if given.shape == (4,):
            return [float(angle) for angle in to_euler(given, joint.order)]
        if given.shape != (3,):
            raise InputError(
                f"{name}: a {joint.kind} joint takes three angles about x, y and z [rad] or a quaternion, "
                f"got {given.size} numbers; its shifts are {name}.x, {name}.y and {name}.z"
            )
        return [float(given["XYZ".index(letter)]) for letter in joint.order]

    def rotation(self, node: Node, values: Mapping[str, float]) -> Array:
        """The turn (xyzw) that a joint's angles make, from its rest."""
        q: Array = np.array([0.0, 0.0, 0.0, 1.0])
        for freedom in joint_of(node).freedoms:
            if freedom.motion == "turn":
                q = multiply(q, from_axis_angle(freedom.axis, values.get(full_name(node, freedom), 0.0)))
        return q
