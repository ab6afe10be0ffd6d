"""Motions solved as a whole, beside the same problems written plainly in CasADi for IPOPT.

Both solve one problem: what each finds is put to the other's cost and constraints before anything is timed.
Crocoddyl's problem is a like one, and only noted.
"""

import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import casadi as ca
import numpy as np

import supple
from benchmarks.lamp import TOLERANCE, Leap, Timing
from benchmarks.plain_jump import PlainJump
from benchmarks.plain_lamp import PlainLeap
from benchmarks.row import Row, interleaved
from supple.arrays import Array
from supple.spacetime import Shot
from supple.spacetime.solvers import Fatrop, Ipopt, Solution, Sqp, Start
from supple.spacetime.solvers.solution import violation

FAR, MOVED = 0.9, 1.05
"""Where the luxo jump lands [m], and how many times as far the second time."""
AGREE = 1e-6
"""How far two programs may differ in a number before they are not the same problem."""
LANDED = 1e-3
"""How far from its goal a landing may be that is only asked for by a cost [m]."""
PATIENCE = 120
"""Seconds that a peer in a process of its own may take."""


def measure() -> Iterator[Row]:
    """Yield one row a comparison."""
    yield from lamp(Timing(), beside=crocoddyl())
    yield from luxo(samples=80)


def lamp(timing: Timing, repeats: int = 7, beside: str = "") -> Iterator[Row]:
    """The bench lamp: stages solved by Fatrop and confirmed; solved again by Newton's steps.

    What `beside` tells of another peer ends the first note.
    """
    ours, plain = Leap(timing), PlainLeap(timing, TOLERANCE)
    solver, newton, here = Fatrop(tolerance=TOLERANCE), Sqp(TOLERANCE), ours.numbers(1.0)
    found, theirs = solver.solve(ours, here, Start(ours.guess)), plain.solve(1.0)
    cost, missed = plain.judged(*ours.forces(found.x), 1.0)
    _agree("bench lamp", found.objective, cost, missed)
    settings = f"ipopt, positions as unknowns, expanded, tol {TOLERANCE:g}"
    cold = interleaved(lambda: solver.solve(ours, here, Start(ours.guess)), lambda: plain.solve(1.0), repeats)
    note = f"{timing.samples} samples; cost {found.objective:.5g} against {float(theirs['f']):.5g}, "
    note += f"{found.iterations} against {plain.solver.stats()['iter_count']} iterations; {beside}"
    yield Row("lamp-bench-cold", cold[0], "casadi", ca.__version__, settings, cold[1], note)
    last: list[Solution] = [found]
    goals = np.tile([1.05, 1.1, 1.2, 1.0], repeats)

    def again() -> None:
        for landing in goals:
            last[0] = newton.solve(ours, ours.numbers(landing), last[0].start)
            if not last[0].success:
                raise RuntimeError(f"bench lamp, landing at {landing} m: {last[0].status}")

    def plainly() -> None:
        there = theirs
        for landing in goals:
            there = plain.solve_again(there, landing)

    mine, other = (seconds / len(goals) for seconds in interleaved(again, plainly, 3))
    note = f"landing moved by 5 to 20 %, {1 / mine:.0f} converged solves a second"
    yield Row("lamp-bench-resolve", mine, "casadi", ca.__version__, settings, other, note)


def crocoddyl() -> str:
    """What Crocoddyl takes for its lamp, in a process of its own so that a crash ends nothing here."""
    if importlib.util.find_spec("crocoddyl") is None:
        return "crocoddyl is not installed: python -m pip install --constraint constraints.txt --group peers"
    command, root = [sys.executable, "-m", "benchmarks.crocoddyl_lamp"], Path(__file__).parents[1]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except subprocess.SubprocessError:
        return "crocoddyl ended without figures: python -m benchmarks.crocoddyl_lamp tells why"
    told = json.loads(done.stdout.splitlines()[-1])
    landed = "" if told["converged"] and told["missed"] < LANDED else "did not land: "
    return (
        f"crocoddyl {told['version']}, a like problem with its own cost: {landed}{told['cold_s'] * 1e3:.1f} ms cold, "
        f"{told['again_s'] * 1e3:.1f} ms again, {told['iterations'][0]} and {told['iterations'][1]} iterations, "
        f"landing error {told['missed']:.0e} m"
    )


