"""A character: a figure, its mechanical reading, its muscles and what it stands on. A definition, no body.

A `World` and a `Shot` read it; neither is part of it.
"""

from collections.abc import Iterable

from supple.arrays import ArrayLike
from supple.characters.anatomy import Base, Muscle
from supple.characters.carrying import Carrying, Reading
from supple.errors import InputError
from supple.kinematics import Skeleton
from supple.kinematics.symbolic import Mechanism
from supple.motion import Clip
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

    @property
    def carrying(self) -> Carrying:
        """Which joints of the figure the links of the skeleton carry, and how keys become coordinates and back."""
        if not isinstance(self.skeleton, Skeleton):
            raise InputError(
                f"{self.name!r} has a mechanism in expressions; only a skeleton of links carries a figure"
            )
        return Carrying(self.figure, self.skeleton)

    def read(self, clip: Clip | None = None, times: ArrayLike = 0.0) -> Reading:
        """The skeleton's q at times (T,) [s] of a clip, by default what is keyed; and what the skeleton cannot do.

        >>> from supple.characters import human
        >>> man = human()
        >>> man.figure.key(0, knee_L=1.0, hand_L=(0, 0, 0.5))
        >>> got = man.read()
        >>> round(float(got.q[0, man.skeleton.in_q("knee.L")][0]), 6), round(got.lost["hand.L"])
        (1.0, 29)
        """
        return self.carrying.read(self.figure.clip if clip is None else clip, times)

    def clip(self, times: ArrayLike, q: ArrayLike, *, keep: Clip | None = None) -> Clip:
        """The figure's clip of a motion of its skeleton, q (T, nq) at times (T,) [s].

        keep: a clip whose hands, fingers and feet, which no link reads, stay as they are there.
        """
        return self.carrying.clip(times, q, keep=keep)

    def __repr__(self) -> str:
        return f"<character {self.name}: {len(self.figure)} joints, {self.skeleton!r}>"
