"""Every demo in its short form shows what it says; a dozen of them are drawn. `make gallery` runs all in full."""

import pytest
from files_of_takes import check_all, check_numbers, check_round_trip
from limits import LIMITS, Limits
from seen import SEEN

from supple import demos
from supple.cli.demo import write
from supple.errors import UnknownNameError

DRAWN = {
    "throw": "nodes that ride on others, by keys, and a trail",
    "morph": "one mesh with targets and colors",
    "bouncing-ball": "what is transparent, and stretched",
    "jelly-drop": "affine bodies and a rigid one",
    "bend": "quadratic bodies",
    "puppet": "a figure of many bodies, and the path of a point",
    "bender": "vertices of a deformation of one's own",
    "particle": "ghosts",
    "luxo-jump": "a character with links",
    "luxo-ski": "scenery",
    "car": "a lattice with parts, a camera that goes along",
    "race": "learned gaits, several bodies with modes, one of them keyed",
}
"""Every way of drawing."""


@pytest.mark.parametrize("name", demos.NAMES)
def test_a_demo_shows_what_it_says(name, tmp_path, browser, short_reports):
    take = demos.run(name, short=True)
    short_reports[name] = take.report
    LIMITS[name].hold(take.report, short=True)
    for shows in SEEN.get(name, ()):
        shows(take)
    if name in DRAWN:
        write(take, name, 1.0, tmp_path)
        check_all(take, tmp_path, browser, short=True)
    else:
        check_round_trip(take, take.save(tmp_path / f"{name}.glb"))
        check_numbers(take, take.save(tmp_path / f"{name}.npz"), short=True)


def test_those_that_are_drawn_and_held_to_something_exist():
    assert set(DRAWN) <= set(demos.NAMES)
    assert set(LIMITS) == set(demos.NAMES)


def test_a_short_form_is_held_to_what_is_said_for_it_and_the_full_run_to_all():
    limits = Limits({"gap": 1, "drift": 1}, {"hops": 3}, short={"gap": 2, "hops": None})
    limits.hold({"gap": -2, "drift": 1, "hops": 1}, short=True)
    limits.of("left").hold({"left": {"gap": 1, "drift": 1, "hops": 3}}, short=False)
    for report in ({"gap": -2, "drift": 1, "hops": 3}, {"gap": 1, "drift": 1, "hops": 2}):
        with pytest.raises(AssertionError, match=r"gap|hops"):
            limits.hold(report, short=False)
    with pytest.raises(AssertionError, match="drift"):
        limits.hold({"gap": 0, "drift": 1.1, "hops": 1}, short=True)
    limits.only_in_full().hold({}, short=True)


@pytest.mark.parametrize("name", ["throw", "jelly-drop"])
def test_equal_runs_give_equal_bytes(name, tmp_path):
    first, second = (demos.run(name).save(tmp_path / f"{k}.glb").read_bytes() for k in range(2))
    assert first == second


def test_an_unknown_demo_lists_those_that_exist():
    with pytest.raises(
        UnknownNameError, match=r"'bounce'; did you mean 'bouncing-ball'\?|There are: .*puppet"
    ):
        demos.run("bounce")
