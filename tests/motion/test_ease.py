"""Eases: a profile of speed (T-F12)."""

import numpy as np
import pytest

from supple.motion import keys, rotation_keys


def eased(ease="sine", a=6.0, d=6.0):
    return keys({0: 0.0, 24: 1.0}, interpolate="linear", ease_in={0: a}, ease_out={24: d}, ease=ease)


def test_numbers_of_the_sine_profile():
    """N = 24, a = d = 6: α(6) = 1/6, α(12) = ½, α(18) = 5/6."""
    assert eased()([0, 6, 12, 18, 24]) == pytest.approx([0, 1 / 6, 1 / 2, 5 / 6, 1], abs=1e-15)


def test_numbers_of_the_quarter_profile():
    """α(a) = (2a/π)/D, D = 2a/π + N − a − d + 2d/π."""
    D = 2 * 6 / np.pi + 12 + 2 * 6 / np.pi
    assert eased("quarter")([6, 12, 18]) == pytest.approx(
        [12 / np.pi / D, 0.5, 1 - 12 / np.pi / D], abs=1e-15
    )
    tau = 2.5
    assert eased("quarter")(tau) == pytest.approx(12 / np.pi * (1 + np.sin(np.pi * tau / 12 - np.pi / 2)) / D)


@pytest.mark.parametrize("ease", ["sine", "quarter"])
@pytest.mark.parametrize(("a", "d"), [(6, 6), (0, 10), (24, 0), (3, 21), (30, 18)])
def test_speed_rises_from_rest_is_steady_and_falls_to_rest(ease, a, d):
    track = eased(ease, a, d)
    t = np.linspace(0, 24, 2401)
    speed = track.velocity(t)
    assert (np.diff(track(t)) > 0).all()
    assert (speed >= 0).all()
    assert speed[0] == pytest.approx(0 if a else speed.max(), abs=1e-15)
    assert speed[-1] == pytest.approx(0 if d else speed.max(), abs=1e-15)
    assert np.abs(np.diff(speed)).max() < 0.02
    assert np.sum((speed[1:] + speed[:-1]) / 2) * 0.01 == pytest.approx(1, abs=1e-5)


def test_sine_ease_has_no_jump_in_acceleration():
    a = eased().acceleration(np.linspace(0, 24, 2401))
    assert np.abs(np.diff(a)).max() < 2e-4
    assert np.abs(a[[0, -1]]).max() < 1e-12


def test_rotations_ease_too():
    half = ((0, 0, 1), np.pi)
    track = rotation_keys({0: (0, 0, 0, 1), 24: half}, interpolate="linear", ease_in=6, ease_out=6)
    angle = 2 * np.arctan2(track([6, 12, 18])[:, 2], track([6, 12, 18])[:, 3])
    assert angle == pytest.approx(np.pi * np.array([1 / 6, 1 / 2, 5 / 6]))
    assert track.velocity([0, 24]) == pytest.approx(np.zeros((2, 3)), abs=1e-12)


def test_ease_between_keys_of_a_spline_keeps_its_path():
    """Ease changes when, never where: the eased curve runs through the same values."""
    points = {0: (0, 0), 1: (1, 2), 2: (3, 1)}
    plain = keys(points, interpolate="cubic")
    slow = keys(points, interpolate="cubic", ease_in={1: 0.4}, ease_out={1: 0.3})
    dense = plain(np.linspace(0, 2, 20001))
    for x in slow(np.linspace(0, 2, 57)):
        assert np.linalg.norm(dense - x, axis=1).min() < 2e-4
    assert slow.velocity([1 - 1e-9, 1]) == pytest.approx(np.zeros((2, 2)), abs=1e-6)
