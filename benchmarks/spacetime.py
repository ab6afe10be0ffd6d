"""Motions solved as a whole, beside the same problems written plainly in CasADi for IPOPT.

Both solve one problem: what each finds is put to the other's cost and constraints before anything is timed.
Crocoddyl's problem is a like one, and only noted.
"""

import importlib.util
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
from scipy import sparse

import supple
from benchmarks.lamp import TOLERANCE, Leap, Timing
from benchmarks.plain_jump import PlainJump
from benchmarks.plain_lamp import PlainLeap
from benchmarks.row import REPEATS, Bench, Row, bench, interleaved, timed
from supple.arrays import Array
from supple.demos.luxo_3d import quarter_turn
from supple.spacetime import Shot
from supple.spacetime.solvers import InteriorPoint, Ipopt, Newton, Solution, Start
from supple.spacetime.solvers.solution import violation

FAR, MOVED, REACHED = 0.9, 1.05, 1.3
"""Where the luxo jump lands [m], how many times as far the second time, and to where it is dragged [m]."""
AGREE = 1e-6
"""How far two programs may differ in a number before they are not the same problem."""
LANDED = 1e-3
"""How far from its goal a landing may be that is only asked for by a cost [m]."""
LATE = 1 / 60
"""Seconds after which a motion comes too late for its frame."""
Told = dict[str, Any]
"""Figures of a peer in another process."""
PATIENCE = 120
"""Seconds that a peer in a process of its own may take."""
LAMP = (
    "lamp-bench-cold",
    "lamp-bench-resolve",
    "lamp-bench-vs-crocoddyl-cold",
    "lamp-bench-vs-crocoddyl-again",
)
LUXO = "luxo-cold", "luxo-cold-take", "luxo-resolve", "drag-1cm", "drag-4cm"


def benches() -> Iterator[Bench]:
    """Yield one a problem."""
    yield Bench(LAMP, lambda: lamp(Timing(), beside=crocoddyl()))
    yield Bench(LUXO, lambda: luxo(samples=80))
    yield bench("luxo-3d", in_space)


def lamp(timing: Timing, repeats: int = REPEATS, beside: "Told | str" = "") -> Iterator[Row]:
    """The bench lamp, cold and again, beside plain CasADi; and beside Crocoddyl where its figures are `beside`."""
    ours, plain = Leap(timing), PlainLeap(timing, TOLERANCE)
    solver, newton, here = InteriorPoint(TOLERANCE), Newton(TOLERANCE), ours.numbers(1.0)
    found, theirs = solver.solve(ours, here, Start(ours.guess)), plain.solve(1.0)
    cost, missed = plain.judged(*ours.forces(found.x), 1.0)
    _agree("bench lamp", found.objective, cost, missed)
    settings = f"ipopt, positions as unknowns, expanded, tol {TOLERANCE:g}"
    cold = interleaved(lambda: solver.solve(ours, here, Start(ours.guess)), lambda: plain.solve(1.0), repeats)
    note = f"{timing.samples} samples; cost {found.objective:.5g} against {float(theirs['f']):.5g}, "
    note += f"{found.iterations} against {plain.solver.stats()['iter_count']} iterations"
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

    mine, other = (seconds / len(goals) for seconds in interleaved(again, plainly, repeats))
    note = f"landing moved by 5 to 20 %, {1 / mine:.0f} converged solves a second"
    yield Row("lamp-bench-resolve", mine, "casadi", ca.__version__, settings, other, note)
    alone = [timed(lambda: solver.solve(ours, here, Start(ours.guess))) for _ in range(repeats)]
    yield from _beside_crocoddyl(beside, statistics.median(alone), mine)


def _beside_crocoddyl(told: "Told | str", cold: float, again: float) -> Iterator[Row]:
    """Two rows of a like problem with its own cost, or how to get them; cold solves one after another, as theirs."""
    for name, ours, theirs in (("cold", cold, "cold_s"), ("again", again, "again_s")):
        if isinstance(told, str):
            yield Row(f"lamp-bench-vs-crocoddyl-{name}", ours, "crocoddyl", note=told)
            continue
        landed = told["converged"] and told["missed"] < LANDED
        note = "a like problem with its own cost" + ("" if landed else "; theirs did not land")
        note += f", {told['iterations'][name == 'again']} iterations, landing error {told['missed']:.0e} m"
        version = told["version"]
        yield Row(f"lamp-bench-vs-crocoddyl-{name}", ours, "crocoddyl", version, "FDDP", told[theirs], note)


