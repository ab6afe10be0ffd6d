"""Coulomb's law against closed forms: boxes on slopes, spheres that slip until they roll."""

import numpy as np
import pytest
from run import G, H, Run, ball, box, brick, plane, sphere

R = 0.1


def on_slope(angle, friction, half=(0.25, 0.1, 0.25)):
    """A box at rest on a slope, for a second."""
    up = np.array([-np.sin(angle), np.cos(angle), 0.0])
    lean = (0, 0, np.sin(angle / 2), np.cos(angle / 2))
    shapes = [plane(angle, friction=friction), box(half, body=0, friction=friction)]
    return Run([brick(half[1] * up, half, rotation=lean)], shapes).step(500)


@pytest.mark.parametrize("friction", [0.2, 0.5, 1.0])
def test_a_box_sticks_below_its_angle_and_slides_above_it(friction):
    below, above = np.arctan(friction * 0.995), np.arctan(friction * 1.005)
    assert np.linalg.norm(on_slope(below, friction).v) < 1e-12
    speed = np.linalg.norm(on_slope(above, friction).v[0, :3])
    assert speed == pytest.approx(G * (np.sin(above) - friction * np.cos(above)), rel=0.01)


@pytest.mark.parametrize("friction", [0.0, 0.1, 0.3])
def test_a_sliding_box_has_the_acceleration_of_the_slope_less_friction(friction):
    found = on_slope(0.5, friction)
    along = np.array([-np.cos(0.5), -np.sin(0.5), 0.0])
    expected = G * (np.sin(0.5) - friction * np.cos(0.5))
    np.testing.assert_allclose(found.v[0, :3], expected * along, rtol=0.01, atol=1e-3)


def test_a_sliding_box_stops_where_its_energy_is_spent():
    """v²/2μg, to within the h v/2 of a step."""
    half, v, friction = (0.2, 0.1, 0.2), 2.0, 0.4
    shapes = [plane(friction=friction), box(half, body=0, friction=friction)]
    found = Run([brick((0, 0.1, 0), half, velocity=(v, 0, 0))], shapes).step(1000)
    assert found.q[0, 0] == pytest.approx(v**2 / (2 * friction * G), abs=H * v)
    assert np.abs(found.v).max() < 1e-9


def released(angle, friction):
    """A sphere on a slope, for a second."""
    shapes = [plane(angle, friction=friction), sphere(R, body=0, friction=friction)]
    return Run([ball(R * np.array([-np.sin(angle), np.cos(angle), 0.0]), R)], shapes).step(500)


@pytest.mark.parametrize("angle", [0.1, 0.5])
def test_a_sphere_rolls_down_a_slope_with_five_sevenths_of_it(angle):
    v = released(angle, friction=0.5).v[0]
    along = np.array([-np.cos(angle), -np.sin(angle), 0.0])
    np.testing.assert_allclose(v[:3], 5 / 7 * G * np.sin(angle) * along, rtol=1e-9, atol=1e-12)
    assert R * v[5] == pytest.approx(np.linalg.norm(v[:3]), rel=1e-9)


def test_a_sphere_slips_where_a_slope_is_steeper_than_seven_halves_of_its_friction():
    angle, friction = 0.5, 0.1
    v = released(angle, friction).v[0]
    slides = G * (np.sin(angle) - friction * np.cos(angle))
    assert np.linalg.norm(v[:3]) == pytest.approx(slides, rel=1e-9)
    assert R * v[5] == pytest.approx(5 / 2 * friction * G * np.cos(angle), rel=1e-9)


@pytest.mark.parametrize(("v", "spin"), [(2.0, 30.0), (3.0, 0.0), (1.0, 40.0)])
def test_a_sphere_with_backspin_slips_for_two_sevenths_of_its_slip_over_friction(v, spin):
    """It then rolls with (5 v − 2 ω r)/7, forward or back."""
    friction = 0.3
    shapes = [plane(friction=friction), sphere(R, body=0, friction=friction)]
    found = Run([ball((0, R, 0), R, velocity=(v, 0, 0), spin=(0, 0, spin))], shapes)
    steps = 0
    while found.v[0, 0] + R * found.v[0, 5] > 1e-9:
        found.step()
        steps += 1
    assert steps * H == pytest.approx(2 * (v + R * spin) / (7 * friction * G), abs=1.01 * H)
    assert found.v[0, 0] == pytest.approx((5 * v - 2 * R * spin) / 7, rel=1e-9)
    rolls = found.v.copy()
    np.testing.assert_allclose(found.step(200).v, rolls, atol=1e-9)
