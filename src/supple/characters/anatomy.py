"""What a character has beyond its skeleton: muscles, something to stand on, and parts that must not meet."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.errors import InputError


@dataclass(frozen=True)
class Muscle:
    """A force along one coordinate, by its name, within ± a limit [N m for a turn, N for a shift].

    It moves its joint no faster than `speed_limit` [rad/s, m/s].

    >>> Muscle("knee", 30.0)
    Muscle(joint='knee', torque_limit=30.0, speed_limit=inf)
    """

    joint: str
    torque_limit: float = np.inf
    speed_limit: float = np.inf

    def __post_init__(self) -> None:
        for limit in (self.torque_limit, self.speed_limit):
            if not limit > 0:
                raise InputError(
                    f"the muscle at {self.joint!r} has a limit of {limit}; give what it can at most, above 0"
                )


@dataclass(frozen=True)
class Base:
    """The link that stands on the floor, and the points of its sole: front, back, and in space left and right."""

    link: str
    front: str
    back: str
    left: str | None = None
    right: str | None = None

    @property
    def points(self) -> tuple[str, ...]:
        """Those that there are."""
        return tuple(p for p in (self.front, self.back, self.left, self.right) if p is not None)


class KeepOut(NamedTuple):
    """n · p ≥ offset: a point stays beyond a plane of a link, in whose frame it is at p [m]."""

    point: str
    link: str
    normal: Array
    offset: float
