"""What a world is made of, assembled into arrays once, and kept while it stands."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from supple.arrays import Array
from supple.dynamics import assembly
from supple.dynamics.arrays import BodyArrays
from supple.dynamics.bodies.body import Body
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.contact.arrays import ContactArrays
from supple.dynamics.contact.points import contact_arrays, is_hard, surface_points

COARSEST = 240
"""Fewest steps a second; finer ones are powers of two times this."""
ANGLE = 0.5
"""The stiffest mode turns at most this far in a step [rad]."""


class Structure:
    """Bodies under gravity over a floor; constraints are assembled apart, since they come and go."""

    def __init__(self, bodies: Sequence[Body], gravity: Array, floor: float | None, drag: float) -> None:
        self.bodies = list(bodies)
        self._gravity, self._floor, self.drag = gravity, floor, drag
        sizes = np.cumsum([0, *(b.nq for b in self.bodies)])
        self.starts = dict(zip(self.bodies, sizes[:-1].tolist(), strict=True))
        self.size = int(sizes[-1])
        v_sizes = np.cumsum([0, *(b.nv for b in self.bodies)])
        self.v_starts = dict(zip(self.bodies, v_sizes[:-1].tolist(), strict=True))
        self.v_size = int(v_sizes[-1])

    @property
    def linear(self) -> list[LinearBody]:
        """The bodies that are linear in their state."""
        return [b for b in self.bodies if isinstance(b, LinearBody)]

    def span(self, body: Body) -> slice:
        """Where a body's coordinates are in q."""
        return slice(self.starts[body], self.starts[body] + body.nq)

    def v_span(self, body: Body) -> slice:
        """Where a body's velocities are in v."""
        return slice(self.v_starts[body], self.v_starts[body] + body.nv)

    @cached_property
    def constant(self) -> bool:
        """Whether no body's matrices ever change."""
        return all(b.constant for b in self.bodies)

    def flow(self, q: Array, v: Array, h: float) -> Array:
        """q after moving with v for h seconds."""
        if self.constant:
            return q + h * v
        parts = (b.flow(q[self.span(b)], v[self.v_span(b)], h) for b in self.bodies)
        return np.concatenate([np.zeros(0), *parts])

    @cached_property
    def body_arrays(self) -> BodyArrays:
        """The linear bodies as the compiled loop reads them."""
        return assembly.body_arrays(self.linear, [self.starts[b] for b in self.linear], self.drag)

    @cached_property
    def contacts(self) -> ContactArrays:
        """Their surface points over the floor."""
        touching = self.linear if self._floor is not None else []
        points = [surface_points(b) for b in touching]
        return contact_arrays(touching, points, self._floor or 0.0, float(np.linalg.norm(self._gravity)))

    @cached_property
    def touching(self) -> "list[tuple[Body, Array, float]]":
        """Every body over the floor with the coefficients of its surface points, and how it bounces."""
        bodies = self.bodies if self._floor is not None else []
        return [
            (b, b.coefficients(surface_points(b)), b.material.bounce if is_hard(b) else 0.0) for b in bodies
        ]

    @property
    def height(self) -> float:
        """Where the floor is [m]."""
        return self._floor or 0.0

    @cached_property
    def acceleration(self) -> Array:
        """What gravity does to v̇."""
        return np.concatenate([np.zeros(0), *(b.gravity(self._gravity) for b in self.bodies)])

    @cached_property
    def step(self) -> float:
        """Seconds of one step, fine enough for the stiffest body and for what is damped hardest."""
        fastest = max(
            (max(2 * np.pi * b.frequencies()[-1], b.damping_rate() / 2) for b in self.linear), default=0.0
        )
        needed = fastest / (ANGLE * COARSEST)
        return float(1 / (COARSEST * 2.0 ** max(np.ceil(np.log2(max(needed, 1e-9))), 1)))
