"""Linearly implicit Euler, body by body: (M + h D + h² K) Δv = h (Q − h K v).

Stable whatever the stiffness, at the price of damping what a step cannot resolve. Constraints and contact act
through the same matrix, since that is how a body answers to an impulse within the step.
"""

import numpy as np

from supple.arrays import Array
from supple.dynamics.constraints.reaction import Response
from supple.dynamics.general import System
from supple.dynamics.integrators.impulsive import ImpulsiveIntegrator
from supple.dynamics.state import State


class Implicit(ImpulsiveIntegrator):
    """First order; steps as coarse as 1/60 s for any material."""

    bounded = True

    def predict(self, system: System, state: State, h: float) -> tuple[Array, Response]:
        structure, blocks = system.structure, []
        kick = system.kick(state.q, state.v, state.t, h)
        for body, q, v in system.each(state.q, state.v):
            M, (K, D), here = body.mass_matrix(q), body.stiffening(q), structure.v_span(body)
            A = np.linalg.inv(M + h * D + h**2 * K)
            kick[here] = A @ (M @ kick[here] - h**2 * K @ v)
            blocks.append((A + A.T) / 2)
        return state.v + kick, Response([structure.v_span(body) for body in structure.bodies], blocks)
