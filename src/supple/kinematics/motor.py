"""Motors: what pulls at the coordinates of a skeleton when a controller says so."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.errors import InputError
from supple.scene.joint import Pair, rising


@dataclass(frozen=True, eq=False)
class Motor:
    """force = gain · u + bias · (1, length, velocity), clipped; generalized force = gear · force.

    `gear`: how much force reaches each degree of freedom, by its name; length and velocity are gear · q and gear · v.
    `control` and `force` limit u and the force [N, N m].

    >>> Motor("knee", {"knee.L": 150.0}, control=(-1, 1)).gear
    {'knee.L': 150.0}
    """

    name: str
    gear: Mapping[str, float]
    control: Pair = (-np.inf, np.inf)
    force: Pair = (-np.inf, np.inf)
    gain: float = 1.0
    bias: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        if not self.gear:
            raise InputError(f"motor {self.name!r} pulls at nothing; name a degree of freedom in gear=")
        for key in ("control", "force"):
            object.__setattr__(
                self, key, rising(getattr(self, key), f"limits of {key} of motor {self.name!r}")
            )
