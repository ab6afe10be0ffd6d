"""Sliding on a curve with viscous friction unknown, then flying, then landing on another (§6.2)."""

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


def frame(curve, s):
    place, tangent, normal, _ = (np.array(part).ravel() for part in curve.frame(s))
    return place, tangent, normal


def test_spline_has_continuous_curvature():
    s = np.linspace(0, 2, 401)
    second = np.diff(RAMP(s), 2, axis=0) / (s[1] - s[0]) ** 2
    assert np.abs(np.diff(second, axis=0)).max() < 0.01
    assert RAMP(0.0) == pytest.approx([0.0, 1.0])


def test_the_base_is_on_the_curve_and_tangent_to_it(ski):
    m, problem = ski.motion, ski.problem
    for k in np.flatnonzero(m.phase != 1):
        curve = RAMP if m.phase[k] == 0 else RUN
        place, tangent, _ = frame(curve, ski.solution.x[problem.samples[k].where["s"]][0])
        np.testing.assert_allclose(m.q[k, :2], place, atol=1e-8)
        np.testing.assert_allclose(m.q[k, 2], np.arctan2(tangent[1], tangent[0]), atol=1e-8)


def test_the_slope_pushes_along_its_normal_and_rubs_along_its_tangent(ski):
    m, problem, x = ski.motion, ski.problem, ski.solution.x
    for k in np.flatnonzero(m.phase != 1):
        s = problem.samples[k]
        _, tangent, normal = frame(RAMP if m.phase[k] == 0 else RUN, x[s.where["s"]][0])
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
