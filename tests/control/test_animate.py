"""Any mesh acts: it falls, rings and rebounds by itself, and learns to get on."""

import json
from dataclasses import replace

import numpy as np
import pytest

import supple
from supple import cache
from supple.control.animate import ACTIONS, animate, gaits, keeping
from supple.control.animate.actions import STYLES
from supple.control.animate.intake import taken_in
from supple.control.animate.report import report
from supple.control.hop import failures
from supple.errors import InputError, UnknownNameError

QUICK = replace(STYLES["hop"], evaluations=12, tries=1)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path / "kept"))
    cache.notice.cache_clear()


@pytest.fixture(scope="module")
def crate():
    return taken_in(supple.models.box(width=0.3, height=0.3, depth=0.3)).node


def heights(take, name):
    """Lowest and highest point over time, (T,) each."""
    y = take.world_vertices(name)[..., 1]
    return y.min(axis=1), y.max(axis=1)


def test_a_drop_falls_freely_lands_squashes_and_comes_to_rest():
    made = animate(supple.models.box(width=0.3, height=0.3, depth=0.3), "drop")
    low, high = heights(made.take, "box")
    t = made.take.times
    falling, late = t < 0.15, 9.81 * 0.15 / 240  # g t h: how far steps of h run ahead
    assert low[falling] == pytest.approx(low[0] - 9.81 / 2 * t[falling] ** 2, abs=late), "before it touches"
    assert low.min() > -0.01 * 0.3, "the floor holds"
    assert low[-1] > -0.005 * 0.3
    assert made.report["penetration_max_m"] == pytest.approx(-low.min(), abs=1e-6)
    assert np.ptp(high[-10:]) < 1e-3, "it lies still"
    assert made.report["volume_min"] > 0.85
    assert made.report["volume_max"] < 1.15


