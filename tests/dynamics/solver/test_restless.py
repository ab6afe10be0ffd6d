"""Newton's method for the few bodies of an island that still move: who they are, and what it finds."""

from typing import Any

import numpy as np
import pytest

from benchmarks.frozen import Frozen
from benchmarks.piles import pile
from supple.dynamics.model.arrays import Workspace
from supple.dynamics.solver.contact import TOLERANCE
from supple.dynamics.solver.gauss_seidel import gauss_seidel
from supple.dynamics.solver.newton import BETA, newton
from supple.dynamics.solver.restless import choose_restless
from supple.dynamics.solver.rows import pull_back
from supple.kernels import kernel


@kernel
def solve_for_chosen(model: Any, work: Workspace, islands: int) -> None:
    """Newton's method from the impulses that are there, in each island for those that are chosen."""
    work.z[:] = 0.0
    pull_back(work.rows, work.z, work.rows.f, 0, work.islands.point[islands], 1.0)
    for island in range(islands):
        newton(model, work, island, TOLERANCE)


@kernel
def sweep_and_choose(model: Any, work: Workspace, island: int, change: float) -> int:
    """A few sweeps, and whether few bodies still change."""
    gauss_seidel(model, work, island, 4, 0.0)
    return choose_restless(model, work, island, change)


def test_those_that_still_change_are_chosen_and_what_they_touch():
    """A box of a heap at rest is pushed: the others are not asked, as long as they are most."""
    problem = Frozen(pile(100), 3500)
    work, own = problem.work, problem.work.islands
    island = int(np.argmax(np.diff(own.first[: problem.islands + 1])))
    members = work.owner[own.block[own.first[island] : own.first[island + 1]]]
    assert len(members) > 50
    run = problem.bound(sweep_and_choose)
    problem.solve(0, 1)
    assert run(problem.model, work, island, 1e-3) == 0
    pairs = own.body[own.link[island] : own.link[island + 1]]
    pushed = members[-1]
    near = {int(b) for pair in pairs if pushed in pair for b in pair if b >= 0}
    work.z[pushed] += 5.0
    assert run(problem.model, work, island, 1e-2) == 1
    chosen = set(np.flatnonzero(work.newton.chosen[members]))
    chosen = {int(members[k]) for k in chosen}
    assert near <= chosen
    assert len(chosen) < len(members) / 2
    assert run(problem.model, work, island, 0.0) == 0


@pytest.mark.parametrize("seed", range(4))
def test_a_few_bodies_meet_the_law_beside_others_that_keep_their_velocities(seed):
    """f = Π(f̄ − (Yᵀ z + u) / R) at every point that touches one of them, with z of the others as it was."""
    problem = Frozen(pile(30, seed), 500)
    work, n = problem.work, problem.points
    bodies = np.random.default_rng(seed).choice(30, 8, replace=False)
    work.newton.chosen[:] = np.isin(np.arange(30), bodies)
    before = problem.first.copy()
    work.rows.f[:n] = before
    run = problem.bound(solve_for_chosen)
    run(problem.model, work, problem.islands)
    f, S, A = work.rows.f[:n].copy(), problem.rows, work.rows.A[:n]
    own = np.repeat(work.newton.chosen[work.owner] > 0, 6)
    touching = np.abs(S.reshape(n, 3, -1)[:, :, own]).max(axis=(1, 2)) > 0
    assert 10 < touching.sum() < n
    np.testing.assert_array_equal(f[~touching], before[~touching])
    z = np.where(own, S.T @ f.reshape(-1), S.T @ before.reshape(-1))
    u = (S @ z).reshape(-1, 3) + work.rows.u[:n]
    aim = before - u / (BETA * A[:, [0, 6, 6]])
    bound = work.rows.friction[:n] * before[:, 0]
    size = np.linalg.norm(aim[:, 1:], axis=1)
    aim[:, 1:] *= np.minimum(1, bound / np.maximum(size, 1e-300))[:, None]
    aim[:, 0] = np.maximum(aim[:, 0], 0)
    missed = np.abs(f - aim) * BETA * A[:, [0, 6, 6]]
    assert missed[touching].max() < 100 * TOLERANCE
