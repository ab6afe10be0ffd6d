"""Steps of a world through its integrator, where the compiled loop cannot run."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.general import System
from supple.dynamics.state import State
from supple.errors import DivergenceError, InputError

if TYPE_CHECKING:
    from supple.dynamics.handle import Handle
    from supple.dynamics.world import World

GAP = 1e-6
"""Exact constraints may start at most this far from being met [m]."""


def system_of(
    world: "World", handles: "Sequence[Handle]", h: float, pushed: "Callable[[World], Array] | None" = None
) -> System:
    """A world's bodies and the given constraints as functions of q, v and t; `pushed`: what its forces do to v̇."""

    def pushed_at(q: Array, v: Array, t: float) -> Array:
        if pushed is None or not world.forces:
            return np.zeros_like(v)
        kept, world.state = world.state, State(q, v, t, world.state.memory)
        try:
            return pushed(world)
        finally:
            world.state = kept

    return System(world.structure, handles, world.time, h, pushed_at)


def stride(world: "World", steps: int, h: float, pushed: "Callable[[World], Array]") -> None:
    """Advance the state by steps through which constraints and strengths stand."""
    state, system = world.state, system_of(world, world.held, h, pushed)
    _check(system, state)
    for _ in range(steps):
        q, v, impulse, touch = world.integrator.step(system, state, h)
        state.q, state.v, state.t = q, v, state.t + h
        state.memory["touch"] = touch
        system.tell(impulse)
        _sound(system, state, h)


def _check(system: System, state: State) -> None:
    """Exact constraints must be met when a step begins, or it would tear at them."""
    gaps = np.where(system.exact, np.abs(system.gaps(state.q, state.t)), 0.0)
    if gaps.max(initial=0.0) > GAP:
        raise InputError(
            f"{system.owner(int(gaps.argmax())).constraint.name!r} starts {gaps.max():.3g} m apart; bring the parts "
            "together (world.assemble()), or pull gently (strength below 1)"
        )


def _sound(system: System, state: State, h: float) -> None:
    """A step must leave every body right side out, and every exact constraint met."""
    for body, q, v in system.each(state.q, state.v):
        finite = bool(np.isfinite(q).all() and np.isfinite(v).all())
        if not finite or (isinstance(body, LinearBody) and body.least_volume(q) <= 0):
            raise DivergenceError(
                f"{body.name!r} turned inside out at {state.t:.3f} s: something pulls too hard for its material, "
                f"or the step of {h:.2g} s is too coarse"
            )
    gaps = np.where(system.exact, np.abs(system.gaps(state.q, state.t)), 0.0)
    if gaps.max(initial=0.0) > GAP:
        name = system.owner(int(gaps.argmax())).constraint.name
        raise DivergenceError(
            f"{name!r} cannot be held at {state.t:.3f} s: {gaps.max():.3g} m are missing; "
            "it contradicts another constraint, or asks for more than its bodies can reach"
        )
