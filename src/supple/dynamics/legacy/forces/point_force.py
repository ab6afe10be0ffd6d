"""A force on one point: constant, on a track, or whatever a function of the world says."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.body import Point
from supple.dynamics.legacy.forces.force import Force
from supple.motion import Track

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World


class PointForce(Force):
    """f(t) [N] on a point."""

    def __init__(self, point: Point, force: "ArrayLike | Track | Callable[[World], ArrayLike]") -> None:
        self.point = point
        self._force = force if callable(force) else finite(force, f"force on {point!r}", (3,))
        self.name = getattr(force, "__name__", f"force on {point.body.name}.{point.name}")

    @property
    def is_function(self) -> bool:
        """Whether it is a function of the world, rather than of time alone."""
        return callable(self._force) and not isinstance(self._force, Track)

    @property
    def given(self) -> "Track | Array":
        """f, where it is no function of the world."""
        assert isinstance(self._force, Track | np.ndarray)
        return self._force

    def on(self, world: "World") -> Iterable[tuple[Point, Array]]:
        f = self._force
        given = f(world.time) if isinstance(f, Track) else f(world) if callable(f) else f
        yield self.point, np.asarray(given, dtype=np.float64)
