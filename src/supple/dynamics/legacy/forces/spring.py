"""Springs: between two points, or from a point to a place that a hand moves."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.body import Point
from supple.dynamics.legacy.forces.force import Force
from supple.errors import InputError

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World


class Spring(Force):
    """f = −k (|d| − length) d̂ − c (ḋ·d̂) d̂ along d = x_a − x_b; equal and opposite at b."""

    def __init__(
        self, a: Point, b: Point, stiffness: float, damping: float = 0.0, length: float | None = None
    ) -> None:
        if stiffness < 0 or damping < 0:
            raise InputError(
                f"a spring has stiffness and damping of at least 0, got {stiffness} and {damping}"
            )
        self.a, self.b, self.stiffness, self.damping, self.length = a, b, stiffness, damping, length
        self.name = f"spring from {a.body.name}.{a.name} to {b.body.name}.{b.name}"

    def on(self, world: "World") -> Iterable[tuple[Point, Array]]:
        d = world.position(self.a) - world.position(self.b)
        rate = world.velocity(self.a) - world.velocity(self.b)
        distance = float(np.linalg.norm(d))
        self.stretch(world)
        assert self.length is not None
        along = d / distance if distance > 1e-12 else np.zeros(3)
        f = -(self.stiffness * (distance - self.length) + self.damping * float(rate @ along)) * along
        yield self.a, f
        yield self.b, -f

    def stretch(self, world: "World") -> None:
        """Without a length of its own it is as long as it is when it first acts."""
        if self.length is None:
            self.length = float(np.linalg.norm(world.position(self.a) - world.position(self.b)))


class Pull(Force):
    """A hand on a rubber band: f = k (target − x) − c ẋ; move `target` while the world runs (mouse spring)."""

    def __init__(self, point: Point, target: ArrayLike, stiffness: float, damping: float = 0.0) -> None:
        self.point, self.stiffness, self.damping = point, stiffness, damping
        self.target = finite(target, f"target of the pull on {point!r}", (3,))
        self.name = f"pull on {point.body.name}.{point.name}"

    def on(self, world: "World") -> Iterable[tuple[Point, Array]]:
        gap = np.asarray(self.target) - world.position(self.point)
        yield self.point, self.stiffness * gap - self.damping * world.velocity(self.point)
