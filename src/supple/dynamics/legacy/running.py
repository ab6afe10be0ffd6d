"""Running a world: steps, what is due between them, and the frames that are kept."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.progress import track

from supple.arrays import Array, Indices
from supple.dynamics.legacy import recorder
from supple.dynamics.legacy.agenda import perform
from supple.dynamics.legacy.agreement import check_agreement
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.force_arrays import is_known
from supple.dynamics.legacy.forces.force import Force
from supple.dynamics.legacy.leading import called
from supple.dynamics.legacy.readiness import check_met, check_state, check_tracks
from supple.dynamics.legacy.rollout.alone import glide, is_alone
from supple.dynamics.legacy.run_report import RunReport
from supple.dynamics.legacy.series import Series
from supple.dynamics.legacy.stepping import advance
from supple.dynamics.legacy.striding import stride
from supple.errors import DivergenceError, InputError
from supple.scene import NodeMotion, Note, Origin, Scene, Take
from supple.spatial import aligned

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World

SWEEPS = 60


def run(world: "World", seconds: float, fps: float, name: str) -> Take:
    """Advance by `seconds` and keep `fps` frames a second."""
    if not (np.isfinite(seconds) and seconds > 0):
        raise InputError(f"cannot run for {seconds} s; give a positive number of seconds")
    if not (np.isfinite(fps) and fps > 0):
        raise InputError(f"cannot keep {fps} frames a second; give a positive number")
    check_state(world)
    start = world.time
    if world.agenda.next == np.inf and not world.each_step:
        check_tracks(world.handles, start + seconds - world.step_size)
    times = start + np.arange(int(np.floor(seconds * fps + 1e-9)) + 1) / fps
    frames: list[Array] = []
    stood: list[dict[Obstacle, Array]] = []
    series, report = Series(world), RunReport(world)

    def so_far() -> Take:
        take = recorded(world, times[: len(frames)] - start, np.array(frames), start, name, stood)
        return report.added(take.with_data(**series.arrays(take.times)))

    console = Console(stderr=True)
    world.running = True
    try:
        shown = track(times, name, console=console, transient=True, disable=not console.is_terminal)
        for q in frames_at(world, shown):
            stood.append({obstacle: obstacle.pose(times[len(frames)]) for obstacle in standing(world)})
            frames.append(q)
            series.look(q)
            report.look()
    except KeyboardInterrupt:
        if not frames:
            raise
        console.print(f"stopped at {world.time:.3f} s; the take holds what was done")
    except Exception as error:
        if frames:
            error.take = so_far()  # type: ignore[attr-defined]
            error.add_note(f"at {world.time:.4f} s; the take up to then is in the error's `.take`")
        raise
    finally:
        world.running = False
    return so_far()


def frames_at(world: "World", times: Iterable[float]) -> Iterator[Array]:
    """q at each time, on the straight line between the steps before and after it, whatever the frame rate."""
    t, q = world.time, world.state.q.copy()
    for time in times:
        if world.time < time - 1e-9 * world.step_size:
            advance_to(world, time - world.step_size)
            t, q = world.time, world.state.q.copy()
            advance_to(world, time)
        share = min((time - t) / (world.time - t), 1.0) if world.time > t else 1.0
        yield q + share * (world.state.q - q)


def advance_to(world: "World", time: float) -> None:
    """Take whole steps until the clock has reached `time`; actions happen at the first step that reaches theirs."""
    world.agenda.act(world.time)
    while world.time < time - 1e-9 * world.step_size:
        h = world.step_size
        until = min(time, world.agenda.next, *(x.steady_until(world.time) for x in world.handles))
        steps = max(int(np.ceil((until - world.time) / h - 1e-6)), 1)
        leap(world, 1 if world.each_step or _needs_python(world) else steps, h)
        for action in world.each_step:
            perform(action, called(action), world.time)
        world.agenda.act(world.time)


def leap(world: "World", steps: int, h: float) -> None:
    """Advance the state by steps through which the structure stands: compiled where all matrices are constant."""
    one_step = world.one_step
    if one_step is not None:
        world.state.memory.clear()
        others = [force for force in world.forces if not is_known(force)]
        one_step.leap(world, on_grid(world.state.t, h, np.arange(1, steps + 1)), h, pushed(world, others))
        return
    world.state.contacts = None
    for obstacle in standing(world):
        if obstacle.led:
            raise InputError(
                f"{obstacle.name!r} goes along a track or has a belt, but this world has bodies that do not run on "
                "the one step yet: there obstacles stand still. Put it where it is to be, step by step, or leave "
                "those bodies out"
            )
    if is_alone(world):
        glide(world, steps, h, pushed(world))
        world.state.t = float(on_grid(world.state.t, h, np.array(steps)))
        return
    if not world.compiled:
        stride(world, steps, h, lambda: pushed(world))
        return
    state, structure, rows = world.state, world.structure, world.rows
    rows.soften(state.t + h, h)
    times = on_grid(state.t, h, np.arange(1, steps + 1))
    check_tracks(rows.led, times[-1] - h)
    check_agreement(rows, times)
    if not rows.checked:
        check_met(rows.gaps(state), state.t, rows.owner)
        rows.checked = True
    targets = rows.goals(times)
    impulse = np.zeros(rows.count)
    touch, load = state.contact(len(structure.contacts.body))
    done, wrong = advance(
        state.q, state.v, structure.acceleration + pushed(world), h, steps,
        structure.body_arrays, rows.arrays, targets, structure.contacts, SWEEPS, impulse, touch, load,
    )  # fmt: skip
    state.t = float(on_grid(state.t, h, np.array(done)))
    rows.tell(impulse)
    if wrong >= 0 or not np.isfinite(state.q).all():
        body = structure.linear[max(wrong, 0)].name
        raise DivergenceError(
            f"{body!r} turned inside out at {state.t:.3f} s: something pulls too hard for its material, "
            f"or the step of {h:.2g} s is too coarse"
        )


def on_grid(t: float, h: float, steps: Indices) -> Array:
    """t + h · steps, to the same bits however many leaps led to t; times on the grid of h stay on it."""
    begun = round(t / h)
    return np.asarray((begun + steps) * h + (t - begun * h if abs(t - begun * h) > 1e-6 * h else 0.0))


def _needs_python(world: "World") -> bool:
    """Whether a force has to be asked in every step."""
    return any(world.one_step is None or not is_known(force) for force in world.forces)


def pushed(world: "World", forces: Sequence[Force] | None = None) -> Array:
    """What the forces that act now, or those given, do to v̇: W Jᵀ f of every point they push."""
    total = np.zeros(len(world.state.v))
    for force in world.forces if forces is None else forces:
        for point, f in force.on(world):
            if np.shape(f) != (3,) or not np.isfinite(f).all():
                raise InputError(
                    f"{force.name!r} gave {f!r} at {world.time:.4f} s; a force is three finite numbers [N]"
                )
            q, _ = world.coordinates(point.body)
            here = world.structure.v_span(point.body)
            total[here] += point.body.apply_inverse_mass(q, point.jacobian(q).T @ f)
        for body, Q in force.generalized(world):
            q, _ = world.coordinates(body)
            total[world.structure.v_span(body)] += body.apply_inverse_mass(q, Q)
    return total


def standing(world: "World") -> list[Obstacle]:
    """The ground and all obstacles."""
    return [*([] if world.ground is None else [world.ground]), *world.obstacles]


def recorded(
    world: "World", times: Array, frames: Array, start: float, name: str, stood: list[dict[Obstacle, Array]]
) -> Take:
    """A take of states (T, nq), and of where obstacles stood."""
    scene, motions = Scene(), dict[str, NodeMotion]()
    for obstacle in standing(world):
        scene.add(obstacle.shown(world.time))
        if obstacle.moves and all(obstacle in each for each in stood):
            places = np.array([each[obstacle] for each in stood])
            motions[obstacle.name] = NodeMotion(places[:, :3], aligned(places[:, 3:]))
    for body in world.bodies:
        for node in recorder.roots(body):
            scene.add(node)
        motions |= recorder.motions(body, frames[:, world.structure.span(body)])
    end = times[-1] + 1e-9
    notes = tuple(Note(n.time - start, n.text) for n in world.notes if 0 <= n.time - start <= end)
    return Take(scene, times, motions, notes=notes, origin=Origin(step=world.step_size), name=name)
