"""A world of one lattice body that nothing holds: the compiled loop of rollouts runs it, to the same bytes."""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.step import arrived, room
from supple.dynamics.legacy.contact.floor import REST
from supple.dynamics.legacy.integrators.symplectic import Symplectic
from supple.dynamics.legacy.rollout.advancing import Outside, frames
from supple.dynamics.legacy.rollout.going import Going, go
from supple.dynamics.legacy.rollout.setting import course_of, idle, springs_of, strive_by, surface_of
from supple.dynamics.legacy.rollout.surface import touching
from supple.dynamics.legacy.state import State
from supple.errors import DivergenceError

if TYPE_CHECKING:
    from supple.dynamics.legacy.binding import Binding


def is_alone(world: "Binding") -> bool:
    """Whether there is one lattice body, symplectic steps, and no constraint."""
    lone = len(world.bodies) == 1 and isinstance(world.bodies[0], LatticeBody)
    return lone and not world.handles and isinstance(world.integrator, Symplectic)


def glide(world: "Binding", steps: int, h: float, pushed: Array) -> int:
    """Advance the state by steps, but for its clock, under a further v̇ `pushed` (nv,); how many were sound."""
    body, state = world.bodies[0], world.state
    assert isinstance(body, LatticeBody)
    D, t = len(body.modes), state.t
    control = idle(D) if body.drive is None else body.drive
    surface = surface_of(body, world.structure.scenery.obstacles)
    on = touching(len(surface.points.r), body.nv)
    momentum = _momentum(body, state, h)
    memory = state.memory.get("glide/touch")
    if memory is not None and memory.shape == on.memory.shape:
        on.memory[:] = memory
        on.met[0] = np.count_nonzero(memory[:, :3].any(axis=1))
    spent = state.memory.get("glide/spent", np.zeros(1)).copy()
    going = Going(
        strive_by(control, springs_of(body, t)),
        course_of(body, t, h, steps),
        control,
        body.drive_start,
        Outside(world.structure.acceleration + pushed, world.drag + body.material.drag),
        surface,
        REST * world.structure.pull * h,
    )
    none = frames(np.zeros(0), len(on.clear), D)
    done = go(body, going, state.q, state.v, momentum, t, h, steps, room(body.parts), on, none, spent)
    pressed = on.impulse[: on.met[0]].sum(axis=0)[None]
    state.memory |= {
        "glide/momentum": np.concatenate([state.q, state.v, momentum, [h]]),
        "glide/touch": on.memory,
        "glide/spent": spent,
        "pressed": pressed,
    }
    if done < steps:
        raise DivergenceError(
            f"{body.name!r} went out of bounds at {t + done * h:.3f} s: something pulls too hard for its springs, "
            f"or the step of {h:.2g} s is too coarse"
        )
    body.check_shape(state.q, t + done * h, h)
    return done


def _momentum(body: LatticeBody, state: State, h: float) -> Array:
    """π that the last leap left, if nothing has touched the state since; else that of a body that came with v."""
    q, v = state.q, state.v
    kept = state.memory.get("glide/momentum", np.zeros(0))
    known = np.concatenate([q, v])
    found = np.zeros(len(v))
    if len(kept) == len(known) + len(v) + 1 and kept[-1] == h and (kept[: len(known)] == known).all():
        found[:] = kept[len(known) : -1]
    else:
        body.check_shape(q, state.t, h)
        arrived(body.parts, q, v, h, room(body.parts), found)
    return found
