"""A force on one point: constant, on a track, or whatever a function of the world says."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from supple.arrays import Array, finite
from supple.dynamics.bodies.body import Point
from supple.dynamics.forces.force import Force
from supple.errors import InputError
from supple.motion import Track

if TYPE_CHECKING:
    from supple.dynamics.world import World


class PointForce(Force):
    """f(t) [N] on a point."""

    def __init__(self, point: Point, force: "ArrayLike | Track | Callable[[World], ArrayLike]") -> None:
        self.point = point
        self._force = force if callable(force) else finite(force, f"force on {point!r}", (3,))
        self.name = getattr(force, "__name__", f"force on {point.body.name}.{point.name}")

    def on(self, world: "World") -> Iterable[tuple[Point, Array]]:
        f = self._force
        given = f(world.time) if isinstance(f, Track) else f(world) if callable(f) else f
        value = np.asarray(given, dtype=np.float64)
        if value.shape != (3,) or not np.isfinite(value).all():
            raise InputError(
                f"{self.name!r} gave {given!r} at {world.time:.4f} s; a force is three finite numbers [N]"
            )
        yield self.point, value
