"""Linearly implicit Euler, body by body: (M + h D + h² K) Δv = h Q(q̃, v),  q̃ = q + h v,  K and D at q̃.

Q(q⁺) = Q(q̃ + h Δv) ≈ Q(q̃) − h K Δv: about where the body would coast to rather than about where it is, which is the
same for small motions, and keeps a body that spins by a good part of a radian in a step from being flung apart.
Stable whatever the stiffness, at the price of damping what a step cannot resolve. Forces between the parts of a body
cannot turn the whole: what Δv does to its momenta is taken out. Constraints and contact act through the same matrix,
since that is how a body answers to an impulse within the step.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.dynamics.legacy.constraints.reaction import Response
from supple.dynamics.legacy.general import System
from supple.dynamics.legacy.integrators.impulsive import ImpulsiveIntegrator
from supple.dynamics.legacy.integrators.linear_step import Springs, linear_step
from supple.dynamics.legacy.state import State


class Implicit(ImpulsiveIntegrator):
    """First order; steps as coarse as 1/60 s for any material."""

    bounded = True

    def predict(self, system: System, state: State, h: float) -> tuple[Array, Response]:
        kick, blocks = h * system.outer(state.q, state.v, state.t), []
        for body, span, here in system.structure.parts:
            q, v, pushed = state.q[span], state.v[here], kick[here]
            if isinstance(body, LinearBody):
                kick[here], W = _linear(body, q, v, pushed, h, held=bool(system.count))
            else:
                kick[here], W = _other(body, q, v, pushed, h)
            blocks.append(W)
        return state.v + kick, Response([here for _, _, here in system.structure.parts], blocks)


def _linear(body: LinearBody, q: Array, v: Array, pushed: Array, h: float, held: bool) -> tuple[Array, Array]:
    springs = Springs(body.stiffness, body.incompressibility, body.damping, body.paper_damping)
    return linear_step(body.arrays, springs, q, v, pushed, h, held)


def _other(body: Body, q: Array, v: Array, pushed: Array, h: float) -> tuple[Array, Array]:
    """About q itself: what turns has no straight way to coast; what is rigid
    has no springs, and lattices have an implicit step of their own."""
    if isinstance(body, RigidBody | LatticeBody):
        return pushed + body.velocity_gain(q, v, h), body.response(q, h)
    M = body.mass_matrix(q)
    K, D = body.stiffening(q)
    A = np.linalg.inv(M + h * D + h**2 * K)
    return A @ (M @ (pushed + body.velocity_gain(q, v, h)) - h**2 * K @ v), (A + A.T) / 2
