"""Frozen problems: the contacts of one step of a heap, solved in several ways: cost against what is left.

python -m benchmarks.frozen
"""

import statistics
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.falling import Falling
from benchmarks.piles import STEP, Thing, mass_ratio, pile, stack
from benchmarks.row import timed
from supple.arrays import Array
from supple.dynamics.bodies.kind import predict
from supple.dynamics.integrators.step import ENVELOPE, FACTORED, assemble, collide, prepare
from supple.dynamics.model.arrays import Schedule, State, Workspace
from supple.dynamics.solver.contact import TOLERANCE, solve_island
from supple.dynamics.solver.gauss_seidel import gauss_seidel, sweep
from supple.dynamics.solver.impact import note_approach
from supple.dynamics.solver.newton import newton
from supple.dynamics.solver.restless import choose_all
from supple.dynamics.solver.rows import pull_back
from supple.kernels import kernel

SWEEPS, NEWTON, STEPPED = range(3)
"""Ways: so many sweeps; Newton's method; as the step does it."""
PLACED, COLLIDED, ASSEMBLED, SWEPT = range(4)
"""Parts of a step: frames of shapes, contacts that are kept, rows, a sweep over the first island."""
TIGHT = 1e-13
"""[m/s]"""


@kernel
def pose_problem(model: Any, state: State, work: Workspace, plan: Schedule, h: float) -> int:
    """All of a step until its contacts are to be solved; returns how many islands there are."""
    prepare(model, state, work)
    islands = collide(model, state, work, h)
    note_approach(model, state, work, h)
    for b in range(len(model.bodies.kind)):
        predict(model, state, work, b, model.gravity, h)
    assemble(model, state, work, plan, islands, 0, h)
    return islands


@kernel
def solve_problem(
    model: Any, work: Workspace, first: Array, islands: int, way: int, sweeps: int, times: int
) -> None:
    """The same problem so many times, each from the impulses in `first`."""
    points = work.islands.point[islands]
    for _ in range(times):
        for c in range(points):
            work.rows.f[c] = first[c]
        work.z[:] = 0.0
        pull_back(work.rows, work.z, work.rows.f, 0, points, 1.0)
        for island in range(islands):
            if way == SWEEPS:
                gauss_seidel(model, work, island, sweeps, TIGHT)
            elif way == NEWTON:
                choose_all(work, island)
                newton(model, work, island, TOLERANCE)
            else:
                solve_island(model, work, island)


@kernel
def stage(
    model: Any, state: State, work: Workspace, plan: Schedule, h: float, which: int, times: int
) -> None:
    """One part of a step so many times."""
    islands = 0
    if which == ASSEMBLED:
        islands = collide(model, state, work, h)
    for _ in range(times):
        if which == PLACED:
            prepare(model, state, work)
        elif which == COLLIDED:
            collide(model, state, work, h)
        elif which == ASSEMBLED:
            assemble(model, state, work, plan, islands, 0, h)
        elif which == SWEPT:
            sweep(work.rows, work.z, 0, work.islands.point[1], 0)


