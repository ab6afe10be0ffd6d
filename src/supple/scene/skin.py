"""A skin: joints that a mesh hangs on, and where each joint was when the mesh was made.

x = Σᵢ wᵢ Wᵢ Bᵢ p    (glTF 2.0 §3.7.3.3)

p is a vertex of the mesh, its morph targets applied; Wᵢ is the world matrix of joint i, Bᵢ the inverse of the joint's
world matrix at binding, and wᵢ the weight of the vertex on it. The place of the mesh's own node has no part in this.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, finite
from supple.errors import InputError

if TYPE_CHECKING:
    from supple.scene.node import Node


@dataclass(frozen=True, eq=False)
class Skin:
    """Joints in the order in which vertices number them, and their inverse bind matrices B, (j, 4, 4).

    >>> from supple.scene import Node
    >>> hip = Node("hip", translation=(0, 1, 0))
    >>> skin = Skin.bound([hip, hip.add(Node("knee", translation=(0, -0.5, 0)))])
    >>> skin.inverse_binds[1] @ [0, 0.5, 0, 1]
    array([0., 0., 0., 1.])
    """

    joints: "tuple[Node, ...]"
    inverse_binds: Array
    name: str = ""

    def __post_init__(self) -> None:
        joints = tuple(self.joints)
        if not joints:
            raise InputError(f"skin {self.name!r} has no joints; give at least one node")
        if len({id(joint) for joint in joints}) < len(joints):
            names = [joint.name for joint in joints]
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"skin {self.name!r} names joint {twice!r} twice; vertices need each joint once")
        binds = finite(self.inverse_binds, f"inverse binds of skin {self.name!r}", (len(joints), 4, 4))
        object.__setattr__(self, "joints", joints)
        object.__setattr__(self, "inverse_binds", binds)

    @classmethod
    def bound(cls, joints: "list[Node] | tuple[Node, ...]", name: str = "") -> "Skin":
        """A skin for a mesh in world coordinates that fits the joints as they stand now."""
        worlds = [joint.world for joint in joints]
        flat = [j.name for j, w in zip(joints, worlds, strict=True) if abs(np.linalg.det(w[:3, :3])) < 1e-300]
        if flat:
            raise InputError(f"joint {flat[0]!r} is scaled to nothing, so no mesh can be bound to it")
        return cls(tuple(joints), np.asarray(np.linalg.inv(np.array(worlds).reshape(-1, 4, 4))), name)

    @property
    def rest_matrices(self) -> Array:
        """W B of every joint at rest, (j, 4, 4); all the same where the rest pose is the bind pose."""
        return np.stack([joint.world for joint in self.joints]) @ self.inverse_binds

    def on(self, twins: "Mapping[int, Node]") -> "Skin":
        """The same skin on other nodes: `twins` by the id of the joint; a joint without one stays."""
        joints = tuple(twins.get(id(joint), joint) for joint in self.joints)
        return self if joints == self.joints else replace(self, joints=joints)
