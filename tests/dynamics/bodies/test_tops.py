"""Rigid bodies that spin, against Euler's equations."""

import numpy as np
import pytest
from run import G, Run
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.model.components import Hold, Term
from supple.kinematics.inertia import Inertia

STEPS = np.array([4e-3, 2e-3, 1e-3])


def spun(moments, spin, seconds, h, rotation=(0, 0, 0, 1)):
    top = rigid(Inertia(1.0, np.zeros(3), np.diag(moments)), (0, 0, 0), spin=spin, rotation=rotation)
    return Run([top], gravity=(0, 0, 0)).step(round(seconds / h), h)


def own(found):
    """Its turn, and ω in its own frame."""
    turn = Rotation.from_quat(found.q[0, 3:])
    return turn, turn.inv().apply(found.v[0, 3:])


def euler(moments, spin, seconds):
    """I ω̇ = I ω × ω in the body's frame, and ė = ½ e ω, by an integrator of high order."""
    I = np.array(moments)  # noqa: E741

    def slope(_, y):
        a, b, c = y[:3]
        x, y_, z, w = y[3:]
        turn = [
            w * a + y_ * c - z * b,
            w * b + z * a - x * c,
            w * c + x * b - y_ * a,
            -x * a - y_ * b - z * c,
        ]
        return np.concatenate([np.cross(I * y[:3], y[:3]) / I, 0.5 * np.array(turn)])

    found = solve_ivp(slope, (0, seconds), [*spin, 0, 0, 0, 1], method="DOP853", rtol=1e-12, atol=1e-13).y[
        :, -1
    ]
    return found[:3], Rotation.from_quat(found[3:])


@pytest.mark.parametrize("moments", [(1.0, 2.0, 2.5), (2.0, 2.0, 3.0), (3.0, 1.0, 3.0)])
def test_it_spins_as_euler_says_to_the_order_of_the_step(moments):
    """ω in its own frame to the second order; where it points to the first, as velocity is that of the step's end."""
    spin = (0.3, 4.0, 0.5)
    expected, turn = euler(moments, spin, 2.0)
    errors = []
    for h in STEPS:
        found, w = own(spun(moments, spin, 2.0, h))
        errors.append((np.abs(w - expected).max(), (found.inv() * turn).magnitude()))
    errors = np.array(errors)
    assert np.polyfit(np.log(STEPS), np.log(errors[:, 0]), 1)[0] == pytest.approx(2.0, abs=0.1)
    assert np.polyfit(np.log(STEPS), np.log(errors[:, 1]), 1)[0] == pytest.approx(1.0, abs=0.1)
    assert errors[-1].max() < 5e-3


@pytest.mark.parametrize("moments", [(1.0, 2.0, 2.5), (1.0, 1.0, 0.2)])
def test_a_free_top_keeps_its_energy_and_angular_momentum(moments):
    start, end = (spun(moments, (0.5, 5.0, 1.0), t, 2e-3) for t in (0.0, 20.0))
    assert end.energy == pytest.approx(start.energy, rel=1e-11)
    lengths = [np.linalg.norm(each.angular_momentum(0)) for each in (start, end)]
    assert lengths[1] == pytest.approx(lengths[0], rel=1e-11)


def test_a_symmetric_top_precesses_in_its_own_frame():
    """ω goes round the axis with (I₃ − I₁)/I₁ ω₃; the midpoint turns by 2 atan(h Ω/2) a step."""
    moments, spin, h, steps = (2.0, 2.0, 3.0), np.array([0.5, 0.0, 6.0]), 2e-3, 500
    rate = (3.0 - 2.0) / 2.0 * 6.0
    angle = steps * 2 * np.arctan(h * rate / 2)
    _, w = own(spun(moments, spin, steps * h, h))
    np.testing.assert_allclose(w, (0.5 * np.cos(angle), 0.5 * np.sin(angle), 6.0), atol=1e-9)
    assert angle == pytest.approx(rate * steps * h, rel=1e-5)


def test_it_turns_over_when_it_spins_about_its_middle_axis_and_not_about_the_others():
    for axis in range(3):
        spin = np.full(3, 1e-3)
        spin[axis] = 5.0
        lowest = min(own(spun((1.0, 2.0, 3.0), spin, t, 2e-3))[1][axis] for t in np.arange(1.0, 8.0, 0.5))
        assert lowest < -4.0 if axis == 1 else lowest > 4.99


def steady(lean: float, spin: float):
    """A top on its tip, its length, and the slow rate at which it precesses: A about the tip, s = ω₃ in

    A Ω² cos θ − C s Ω + m g l = 0   (Goldstein, §5.7)
    """
    m, length, A, C = 1.0, 0.3, 0.02, 0.015
    a, b = (A + m * length**2) * np.cos(lean), -C * spin
    rate = (-b - np.sqrt(b * b - 4 * a * m * G * length)) / (2 * a)
    axis = np.array([np.sin(lean), np.cos(lean), 0.0])
    w = rate * np.array([0, 1.0, 0]) + (spin - rate * np.cos(lean)) * axis
    body = Inertia(m, np.zeros(3), np.diag([A, C, A]))
    turn = Rotation.from_rotvec([0, 0, -lean]).as_quat()
    top = rigid(body, length * axis, rotation=turn, velocity=np.cross(w, length * axis), spin=w)
    return top, length, rate


def test_a_top_on_its_tip_precesses_steadily():
    """For a second, to the order of the step."""
    top, length, rate = steady(0.4, 120.0)
    errors = []
    for h in (5e-4, 2.5e-4):
        found = Run([top], holds=[Hold((Term(0, (0, -length, 0)),))]).step(round(1 / h), h)
        x, y, z = found.q[0, :3] / length
        errors.append(abs(np.arctan2(-z, x) - rate))
        assert np.arccos(y) == pytest.approx(0.4, abs=0.01)
    assert errors[1] < 0.6 * errors[0] < 0.6 * 0.01 * rate
