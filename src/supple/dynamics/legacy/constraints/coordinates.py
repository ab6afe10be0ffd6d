"""All coordinates of a body led at once: c = B J⁺ (x − n(t)), ċ = B J⁺ (ẋ − ṅ) while they are met.

x are points that fix the body, n(t) where the motion q(t) has them, J⁺ (nv, 3n) the pseudo-inverse of their Jacobian
there, and B = diag(L)⁻¹ Lᵀ with M = L Lᵀ. So none of the nv rows follows from others however the body is turned or
deformed, and a pull on one does not stir the rest: first the center of mass, then the turn of the whole, then
the modes.
"""

from functools import lru_cache
from typing import Protocol

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.constraints.constraint import Constraint

KEPT = 8
"""Times that are remembered: a step asks for its two ends again and again."""


class Motion(Protocol):
    """Where a body should be."""

    def state(self, t: float) -> tuple[Array, Array]:
        """q (nq,) and v (nv,) at a time [s]."""

    def acceleration(self, t: float) -> Array:
        """v̇ (nv,) at a time [s]."""


class Coordinates(Constraint):
    """A body that goes through the states of a motion; `points` of it fix all its coordinates."""

    constant = False

    def __init__(self, body: Body, points: "list[Point]", motion: Motion) -> None:
        self.name = f"keys of {body.name}"
        self.points = tuple(points)
        self._body, self._motion = body, motion
        self._p = np.stack([point.coefficients for point in points])
        self._at = lru_cache(KEPT)(self._led)

    @property
    def size(self) -> int:
        return self._body.nv

    def value(self, x: Array, t: float) -> Array:
        places, _, inverse = self._at(t)
        return np.asarray(inverse @ (x - places).reshape(-1))

    def rate(self, x: Array, xdot: Array, t: float) -> Array:
        _, speeds, inverse = self._at(t)
        return np.asarray(inverse @ (xdot - speeds).reshape(-1))

    def bias(self, x: Array, xdot: Array, t: float) -> Array:
        (q, v), (_, _, inverse) = self._motion.state(t), self._at(t)
        drift = [self._body.bias(q, v, p) for p in self._p]
        wanted = self._body.velocity(q, self._motion.acceleration(t), self._p) + drift
        return np.asarray(-inverse @ wanted.reshape(-1))

    def blocks_at(self, x: Array, t: float) -> tuple[Array, ...]:
        return tuple(np.split(self._at(t)[2], len(self.points), axis=1))

    def _led(self, t: float) -> tuple[Array, Array, Array]:
        """n, ṅ and B J⁺."""
        q, v = self._motion.state(t)
        J = self._body.jacobians(q, self._p)
        L = np.linalg.cholesky(self._body.mass_matrix(q))
        decoupled = L.T / L.diagonal()[:, None]
        inverse = decoupled @ np.linalg.pinv(J.reshape(-1, self._body.nv))
        return self._body.position(q, self._p), J @ v, inverse
