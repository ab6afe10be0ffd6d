"""Running a world: steps, what is due between them, and the frames that are kept."""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics import recorder
from supple.dynamics.assembly import Rows
from supple.dynamics.state import State
from supple.dynamics.stepping import Targets, advance
from supple.errors import DivergenceError, InputError
from supple.motion import Track
from supple.scene import Node, Note, Origin, Scene, Take

if TYPE_CHECKING:
    from supple.dynamics.world import World

SWEEPS = 60
GAP = 1e-6
"""Exact constraints may start at most this far from being met [m]."""


def run(world: "World", seconds: float, fps: float, name: str) -> Take:
    """Advance by `seconds` and keep `fps` frames a second."""
    if not (np.isfinite(seconds) and seconds > 0):
        raise InputError(f"cannot run for {seconds} s; give a positive number of seconds")
    start = world.time
    times = start + np.arange(int(np.floor(seconds * fps + 1e-9)) + 1) / fps
    frames = []
    for time in times:
        advance_to(world, time)
        frames.append(sample(world, time))
    return recorded(world, times - start, np.array(frames), start, name)


def advance_to(world: "World", time: float) -> None:
    """Take whole steps until the clock has reached `time`; actions happen at the first step that reaches theirs."""
    world.agenda.act(world.time)
    while world.time < time - 1e-9 * world.step_size:
        h = world.step_size
        steps = max(int(np.ceil((min(time, world.agenda.next) - world.time) / h - 1e-6)), 1)
        watched = world.each_step or any(isinstance(x.strength, Track) for x in world.handles)
        leap(world, 1 if watched else steps, h)
        for action in world.each_step:
            action()
        world.agenda.act(world.time)


def leap(world: "World", steps: int, h: float) -> None:
    """Advance the state by steps through which the structure stands."""
    state, structure, rows = world.state, world.structure, world.rows
    rows.soften(state.t, h)
    _check(rows, state)
    times = state.t + h * np.arange(1, steps + 1)
    targets = Targets(rows.targets(times), rows.targets(times, 1))
    impulse = np.zeros(rows.count)
    touch = np.zeros((len(structure.contacts.body), 3))
    done, wrong = advance(
        state.q, state.v, structure.acceleration, h, steps,
        structure.body_arrays, rows.arrays, targets, structure.contacts, SWEEPS, impulse, touch,
    )  # fmt: skip
    state.t = float(state.t + done * h)
    state.memory["touch"] = touch / h
    rows.tell(impulse)
    if wrong >= 0 or not np.isfinite(state.q).all():
        body = structure.linear[max(wrong, 0)].name
        raise DivergenceError(
            f"{body!r} turned inside out at {state.t:.3f} s: something pulls too hard for its material, "
            f"or the step of {h:.2g} s is too coarse"
        )


def _check(rows: Rows, state: State) -> None:
    """Before the first step of a structure: exact constraints must be met, or the step would tear at them."""
    if rows.checked or not rows.count:
        return
    gaps = np.where(rows.gamma == 0, np.abs(rows.gaps(state)), 0.0)
    if gaps.max() > GAP:
        raise InputError(
            f"{rows.owner(int(gaps.argmax())).constraint.name!r} starts {gaps.max():.3g} m apart; bring the parts "
            "together (world.assemble()), or pull gently (strength below 1)"
        )
    rows.checked = True


def sample(world: "World", time: float) -> Array:
    """q at a frame's time, along the last step's velocity for times between steps."""
    return np.asarray(world.state.q + (time - world.time) * world.state.v)


def recorded(world: "World", times: Array, frames: Array, start: float, name: str) -> Take:
    """A take of states (T, nq)."""
    scene, motions = Scene(), {}
    for body in world.structure.linear:
        scene.add(Node(body.name, recorder.deforming_mesh(body)))
        motions[body.name] = recorder.motion(body, frames[:, world.structure.span(body)])
    end = times[-1] + 1e-9
    notes = tuple(Note(n.time - start, n.text) for n in world.notes if 0 <= n.time - start <= end)
    return Take(scene, times, motions, notes=notes, origin=Origin(step=world.step_size), name=name)