class Frozen:
    """The contacts of things after some steps, with the impulses of the step before, or none."""

    def __init__(self, things: list[Thing], steps: int, warm: bool = True) -> None:
        falling = Falling(things, turning=0.0)
        falling.step(steps)
        built = falling.built
        self.islands = built.bound(pose_problem)(built.model, built.state, built.work, falling.plan, STEP)
        self.points = int(built.work.islands.point[self.islands])
        self.first = built.work.rows.f[: self.points].copy() * warm
        self._solve, self.model, self.work = built.bound(solve_problem), built.model, built.work
        self.bound = built.bound
        self._make_room(built)

    def _make_room(self, built: Any) -> None:
        """For the factors of Newton's method."""
        self.solve(NEWTON)
        if self.work.sums[ENVELOPE] > len(self.work.newton.H):
            room = np.zeros((int(self.work.sums[ENVELOPE]), 36))
            self.work = self.work._replace(newton=self.work.newton._replace(H=room))

    def solve(self, way: int, sweeps: int = 0, times: int = 1) -> Array:
        """Impulses (C, 3) [N s], along the normal and across."""
        self._solve(self.model, self.work, self.first, self.islands, way, sweeps, times)
        return np.array(self.work.rows.f[: self.points])

    @property
    def rows(self) -> Array:
        """S, velocities along the rows that whitened velocities make (3 C, 6 B)."""
        rows, S = self.work.rows, np.zeros((self.points, 3, *self.work.z.shape))
        for c in range(self.points):
            for e in range(rows.first[c], rows.first[c + 1]):
                S[c, :, rows.block[e]] += rows.Y[e].reshape(3, 6)
        return S.reshape(3 * self.points, -1)

    def residual(self, f: Array) -> float:
        """The most by which a contact misses Coulomb's law [m/s]: |f − Π(f − A⁻¹ u)| A, without the solver's code."""
        S, rows = self.rows, self.work.rows
        u = (S @ (S.T @ f.reshape(-1))).reshape(-1, 3) + rows.u[: self.points]
        worst = 0.0
        for c in range(self.points):
            A = S[3 * c : 3 * c + 3] @ S[3 * c : 3 * c + 3].T
            normal, across = A[0, 0], float(np.linalg.eigvalsh(A[1:, 1:])[-1])
            pushed = max(0.0, f[c, 0] - u[c, 0] / normal)
            aim, bound = f[c, 1:] - u[c, 1:] / across, rows.friction[c] * f[c, 0]
            aim *= min(1.0, bound / max(float(np.linalg.norm(aim)), 1e-300))
            worst = max(worst, abs(f[c, 0] - pushed) * normal, float(np.linalg.norm(f[c, 1:] - aim)) * across)
        return worst

    def energy(self, f: Array) -> float:
        """½ |z|² + f·u, what impulses do to the energy; they may not make it positive [J]."""
        z = self.rows.T @ f.reshape(-1)
        return float(0.5 * z @ z + (f * self.work.rows.u[: self.points]).sum())


def scenes() -> Iterator[tuple[str, Frozen]]:
    """Heaps that fall and rest, a stack that has landed, a heavy box on a light one."""
    yield "pile-30 at 0.8 s", Frozen(pile(30), 400)
    yield "pile-100 at 1.6 s", Frozen(pile(100), 800)
    yield "pile-100 at 3 s", Frozen(pile(100), 1500)
    yield "pile-100 at 8 s", Frozen(pile(100), 4000)
    yield "stack-10 at 0.9 s, cold", Frozen(stack(10), 450, warm=False)
    yield "1 : 100, cold", Frozen(mass_ratio(), 50, warm=False)


def parts(things: list[Thing], steps: int) -> str:
    """Where the time of a step at rest goes: nanoseconds a contact point."""
    falling = Falling(things)
    falling.step(steps)
    built, points, times = falling.built, falling.contacts, 2000
    run, cells = built.bound(stage), []
    whole = min(timed(lambda: falling.step(times)) for _ in range(5)) / times
    for name, which in (
        ("placed", PLACED),
        ("collided", COLLIDED),
        ("rows", ASSEMBLED),
        ("one sweep", SWEPT),
    ):
        each = [
            timed(lambda: run(built.model, built.state, built.work, falling.plan, STEP, which, times))  # noqa: B023
            for _ in range(5)
        ]
        count = int(built.work.islands.point[1]) if which == SWEPT else points
        cells.append(f"{name} {1e9 * min(each) / times / count:.0f}")
    cells.append(f"all {1e9 * whole / points:.0f}")
    return f"{points} points, {1e6 * whole:.1f} µs a step; ns a point: {', '.join(cells)}"


def main() -> None:
    """Print µs and m/s of each way as a table, and where the time of a step goes."""
    for n in (30, 100):
        print(f"pile-{n} at rest: {parts(pile(n), 3500)}")
    ways = [(f"{n} sweeps", SWEEPS, n) for n in (12, 100, 1000)]
    ways += [("Newton alone", NEWTON, 0), ("the step's way", STEPPED, 0)]
    print("| | points |", " | ".join(name for name, *_ in ways), "|")
    print("|---" * (2 + len(ways)) + "|")
    for name, frozen in scenes():
        cells = []
        for _, way, sweeps in ways:
            times = 1 if sweeps == 1000 else 10
            samples = [timed(lambda: frozen.solve(way, sweeps, times)) / times for _ in range(5)]  # noqa: B023
            before = frozen.work.sums[FACTORED]
            left = frozen.residual(frozen.solve(way, sweeps))
            factors = int(frozen.work.sums[FACTORED] - before)
            cells.append(
                f"{1e6 * statistics.median(samples):.0f} µs, {left:.0e}"
                + (f" ({factors})" if factors else "")
            )
        print(f"| {name} | {frozen.points} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
