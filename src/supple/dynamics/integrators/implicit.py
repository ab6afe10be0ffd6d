"""Linearly implicit Euler, body by body: (M + h D + h² K) Δv = h Q(q̃, v),  q̃ = q + h v,  K and D at q̃.

Q(q⁺) = Q(q̃ + h Δv) ≈ Q(q̃) − h K Δv: about where the body would coast to rather than about where it is, which is the
same for small motions, and keeps a body that spins by a good part of a radian in a step from being flung apart.
Stable whatever the stiffness, at the price of damping what a step cannot resolve. Constraints and contact act
through the same matrix, since that is how a body answers to an impulse within the step.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.body import Body
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.constraints.reaction import Response
from supple.dynamics.general import System
from supple.dynamics.integrators.impulsive import ImpulsiveIntegrator
from supple.dynamics.state import State

SQUASHED = 0.3
"""Volume, relative to rest, below which forces where a body coasts to say nothing of use."""


class Implicit(ImpulsiveIntegrator):
    """First order; steps as coarse as 1/60 s for any material."""

    bounded = True

    def predict(self, system: System, state: State, h: float) -> tuple[Array, Response]:
        kick, blocks = h * system.outer(state.q, state.v, state.t), []
        for body, q, v in system.each(state.q, state.v):
            M, here, coasting = body.mass_matrix(q), system.structure.v_span(body), _coasting(body, q, v, h)
            K, D = body.stiffening(coasting)
            A = np.linalg.inv(M + h * D + h**2 * K)
            behind = 0.0 if coasting is not q else h**2 * K @ v
            change = A @ (M @ (kick[here] + body.kick(coasting, v, h)) - behind)
            kick[here] += _inner(body, q, M, change - kick[here])
            blocks.append((A + A.T) / 2)
        return state.v + kick, Response([v_span for _, _, v_span in system.structure.parts], blocks)


def _coasting(body: Body, q: Array, v: Array, h: float) -> Array:
    """Where a linear body would be without forces; q itself where that is squashed beyond use, or of another kind."""
    if not isinstance(body, LinearBody):
        return q
    ahead = body.flow(q, v, h)
    return ahead if body.least_volume(ahead) > SQUASHED else q


def _inner(body: Body, q: Array, M: Array, change: Array) -> Array:
    """A change of v without what it does to the momenta: forces between the parts of a body cannot turn the whole."""
    if not isinstance(body, LinearBody):
        return change
    Z = body.whole(q)
    ZM = Z.T @ M
    return np.asarray(change - Z @ np.linalg.solve(ZM @ Z, ZM @ change))
