"""A hop of the lamp over Stand, Fly, Stand: physics from outside, the landing's impulse, the laws of the floor."""

import numpy as np
import pytest

from supple.spacetime import Coulomb, Fly, Nailed, Shot, Stand

GRAVITY = np.array([0.0, -9.81, 0.0])


def generalized_force(shot, motion):
    """M a + bias − B τ at every sample, by the character's own functions."""
    body, p = shot.character.lagrangian, shot.character.lagrangian.defaults
    rows = []
    for q, v, a, tau in zip(motion.q, motion.v, motion.a, motion.tau, strict=True):
        rows.append(np.array(body.inverse(q, v, a, p, GRAVITY)).ravel() - shot.character.actuation @ tau)
    return np.array(rows)


def test_physics_holds_at_every_sample_seen_from_outside(solved):
    motion = solved.motion
    left = generalized_force(solved, motion)
    left[:, :3] -= motion.contact
    assert np.abs(left).max() <= 1e-8
    assert solved.taken.report["physics_residual_max"] <= 1e-8
    assert solved.taken.report["constraint_residual_max"] <= 1e-8


def test_the_rule_ties_the_samples_of_each_phase(solved):
    m = solved.motion
    h, inside = np.diff(m.t)[:, None], np.diff(m.phase) == 0
    assert np.abs(np.diff(m.q, axis=0) - h / 2 * (m.v[1:] + m.v[:-1]))[inside].max() <= 1e-8
    assert np.abs(np.diff(m.v, axis=0) - h / 2 * (m.a[1:] + m.a[:-1]))[inside].max() <= 1e-8


@pytest.mark.feature("BB-31")
def test_ends_are_at_rest_and_where_they_should_be(solved):
    m = solved.motion
    np.testing.assert_allclose(m.v[[0, -1]], 0, atol=1e-8)
    np.testing.assert_allclose(m.q[0, 3:], solved.character.rest_pose[3:], atol=1e-9)
    np.testing.assert_allclose(m.q[-1], [0.4, 0, 0, *solved.character.rest_pose[3:]], atol=1e-8)


def test_the_touchdown_is_an_impulse_on_the_base(solved):
    """M (v⁺ − v⁻) = Jᵀ Λ, J the coordinates of the base; q does not jump."""
    m = solved.motion
    k = int(np.argmax(m.phase == 2))
    mass = np.array(solved.character.lagrangian.mass_matrix(m.q[k], solved.parameters))
    jump = mass @ (m.v[k] - m.v[k - 1])
    np.testing.assert_allclose(jump, [*m.impulses[0], 0, 0, 0], atol=1e-8)
    np.testing.assert_allclose(m.q[k], m.q[k - 1], atol=1e-9)
    np.testing.assert_allclose(m.v[k, :3], 0, atol=1e-9)
    assert m.impulses[0, 1] > 0.05
    assert solved.taken.report["landing_impulse_Ns"] == m.impulses[0, 1]


def test_take_off_is_smooth(solved):
    m = solved.motion
    k = int(np.argmax(m.phase == 1))
    np.testing.assert_allclose(m.v[k], m.v[k - 1], atol=1e-9)


def test_the_floor_pushes_within_its_cone_and_under_the_base(solved):
    m = solved.motion
    fx, fy, moment = m.contact[m.phase != 1].T
    reach = 0.5 * np.ptp(solved.resources.footprint[:, 0])
    assert fy.min() >= -1e-8
    assert (np.abs(fx) - 0.9 * fy).max() <= 1e-8
    assert (np.abs(moment) - reach * fy).max() <= 1e-8
    assert not m.contact[m.phase == 1].any()


def test_in_flight_momentum_obeys_gravity_alone_at_second_order(make_hop):
    """ṗ = m g and L̇ = 0 about the center of mass, in what the samples say."""
    linear, angular = [], []
    guess = "poses"
    for samples in (31, 61, 121):
        shot = make_hop(samples=samples, guess=guess)
        shot.solve()
        guess = lambda t, found=shot.motion: found.at(t)[0]  # noqa: E731
        m, body = shot.motion, shot.character.lagrangian
        flying = np.flatnonzero(m.phase == 1)
        momenta = [body.momentum(m.q[k], m.v[k], shot.parameters) for k in flying]
        p = np.array([np.array(a).ravel() for a, _ in momenta])
        fallen = p - shot.mass * GRAVITY * (m.t[flying] - m.t[flying[0]])[:, None]
        linear.append(np.ptp(fallen, axis=0).max() / shot.mass)
        angular.append(np.ptp([float(b[2]) for _, b in momenta]))
    steps = np.log([1 / 30, 1 / 60, 1 / 120])
    assert np.polyfit(steps, np.log(linear), 1)[0] >= 1.8
    assert np.polyfit(steps, np.log(angular), 1)[0] >= 1.8
    assert linear[-1] < 0.02


def test_muscles_and_joints_keep_their_limits(solved):
    m, limits = solved.motion, solved.character.limits
    assert (np.abs(m.tau) <= solved.character.torque_limits + 1e-9).all()
    assert (m.q >= limits[:, 0] - 1e-9).all()
    assert (m.q <= limits[:, 1] + 1e-9).all()


def test_the_papers_floor_holds_the_base_with_whatever_force_it_takes(make_rods):
    """Infinite friction (§6.1): without the cone the same hop costs no more."""
    costs = []
    for friction in (Nailed(), Coulomb(0.2)):
        body = make_rods()
        phases = [
            Stand(seconds=0.6, friction=friction),
            Fly(seconds=0.3),
            Stand(at=(0.3, 0, 0), seconds=0.6, friction=friction),
        ]
        shot = Shot(body, phases, samples=20)
        for end in ("start", "end"):
            shot.pose(body.rest_pose, at=end)
            shot.still(at=end)
        shot.minimize(power=1e-2, torque=2e-3, acceleration=1e-3)
        shot.solve()
        costs.append(shot.solution.objective)
    assert costs[0] < costs[1]


def test_a_take_carries_forces_and_what_is_needed_to_check_them(solved):
    take = solved.taken
    for name in (
        "t",
        "q",
        "v",
        "tau",
        "contact",
        "phase",
        "landing_impulse",
        "masses",
        "lengths",
        "centers",
        "inertias",
    ):
        assert name in take.data, name
    assert take.data["masses"].sum() == pytest.approx(solved.mass)
    assert {"muscle torque", "muscle power", "contact force", "center of mass"} <= set(take.channels)
    assert take.report["samples"] == 26
    assert [note.text for note in take.notes] == ["stand", "fly", "stand 2"]


def test_equal_shots_give_equal_motions(make_hop, solved):
    again = make_hop()
    again.solve()
    np.testing.assert_array_equal(again.motion.q, solved.motion.q)