def luxo(samples: int, repeats: int = 3) -> Iterator[Row]:
    """The jump of the gallery, as it is shown."""
    character, begun = supple.characters.lamp(), time.perf_counter()
    shot = Shot.jump(character, to=(FAR, 0, 0), samples=samples)
    program, built = shot.problem, time.perf_counter() - begun
    _ = program.gradient, program.jacobian, program.hessian
    ready = time.perf_counter() - begun
    tolerance = Ipopt().options["ipopt.tol"]
    guess, plain = shot.session.start(shot.problem.numbers()).x, PlainJump(shot, tolerance)
    shot.solve()
    theirs = plain.solve(guess, np.array([FAR, 0.0]))
    note = f"{_same(shot, plain, plain.unknowns(theirs))} against {theirs.stats()['iter_count']}; "
    note += f"from Shot to a built problem {built:.2f} s, with its derivatives {ready:.2f} s; "
    note += f"theirs expanded {_expanded(shot, guess, tolerance):.2f} s"
    settings = f"Opti, ipopt, MX, tol {tolerance:g}"

    def cold() -> None:
        shot.session.restart()
        shot.solve()

    mine, other = interleaved(cold, lambda: plain.solve(guess, np.array([FAR, 0.0])), repeats)
    yield Row("luxo-cold", mine, "casadi", ca.__version__, settings, other, note)
    yield _again(shot, plain, theirs.value(plain.opti.lam_g), settings, repeats)
    yield _dragged(shot)


def _expanded(shot: Shot, guess: Array, tolerance: float) -> float:
    """Seconds of a solve of the plain program whose calls are expanded; the first makes its derivatives."""
    plain = PlainJump(shot, tolerance, expand=True)
    plain.solve(guess, np.array([FAR, 0.0]))
    begun = time.perf_counter()
    plain.solve(guess, np.array([FAR, 0.0]))
    return time.perf_counter() - begun


def _again(shot: Shot, plain: PlainJump, multipliers: Array, settings: str, repeats: int) -> Row:
    """Solved again after the landing moved; ours to a take."""
    places = [FAR * MOVED, FAR]
    x = plain.unknowns(plain.opti.debug)

    def ours() -> None:
        for place in places:
            shot.to = (place, 0, 0)
            shot.solve()

    def theirs() -> None:
        for place in places:
            plain.solve(x, np.array([place, 0.0]), multipliers)

    mine, other = (seconds / len(places) for seconds in interleaved(ours, theirs, repeats))
    note = (
        f"landing moved by {MOVED - 1:.0%} and back, {shot.solution.iterations} iterations, take included; "
    )
    note += f"the solve alone {shot.solution.seconds * 1e3:.0f} ms"
    return Row("luxo-resolve", mine, "casadi", ca.__version__, settings, other, note)


def _dragged(shot: Shot, steps: int = 60) -> Row:
    """The landing follows a mouse for a second, then is let go."""
    seconds = []
    for k in range(steps):
        shot.to = (FAR * (1 + (MOVED - 1) * np.sin(2 * np.pi * k / steps)), 0, 0)
        begun = time.perf_counter()
        shot.drag()
        seconds.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    shot.solve()
    released = time.perf_counter() - begun
    mine = float(np.median(seconds))
    note = f"{1 / mine:.0f} steps a second, slowest {max(seconds) * 1e3:.0f} ms; "
    note += f"converged {released:.2f} s after release"
    return Row("luxo-drag", mine, "a screen", "", "60 frames a second", 1 / 60, note)


def _same(shot: Shot, plain: PlainJump, x: Array) -> str:
    """Each solution in the other's cost and constraints."""
    cost, missed = plain.judged(shot.solution.x, np.array([FAR, 0.0]))
    _agree("luxo jump, ours in theirs", shot.solution.objective, cost, missed)
    numbers = shot.problem.numbers()
    f, g = (np.array(part).ravel() for part in shot.problem.values(x, numbers.p))
    theirs, _ = plain.judged(x, np.array([FAR, 0.0]))
    _agree("luxo jump, theirs in ours", theirs, float(f[0]), violation(numbers, x, g))
    return f"cost {cost:.6g} against {theirs:.6g}, {shot.solution.iterations} iterations"


def _agree(what: str, one: float, other: float, missed: float) -> None:
    if abs(one - other) > AGREE * abs(one) or missed > AGREE:
        raise RuntimeError(
            f"{what}: costs {one} and {other}, rows missed by {missed:.2g}: not the same problem"
        )
