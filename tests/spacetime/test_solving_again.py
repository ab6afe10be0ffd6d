"""Warm restarts, dragging, and the solvers against each other."""

import signal

import numpy as np
import pytest

from supple.characters import Muscle
from supple.errors import InputError
from supple.spacetime import Fly, Nailed, Shot, Stand, watching
from supple.spacetime.guess import first_guess
from supple.spacetime.solvers.evaluation import Evaluation, residual
from supple.spacetime.solvers.fatrop import Fatrop
from supple.spacetime.solvers.interior_point import PACES, InteriorPoint
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.newton import Newton
from supple.spacetime.solvers.solution import Start

FAR = np.array([0.42, 0.0, 0.0])
"""The landing moved by 5 %."""


def landing(shot):
    return shot.timeline.phases[2]


def test_a_moved_landing_is_solved_warm_in_a_few_steps(own):
    cold = own.solution.iterations
    landing(own).at = FAR
    own.solve()
    assert own.solution.solver == "newton"
    assert own.solution.iterations <= 12 < cold
    assert own.solution.violation <= 1e-8
    np.testing.assert_allclose(own.motion.q[-1, :3], [0.42, 0, 0], atol=1e-8)


def test_nothing_is_built_again_when_only_numbers_change(own):
    before = own.problem
    landing(own).at = FAR
    own.terms[0].weight *= 1.1
    own.gravity = np.array([0.0, -9.0, 0.0])
    own.goals[0].move(own.goals[0].low + 0.05)
    own.solve()
    assert own.problem is before
    np.testing.assert_allclose(own.motion.q[0, 3:], own.character.rest_pose[3:] + 0.05, atol=1e-9)


def test_a_new_goal_builds_again_and_starts_from_the_motion_found(own):
    before = own.problem
    own.require(lambda s: s.point("tip")[1], at_least=0.05, name="head up", unit="m")
    own.solve()
    assert own.problem is not before


def test_dragging_converges_while_the_target_stands(own):
    landing(own).at = FAR
    worst = []
    for _ in range(8):
        own.session.drag()
        at, numbers = Evaluation(own.problem), own.problem.numbers()
        point = at(own.solution.x, numbers.p, own.solution.lam_g)
        worst.append(residual(point, numbers, own.solution.start))
    assert worst[-1] < 1e-7 < worst[0]
    dragged = own.motion.q
    own.solve()
    np.testing.assert_allclose(own.motion.q, dragged, atol=1e-6)


def test_a_drag_needs_a_solution(make_hop):
    with pytest.raises(InputError, match=r"call solve\(\) first"):
        make_hop().session.drag()


def test_newton_on_the_hop_reaches_ipopts_cost(own):
    """From IPOPT's solution of a neighbour: KKT residual ≤ 1e-6 and the cost that IPOPT finds from there."""
    start = own.solution.start
    landing(own).at = FAR
    numbers = own.problem.numbers()
    found = Newton(1e-8).solve(own.problem, numbers, start)
    ipopt = Ipopt().solve(own.problem, numbers, start)
    assert found.success
    at = Evaluation(own.problem)
    assert residual(at(found.x, numbers.p, found.lam_g), numbers, found.start) <= 1e-6
    assert found.objective == pytest.approx(ipopt.objective, rel=1e-6)


def test_multipliers_are_estimated_where_only_the_motion_is_known(own):
    numbers = own.problem.numbers()
    found = Newton().estimated(own.problem, numbers, own.solution.x)
    point = Evaluation(own.problem)(found.x, numbers.p, found.lam_g)
    largest = np.abs(own.solution.lam_g).max()
    assert np.abs(point.slope + point.jacobian.T @ found.lam_g + found.lam_x).max() < 1e-5 * largest


def nailed_hop(body, transcription):
    """Equations only: the paper's floor, and muscles strong enough not to meet their limits."""
    body.limits = np.tile([-np.inf, np.inf], (body.nq, 1))
    body.muscles = tuple(Muscle(muscle.joint) for muscle in body.muscles)
    floor = {"friction": Nailed()}
    phases = [Stand(seconds=0.6, **floor), Fly(seconds=0.3), Stand(at=(0.3, 0, 0), seconds=0.6, **floor)]
    shot = Shot(body, phases, samples=24, transcription=transcription)
    for end in ("start", "end"):
        shot.pose(body.rest_pose, at=end)
        shot.still(at=end)
    shot.minimize(power=1e-2, torque=2e-3, acceleration=1e-3)
    return shot


@pytest.mark.parametrize("transcription", ["trapezoidal", "differences"])
def test_ipopt_finds_nothing_better_than_what_fatrop_found(make_rods, transcription):
    shot = nailed_hop(make_rods(), transcription)
    numbers = shot.problem.numbers()
    start = Start(first_guess(shot, shot.problem, numbers))
    fatrop = Fatrop(transcription)
    found = fatrop.solve(shot.problem, numbers, start)
    ipopt = Ipopt().solve(shot.problem, numbers, found.start)
    assert (found.solver, fatrop.why) == ("fatrop", "")
    assert found.violation <= 1e-8
    assert found.objective == pytest.approx(ipopt.objective, rel=1e-5)


def test_where_limits_are_met_fatrop_is_no_worse_than_ipopt(make_hop):
    shot = make_hop()
    numbers = shot.problem.numbers()
    start = Start(first_guess(shot, shot.problem, numbers))
    fatrop = Fatrop()
    found, ipopt = fatrop.solve(shot.problem, numbers, start), Ipopt().solve(shot.problem, numbers, start)
    assert fatrop.why
    assert found.success
    assert found.objective <= ipopt.objective * (1 + 1e-6)


def test_fatrop_hands_over_what_it_cannot_do(make_hop):
    shot = make_hop()
    shot.minimize(torque_rate=1e-5)
    solver = Fatrop()
    numbers = shot.problem.numbers()
    found = solver.solve(shot.problem, numbers, Start(first_guess(shot, shot.problem, numbers)))
    assert found.solver == "ipopt"
    assert found.success
    assert "two samples" in solver.why


def test_every_iterate_is_kept(solved):
    iterates = solved.solution.iterates
    assert len(iterates) > solved.solution.iterations
    assert iterates[0].violation > 1e-2
    assert iterates[-1].violation < 1e-7
    assert solved.iterates[-1].q == pytest.approx(solved.motion.q, abs=1e-6)


def test_ctrl_c_keeps_the_best_so_far(make_hop, monkeypatch):
    told = watching.Watcher.__call__

    def interrupted(self, iterate):
        if self.count == 4:
            signal.raise_signal(signal.SIGINT)
        return told(self, iterate)

    monkeypatch.setattr(watching.Watcher, "__call__", interrupted)
    shot = make_hop(solver=InteriorPoint(paces=PACES[:1]))
    take = shot.solve()
    assert shot.solution.iterations <= 6
    assert not shot.solution.success
    assert np.isfinite(take.data["q"]).all()
    monkeypatch.undo()
    shot.solve()
    assert shot.solution.success
