"""Heaps of rigid bodies that fall and rest, beside MuJoCo: the same scenes, the same step, both by the thousand.

A row begins where its phase does, by then each side in a heap of its own, and is timed from there again and again.
"""

import statistics
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

import supple
from benchmarks.falling import Falling
from benchmarks.mujoco_piles import SETTINGS, MujocoPile, mujoco
from benchmarks.peers import attempt
from benchmarks.piles import DENSITY, EDGE, STEP, Thing, dominoes, mass_ratio, mixed, pile, stack
from benchmarks.row import REPEATS, Bench, Row, bench, interleaved, timed
from supple.arrays import Array
from supple.dynamics.bodies.materials import Material

FALL, REST, LATE = (0.0, 2.0), (6.0, 8.0), (8.0, 10.0)
"""[s]"""
GROWTH = 100, 300, 1000
"""Boxes in the piles over which the growth of cost is fitted."""


SECONDS, FPS = 10, 60
READ = "xpos, xquat, and both energies read from Python at each frame"


class Phase(NamedTuple):
    """A scene from one moment to another [s]."""

    name: str
    things: list[Thing]
    begin: float
    end: float


def phases() -> Iterator[Phase]:
    """All that are timed beside the peer."""
    for n in (30, 100, 300):
        yield Phase(f"pile-{n}-fall", pile(n), *FALL)
        yield Phase(f"pile-{n}-rest", pile(n), *REST)
    yield Phase("mixed-30-fall", mixed(30), *FALL)
    yield Phase("mixed-30-rest", mixed(30), *REST)
    yield Phase("stack-10", stack(10), *REST)
    yield Phase("dominoes-50", dominoes(), 0.0, 4.0)
    yield Phase("mass-ratio-100", mass_ratio(), *REST)


def benches() -> Iterator[Bench]:
    """Yield one a phase, then how cost grows, then worlds as users run them."""
    for phase in phases():
        yield bench(phase.name, beside, phase)
    yield bench(f"pile-{GROWTH[-1]}", growing)
    yield bench("pile-30-run", run_with_series, 30)
    yield bench("pile-300-run", run_with_series, 300)


def beside(phase: Phase) -> Row:
    """A phase of a scene in both, in turns."""
    begin, steps = round(phase.begin / STEP), round((phase.end - phase.begin) / STEP)
    ours, (theirs, why) = Falling(phase.things), attempt(MujocoPile, phase.things)
    run_peer = replayed(theirs, begin, steps) if theirs else None
    seconds, peer = interleaved(replayed(ours, begin, steps), run_peer)
    note = (
        f"{phase.begin:g}–{phase.end:g} s: {seconds / steps * 1e6:.1f} µs a step; at its end {_found(ours)}; "
    )
    note += f"theirs {peer / steps * 1e6:.1f} µs a step, {_found_by(theirs)}" if theirs and peer else why
    return Row(phase.name, seconds, "mujoco", mujoco.__version__, SETTINGS, peer, note)


def replayed(heap: "Falling | MujocoPile", begin: int, steps: int) -> Callable[[], None]:
    """What goes so many steps on from a moment, again and again."""
    heap.step(begin)
    moment = heap.moment()

    def run() -> None:
        heap.back(moment)
        heap.step(steps)

    return run


def growing() -> Row:
    """How time grows with contacts over piles of a hundred to a thousand boxes; the largest falls beside MuJoCo."""
    cost = {n: _costs(n) for n in GROWTH}
    fall, late = (_exponent([cost[n][k] for n in GROWTH]) for k in range(2))
    (theirs, why), steps = attempt(MujocoPile, pile(GROWTH[-1])), round((FALL[1] - FALL[0]) / STEP)
    peer = timed(lambda: theirs.step(steps)) if theirs else None
    (ours, contacts), (ours_late, contacts_late) = cost[GROWTH[-1]]
    note = (
        f"0–2 s: {1e6 * ours:.0f} µs a step, {contacts:.0f} contacts; 8–10 s: "
        f"{1e6 * ours_late:.0f} µs, {contacts_late:.0f} contacts; time grows with contacts to the {fall:.2f} and the "
        f"{late:.2f} over piles of {', '.join(map(str, GROWTH))}; "
    )
    note += f"theirs {1e6 * peer / steps:.0f} µs a step in 0–2 s" if peer else why
    return Row(f"pile-{GROWTH[-1]}", ours * steps, "mujoco", mujoco.__version__, SETTINGS, peer, note)


def run_with_series(n: int) -> Row:
    """Ten seconds of a world as a user runs it, against the peer with poses and energies read at the same moments."""
    world = heap(n)
    begin, frames = world.snapshot(), np.round(np.arange(1, SECONDS * FPS + 1) / FPS / STEP).astype(int)
    theirs, why = attempt(MujocoPile, pile(n))
    their_begin, seen = theirs and theirs.moment(), list[tuple[Array, Array, float, float]]()

    def run() -> None:
        world.rewind(begin)
        world.run(SECONDS, fps=FPS)

    def run_peer() -> None:
        theirs.back(their_begin)
        seen.clear()
        for steps in np.diff(frames, prepend=0).tolist():
            theirs.step(steps)
            seen.append(theirs.read())

    seconds, peer = interleaved(run, run_peer if theirs else None)
    note = f"{SECONDS} s at {FPS} frames a second; {len(world.contacts())} contacts at the end, "
    note += f"theirs {theirs.contacts}" if theirs else why
    return Row(f"pile-{n}-run", seconds, "mujoco", mujoco.__version__, f"{SETTINGS}; {READ}", peer, note)


def heap(n: int) -> supple.World:
    """A pile as a world."""
    world = supple.World(step=STEP)
    box = supple.models.box(width=EDGE, height=EDGE, depth=EDGE, resolution=1)
    stuff = Material("stuff", density=DENSITY, friction=1.0)
    for i, thing in enumerate(pile(n)):
        body = world.add(box, kind="rigid", material=stuff, name=f"box {i}")
        q, _ = world.coordinates(body)
        q[:3], q[3:] = thing.at, thing.turn
    return world


def _costs(n: int) -> list[tuple[float, float]]:
    """Of a pile that falls and that rests: median seconds a step, and contacts on average."""
    falling, found = Falling(pile(n)), []
    for begin, end in (FALL, LATE):
        falling.step(round(begin / STEP) - falling.steps)
        steps, moment, samples, contacts = round((end - begin) / STEP), falling.moment(), [], 0.0
        for _ in range(REPEATS):
            falling.back(moment)
            before = falling.points
            samples.append(timed(lambda: falling.step(steps)) / steps)  # noqa: B023
            contacts = (falling.points - before) / steps
        found.append((statistics.median(samples), contacts))
    return found


def _exponent(costs: list[tuple[float, float]]) -> float:
    seconds, contacts = np.log(costs).T
    return float(np.polyfit(contacts, seconds, 1)[0])


def _found_by(theirs: MujocoPile) -> str:
    return f"{theirs.contacts} contacts, {1e3 * theirs.depth:.2g} mm deep, {1e3 * theirs.fastest:.2g} mm/s"


def _found(ours: Falling) -> str:
    islands = f"the largest island has {ours.largest}"
    return (
        f"{ours.contacts} contacts ({islands}), {1e3 * ours.depth:.2g} mm deep, {1e3 * ours.fastest:.2g} mm/s"
    )
