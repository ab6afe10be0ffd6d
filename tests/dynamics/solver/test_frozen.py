"""Contacts of one step, taken from heaps: Coulomb's law written down again, and what ten thousand sweeps find."""

import numpy as np
import pytest

from benchmarks.frozen import NEWTON, STEPPED, SWEEPS, Frozen
from benchmarks.piles import mass_ratio, mixed, pile, stack
from supple.dynamics.solver.contact import FALLING, SHARE, TOLERANCE

FALLS = [(pile(30, 1), 400), (pile(100), 700), (mixed(30), 400)]
RESTS = [(pile(30), 3000), (pile(100), 4500), (stack(10), 3000), (mixed(30, 3), 4500)]


def heap(things, steps, **how) -> Frozen:
    found = Frozen(things, steps, **how)
    assert found.points > 20
    return found


@pytest.mark.parametrize(("things", "steps"), FALLS)
def test_many_sweeps_end_at_coulombs_law(things, steps):
    problem = heap(things, steps)
    first, last = (problem.residual(problem.solve(SWEEPS, n)) for n in (1, 10000))
    assert last < 1e-6
    assert last < 1e-5 * first


@pytest.mark.parametrize(("things", "steps"), RESTS)
def test_what_rests_is_solved_to_the_tolerance_by_the_impulses_it_has(things, steps):
    problem = heap(things, steps)
    f = problem.solve(STEPPED)
    assert problem.residual(f) < 10 * TOLERANCE
    z, exact = (problem.rows.T @ each.reshape(-1) for each in (f, problem.solve(SWEEPS, 10000)))
    np.testing.assert_allclose(z, exact, atol=2e-3 * np.abs(exact).max())


@pytest.mark.parametrize(("things", "steps"), FALLS)
def test_what_falls_is_solved_as_far_as_its_speed_asks(things, steps):
    problem = heap(things, steps)
    s = problem.work.pace.max()
    assert problem.residual(problem.solve(STEPPED)) < SHARE * s * max(1.0, (s / FALLING) ** 2)


@pytest.mark.parametrize(("things", "steps"), FALLS + RESTS)
@pytest.mark.parametrize("warm", [True, False])
def test_no_impulses_add_energy(things, steps, warm):
    problem = heap(things, steps, warm=warm)
    f = problem.solve(STEPPED)
    assert problem.energy(f) < 1e-12
    bound = problem.work.rows.friction[: problem.points] * f[:, 0]
    assert (f[:, 0] >= 0).all()
    if not warm:  # Newton's method keeps the bound that friction had before it
        f = problem.solve(SWEEPS, 12)
        bound = problem.work.rows.friction[: problem.points] * f[:, 0]
    assert (np.linalg.norm(f[:, 1:], axis=1) <= bound + 1e-9 * np.abs(f).max()).all()


def test_impulses_of_sweeps_that_would_add_energy_are_shortened():
    problem = heap(pile(30), 250)
    assert problem.energy(problem.solve(SWEEPS, 12)) > 1.0
    assert problem.energy(problem.solve(STEPPED)) < -1.0


@pytest.mark.parametrize(("things", "steps"), [(stack(10), 450), (mass_ratio(), 50)])
def test_newton_does_from_nothing_what_sweeps_do_not(things, steps):
    """A stack that has just landed, a hundred kilograms on one: what is left after as long a time."""
    problem = Frozen(things, steps, warm=False)
    sweeps, both = (problem.residual(problem.solve(*way)) for way in ((SWEEPS, 12), (STEPPED,)))
    assert both < 0.6 * sweeps


@pytest.mark.parametrize("way", [(SWEEPS, 3000), (NEWTON,), (STEPPED,)])
def test_without_friction_every_way_ends_at_the_same_velocities(way):
    """The problem is convex then: ½ |z|² + f·u over f ≥ 0, whose z is the only one."""
    problem = Frozen(stack(4), 1000)
    problem.work.rows.friction[:] = 0.0
    problem.first[:, 1:] = 0.0
    f = problem.solve(*way)
    assert problem.residual(f) < 1e-6
    exact = problem.rows.T @ problem.solve(SWEEPS, 20000).reshape(-1)
    np.testing.assert_allclose(problem.rows.T @ f.reshape(-1), exact, atol=1e-4 * np.abs(exact).max())
