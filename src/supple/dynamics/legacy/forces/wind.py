"""Wind: air that drags the surface along, f = ½ ρ c A |w| w at points spread over each body."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.contact.points import surface_points
from supple.dynamics.legacy.forces.force import Force
from supple.motion import Track

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World

AIR = 1.2
"""Density of air [kg/m³]."""
POINTS = 12


class Wind(Force):
    """A wind velocity [m/s], constant or a track, felt relative to each body's own motion."""

    name = "wind"

    def __init__(self, velocity: "ArrayLike | Track", drag: float = 1.0) -> None:
        self.velocity: Track | Array = (
            velocity if isinstance(velocity, Track) else finite(velocity, "wind", (3,))
        )
        self._drag = drag
        self._points: dict[Body, list[Point]] = {}

    def felt_by(self, body: Body) -> tuple[list[Point], float]:
        """Points of a body, and ½ ρ c A of each."""
        if body not in self._points:
            self._points[body] = [Point(body, "wind", r) for r in surface_points(body, POINTS)]
        points = self._points[body]
        low, high = body.node.surface.bounds
        area = float(np.prod(high - low) ** (2 / 3)) / len(points)
        return points, AIR / 2 * self._drag * area

    def on(self, world: "World") -> Iterable[tuple[Point, Array]]:
        wind = self.velocity(world.time) if isinstance(self.velocity, Track) else self.velocity
        for body in world.bodies:
            points, drag = self.felt_by(body)
            for point in points:
                w = wind - world.velocity(point)
                yield point, drag * float(np.linalg.norm(w)) * w
