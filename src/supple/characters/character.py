"""A character: a figure, its mechanical reading, its muscles and what it stands on. A definition, no body.

A `World` and a `Shot` read it; neither is part of it.
"""

from collections.abc import Iterable

from supple.characters.anatomy import Base, Muscle
from supple.kinematics import Skeleton
from supple.kinematics.symbolic import Mechanism
from supple.scene import Figure


class Character:
    """A figure to key, its skeleton of links and masses, muscles at joints by name, and the link it stands on.

    >>> from supple.kinematics import Link
    >>> from supple.scene import Joint, Node
    >>> arm = Node("arm", joint=Joint("hinge"))
    >>> robot = Character("robot", Figure(arm), Skeleton([Link.rod("arm", to=(0, 1, 0), mass=1)]))
    >>> robot.figure.names, robot.skeleton.nv
    (('arm',), 1)
    """

    def __init__(
        self,
        name: str,
        figure: Figure,
        skeleton: "Skeleton | Mechanism",
        *,
        muscles: Iterable[Muscle] = (),
        base: Base | None = None,
    ) -> None:
        self.name = name
        self.figure = figure
        self.skeleton = skeleton
        self.muscles = tuple(muscles)
        self.base = base

    def __repr__(self) -> str:
        return f"<character {self.name}: {len(self.figure)} joints, {self.skeleton!r}>"
