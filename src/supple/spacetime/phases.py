"""Phases of a shot: standing, flying, sliding; each with a duration, given or left to the optimiser."""

from dataclasses import dataclass, field

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.spacetime.contact import Air, Contact, Coulomb, Floor, Nailed
from supple.spacetime.curve import Spline
from supple.spacetime.requirement import Requirement
from supple.spacetime.resources import Resources
from supple.spacetime.slope import Slope
from supple.spacetime.source import caller

Seconds = float | tuple[float, float]


@dataclass(eq=False, kw_only=True)
class Phase:
    """A stretch of time with one kind of contact; `seconds` a number, or (least, most).

    `samples` on it, both ends included; by default its share of the shot's.
    """

    seconds: Seconds
    name: str = ""
    samples: int | None = None
    source: str = field(default_factory=caller, repr=False)

    def __post_init__(self) -> None:
        low, high = self.range
        if not (np.isfinite([low, high]).all() and 0 < low <= high):
            raise InputError(
                f"{type(self).__name__}(seconds={self.seconds}): give a positive number, or (least, most) with "
                "0 < least ≤ most to leave it to the optimiser"
            )
        if self.samples is not None and self.samples < 3:
            raise InputError(
                f"{type(self).__name__}(samples={self.samples}): a phase needs at least 3 samples"
            )

    @property
    def range(self) -> tuple[float, float]:
        """Least and most seconds."""
        if isinstance(self.seconds, tuple | list):
            low, high = finite(self.seconds, "seconds", (2,)).tolist()
            return low, high
        return float(self.seconds), float(self.seconds)

    @property
    def free(self) -> bool:
        """Whether the duration is left to the optimiser."""
        return isinstance(self.seconds, tuple | list)

    @property
    def guess(self) -> float:
        """Seconds to begin with."""
        return sum(self.range) / 2

    def contact(self, resources: Resources) -> Contact:
        """What the ground does in it."""
        return Air()


@dataclass(eq=False, kw_only=True)
class Fly(Phase):
    """Nothing touches the ground.

    >>> Fly(seconds=(0.3, 0.6)).free
    True
    """


@dataclass(eq=False, kw_only=True)
class Stand(Phase):
    """The base stands still on the floor at a place [m], turned about the vertical by `turn` [rad].

    In the plane `turn` is the tilt of the base about Z. After a `Fly` it begins with a touchdown.
    `friction`: `Coulomb(μ)`, or `Nailed()`, the paper's.

    >>> Stand(at=(0.9, 0, 0), seconds=0.5).at
    array([0.9, 0. , 0. ])
    """

    at: ArrayLike = (0.0, 0.0, 0.0)
    turn: float = 0.0
    friction: Coulomb | Nailed = field(default_factory=Coulomb)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.at = finite(self.at, "place to stand", (3,))

    def contact(self, resources: Resources) -> Contact:
        """A wrench under the base."""
        axes = len(resources.root) // 3 + 1
        where = self._wish("place", "m", slice(axes), resources)
        turned = self._wish("turn", "rad", slice(axes, len(resources.root)), resources)
        return Floor(resources, self.friction, (where, turned))

    def _wish(self, what: str, unit: str, part: slice, resources: Resources) -> Requirement:
        def wanted() -> tuple[Array, Array]:
            value = self.place(resources)[part]
            return value, value

        names = resources.coordinates[part]
        return Requirement(f"{self.name}, {what}", unit, self.source, wanted, wish=True, labels=names)

    def place(self, resources: Resources) -> Array:
        """What the coordinates of the base are while it stands."""
        x, y, z = finite(self.at, "place to stand", (3,))
        height = -float(resources.footprint[:, 1].mean())
        if len(resources.root) == 3:
            return np.array([x, y + height, self.turn])
        return np.array([x, y + height, z, self.turn, 0.0, 0.0])


@dataclass(eq=False, kw_only=True)
class Slide(Phase):
    """The base slides on a curve and stays tangent to it; its viscous friction [N s/m] is found within (least, most).

    >>> Slide(curve=Spline([(0, 1), (1, 0.5), (2, 0.2), (3, 0.2)]), seconds=0.6).friction
    (0.0, 10.0)
    """

    curve: Spline
    friction: tuple[float, float] = (0.0, 10.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        least, most = finite(self.friction, "friction (least, most)", (2,))
        if not 0 <= least <= most:
            raise InputError(f"Slide(friction={self.friction}): expected 0 ≤ least ≤ most [N s/m]")

    def contact(self, resources: Resources) -> Contact:
        """A push along the normal."""

        def range_() -> tuple[Array, Array]:
            least, most = finite(self.friction, "friction (least, most)", (2,))
            return np.array(least), np.array(most)

        found = Requirement(f"friction of {self.name}", "N s/m", self.source, range_)
        return Slope(resources, self.curve, found)
