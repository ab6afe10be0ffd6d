"""Something in the way, to be cleared by every point of the character, at samples and between them.

(x − x₀)²/a² + (y/b)² ≥ 1:  an arch over the hurdle, so wide that no point passes it between two samples, and just so
high that the hurdle's corners are under it. In space it is a tunnel along Z.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from supple.errors import InputError
from supple.scene import Node, models
from supple.spacetime.sample import Sample

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot

ARCH = 4.0
"""Half the width of the arch, in thicknesses of the hurdle, at least."""
ALONG = 5
"""Points along each link and the sole."""


@dataclass(frozen=True)
class Hurdle:
    """A wall across the way at x = `at`, `height` tall and `thickness` thick [m].

    The middle of links, and the sole, pass it by `margin` [m]: a link is as thick as it is.

    >>> Hurdle(at=0.5, height=0.3).arch.round(3).tolist()
    [0.16, 0.348]
    """

    at: float
    height: float
    thickness: float = 0.04
    margin: float = 0.045

    def __post_init__(self) -> None:
        if not (self.height > 0 and self.thickness > 0 and self.margin >= 0):
            raise InputError(f"{self}: height and thickness must be positive, margin not negative")

    @property
    def arch(self) -> np.ndarray:
        """a and b [m]: the arch goes through the corners of the hurdle, raised by the margin."""
        wide = ARCH * self.thickness
        over = np.sqrt(1 - (self.thickness / 2 / wide) ** 2)
        return np.array([wide, (self.height + self.margin) / over])

    def outside(self, x: Any) -> Any:
        """Above 1 where a point is clear of the arch."""
        a, b = self.arch
        return ((x[0] - self.at) / a) ** 2 + (x[1] / b) ** 2

    def node(self, *, depth: float = 0.6, color: str = "#d9a441") -> Node:
        """As it is seen."""
        return models.box(width=self.thickness, height=self.height, depth=depth, color=color).place(
            translation=(self.at, self.height / 2, 0.0)
        )


def clear(shot: "Shot", hurdle: Hurdle) -> None:
    """Ask that every point of a character keeps clear of a hurdle: links, corners, and in the air its sole."""
    if not 0 < hurdle.at < float(shot.to[0]):
        raise InputError(f"{hurdle} is not on the way from 0 to {shot.to[0]:g} m")
    base, links = shot.resources.base, shot.character.skeleton.links
    corners = [p for p in shot.character.floor_points if p not in base.points]
    bones = [(link.parent, link.name) for link in links if link.parent not in (None, base.link)]
    name = f"clear the hurdle at {hurdle.at:g} m"

    def apart(s: Sample, ends: list[tuple[str, str]], points: list[str]) -> Any:
        between = [(s.point(a), s.point(b)) for a, b in ends]
        along = [x + share * (y - x) for x, y in between for share in np.linspace(0, 1, ALONG)]
        return ca.vertcat(*(hurdle.outside(x) for x in [*along, *(s.point(p) for p in points)]))

    shot.require(lambda s: apart(s, bones, corners), at_least=1.0, name=name)
    sole = [(base.front, base.back)]
    shot.require(lambda s: apart(s, sole, []), at_least=1.0, during=("flight", 0.01, 0.99), name=name)
