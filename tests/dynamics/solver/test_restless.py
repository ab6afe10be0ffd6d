"""Newton's method for the few bodies of an island that still move: what it finds, and that heaps ask for no more."""

from typing import Any

import numpy as np
import pytest

from benchmarks.falling import Falling
from benchmarks.frozen import Frozen
from benchmarks.piles import EDGE, Thing, pile, stack
from supple.dynamics.integrators.step import FACTORED, LARGEST, SOLVED
from supple.dynamics.model.arrays import Workspace
from supple.dynamics.solver.contact import TOLERANCE
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
    assert problem.energy(f) <= problem.energy(before) + 1e-9
