"""Restitution, and walls that are thinner than a step is long."""

import numpy as np
import pytest
from run import H, Run, ball, box, brick, plane, sphere

R = 0.1


@pytest.mark.parametrize("bounce", [0.3, 0.7, 1.0])
def test_a_ball_comes_up_to_the_square_of_its_bounce(bounce):
    """Each time: e² of the height before, to the h v that it moves in the step in which it turns."""
    shapes = [plane(bounce=bounce), sphere(R, body=0, bounce=bounce)]
    found, tops, fell = Run([ball((0, 1 + R, 0), R)], shapes), [1.0], 0.0
    for _ in range(1500):
        before, fell = found.v[0, 1], max(fell, -found.v[0, 1])
        found.step()
        if before < 0 < found.v[0, 1]:
            assert found.v[0, 1] == pytest.approx(-bounce * before, rel=1e-9)
        if before > 0 >= found.v[0, 1]:
            tops.append(found.q[0, 1] - R)
        if len(tops) == 3:
            break
    for k in range(2):
        assert tops[k + 1] == pytest.approx(bounce**2 * tops[k], abs=H * fell)


def test_a_ball_that_loses_nothing_comes_back_to_where_it_fell_from():
    shapes = [plane(bounce=1.0), sphere(R, body=0, bounce=1.0)]
    found = Run([ball((0, 1 + R, 0), R)], shapes)
    tops = max(found.step().q[0, 1] for _ in range(8000))
    assert tops < 1 + R + 1e-9
    assert max(found.step().q[0, 1] for _ in range(1000)) > 1 + R - 2e-3


def test_the_larger_bounce_of_two_counts_and_what_is_slow_stays():
    for floor, own in ((0.5, 0.1), (0.1, 0.5)):
        found = Run([ball((0, 0.4, 0), R)], [plane(bounce=floor), sphere(R, body=0, bounce=own)])
        fastest = max(found.step().v[0, 1] for _ in range(200))
        assert fastest == pytest.approx(0.5 * np.sqrt(2 * 9.81 * 0.3), rel=0.02)
        found.step(1500)
        assert np.abs(found.v).max() < 1e-9


@pytest.mark.parametrize("bounce", [0.0, 0.5])
@pytest.mark.parametrize("aim", [(0.0, 0.0), (0.4, 0.3)])
def test_a_fast_ball_does_not_pass_a_thin_wall(bounce, aim):
    """Five centimeters across at 50 m/s, ten a step; wherever the steps fall on its way."""
    for start in np.linspace(1.0, 1.1, 23):
        y, z = aim
        thrown = ball((-start, 0, 0), 0.025, velocity=(50, 50 * y, 50 * z))
        wall = box((0.01, 5, 5), bounce=bounce, friction=0.0)
        found = Run([thrown], [wall, sphere(0.025, body=0, friction=0.0, bounce=bounce)], gravity=(0, 0, 0))
        found.step(30)
        assert found.q[0, 0] < -0.035 + 1e-4
        np.testing.assert_allclose(found.v[0, :3], (-50 * bounce, 50 * y, 50 * z), atol=1e-9)


def test_a_fast_ball_takes_a_thin_plate_along():
    """Momentum is kept; the two go on together, the ball behind."""
    plate = brick((0, 0, 0), (0.005, 0.5, 0.5), mass=1.0)
    shot = ball((-1.03, 0, 0), 0.025, mass=0.5, velocity=(50, 0, 0))
    shapes = [box((0.005, 0.5, 0.5), body=0, friction=0.0), sphere(0.025, body=1, friction=0.0)]
    found = Run([plate, shot], shapes, gravity=(0, 0, 0)).step(50)
    assert found.q[1, 0] < found.q[0, 0] - 0.03 + 1e-4
    np.testing.assert_allclose(found.v[:, 0], 50 / 3, rtol=1e-9)
