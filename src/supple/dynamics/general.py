"""A world whose matrices are not constant: rigid bodies, distances, any integrator, in any mix with linear bodies.

v̇ = W (Q + Jᵀ λ),   c(q, t) = 0   (Witkin & Welch 1990, eqs. 6–8)

Where all bodies and constraints are constant and the integrator is symplectic, the compiled loop runs with its kept
factor. Otherwise this does, for the whole world: J W Jᵀ is made and factored in every step.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.assembly import offsets
from supple.dynamics.bodies.body import Body
from supple.dynamics.constraints.reaction import Response
from supple.dynamics.structure import Structure

if TYPE_CHECKING:
    from supple.dynamics.handle import Handle

Pushed = Callable[[Array, Array, float], Array]
"""v̇ that outer forces cause at (q, v, t)."""


class System:
    """Accelerations, gaps and Jacobians of a world's bodies and constraints as functions of q, v and t."""

    def __init__(
        self, structure: Structure, handles: "Sequence[Handle]", t: float, h: float, pushed: Pushed
    ) -> None:
        self.structure = structure
        self.handles = list(handles)
        self.constraints = [handle.constraint for handle in handles]
        self.first = offsets(np.array([c.size for c in self.constraints], dtype=np.int64))
        self.count = int(self.first[-1])
        frequency = [handle.frequency(t, h) for handle in handles]
        self.frequency = np.repeat(np.array(frequency, dtype=np.float64), np.diff(self.first))
        """How fast each row responds [1/s]: ∞ holds exactly."""
        self.exact = np.isinf(self.frequency)
        self._pushed = pushed
        self._holds = [[(p.body, p.coefficients) for p in c.points] for c in self.constraints]

    # ---- bodies -------------------------------------------------------------------------------------------

    def each(self, q: Array, v: Array) -> "list[tuple[Body, Array, Array]]":
        """Every body with its own part of q and v."""
        s = self.structure
        return [(body, q[s.span(body)], v[s.v_span(body)]) for body in s.bodies]

    def kick(self, q: Array, v: Array, t: float, h: float) -> Array:
        """What everything but constraints and contact adds to v in h seconds."""
        own = np.concatenate([np.zeros(0), *(body.kick(bq, bv, h) for body, bq, bv in self.each(q, v))])
        return np.asarray(own + h * self._outer(q, v, t))

    def acceleration(self, q: Array, v: Array, t: float) -> Array:
        """v̇ without constraints and contact."""
        own = [body.apply_inverse_mass(bq, body.force(bq, bv)) for body, bq, bv in self.each(q, v)]
        return np.asarray(np.concatenate([np.zeros(0), *own]) + self._outer(q, v, t))

    def _outer(self, q: Array, v: Array, t: float) -> Array:
        return np.asarray(self.structure.acceleration - self.structure.drag * v + self._pushed(q, v, t))

    def rate(self, q: Array, v: Array) -> Array:
        """q̇."""
        return np.concatenate([np.zeros(0), *(body.rate(bq, bv) for body, bq, bv in self.each(q, v))])

    def tidied(self, q: Array) -> Array:
        """q with quaternions of unit length."""
        s = self.structure
        return np.concatenate([np.zeros(0), *(body.tidied(q[s.span(body)]) for body in s.bodies)])

    def inverse_mass(self, q: Array) -> Response:
        """W = M⁻¹."""
        s = self.structure
        blocks = [body.apply_inverse_mass(q[s.span(body)], np.eye(body.nv)) for body in s.bodies]
        return Response([s.v_span(body) for body in s.bodies], blocks)

    # ---- constraints --------------------------------------------------------------------------------------

    def gaps(self, q: Array, t: float) -> Array:
        """c (rows,)."""
        found = [c.value(self._positions(i, q), t) for i, c in enumerate(self.constraints)]
        return np.concatenate([np.zeros(0), *found])

    def rates(self, q: Array, v: Array, t: float) -> Array:
        """ċ (rows,)."""
        found = [
            c.rate(self._positions(i, q), self._velocities(i, q, v), t)
            for i, c in enumerate(self.constraints)
        ]
        return np.concatenate([np.zeros(0), *found])

    def biases(self, q: Array, v: Array, t: float) -> Array:
        """c̈ − J v̇ (rows,): second-order terms of the constraints, and J̇ v of their points."""
        s = self.structure
        found = [np.zeros(0)]
        for i, c in enumerate(self.constraints):
            x = self._positions(i, q)
            own = [body.bias(q[s.span(body)], v[s.v_span(body)], p) for body, p in self._holds[i]]
            turned = sum(block @ bias for block, bias in zip(c.blocks_at(x, t), own, strict=True))
            found.append(c.bias(x, self._velocities(i, q, v), t) + turned)
        return np.concatenate(found)

    def jacobian(self, q: Array, t: float) -> Array:
        """J = ∂ċ/∂v (rows, nv)."""
        s = self.structure
        J = np.zeros((self.count, s.v_size))
        for i, c in enumerate(self.constraints):
            rows = slice(self.first[i], self.first[i + 1])
            for (body, p), block in zip(self._holds[i], c.blocks_at(self._positions(i, q), t), strict=True):
                J[rows, s.v_span(body)] += block @ body.jacobian(q[s.span(body)], p)
        return J

    def softness(self, diagonal: Array, h: float) -> tuple[Array, Array]:
        """γ and β of each row, given the diagonal of J W Jᵀ; see `Rows.soften`."""
        w = np.where(self.exact, 0.0, self.frequency)
        pull = np.maximum(2 * w + h * w**2, 1e-30)
        return np.where(self.exact, 0.0, diagonal / (h * pull)), np.where(self.exact, 1.0, h * w**2 / pull)

    def owner(self, row: int) -> "Handle":
        """Whose row it is."""
        return self.handles[int(np.searchsorted(self.first, row, side="right")) - 1]

    def tell(self, impulse: Array) -> None:
        """Give each handle its impulses of the last step [N s]."""
        for handle, first, last in zip(self.handles, self.first[:-1], self.first[1:], strict=True):
            handle.impulse = impulse[first:last]

    def _positions(self, i: int, q: Array) -> Array:
        s = self.structure
        return np.array([body.position(q[s.span(body)], p[None])[0] for body, p in self._holds[i]])

    def _velocities(self, i: int, q: Array, v: Array) -> Array:
        s = self.structure
        return np.array(
            [body.velocity(q[s.span(body)], v[s.v_span(body)], p[None])[0] for body, p in self._holds[i]]
        )