def crocoddyl() -> "Told | str":
    """What Crocoddyl takes for its lamp, in a process of its own so that a crash ends nothing here."""
    if importlib.util.find_spec("crocoddyl") is None:
        return "crocoddyl is not installed: python -m pip install --constraint constraints.txt --group peers"
    command, root = [sys.executable, "-m", "benchmarks.crocoddyl_lamp"], Path(__file__).parents[1]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except subprocess.SubprocessError:
        return "crocoddyl ended without figures: python -m benchmarks.crocoddyl_lamp tells why"
    told: Told = json.loads(done.stdout.splitlines()[-1])
    return told


def luxo(samples: int, repeats: int = REPEATS) -> Iterator[Row]:
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

    def take() -> None:
        shot.session.restart()
        shot.solve()

    def plainly() -> None:
        plain.solve(guess, np.array([FAR, 0.0]))

    numbers = shot.problem.numbers()
    alone, other = interleaved(
        lambda: shot.session.solver.solve(shot.problem, numbers, Start(guess)), plainly, repeats
    )
    yield Row("luxo-cold", alone, "casadi", ca.__version__, settings, other, note)
    mine, other = interleaved(take, plainly, repeats)
    yield Row(
        "luxo-cold-take", mine, "casadi", ca.__version__, settings, other, "through solve(), take included"
    )
    yield _again(shot, plain, theirs.value(plain.opti.lam_g), settings, repeats)
    yield _dragged(shot, 0.01)
    yield _dragged(shot, 0.04)


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


def _dragged(shot: Shot, step: float) -> Row:
    """The landing goes from 0.9 m to 1.3 m and back in steps [m]; every frame is solved to the end."""
    out = np.arange(FAR, REACHED + step / 2, step)
    seconds, worst = [], 0.0
    shot.to = (FAR, 0, 0)
    shot.session.restart()
    with shot.drag() as drag:
        for x in (*out[1:], *out[-2::-1]):
            begun = time.perf_counter()
            drag.to = (x, 0, 0)
            seconds.append(time.perf_counter() - begun)
            worst = max(worst, _conditions(shot))
            if not drag.reached:
                raise RuntimeError(f"luxo jump, dragged to {x} m: {drag.attempt.status}")
    late = np.mean(np.array(seconds) > LATE)
    mine = float(np.mean(seconds))
    note = f"{1 / mine:.0f} converged motions a second, {late:.0%} later than {LATE * 1e3:.1f} ms, slowest "
    note += f"{max(seconds) * 1e3:.0f} ms; worst condition of optimality {worst:.0e}"
    return Row(f"drag-{step * 100:.0f}cm", mine, "a second", "", "", 1.0, note)


def _conditions(shot: Shot) -> float:
    """The worst condition of optimality in units of the problem, by derivatives that CasADi makes of the whole."""
    numbers, found = shot.problem.numbers(), shot.solution
    slope = np.array(shot.problem.gradient(found.x, numbers.p)[1]).ravel()
    jacobian = sparse.csc_array(shot.problem.jacobian(found.x, numbers.p)[1])
    left = (slope + jacobian.T @ found.lam_g + found.lam_x) * shot.problem.units
    return max(float(np.abs(left).max()), found.violation)


def in_space() -> Row:
    """The quarter turn of the gallery, beside IPOPT on the same functions."""
    shot = quarter_turn()
    problem, numbers = shot.problem, shot.problem.numbers()
    start = shot.session.start(numbers)
    ours, ipopt = InteriorPoint(), Ipopt()
    one, other = (solver.solve(problem, numbers, start) for solver in (ours, ipopt))
    mine, theirs = interleaved(
        lambda: ours.solve(problem, numbers, start), lambda: ipopt.solve(problem, numbers, start)
    )
    note = f"cost {one.objective:.7g} against {other.objective:.7g}, {one.iterations} against "
    note += f"{other.iterations} iterations"
    return Row("luxo-3d", mine, "ipopt", ca.__version__, "our own functions, mumps", theirs, note)


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
