"""q = v / |v|: the rates against differences, operators that keep the curve, and its file."""

import numpy as np
import pytest

from supple.motion import Clip, Track, keys
from supple.motion.curves import Normalized
from supple.spatial import conjugate, multiply, rotate, to_rotation_vector

T = np.linspace(0.1, 1.9, 23)
TURN = np.array([0.6, 0, 0, 0.8])


@pytest.fixture
def track():
    rng = np.random.default_rng(2)
    values, slopes = rng.normal(size=(3, 4)), rng.normal(size=(3, 2, 4))
    numbers = keys(dict(zip((0.0, 0.8, 2.0), values, strict=True)), "hermite", "vector", slopes=slopes)
    return Track(Normalized("rotation", numbers.curve))


def test_rates_are_the_limits_of_differences(track):
    h = 1e-5
    turned = to_rotation_vector(multiply(track(T + h), conjugate(track(T - h))))
    np.testing.assert_allclose(track.velocity(T), turned / (2 * h), atol=1e-6)
    rate = (track.velocity(T + h) - track.velocity(T - h)) / (2 * h)
    np.testing.assert_allclose(track.acceleration(T), rate, rtol=1e-6, atol=1e-4)


def test_operators_keep_the_keys(track):
    changed = track.shift(0.5).stretch(2, about=0.5).rotate(TURN).reverse(about=1)
    assert isinstance(changed.curve, Normalized)
    assert len(changed.curve.curve.times) == 3
    np.testing.assert_allclose(changed(2 - (0.5 + 2 * T)), multiply(TURN, track(T)), atol=1e-12)
    np.testing.assert_allclose(
        changed.velocity(2 - (0.5 + 2 * T)), -rotate(TURN, track.velocity(T)) / 2, atol=1e-12
    )


def test_it_is_saved_to_the_bit(track, tmp_path):
    Clip({"a.rotation": track}).save(tmp_path / "a.json")
    np.testing.assert_array_equal(Clip.load(tmp_path / "a.json")["a.rotation"](T), track(T))


def test_no_direction_is_no_turn():
    still = Track(Normalized("rotation", keys({0: (0, 0, 0, 0), 1: (0, 0, 0, 2)}, "step").curve))
    np.testing.assert_array_equal(still([0.5, 1.5]), [(0, 0, 0, 1)] * 2)
