"""The demos that are directed by scripts move like something alive: firm joints, sound shapes, sane forces."""

from functools import cache

import numpy as np
import pytest

from supple import demos
from supple.demos import pendulum, skyhook
from supple.demos import puppet as marionette

MILLISECOND = 1e-3


@cache
def played(name):
    return demos.run(name)


@pytest.mark.parametrize("name", ["skyhook", "monster"])
def test_bodies_stay_sound_and_forces_sane(name):
    report = played(name).report
    assert report["gap_max_m"] <= 1e-9
    assert report["nail_error_max_m"] <= 1e-9
    assert report["follow_error_max_m"] <= 1e-8
    assert report["acceleration_max_g"] <= 15
    assert 0.9 <= report["volume_min"] <= report["volume_max"] <= 1.1
    assert 0.8 <= report["stretch_min"] <= report["stretch_max"] <= 1.25
    assert report["lowest_point_m"] > -1e-3


@pytest.mark.parametrize(
    "play",
    [
        pendulum.demo,
        lambda: skyhook.demo(step=MILLISECOND, seconds=10),
        lambda: marionette.demo(step=MILLISECOND),
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


def test_the_script_of_the_sky_hook_comes_to_its_end():
    words = [note.text for note in played("skyhook").notes]
    assert words == [
        "waiting",
        "off",
        "swoop",
        "got it",
        "haul",
        "up and away",
        "hung up",
        "dangling",
        "at rest",
    ]


@pytest.mark.parametrize(
    ("name", "limbs"),
    [("skyhook", ("shank", "hook", "pyramid")), ("monster", ("head", "arm_L", "arm_R", "leg_L", "leg_R"))],
)
def test_limbs_that_nothing_drives_trail_what_does_and_settle(name, limbs):
    report = played(name).report
    for limb in limbs:
        assert 0.05 <= report[f"{limb}_lag_s"] <= 0.3, limb
        assert 0.5 <= report[f"{limb}_swings"] <= 3, limb


@pytest.fixture(scope="module")
def puppet():
    return demos.run("puppet")


def test_the_puppet_keeps_its_shape_and_stays_on_the_floor(puppet):
    report = puppet.report
    assert report["gap_max_m"] <= 1e-9
    assert 0 < report["follow_error_max_m"] <= 1e-8, "the led points are watched, and where they should be"
    assert report["acceleration_max_g"] <= 15
    assert 0.9 <= report["volume_min"] <= report["volume_max"] <= 1.1
    assert 0.8 <= report["stretch_min"] <= report["stretch_max"] <= 1.25
    assert report["lowest_point_m"] > -1e-3
    assert report["seconds_of_motion"] >= 10


def test_nothing_jumps_when_the_puppet_is_taken_by_the_hand_and_let_go(puppet):
    assert puppet.report["preroll_speed_jump"] <= 1e-6
    assert puppet.report["handover_position_jump"] <= 1e-9
    assert puppet.report["handover_speed_jump"] <= 1e-6


@pytest.mark.parametrize("limb", ["leg_L", "leg_R", "arm_L", "arm_R"])
def test_the_limbs_of_the_puppet_trail_its_head_and_settle(puppet, limb):
    assert 0.05 <= puppet.report[f"{limb}_lag_s"] <= 0.3
    assert 0.5 <= puppet.report[f"{limb}_swings"] <= 3


def test_the_puppet_ends_limp_on_the_floor(puppet):
    """Seated it is higher than what is left when the strings are gone, and in the end nothing moves."""
    head = puppet.position("head")[:, 1]
    assert head[puppet.frame(8.2)] > 0.2 > head[-1]
    assert abs(head[-1] - head[-20]) < 0.01


def test_the_monster_eats_who_walks_in_and_who_comes_from_elsewhere():
    take = played("monster")
    assert take.report["eaten"] == take.report["trials"] == 3
    words = [note.text for note in take.notes]
    assert words.index("strike") < words.index("skewered") < words.index("let go") < words.index("gone")


def test_the_humanoid_walks():
    """Before it is struck at, each foot stands where it came down for half of the time, and is lifted."""
    take = played("monster")
    strike = next(note.time for note in take.notes if note.text == "strike")
    walking = (take.times > 0.1) & (take.times < strike)
    heights, slips = [], []
    for side in "LR":
        foot = take.position(f"leg.lower.{side}", (0, -0.14, 0))[walking]
        sideways = np.gradient(foot[:, ::2], take.times[walking], axis=0)
        slips.append(np.median(np.linalg.norm(sideways, axis=1)))
        heights.append(np.ptp(foot[:, 1]))
    assert max(slips) < 0.05, "a foot that stands does not slide"
    assert min(heights) > 0.03, "a foot that swings is lifted"
