"""Steps of a world through its integrator, where the compiled loop cannot run."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.agreement import check_held, check_independence
from supple.dynamics.legacy.bodies.lattice.moded import Moded
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.general import System
from supple.dynamics.legacy.integrators.linear_step import least_volume
from supple.dynamics.legacy.readiness import check_met, check_tracks
from supple.dynamics.legacy.state import State
from supple.errors import DivergenceError

if TYPE_CHECKING:
    from supple.dynamics.legacy.binding import Binding
    from supple.dynamics.legacy.handle import Handle


def system_of(
    world: "Binding",
    handles: "Sequence[Handle]",
    h: float,
    pushed: "Callable[[], Array] | None" = None,
    ahead: float = 0.0,
) -> System:
    """A world's bodies and the given constraints as functions of q, v and t; `pushed`: what its forces do to v̇.

    Constraints have the strength that they will have `ahead` seconds from now.
    """

    def pushed_at(q: Array, v: Array, t: float) -> Array:
        if pushed is None or not world.forces:
            return np.zeros_like(v)
        kept, world.state = world.state, State(q, v, t, world.state.memory)
        try:
            return pushed()
        finally:
            world.state = kept

    return System(world.structure, handles, world.time + ahead, h, pushed_at, world.ignored)


def stride(world: "Binding", steps: int, h: float, pushed: "Callable[[], Array]") -> None:
    """Advance the state by steps through which constraints and strengths stand."""
    state, system = world.state, system_of(world, world.held, h, pushed, ahead=h)
    check_tracks(system.handles, state.t + (steps - 1) * h)
    check_met(system.gaps(state.q, state.t), state.t, system.owner)
    if world.agreed != system.handles:
        check_independence(system, state.q, state.t)
        world.agreed = system.handles
    _sound(system, state, h)
    state.forget_floor()
    for _ in range(steps):
        q, v, impulse, memory = world.integrator.step(system, state, h)
        state.q, state.v, state.t = q, v, state.t + h
        state.memory |= memory
        system.tell(impulse)
        _sound(system, state, h)
        check_held(system, state.q, state.t)


def _sound(system: System, state: State, h: float) -> None:
    """A step begins and ends with every body right side out."""
    finite = bool(np.isfinite(state.q).all() and np.isfinite(state.v).all())
    for body, q, v in system.each(state.q, state.v):
        inverted = isinstance(body, LinearBody) and least_volume(q, body.G) <= 0
        if inverted or not (finite or (np.isfinite(q).all() and np.isfinite(v).all())):
            raise DivergenceError(
                f"{body.name!r} turned inside out at {state.t:.3f} s: something pulls too hard for its material, "
                f"or the step of {h:.2g} s is too coarse"
            )
        if isinstance(body, Moded):
            body.check_shape(q, state.t, h)
