"""Symplectic Euler: v⁺ = v + h v̇(q), q⁺ = q ⊕ h v⁺. Worlds of constant matrices run it in the compiled loop."""

from supple.arrays import Array
from supple.dynamics.legacy.constraints.reaction import Response
from supple.dynamics.legacy.general import System
from supple.dynamics.legacy.integrators.impulsive import ImpulsiveIntegrator
from supple.dynamics.legacy.state import State


class Symplectic(ImpulsiveIntegrator):
    """First order, with an energy that swings but does not drift."""

    def predict(self, system: System, state: State, h: float) -> tuple[Array, Response]:
        return state.v + system.velocity_gain(state.q, state.v, state.t, h), system.response(state.q, h)
