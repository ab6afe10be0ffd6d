"""What can be asked: points, velocities, stretches, loops, springs, free durations, styles, impulses."""

import casadi as ca
import numpy as np
import pytest

from supple.characters import lamp, particle
from supple.errors import UnknownNameError
from supple.io import load_take
from supple.spacetime import Fly, Shot, Stand
from supple.spacetime.guess import first_guess


def test_a_point_passes_through_a_place_with_a_velocity():
    shot = Shot(particle(), [Fly(seconds=2.0)], samples=41)
    shot.pose((0, 0, 0), at="start")
    shot.place("particle", (1.0, 0.5, None), at=1.0)
    shot.moving("particle", (0, None, 0), at=1.0)
    shot.minimize(torque=1)
    shot.solve()
    q, v = shot.motion.at(1.0)
    assert q[:2] == pytest.approx([1.0, 0.5], abs=1e-9)
    assert v[[0, 2]] == pytest.approx([0, 0], abs=1e-9)


def test_inequalities_hold_over_a_stretch_and_only_there():
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=21, gravity=(0, 0, 0))
    for end, x in (("start", 0.0), ("end", 1.0)):
        shot.pose((x, 0, 0), at=end)
        shot.still(at=end)
    shot.require(lambda s: s.q[1], at_least=0.3, during=(0.4, 0.6), name="over the wall", unit="m")
    shot.minimize(torque=1)
    shot.solve()
    m = shot.motion
    over = (m.t > 0.39) & (m.t < 0.61)
    assert m.q[over, 1].min() == pytest.approx(0.3, abs=1e-7)
    assert m.q[~over, 1].max() < 0.31
    assert m.q[0, 1] == 0


def test_a_loop_is_seamless():
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=21, gravity=(0, 0, 0))
    shot.periodic(travel=())
    shot.place("particle", (0.5, 0, 0), at=0.5)
    shot.place("particle", (-0.5, 0, 0), at="start")
    shot.minimize(torque=1)
    shot.solve()
    m = shot.motion
    assert m.q[-1] == pytest.approx(m.q[0], abs=1e-9)
    assert m.v[-1] == pytest.approx(m.v[0], abs=1e-9)
    assert np.ptp(m.q[:, 0]) > 0.9


def test_a_pair_expression_bounds_a_rate():
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=31, gravity=(0, 0, 0))
    for end, x in (("start", 0.0), ("end", 1.0)):
        shot.pose((x, 0, 0), at=end)
        shot.still(at=end)
    shot.minimize(torque=1)
    shot.solve()
    free = np.abs(np.diff(shot.motion.tau[:, 0])).max() * 30
    shot.require(
        lambda s, n: (n.tau - s.tau) / s.step, at_least=-15, at_most=15, name="thrust rate", unit="N/s"
    )
    shot.solve()
    assert free > 11.9
    assert np.abs(np.diff(shot.motion.tau[:, 0])).max() * 30 <= 15 + 1e-6


def test_free_durations_stay_within_bounds_and_lower_the_cost(make_hop, solved):
    shot = make_hop(seconds=((0.4, 0.8), (0.2, 0.4), (0.4, 0.8)))
    shot.solve()
    lengths = [np.ptp(shot.motion.t[shot.motion.phase == k]) for k in range(3)]
    assert shot.solution.objective < solved.solution.objective
    for seconds, phase in zip(lengths, shot.timeline.phases, strict=True):
        assert phase.range[0] - 1e-6 <= seconds <= phase.range[1] + 1e-6
    shot.minimize(time=10 * shot.solution.objective)
    shot.solve()
    assert shot.motion.duration < sum(lengths) - 0.05


def test_springs_pull_as_springs_do(make_rods):
    """F = −k (φ − ρ), k within its bounds (§5.2)."""
    body = make_rods()
    shot = Shot(body, [Stand(seconds=0.6)], samples=16, springs=(0.0, 40.0))
    shot.pose(body.rest_pose, at="start")
    shot.still(at="start")
    shot.pose({"head": -0.5}, at="end")
    shot.still(at="end")
    shot.minimize(power=1e-2, torque=2e-3, stiffness=1e-6, acceleration=1e-4)
    shot.solve()
    m, problem = shot.motion, shot.problem
    u = shot.solution.x[problem.places("u")]
    k, rho = u[:, :3], u[:, 3:]
    np.testing.assert_allclose(m.tau, -k * (m.q[:, 3:] - rho), atol=1e-9)
    assert k.min() >= -1e-8
    assert k.max() <= 40 + 1e-8
    assert (np.abs(m.tau) <= body.torque_limits + 1e-8).all()


