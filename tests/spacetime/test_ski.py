"""The lamp on a ski jump (Witkin & Kass 1988, §6.2): slides, flies stretched, lands, squashes."""

import numpy as np
import pytest

from supple.demos import luxo_ski
from supple.demos.luxo_ski import HEIGHT, HILL, RAMP, STRETCHED

HALF = 0.243
"""Half the length of the sole [m]."""


def solved(shot):
    shot.taken = shot.solve()
    return shot


@pytest.fixture(scope="module")
def ski():
    return solved(luxo_ski.ski())


def on(ski, phase):
    return np.flatnonzero(ski.motion.phase == phase)


def joints(ski):
    return [ski.resources.index(name) for name in STRETCHED]


def frame(curve, s):
    place, tangent, normal, _ = (np.array(part).ravel() for part in curve.frame(float(s)))
    return place, tangent, normal


def test_is_the_paper_s_problem(ski):
    report = ski.taken.report
    assert report["samples"] == luxo_ski.PAPER["samples"] == 28
    assert RAMP.pieces == HILL.pieces == 2
    assert report["jacobian_nonzeros"] / report["unknowns"] / report["constraints"] < 0.04


def test_physics_and_constraints_hold_at_every_sample(ski):
    assert ski.taken.report["physics_residual_max"] <= 1e-8
    assert ski.taken.report["constraint_residual_max"] <= 1e-8
    assert ski.motion.q[ski.timeline.sample(("air", 0.5)), 1] == pytest.approx(HEIGHT, abs=1e-8)


def test_the_sole_lies_on_the_slope(ski):
    """A flat sole of half length w on a curve of curvature κ is off it by κ w²/2 at its ends, to order w³."""
    for phase, curve in ((0, RAMP), (2, HILL)):
        dense = curve(np.linspace(0, curve.pieces, 2001))
        bend = max(abs(float(curve.frame(s)[3])) for s in np.linspace(0, curve.pieces, 41))
        spans = [np.abs(dense[-1] - place) > HALF for place in ski.motion.q[on(ski, phase), :2]]
        for k, far in zip(on(ski, phase), spans, strict=True):
            if not far.any() or np.linalg.norm(ski.motion.q[k, :2] - dense[0]) < HALF:
                continue
            for point in ("base.front", "base.back"):
                end = ski.character.skeleton.position(point, ski.motion.q[k : k + 1])[0, :2]
                assert np.linalg.norm(dense - end, axis=1).min() <= bend * HALF**2 / 2 * (1 + HALF) + 1e-3


def test_slopes_push_and_rub_and_the_air_does_nothing(ski):
    m, x, samples = ski.motion, ski.solution.x, ski.problem.samples
    np.testing.assert_array_equal(m.force[on(ski, 1)], 0)
    for phase, curve, name in ((0, RAMP, "ramp"), (2, HILL, "hill")):
        mu = ski.taken.report[f"friction_{name}"]
        assert mu > 0.1
        for k in on(ski, phase):
            _, tangent, normal = frame(curve, x[samples[k].where["s"]][0])
            assert m.force[k, :2] @ normal >= -1e-8
            assert m.force[k, :2] @ tangent == pytest.approx(-mu * (tangent @ m.v[k, :2]), abs=1e-8)


def test_the_center_of_mass_falls_freely_in_the_air(ski):
    """Δ(m ċ)/Δt = m g over every step of the flight, with an error of the order of the rule: h²."""
    errors = []
    for shot in (ski, solved(luxo_ski.ski(fine=2))):
        m, air = shot.motion, on(shot, 1)
        momentum = [np.array(shot.resources.lagrangian.momentum(m.q[k], m.v[k], [])[0]).ravel() for k in air]
        fall = np.diff(momentum, axis=0) / np.diff(m.t[air])[:, None] / shot.mass - shot.gravity
        errors.append(np.sqrt((fall**2).mean()) / 9.81)
    assert errors[0] < 0.3
    assert np.log2(errors[0] / errors[1]) >= 1.5


def test_crouches_stretches_and_squashes(ski):
    """The knee bends on the ramp by 45° and more, opens in the air, and gives way after the landing."""
    m, knee = ski.motion, np.degrees(ski.motion.q[:, ski.resources.index("arm.upper")])
    ramp, air, hill = (on(ski, phase) for phase in range(3))
    assert knee[ramp].min() < knee[0] - 45
    assert knee[air].max() > -20
    assert knee[hill].min() < knee[hill[0]] - 60
    assert m.t[hill[knee[hill].argmin()]] - m.t[hill[0]] >= 0.1


def test_speed_at_the_top_is_found(ski):
    assert np.linalg.norm(ski.motion.v[0, :2]) > 0.5


def test_without_style_it_is_content_to_fly_bent():
    """As the paper says of its style term; the weight changes without a rebuild."""
    shot, wanted, away = luxo_ski.ski(), np.array(list(STRETCHED.values())), []
    for weight in (shot.terms[0].weight, 0.0):
        shot.terms[0].weight = weight
        shot.solve()
        middle = shot.timeline.span(("air", 0.25, 0.75))
        away.append(np.linalg.norm(shot.motion.q[middle][:, joints(shot)] - wanted, axis=1).mean())
    assert away[0] < np.radians(20)
    assert away[1] > np.radians(40)
