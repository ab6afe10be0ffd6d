"""The demos that are directed by scripts move like something alive: firm joints, sound shapes, sane forces."""

import pytest

from supple import demos


@pytest.mark.parametrize("name", ["skyhook", "monster"])
def test_bodies_stay_sound_and_forces_sane(name):
    report = demos.run(name).report
    assert report["gap_max_m"] <= 1e-9
    assert report["nail_error_max_m"] <= 1e-9
    assert report["follow_error_max_m"] <= 1e-8
    assert report["acceleration_max_g"] <= 15
    assert 0.9 <= report["volume_min"] <= report["volume_max"] <= 1.1
    assert 0.8 <= report["stretch_min"] <= report["stretch_max"] <= 1.25
    assert report["lowest_point_m"] > -1e-3


def test_the_script_of_the_sky_hook_comes_to_its_end():
    words = [note.text for note in demos.run("skyhook").notes]
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


def test_the_puppet_keeps_its_shape_and_stays_on_the_floor():
    report = demos.run("puppet").report
    assert 0 < report["follow_error_max_m"] <= 1e-8, "the led hand is watched, and where it should be"
    assert 0.9 <= report["volume_min"] <= report["volume_max"] <= 1.1
    assert 0.8 <= report["stretch_min"] <= report["stretch_max"] <= 1.25
    assert report["lowest_point_m"] > -1e-3


def test_the_monster_eats():
    take = demos.run("monster")
    assert take.report["eaten"] == take.report["trials"] == 1
    assert take.notes[-1].text == "gone"