def test_a_push_rings_and_dies_away():
    made = animate(supple.models.teapot(), "wobble")
    lid = made.take.world_vertices("teapot")[:, :, 0].max(axis=1)
    pushed = next(note.time for note in made.take.notes if note.text == "pushed")
    before, after = lid[made.take.times < pushed], lid[made.take.times >= pushed]
    half = len(after) // 2
    assert np.ptp(before) < 0.05 * np.ptp(after)
    assert np.ptp(after[:half]) > 5e-3
    assert np.ptp(after[-half // 2 :]) < 0.2 * np.ptp(after[:half])


def test_a_lift_takes_it_off_the_floor_and_lets_go():
    made = animate(supple.models.box(width=0.3, height=0.3, depth=0.3), "lift", seconds=1.6)
    low, _ = heights(made.take, "box")
    go = made.take.frame(next(note.time for note in made.take.notes if note.text == "let go"))
    assert low[go] > 0.25
    assert low[-1] < 0.1


def test_the_same_seed_gives_the_same_bytes_and_another_another_motion():
    one, same, other = (animate(supple.models.box(), "drop", seed, seconds=0.6).take for seed in (1, 1, 2))
    assert one.data["q"].tobytes() == same.data["q"].tobytes()
    assert one.data["q"].tobytes() != other.data["q"].tobytes()


def test_a_gait_is_searched_for_once(crate, monkeypatch):
    first = gaits.gait(crate, QUICK, 1.0, 1)
    assert first.searched["evaluations"] == 12
    assert first.searched["cost_best"] <= first.searched["cost_first"]
    monkeypatch.setattr(gaits, "_searched", lambda *_: pytest.fail("it was kept"))
    again = gaits.gait(crate, QUICK, 1.0, 1)
    assert again.rolled.q.tobytes() == first.rolled.q.tobytes()


def test_a_stale_controller_is_noticed_and_found_anew(crate, capsys):
    first = gaits.gait(crate, QUICK, 1.0, 1)
    (entry,) = keeping.home("controllers").glob("*.json")
    kept = keeping.recalled(entry.stem)
    keeping.keep(entry.stem, {**kept, "cost_best": kept["cost_best"] - 1})
    again = gaits.gait(crate, QUICK, 1.0, 1)
    assert "it is stale, and searched for again" in capsys.readouterr().err
    assert again.rolled.q.tobytes() == first.rolled.q.tobytes()
    assert json.loads(entry.read_text())["found"] == kept


def test_a_kept_controller_that_breaks_other_limits_is_found_anew(crate, capsys):
    gaits.gait(crate, QUICK, 1.0, 1)
    strict = replace(QUICK, broken=lambda gait: ["nothing is good enough"])
    strict.broken.__name__ = QUICK.broken.__name__
    again = gaits.gait(crate, strict, 1.0, 1)
    assert "breaks 1 limits, and others than it did" in capsys.readouterr().err
    assert again.searched["evaluations"] == 12


def test_a_controller_kept_without_its_graph_is_damaged(crate, capsys):
    first = gaits.gait(crate, QUICK, 1.0, 1)
    (entry,) = keeping.home("controllers").glob("*.json")
    kept = keeping.recalled(entry.stem)
    del kept["graph"]
    keeping.keep(entry.stem, kept)
    assert gaits.gait(crate, QUICK, 1.0, 1).rolled.q.tobytes() == first.rolled.q.tobytes()
    assert "is damaged" in capsys.readouterr().err


def test_a_search_that_is_stopped_says_so_and_is_not_kept(crate, capsys, monkeypatch):
    """The second try is interrupted, the first was better."""
    runs = []

    def run(search):
        runs.append(search)
        found = whole(search)
        if len(runs) == 1:
            return found
        (course,) = found.courses
        return replace(found, courses=(replace(course, costs=course.costs + 9, stopped=True),))

    whole = gaits.Search.run
    monkeypatch.setattr(gaits.Search, "run", run)
    act = gaits.gait(crate, replace(QUICK, tries=3), 1.0, 1)
    assert "stopped after 24 of up to 36 evaluations; this is the best so far" in capsys.readouterr().err
    assert report(act, "hop", 1, "")["stopped"] is True
    assert not list(keeping.home("controllers").glob("*.json"))


def test_a_report_has_the_names_that_all_reports_use_and_what_failed(crate):
    act = gaits.gait(crate, QUICK, 2.0, 1, cache=False)
    found = report(act, "hop", 1, "")
    wanted = {
        "distance_m", "energy", "evaluations", "cost_first", "cost_best", "period_variation", "airborne_fraction",
        "slip_ratio", "tilt_max_deg", "volume_min", "volume_max", "squash_before_takeoff", "heading_drift_deg",
        "penetration_max_m", "seed",
    }  # fmt: skip
    assert wanted <= set(found)
    assert found["failed"] == failures(act.gait)
    assert found["stopped"] is False
    assert found["period_s"] == act.period
    json.dumps(found, allow_nan=False)


def test_what_would_tip_over_is_turned_until_it_stands(capsys):
    leaning = supple.models.cylinder(radius=0.1, height=0.6).surface
    leaning = leaning.with_vertices(leaning.vertices + leaning.vertices[:, [1]] * [1.2, 0, 0])
    made = animate(leaning, "wobble", seconds=2)
    assert "would tip over as it is" in capsys.readouterr().err
    assert made.report["tilt_max_deg"] < 20


def test_an_unknown_action_lists_those_there_are():
    with pytest.raises(UnknownNameError, match="unknown action 'jump'"):
        animate(supple.models.box(), "jump")
    assert set(ACTIONS) == {"drop", "wobble", "hop", "bound", "shuffle", "lift"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seed": -1}, "seed is -1; expected a whole number, 0 or more"),
        ({"seed": 1.5}, "seed is 1.5; expected a whole number"),
        ({"seed": "a"}, "seed is 'a'; expected a whole number"),
        ({"seed": None}, "seed is None; expected a whole number"),
        ({"seconds": -1}, "seconds is -1; expected a positive number of seconds"),
        ({"seconds": "1"}, "seconds is '1'; expected a positive number"),
        ({"height": "1"}, "height is '1'; expected a positive number of meters"),
        ({"height": np.nan}, "height is nan"),
        ({"unit": [1]}, r"unit is \[1\]; expected a positive number of meters"),
        ({"up": 1}, "up is 1; expected one of x, y, z"),
        ({"forward": 1}, "forward is 1; expected one of x, z, -x, -z"),
    ],
)
def test_options_that_cannot_be_used_say_what_is_expected(given, message):
    with pytest.raises(InputError, match=message):
        animate(supple.models.box(), "drop", **given)


@pytest.mark.parametrize("name", ["ball [/v2]", "ball [v2]"])
def test_a_name_is_said_to_the_letter(name, capsys):
    animate(supple.Node(name, supple.models.sphere().surface), "drop", seconds=0.1)
    assert f"{name}: y is up" in capsys.readouterr().err
