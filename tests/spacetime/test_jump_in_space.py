"""A jump in space with a quarter turn: its physics is that of the plane, with six components of contact."""

import numpy as np
import pytest

from supple.characters import lamp
from supple.demos.luxo_3d import quarter_turn
from supple.mechanics import Lagrangian
from supple.spacetime.contact import PARTING

G = (0.3, -9.81, 0.5)


@pytest.fixture(scope="module")
def turn():
    shot = quarter_turn()
    shot.taken = shot.solve()
    return shot


def on(shot, phase):
    return np.flatnonzero(shot.motion.phase == phase)


def test_newton_and_euler_agree_with_d_alembert():
    """Q in the frames of the links = Σ Jᵀ m (ẍ − g) + Σ Wᵀ d(I ω)/dt in the world's axes, at half the size."""
    body = lamp(plane=False).lagrangian
    plain = Lagrangian("plain", body.q, body.v, masses=body.masses, spins=body.spins)
    q, v, a = np.random.default_rng(3).normal(size=(3, body.nq))
    needed = body.inverse(q, v, a, [], G).full()
    np.testing.assert_allclose(needed, plain.inverse(q, v, a, [], G).full(), rtol=1e-10, atol=1e-10)
    assert body.inverse.n_instructions() < plain.inverse.n_instructions() / 2


def test_physics_and_constraints_hold_at_every_sample(turn):
    assert turn.taken.report["physics_residual_max"] <= 1e-8
    assert turn.taken.report["constraint_residual_max"] <= 1e-8


def test_lands_where_it_should_a_quarter_turned(turn):
    landing = turn.motion.q[on(turn, 2)]
    np.testing.assert_allclose(
        landing[:, :6], np.tile([0.7, 0, 0.3, -np.pi / 2, 0, 0], (len(landing), 1)), atol=1e-8
    )
    np.testing.assert_allclose(turn.motion.v[-1], 0, atol=1e-8)


def test_momentum_in_the_air(turn):
    """Δ(m ċ)/Δt = m g and the angular momentum about the center of mass is constant, to the order of the step."""
    m, air = turn.motion, on(turn, 1)
    momenta = [turn.resources.lagrangian.momentum(m.q[k], m.v[k], []) for k in air]
    linear, angular = (np.array([np.array(pair[i]).ravel() for pair in momenta]) for i in range(2))
    fall = np.diff(linear, axis=0) / np.diff(m.t[air])[:, None] / turn.mass
    assert np.abs(fall - turn.gravity).max() < 0.05 * 9.81
    assert np.ptp(angular, axis=0).max() < 0.05 * np.linalg.norm(angular, axis=1).max()


def test_the_floor_pushes_within_its_cone_and_under_the_base(turn):
    m = turn.motion
    np.testing.assert_array_equal(m.force[on(turn, 1)], 0)
    foot = 0.243 + 1e-3
    for k in (*on(turn, 0), *on(turn, 2)):
        fx, fy, fz, spin, about_x, about_z = m.contact[k]
        assert fy >= -1e-8
        assert np.hypot(fx, fz) <= 0.9 * fy + 1e-6
        assert max(abs(about_x), abs(about_z)) <= foot * fy + 1e-6
        assert abs(spin) <= 0.9 * foot * fy + 1e-6
    assert m.contact[on(turn, 0)[-1], 1] <= PARTING * turn.weight + 1e-6


def test_principles(turn):
    """It crouches, squashes on the floor, and looks where it turns to."""
    report = turn.taken.report
    assert report["com_drop_before_takeoff"] >= 0.15
    assert report["com_drop_after_landing"] >= 0.10
    assert report["gaze_aside_deg"] <= 60
    assert report["fastest_head_deg_s"] <= 500
    tilt = np.degrees(turn.motion.q[on(turn, 1)][:, 4:6])
    assert np.abs(tilt).max() <= np.degrees(0.9) + 1e-6
