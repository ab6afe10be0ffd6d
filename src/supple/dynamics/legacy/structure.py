"""What a world is made of, assembled into arrays once, and kept while it stands."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy import assembly
from supple.dynamics.legacy.arrays import BodyArrays
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.contact.arrays import ContactArrays
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.points import contact_arrays, surface_points
from supple.dynamics.legacy.contact.scenery import Scenery
from supple.dynamics.legacy.contact.shapes import Plane

COARSEST = 240
"""Fewest steps a second; finer ones are powers of two times this."""
ANGLE = 0.5
"""The stiffest mode turns at most this far in a step [rad]."""


class Structure:
    """Bodies under gravity over a floor, among obstacles; constraints are assembled apart, since they come and go."""

    def __init__(
        self,
        bodies: Sequence[Body],
        gravity: Array,
        floor: float | None,
        drag: float,
        obstacles: Sequence[Obstacle] = (),
        collide: bool = False,
    ) -> None:
        self.bodies = list(bodies)
        self._gravity, self._floor = gravity, floor
        plane = [] if floor is None else [Obstacle(Plane(), at=(0.0, floor, 0.0))]
        self.scenery = Scenery(self.bodies, [*plane, *obstacles], collide)
        self.flat = not (obstacles or collide)
        """Whether there is nothing to touch but a level floor."""
        self._drag = [drag + b.material.drag for b in self.bodies]
        sizes = np.cumsum([0, *(b.nq for b in self.bodies)])
        self.starts = dict(zip(self.bodies, sizes[:-1].tolist(), strict=True))
        self.size = int(sizes[-1])
        v_sizes = np.cumsum([0, *(b.nv for b in self.bodies)])
        self.v_starts = dict(zip(self.bodies, v_sizes[:-1].tolist(), strict=True))
        self.v_size = int(v_sizes[-1])
        self.parts = [(b, self.span(b), self.v_span(b)) for b in self.bodies]
        """Every body with where it is in q and in v."""

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
        parts = (b.flow(q[span], v[v_span], h) for b, span, v_span in self.parts)
        return np.concatenate([np.zeros(0), *parts])

    @cached_property
    def body_arrays(self) -> BodyArrays:
        """The linear bodies as the compiled loop reads them."""
        drags = [drag for b, drag in zip(self.bodies, self._drag, strict=True) if isinstance(b, LinearBody)]
        return assembly.body_arrays(self.linear, [self.starts[b] for b in self.linear], drags)

    @cached_property
    def drag(self) -> Array:
        """Share of each velocity that the air takes a second (nv,) [1/s]: the world's and the material's."""
        return np.repeat(self._drag, [b.nv for b in self.bodies])

    @cached_property
    def contacts(self) -> ContactArrays:
        """Their surface points over the floor."""
        touching = self.linear if self._floor is not None else []
        points = [surface_points(b) for b in touching]
        return contact_arrays(touching, points, self._floor or 0.0, self.pull)

    @cached_property
    def pull(self) -> float:
        """|g| [m/s²]."""
        return float(np.linalg.norm(self._gravity))

    @cached_property
    def acceleration(self) -> Array:
        """What gravity does to v̇."""
        return np.concatenate([np.zeros(0), *(b.gravity(self._gravity) for b in self.bodies)])

    @cached_property
    def step(self) -> float:
        """Seconds of one step, fine enough for the stiffest body and for what is damped hardest."""
        fastest = max((body.quickest() for body in self.bodies), default=0.0)
        needed = fastest / (ANGLE * COARSEST)
        return float(1 / (COARSEST * 2.0 ** max(np.ceil(np.log2(max(needed, 1e-9))), 1)))