def test_a_style_draws_the_flight_to_a_pose(make_hop):
    plain, styled = make_hop(), make_hop()
    wanted = {"upper": -0.6}
    styled.minimize(style=(wanted, 1e3), during="fly")
    for shot in (plain, styled):
        shot.solve()
    away = [np.abs(s.motion.q[s.motion.phase == 1, 4] + 0.6).mean() for s in (plain, styled)]
    assert away[1] < 0.7 * away[0]


def test_the_landing_impulse_can_be_asked_for(own):
    soft = 0.6 * own.motion.impulses[0, 1]
    own.require(lambda s: s.impulse[1], equal=soft, at="stand 2", name="soft landing", unit="N s")
    own.solve()
    assert own.motion.impulses[0, 1] == pytest.approx(soft, rel=1e-6)


def test_an_objective_of_ones_own():
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=21, gravity=(0, 0, 0))
    shot.pose((0, 0, 0), at="start")
    shot.pose((1, 0, 0), at="end")
    shot.minimize(torque=1)
    shot.minimize(lambda s: ca.sumsqr(s.point("particle")[1] - 0.4), weight=1e4, name="high road")
    shot.solve()
    assert shot.motion.q[10, 1] == pytest.approx(0.4, abs=0.03)


@pytest.mark.parametrize(
    "guess", ["poses", "translation", lambda t: np.linspace([0, 0, 0], [1, 0, 0], len(t))]
)
def test_every_guess_leads_to_the_same_path(guess):
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=11, guess=guess)
    shot.pose((0, 0, 0), at="start")
    shot.pose((1, 0, 0), at="end")
    shot.minimize(torque=1)
    shot.solve()
    np.testing.assert_allclose(shot.motion.q[5], [0.5, 9.81 / 8, 0], atol=0.05)


def test_in_space_the_lamp_swivels_on_a_base_turned_about_the_vertical():
    body = lamp(plane=False)
    shot = Shot(body, [Stand(at=(0.1, 0, -0.2), turn=0.5, seconds=0.6)], samples=9)
    shot.pose(body.rest_pose, at="start")
    shot.pose({"swivel": 0.6}, at="end")
    for end in ("start", "end"):
        shot.still(at=end)
    shot.minimize(power=1e-2, torque=2e-3, acceleration=1e-3)
    take = shot.solve()
    m = shot.motion
    np.testing.assert_allclose(m.q[:, :6], np.tile([0.1, 0, -0.2, 0.5, 0, 0], (9, 1)), atol=1e-8)
    assert take.report["physics_residual_max"] <= 1e-8
    push = m.contact[:, 1]
    assert push.min() > 0
    assert (np.hypot(m.contact[:, 0], m.contact[:, 2]) <= 0.9 * push + 1e-8).all()
    reach = 0.5 * np.ptp(shot.resources.footprint[:, 0])
    assert (np.abs(m.contact[:, 4:]) <= reach * push[:, None] + 1e-8).all()


@pytest.mark.parametrize("plane", [True, False])
def test_a_take_is_read_as_a_guess(plane, tmp_path):
    """Coordinates off its nodes, also of a file, drawn out to the shot's length; turns go on past half a turn."""
    body = lamp(plane=plane)
    t = np.linspace(0.0, 2.0, 61)
    q = np.tile(body.rest_pose, (61, 1))
    q[:, 0] += t
    q[:, 2 if plane else 3] += 2.5 * t
    q[:, -1] += 0.3 * np.sin(3 * t)
    q[:, -2] -= 0.2 * t
    take = body.take(t, q)
    take.save(tmp_path / "keyed.glb", fps=30)
    for guess in (take, load_take(tmp_path / "keyed.glb")):
        shot = Shot(body, [Fly(seconds=1.0)], samples=31, guess=guess)
        x = first_guess(shot, shot.problem, shot.problem.numbers())
        assert np.abs(x[shot.problem.places("q")] - q[::2]).max() < 1e-6


def test_a_take_of_someone_else_is_no_guess():
    shot = Shot(lamp(), [Fly(seconds=1.0)], samples=31, guess=particle().take([0, 1], np.zeros((2, 3))))
    with pytest.raises(UnknownNameError, match="base"):
        first_guess(shot, shot.problem, shot.problem.numbers())
