"""Sliding on a curve with viscous friction unknown, then flying, then landing on another (§6.2)."""

import casadi as ca
import numpy as np
import pytest

from supple.spacetime import Fly, Shot, Slide, Spline

RAMP = Spline([(-0.5, 1.4), (0, 1.0), (0.5, 0.6), (1.0, 0.5), (1.5, 0.55)])
RUN = Spline([(1.3, 0.45), (1.8, 0.25), (2.3, 0.05), (2.8, 0), (3.3, 0)])


@pytest.fixture(scope="module")
def ski(make_rods):
    body = make_rods()
    phases = [
        Slide(curve=RAMP, seconds=0.6, name="ramp"),
        Fly(seconds=0.25),
        Slide(curve=RUN, seconds=0.6, name="run"),
    ]
    shot = Shot(body, phases, samples=28, transcription="differences")
    for end in ("start", "end"):
        shot.pose(body.rest_pose, at=end)
    shot.require(lambda s: s.along, equal=0, at="start", name="top")
    shot.require(lambda s: s.along, equal=2, at=("ramp", 1.0), name="lip")
    shot.minimize(power=1e-2, torque=2e-3, acceleration=1e-5)
    shot.taken = shot.solve()
    return shot


def test_spline_has_continuous_curvature():
    s = np.linspace(0, 2, 401)
    second = np.diff(RAMP(s), 2, axis=0) / (s[1] - s[0]) ** 2
    assert np.abs(np.diff(second, axis=0)).max() < 0.01
    assert RAMP(0.0) == pytest.approx([0.0, 1.0])


def above(curve, point):
    """How far a point is above the curve [m]."""
    x, y = curve(np.linspace(0, curve.pieces, 4001)).T
    return point[1] - np.interp(point[0], x, y)


@pytest.mark.parametrize("bent", [0.3, 0.0, -0.3])
def test_a_sole_lies_on_its_ends_in_a_hollow_and_on_its_middle_on_a_bulge(bent):
    """y = bent x²: what of the sole touches is on the curve to third order in its length, the rest is above."""
    x, half = np.linspace(-2, 2, 9), 0.1
    curve = Spline(np.column_stack([x, bent * x**2 + 0.2 * x]))
    for s in (1.3, 3.0, 4.6):
        middle, tangent = (np.array(ca.evalf(part)).ravel() for part in curve.resting(s, half))
        sole = [above(curve, middle + share * half * tangent) for share in np.linspace(-1, 1, 21)]
        ends = (sole[0], sole[-1])
        assert min(sole) > -1e-5
        assert np.abs(ends if bent >= 0 else sole[10]).max() < 1e-5
        assert max(sole) == pytest.approx(abs(bent) * half**2, rel=0.6, abs=1e-5)


def test_the_sole_rests_on_the_curve(ski):
    m = ski.motion
    for phase, curve in ((0, RAMP), (2, RUN)):
        inside = [k for k in np.flatnonzero(m.phase == phase) if 0.2 < m.q[k, 0] < 0.8 or 2 < m.q[k, 0] < 2.6]
        ends = [ski.character.skeleton.position(end, m.q[inside]) for end in ("front", "back")]
        assert np.abs([above(curve, point) for end in ends for point in end]).max() < 1e-3


def test_the_slope_pushes_along_its_normal_and_rubs_along_its_tangent(ski):
    m, problem, x = ski.motion, ski.problem, ski.solution.x
    for k in np.flatnonzero(m.phase != 1):
        s, turn = problem.samples[k], m.q[k, 2]
        tangent, normal = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        push, rub = m.force[k, :2] @ normal, m.force[k, :2] @ tangent
        assert push >= -1e-8
        assert rub == pytest.approx(-x[s.where["friction"]][0] * (tangent @ m.v[k, :2]), abs=1e-8)


def test_physics_and_landing(ski):
    assert ski.taken.report["physics_residual_max"] <= 1e-8
    assert ski.taken.report["constraint_residual_max"] <= 1e-8
    assert ski.taken.report["landing_impulse_Ns"] > 0
    mu = [float(ski.solution.x[ski.problem.samples[k].where["friction"]][0]) for k in (0, -1)]
    assert all(-1e-8 <= value <= 10 + 1e-6 for value in mu)
    assert mu[1] > mu[0]
