"""A world whose matrices are not constant: rigid bodies, distances, any integrator, in any mix with linear bodies.

v̇ = W (Q + Jᵀ λ),   c(q, t) = 0   (Witkin & Welch 1990, eqs. 6–8)

Where all bodies and constraints are constant and the integrator is symplectic, the compiled loop runs with its kept
factor. Otherwise this does, for the whole world: J W Jᵀ is made and factored in every step.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.assembly import offsets
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.constraints.grip import Grip
from supple.dynamics.legacy.constraints.reaction import Response
from supple.dynamics.legacy.contact.points import is_hard
from supple.dynamics.legacy.ignoring import Ignored
from supple.dynamics.legacy.integrators.linear_step import answer_as_whole, as_whole
from supple.dynamics.legacy.structure import Structure

if TYPE_CHECKING:
    from supple.dynamics.legacy.handle import Handle

Pushed = Callable[[Array, Array, float], Array]
"""v̇ that outer forces cause at (q, v, t)."""
NOTHING = np.zeros(0)


class System:
    """Accelerations, gaps and Jacobians of a world's bodies and constraints as functions of q, v and t."""

    def __init__(
        self,
        structure: Structure,
        handles: "Sequence[Handle]",
        t: float,
        h: float,
        pushed: Pushed,
        ignored: Sequence[Ignored] = (),
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
        self.binds = bool(self.exact.any())
        """Whether a row holds exactly."""
        self._pushed, self._ignored = pushed, ignored
        self._grip = Grip([c.points for c in self.constraints], structure)

    @cached_property
    def apart(self) -> Indices:
        """Pairs i < j of bodies that do not touch each other, as i · count + j: joined, ignored, or parts of a
        figure."""
        bodies = self.structure.bodies
        number = {body: i for i, body in enumerate(bodies)}
        joined = [sorted({number[point.body] for point in c.points}) for c in self.constraints]
        figures = {body.figure for body in bodies if body.figure is not None}
        joined += [[i for i, body in enumerate(bodies) if body.figure is figure] for figure in figures]
        pairs = {i * len(bodies) + j for group in joined for i, j in combinations(group, 2)}
        pairs |= {i * len(bodies) + j for each in self._ignored for i, j in each.pairs(bodies, [])}
        return np.array(sorted(pairs), dtype=np.int64)

    # ---- bodies -------------------------------------------------------------------------------------------

    def each(self, q: Array, v: Array) -> "list[tuple[Body, Array, Array]]":
        """Every body with its own part of q and v."""
        return [(body, q[span], v[v_span]) for body, span, v_span in self.structure.parts]

    def velocity_gain(self, q: Array, v: Array, t: float, h: float) -> Array:
        """What everything but constraints and contact adds to v in h seconds."""
        own = [NOTHING, *(body.velocity_gain(bq, bv, h) for body, bq, bv in self.each(q, v))]
        return np.asarray(np.concatenate(own) + h * self.outer(q, v, t))

    def acceleration(self, q: Array, v: Array, t: float) -> Array:
        """v̇ without constraints and contact."""
        own = [body.apply_inverse_mass(bq, body.force(bq, bv)) for body, bq, bv in self.each(q, v)]
        return np.asarray(np.concatenate([NOTHING, *own]) + self.outer(q, v, t))

    def outer(self, q: Array, v: Array, t: float) -> Array:
        """v̇ by gravity, air and outer forces."""
        return np.asarray(self.structure.acceleration - self.structure.drag * v + self._pushed(q, v, t))

    def rate(self, q: Array, v: Array) -> Array:
        """q̇."""
        return np.concatenate([NOTHING, *(body.rate(bq, bv) for body, bq, bv in self.each(q, v))])

    def tidied(self, q: Array) -> Array:
        """q with quaternions of unit length."""
        return np.concatenate([NOTHING, *(body.tidied(q[span]) for body, span, _ in self.structure.parts)])

    def inverse_mass(self, q: Array) -> Response:
        """W = M⁻¹."""
        parts = self.structure.parts
        blocks = [body.apply_inverse_mass(q[span], np.eye(body.nv)) for body, span, _ in parts]
        return Response([v_span for _, _, v_span in parts], blocks)

    def response(self, q: Array, h: float) -> Response:
        """How bodies answer impulses in a symplectic step of h seconds."""
        parts = self.structure.parts
        return Response(
            [v_span for _, _, v_span in parts], [body.response(q[span], h) for body, span, _ in parts]
        )

    def answering_whole(self, q: Array, response: Response) -> Response:
        """W where bodies too hard to be seen wobbling move as a whole: W = Z (Zᵀ M Z)⁻¹ Zᵀ."""
        blocks = list(response.blocks)
        for i, (body, span, _) in enumerate(self.structure.parts):
            if isinstance(body, LinearBody) and is_hard(body):
                blocks[i] = answer_as_whole(q[span], body.M, body.basis.uniform)
            elif isinstance(body, LatticeBody) and is_hard(body):
                blocks[i] = body.answering_whole(q[span])
        return Response(response.spans, blocks)

    def whole(self, q: Array, v: Array) -> Array:
        """v without the wobble of bodies too hard to be seen wobbling."""
        found = v.copy()
        for body, span, v_span in self.structure.parts:
            if isinstance(body, LinearBody) and is_hard(body):
                found[v_span] = as_whole(q[span], v[v_span], body.M, body.basis.uniform)
            elif isinstance(body, LatticeBody) and is_hard(body):
                found[v_span] = body.answering_whole(q[span]) @ body.mass_matrix(q[span]) @ v[v_span]
        return found

    # ---- constraints --------------------------------------------------------------------------------------

    def gaps(self, q: Array, t: float) -> Array:
        """c (rows,)."""
        x = self._grip.positions(q)
        return np.concatenate([NOTHING, *(c.value(xi, t) for c, xi in zip(self.constraints, x, strict=True))])

    def rates(self, q: Array, v: Array, t: float) -> Array:
        """ċ (rows,)."""
        each = zip(self.constraints, self._grip.positions(q), self._grip.velocities(q, v), strict=True)
        return np.concatenate([NOTHING, *(c.rate(x, xdot, t) for c, x, xdot in each)])

    def biases(self, q: Array, v: Array, t: float) -> Array:
        """c̈ − J v̇ (rows,): second-order terms of the constraints, and J̇ v of their points."""
        x, xdot, own = self._grip.positions(q), self._grip.velocities(q, v), self._grip.biases(q, v)
        found = [NOTHING]
        for c, xi, vi, bi in zip(self.constraints, x, xdot, own, strict=True):
            turned = sum(block @ bias for block, bias in zip(c.blocks_at(xi, t), bi, strict=True))
            found.append(c.bias(xi, vi, t) + turned)
        return np.concatenate(found)

    def jacobian(self, q: Array, t: float) -> Array:
        """J = ∂ċ/∂v (rows, nv)."""
        J = np.zeros((self.count, self.structure.v_size))
        if not self.count:
            return J
        each = zip(self.constraints, self._grip.positions(q), self._grip.jacobians(q), strict=True)
        for i, (c, x, held) in enumerate(each):
            rows = J[self.first[i] : self.first[i + 1]]
            for block, (v_span, of_point) in zip(c.blocks_at(x, t), held, strict=True):
                rows[:, v_span] += block @ of_point
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
