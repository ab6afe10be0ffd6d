"""Schemes that decide the velocity first, constraints and contact included, and then move with it.

v* = v + kick,   c(q ⊕ h v⁺, t⁺) = 0 with v⁺ = v* + W J(q)ᵀ μ,   q⁺ = q ⊕ h v⁺,   then ċ = 0 at q⁺.

The two halves are those of RATTLE: a pendulum keeps its energy. A row of softness γ and share β pulls instead:
(c(q ⊕ h v⁺, t⁺) − c)/h + γ μ = β (−c/h − ṅ) + ṅ, with c = c(q, t⁺) and ṅ = −∂c/∂t, as in the compiled loop. It goes
by how far points get in the step, since J v⁺ misses h/2 of what turning does to them; γ = 0 and β = 1 hold exactly.
"""

from abc import abstractmethod

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.constraints.reaction import Reaction, Response
from supple.dynamics.legacy.contact.pressing import press
from supple.dynamics.legacy.general import System
from supple.dynamics.legacy.integrators.ending import CLOSE, ROUNDS, project, settle
from supple.dynamics.legacy.integrators.integrator import Integrator, Step
from supple.dynamics.legacy.integrators.linear_step import as_whole, bearable
from supple.dynamics.legacy.state import State


class ImpulsiveIntegrator(Integrator):
    """What they share; a scheme says what the step does without constraints, and how bodies answer to impulses."""

    firm = True

    @abstractmethod
    def predict(self, system: System, state: State, h: float) -> tuple[Array, Response]:
        """v* and W."""

    def step(self, system: System, state: State, h: float) -> Step:
        q, end = state.q, state.t + h
        v, W = self.predict(system, state, h)
        reaction = Reaction(system.jacobian(q, end), W)
        v, impulse = _held(system, reaction, q, v, np.zeros(system.count), end, h)
        pressed = press(system, reaction, q, v, h, state.memory)
        if pressed.change.any():
            v, impulse = v + pressed.change, impulse + pressed.multipliers
            v, impulse = _held(system, reaction, q, v, impulse, end, h)
            v = v if system.count else _borne(system, q, v, pressed.shift, h)
        q = project(system, system.structure.flow(q, v + pressed.shift, h), end)
        v, last = settle(system, q, v, end, W)
        return Step(q, v, impulse + last, pressed.memory)


def _borne(system: System, q: Array, v: Array, shift: Array, h: float) -> Array:
    """v where no blow crushes a body: what it cannot bear of its deforming is lost, the motion as a whole is not."""
    for body, span, here in system.structure.parts:
        if isinstance(body, LinearBody):
            own, u = v[here], body.basis.uniform
            share = bearable(q[span], own + shift[here], h, body.M, u, body.G)
            if share < 1:
                whole = as_whole(q[span], own, body.M, u)
                v[here] = whole + share * (own - whole)
                shift[here] *= share
    return v


def _held(
    system: System, reaction: Reaction, q: Array, v: Array, impulse: Array, t: float, h: float
) -> tuple[Array, Array]:
    """v and μ such that every row has what it wants at the end of the step, by Newton with the matrix at q."""
    if not system.count:
        return v, impulse
    gamma, beta = system.softness(reaction.S.diagonal(), h)
    reaction.soften(gamma)
    drift = -system.rates(q, np.zeros_like(v), t)
    begun = system.gaps(q, t)
    wanted = beta * (-begun / h - drift) + drift
    for _ in range(ROUNDS):
        moved = system.gaps(system.structure.flow(q, v, h), t) - begun
        miss = wanted - moved / h - gamma * impulse
        if h * np.abs(miss).max() <= CLOSE:
            break
        change = reaction.solve(miss)
        v, impulse = v + reaction.WJ @ change, impulse + change
    return v, impulse
