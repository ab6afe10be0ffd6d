"""A jump in space with a quarter turn: its physics is that of the plane, with six components of contact."""

import numpy as np
import pytest

from supple.characters import lamp
from supple.demos.luxo_3d import quarter_turn
from supple.mechanics import Lagrangian
from supple.spacetime import replay
from supple.spacetime.contact import PARTING, RUBS

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
        landing[:, :6], np.tile([0.55, 0, 0.55, -np.pi / 2, 0, 0], (len(landing), 1)), atol=1e-8
    )
    np.testing.assert_allclose(turn.motion.v[-1], 0, atol=1e-8)


def test_momentum_in_the_air(turn):
    """c̈ = g and the angular momentum about the center of mass is constant, to the order of the step."""
    m, air = turn.motion, on(turn, 1)
    fall = np.diff(m.center[air], 2, axis=0) / (m.t[air[1]] - m.t[air[0]]) ** 2
    assert np.abs(fall - turn.gravity).max() <= 0.02 * 9.81
    spin = np.array(
        [np.array(turn.resources.lagrangian.momentum(m.q[k], m.v[k], [])[1]).ravel() for k in air]
    )
    apart = np.linalg.norm(spin[:, None] - spin[None], axis=2)
    assert apart.max() <= 0.02 * np.linalg.norm(spin, axis=1).max()


def test_the_floor_pushes_within_its_cone_and_under_the_base(turn):
    """|f| and the spin share what friction gives; the pressure stays under four fifths of a round sole."""
    m = turn.motion
    np.testing.assert_array_equal(m.force[on(turn, 1)], 0)
    foot = 0.243 + 1e-3
    for k in (*on(turn, 0), *on(turn, 2)):
        fx, fy, fz, spin, about_x, about_z = m.contact[k]
        assert fy >= -1e-8
        assert np.hypot(fx, fz) <= 0.9 * fy + 1e-6
        assert np.hypot(about_x, about_z) <= 0.8 * foot / np.cos(np.pi / 8) * fy + 1e-6
        assert max(abs(fx), abs(fz)) / 0.9 + abs(spin) / (0.9 * RUBS * foot) <= fy + 1e-6
    assert m.contact[on(turn, 0)[-1], 1] <= PARTING * turn.weight + 1e-6


def test_the_world_replays_it(turn):
    played = replay(turn)
    assert np.linalg.norm(played.q[:3] - turn.motion.q[-1, :3]) <= 0.02 * np.linalg.norm(turn.to)
    assert played.effort < 0.1


def test_the_rim_of_the_base_keeps_above_the_floor(turn):
    """All around, at the samples of the flight and midway."""
    m, skeleton = turn.motion, turn.character.skeleton
    t = m.t[on(turn, 1)]
    q = m.at(np.sort(np.concatenate([t, (t[1:] + t[:-1]) / 2])))[0]
    front, back, left, right = (
        skeleton.position(f"base.{end}", q)[:, 1] for end in ("front", "back", "left", "right")
    )
    angle = np.linspace(0, 2 * np.pi, 60)[:, None]
    rim = (front + back) / 2 + np.cos(angle) * (front - back) / 2 + np.sin(angle) * (left - right) / 2
    assert rim.min() > -1e-9


def test_muscles_answer_when_the_floor_lets_go(turn):
    """What the floor still pushes with is gone at once; by a jump of the muscles the rim rises all the same."""
    m, left = turn.motion, on(turn, 1)[0]
    height, tilt = m.a[left, 1], m.a[left, 4:6]
    radius = 0.243
    assert height - radius * np.hypot(*tilt) >= 0.0
    assert (
        0
        < np.abs(m.tau[left] - m.tau[left - 1]).max()
        < 0.2 * np.array([k.torque_limit for k in turn.character.muscles]).max()
    )


def test_principles(turn):
    """It crouches, squashes on the floor, and looks where it turns to."""
    report = turn.taken.report
    assert report["com_drop_before_takeoff"] >= 0.15
    assert report["com_drop_after_landing"] >= 0.10
    assert report["gaze_aside_deg"] <= 60
    assert report["fastest_head_deg_s"] <= 500
    assert report["reversals_max"] <= 2
    assert report["tremor"] < 0.02
    tilt = np.degrees(turn.motion.q[on(turn, 1)][:, 4:6])
    assert np.abs(tilt).max() <= np.degrees(0.9) + 1e-6
