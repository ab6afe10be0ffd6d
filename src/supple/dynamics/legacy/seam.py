"""The moment at which something else begins to lead a point, looked at closely: do place and speed go on?

The steps up to then and those after it each lie on a polynomial; how far the two are apart at that moment, in place
and in slope, is the jump. A force that sets in at once is none, but steps of h seconds blur it: half of h times the
change of acceleration is seen as a jump of speed.
"""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Point
from supple.errors import InputError

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World

STEPS = 5
"""So many steps on each side, with a polynomial through them."""


class Seam:
    """Watches a point of a world from a few steps before a moment [s] to a few after it.

    >>> from supple.dynamics import World
    >>> from supple.motion import keys
    >>> from supple.scene import models
    >>> world = World(floor=None)
    >>> ball = world.add(models.sphere(), material="rubber", at=(0, 1, 0))
    >>> pin = world.nail(ball.point("top"))
    >>> pin.strength = keys({0.5: 1, 0.9: 0})
    >>> seam = Seam(world, ball.point("top"), 0.5)
    >>> take = world.run(1)
    >>> seam.position_jump < 1e-9, seam.speed_jump < 1e-6
    (True, True)
    """

    def __init__(self, world: "World", point: Point, moment: float) -> None:
        self._world, self._point = world, point
        h = world.step_size
        self.moment = float(np.ceil(moment / h - 1e-6) * h)
        """The step at which it happens [s]."""
        self._times: list[float] = []
        self._places: list[Array] = []
        for n in range(1 - STEPS, STEPS + 1):
            world.at(self.moment + n * h, self._look)

    def _look(self) -> None:
        self._times.append(self._world.time)
        self._places.append(self._world.position(self._point))

    @property
    def position_jump(self) -> float:
        """How far the point jumps [m]."""
        return self._apart(0)

    @property
    def speed_jump(self) -> float:
        """By how much its velocity jumps [m/s]."""
        return self._apart(1)

    def _apart(self, order: int) -> float:
        if len(self._times) < 2 * STEPS:
            raise InputError(f"the world has not run {STEPS} steps past {self.moment:.4f} s yet")
        h = self._world.step_size
        u, x = (np.array(self._times) - self.moment) / h, np.array(self._places)
        before, after = (at_zero(u[side], x[side], order) for side in (slice(0, STEPS), slice(STEPS, None)))
        return float(np.linalg.norm(after - before) / h**order)


def at_zero(u: Array, x: Array, order: int) -> Array:
    """The value at 0 of the polynomial through places x (n, 3) at u (n,), or with order 1 its slope (3,).

    >>> u = np.array([1.0, 2.0, 3.0])
    >>> at_zero(u, np.stack([u**2, 1 + u, 0 * u], axis=1), 1).round(9) + 0.0
    array([0., 1., 0.])
    """
    return np.asarray(np.linalg.solve(np.vander(u, increasing=True), x)[order])
