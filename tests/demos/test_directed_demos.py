"""The demos that are directed by scripts hold together at steps of a millisecond, for ten seconds."""

import pytest

from supple.demos import pendulum, puppet, skyhook

MILLISECOND = 1e-3


@pytest.mark.parametrize(
    "play",
    [
        pendulum.demo,
        lambda: skyhook.demo(step=MILLISECOND, seconds=10),
        pytest.param(lambda: puppet.demo(step=MILLISECOND), marks=pytest.mark.gallery),
    ],
    ids=["pendulum", "skyhook", "puppet"],
)
def test_joints_nails_and_paths_hold_for_ten_seconds_of_a_thousand_steps_each(play):
    report = play().report
    assert report["seconds_of_motion"] >= 10
    assert report["steps"] == round(report["seconds_of_motion"] / MILLISECOND)
    assert 0 < report["gap_max_m"] <= 1e-9, "joints are watched, and hold"
    assert report["nail_error_max_m"] <= 1e-9
    assert report["follow_error_max_m"] <= 1e-8
    assert 0.9 <= report["volume_min"] <= report["volume_max"] <= 1.1
