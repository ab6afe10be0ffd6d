"""Schemes that integrate accelerations, q̇ = v, v̇ = a + W Jᵀ λ, and impose constraints at the end of the step."""

from abc import abstractmethod

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.constraints.reaction import Reaction
from supple.dynamics.legacy.contact.pressing import Pressed, press
from supple.dynamics.legacy.general import System
from supple.dynamics.legacy.integrators.acceleration import constrained_acceleration
from supple.dynamics.legacy.integrators.ending import project, settle
from supple.dynamics.legacy.integrators.integrator import Integrator, Step
from supple.dynamics.legacy.integrators.runge_kutta import Field
from supple.dynamics.legacy.state import State


class SmoothIntegrator(Integrator):
    """What they share; a scheme says how it integrates ẏ = f(t, y), y = (q, v, ∫λ)."""

    feedback = 0.0
    """Share of a step's rate with which unmet constraints return; the projection leaves little to do."""

    @abstractmethod
    def integrate(self, field: Field, y: Array, t: float, h: float, memory: dict[str, Array]) -> Array:
        """y(t + h)."""

    def step(self, system: System, state: State, h: float) -> Step:
        """Impacts are impulses at the beginning; what rests is held up by a force through the step."""
        q, t = state.q, state.t
        impact = _press(system, q, state.v, t, h, {})
        v = state.v + impact.change
        free, _ = constrained_acceleration(system, q, v, t, np.zeros_like(v), h, self.feedback)
        rest = _press(system, q, v + h * free, t, h, state.memory)
        push, ends = rest.change / h, np.cumsum([len(q), len(v)])

        def field(time: float, y: Array) -> Array:
            at, speed, _ = np.split(y, ends)
            a, lam = constrained_acceleration(system, at, speed, time, push, h, self.feedback)
            return np.concatenate([system.rate(at, speed), a, lam])

        y = self.integrate(field, np.concatenate([q, v, np.zeros(system.count)]), t, h, state.memory)
        q, v, impulse = np.split(y, ends)
        q = project(system, system.structure.flow(system.tidied(q), rest.shift, h), t + h)
        v, last = settle(system, q, v, t + h)
        impulse = impulse + impact.multipliers + rest.multipliers + last
        total = {name: impact.memory[name] + rest.memory[name] for name in ("touch", "pressed")}
        return Step(q, v, impulse, rest.memory | total)


def _press(system: System, q: Array, v: Array, t: float, h: float, memory: dict[str, Array]) -> Pressed:
    J = system.jacobian(q, t)[system.exact]
    found = press(system, Reaction(J, system.inverse_mass(q)), q, v, h, memory)
    carried = np.zeros(system.count)
    carried[system.exact] = found.multipliers
    return found._replace(multipliers=carried)
