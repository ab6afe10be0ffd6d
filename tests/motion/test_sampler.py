"""The table of many channels gives what each track gives by itself."""

import numpy as np
import pytest

from supple.motion import Track, euler_keys, keys, rotation_keys
from supple.motion.interpolators import INTERPOLATORS
from supple.motion.sampler import Sampler


@pytest.mark.parametrize("name", [n for n, way in INTERPOLATORS.items() if way.counts])
def test_every_interpolator_inside_and_outside_its_keys(name):
    rng = np.random.default_rng(4)
    at = [0.5, 1.1, 1.7, 3.0, 3.2]
    tracks = {
        "b": keys(dict(zip(at, rng.normal(size=(5, 3)), strict=True)), interpolate=name),
    }
    if name != "arc":
        tracks["a"] = keys(dict(zip(at, rng.normal(size=5), strict=True)), interpolate=name)
        tracks["c"] = keys({0.7: 2.0}, interpolate=name)
    sampler = Sampler(tracks)
    for t in [-1.0, *at, 0.6, 2.2, 3.15, 9.0]:
        values = sampler.at(t)
        for each, track in tracks.items():
            np.testing.assert_allclose(values[each], track(t), atol=1e-13)


def test_angles_apart_rotations_eases_functions_and_switches():
    tracks = {
        "angles": euler_keys("YXZ", x={0: 0, 1: 1.0}, y={0.5: 0.1, 2: 0.4}),
        "turn": rotation_keys({0: (0, 0, 0, 1), 1: ((0, 1, 0), 1.0)}),
        "eased": keys({0: 0.0, 1: 2.0}, interpolate="linear", ease_in=0.3),
        "wave": Track.function(np.sin),
        "lamp": keys({0: True, 1: False}),
        "steps": keys({0: 1.0, 1: 2.0}, interpolate="step"),
    }
    sampler = Sampler(tracks)
    for t in (-0.5, 0.0, 0.4, 0.99, 1.0, 1.7, 5.0):
        for name, value in sampler.at(t).items():
            np.testing.assert_allclose(value, tracks[name](t), atol=1e-14, err_msg=f"{name} at {t}")
