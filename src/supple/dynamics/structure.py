"""What a world is made of, assembled into arrays once, and kept while it stands."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from supple.arrays import Array
from supple.dynamics import assembly
from supple.dynamics.arrays import BodyArrays
from supple.dynamics.bodies.body import Body
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.contact.floor import ContactArrays
from supple.dynamics.contact.points import contact_arrays, surface_points

COARSEST = 240
"""Fewest steps a second; finer ones are powers of two times this."""
ANGLE = 0.25
"""The stiffest mode turns at most this far in a step [rad]."""


class Structure:
    """Bodies under gravity over a floor; constraints are assembled apart, since they come and go."""

    def __init__(self, bodies: Sequence[Body], gravity: Array, floor: float | None, drag: float) -> None:
        self.bodies = list(bodies)
        self._gravity, self._floor, self._drag = gravity, floor, drag
        sizes = np.cumsum([0, *(b.nq for b in self.bodies)])
        self.starts = dict(zip(self.bodies, sizes[:-1].tolist(), strict=True))
        self.size = int(sizes[-1])

    @property
    def linear(self) -> list[LinearBody]:
        """The bodies that are linear in their state."""
        return [b for b in self.bodies if isinstance(b, LinearBody)]

    def span(self, body: Body) -> slice:
        """Where a body's coordinates are in q."""
        return slice(self.starts[body], self.starts[body] + body.nq)

    @cached_property
    def body_arrays(self) -> BodyArrays:
        """The linear bodies as the compiled loop reads them."""
        return assembly.body_arrays(self.linear, [self.starts[b] for b in self.linear], self._drag)

    @cached_property
    def contacts(self) -> ContactArrays:
        """Their surface points over the floor."""
        touching = self.linear if self._floor is not None else []
        points = [surface_points(b) for b in touching]
        return contact_arrays(touching, points, self._floor or 0.0)

    @cached_property
    def acceleration(self) -> Array:
        """What gravity does to v̇."""
        return np.concatenate([np.zeros(0), *(b.gravity(self._gravity) for b in self.bodies)])

    @cached_property
    def step(self) -> float:
        """Seconds of one step, fine enough for the stiffest body."""
        stiffest = max((b.frequencies()[-1] for b in self.linear), default=0.0)
        needed = 2 * np.pi * stiffest / (ANGLE * COARSEST)
        return float(1 / (COARSEST * 2.0 ** max(np.ceil(np.log2(max(needed, 1e-9))), 1)))
