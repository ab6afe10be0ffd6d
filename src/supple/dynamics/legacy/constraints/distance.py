"""Two points a fixed distance apart: c = |x_a − x_b| − d = 0.

With u = (x_a − x_b)/|x_a − x_b|:  B_a = uᵀ, B_b = −uᵀ,  bias = (|ẇ|² − (u·ẇ)²)/|w|,  w = x_a − x_b.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Point
from supple.dynamics.legacy.constraints.constraint import Constraint
from supple.errors import InputError


@dataclass(frozen=True, eq=False)
class Distance(Constraint):
    """A massless rod between two points; its Jacobian turns with it."""

    name: str
    points: tuple[Point, ...]
    length: float

    @property
    def size(self) -> int:
        return 1

    @property
    def constant(self) -> bool:
        return False

    def value(self, x: Array, t: float) -> Array:
        return np.array([np.linalg.norm(x[0] - x[1]) - self.length])

    def rate(self, x: Array, xdot: Array, t: float) -> Array:
        return np.array([_along(x) @ (xdot[0] - xdot[1])])

    def bias(self, x: Array, xdot: Array, t: float) -> Array:
        w, along = xdot[0] - xdot[1], _along(x)
        return np.array([(w @ w - (along @ w) ** 2) / np.linalg.norm(x[0] - x[1])])

    def blocks_at(self, x: Array, t: float) -> tuple[Array, ...]:
        along = _along(x)[None]
        return along, -along


def distance(a: Point, b: Point, length: float) -> Distance:
    """|x_a − x_b| = length [m]."""
    if a.body is b.body:
        raise InputError(f"{a!r} and {b!r} belong to one body; a distance is held between two")
    if not (np.isfinite(length) and length > 0):
        raise InputError(
            f"distance from {a!r} to {b!r} is {length} m; it must be positive (attach them if they are to meet)"
        )
    name = f"distance {a.body.name}.{a.name} to {b.body.name}.{b.name}"
    return Distance(name, (a, b), float(length))


def _along(x: Array) -> Array:
    w = x[0] - x[1]
    return np.asarray(w / np.linalg.norm(w))
