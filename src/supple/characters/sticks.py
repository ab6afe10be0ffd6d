"""A skeleton drawn as it is: a rod from each joint to the next, and a knob at every joint."""

import numpy as np

from supple.arrays import Array
from supple.kinematics import Link
from supple.kinematics.symbolic import Mechanism
from supple.scene import Mesh, Node, Part
from supple.scene.models.paint import paint
from supple.scene.models.place import moved
from supple.scene.models.sphere import ball
from supple.scene.models.sweep import sweep

THIN = 0.06
"""Radius of a knob as a share of the mean reach of the links."""


def sticks(skeleton: Mechanism, name: str) -> Node:
    """A node for each link, to be moved by its frame.

    >>> from supple.kinematics import Link
    >>> [node.name for node in sticks(Mechanism([Link.rod("pole", to=(0, 1, 0), mass=1)]), "pin").walk()]
    ['pin', 'pole']
    """
    ends = {link.name: _ends(skeleton, link) for link in skeleton.links}
    reaches = [np.linalg.norm(end) for far in ends.values() for end in far]
    knob = THIN * float(np.mean(reaches)) if reaches else THIN
    nodes = [Node(link, _stick(link, far, knob)) for link, far in ends.items()]
    return Node(name, children=nodes)


def _ends(skeleton: Mechanism, link: Link) -> list[Array]:
    """Where its children hang; at the end of a chain, twice as far as the center of mass."""
    hung = [child.place for child in skeleton.links if child.parent == link.name]
    return [end for end in hung or [2 * link.body.center] if end.any()]


def _stick(name: str, ends: list[Array], knob: float) -> Mesh:
    steel, dark = (
        paint("steel", "#b9bec4", roughness=0.3, metallic=0.7),
        paint("knob", "#33383d", roughness=0.4),
    )
    rods = [sweep([np.zeros(3), end], 0.5 * knob, 12, name="rod", look=steel) for end in ends]
    middle: Part = moved(ball((knob, knob, knob), 6, name="knob", look=dark))
    return Mesh((*rods, middle), name)
