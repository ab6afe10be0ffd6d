"""Keys in view: rulers, a grid of text, what kinds of intervals look like."""

import numpy as np
import pytest

from supple.errors import InputError
from supple.motion import INTERPOLATORS, Clip, Track, euler_keys, keys
from supple.motion.interval_shapes import BARS, interval_shapes


def clip():
    knee = keys({0: 0, 0.25: 1.2, 0.5: 0.2, 1: 0.9}, interpolate=("cosine", "linear", "step"))
    arm = keys({0: 0, 0.5: 1, 1: 0}).draw(0.5, 1, [1, 0.2, 0.6, 0])
    turn = euler_keys("YXZ", x={0: 0.0, 1: 0.4}, y={0: 0.0, 0.5: 1.0})
    return Clip(
        {"knee.angle": knee, "arm.angle": arm, "back.rotation": turn, "notes": keys({0.25: "hit", 0.5: "x"})}
    )


GRID = """\
frame           0    5    10   15   20
knee.angle      |ccccc|-----|___________|
arm.angle       |~~~~~~~~~~~|***********|
back.rotation.x |~~~~~~~~~~~~~~~~~~~~~~~|
back.rotation.y |~~~~~~~~~~~|
back.rotation.z |
notes                 |hit  |x
"""


@pytest.mark.feature("BB-41", "BB-D14")
def test_the_grid_has_frames_across_and_tracks_down():
    assert clip().grid() == GRID
    half = clip().grid(width=31)
    assert "knee.angle      |cc|--|_____|" in half.splitlines(), "two frames a column"
    assert half.splitlines()[0].split()[1:] == ["0", "10", "20"]


@pytest.mark.feature("BB-40", "BB-D14")
def test_rulers_have_ticks_at_keys_and_say_what_they_are():
    lines = clip().rulers(width=81).splitlines()
    at = lines.index("knee.angle")
    assert [k for k, char in enumerate(lines[at + 1]) if char == "|"] == [0, 20, 40, 80]
    assert [lines[at + 2][k : k + 9].strip() for k in (0, 20, 40)] == ["0s 0", "0.25s 1.2", "0.5s 0.2"]
    notes = lines.index("notes")
    assert lines[notes + 2].split() == ["0.25s", "hit", "0.5s", "x"]


@pytest.mark.feature("BB-39")
def test_hundreds_of_keys_on_scores_of_joints_stay_in_view():
    """60 joints with 240 keys each on 100 columns: every joint a line, every key a tick or among several."""
    times = np.arange(240) / 24
    joints = {f"joint{k}.angle": Track.sampled(times, np.sin(times + k)) for k in range(60)}
    lines = Clip(joints).grid(width=100).splitlines()
    assert len(lines) == 61
    assert max(map(len, lines)) <= 100
    cells = lines[1][len("joint59.angle ") :]
    assert set(cells) <= {"|", "#"}
    near = Clip(joints).grid("joint7.*", width=300).splitlines()
    assert len(near) == 2
    assert near[1].count("|") == 240, "one joint alone shows each of its keys"


@pytest.mark.feature("BB-44")
def test_one_sees_what_each_kind_of_interval_looks_like():
    shapes = interval_shapes(24)
    assert set(shapes) == set(INTERPOLATORS)
    levels = {name: [BARS.index(bar) for bar in bars] for name, bars in shapes.items()}
    assert all(len(row) == 24 for row in levels.values())
    assert levels["linear"] == np.round(np.linspace(0, 7, 24)).tolist()
    assert set(levels["step"][:-1]) == {0}
    for name, above in (("decelerate", True), ("accelerate", False)):
        middle = np.array(levels[name][6:18]) - np.array(levels["linear"][6:18])
        assert (middle >= 0).all() if above else (middle <= 0).all()
        assert middle.any()


def test_what_is_not_made_of_keys_is_shown_by_its_seams():
    swing = clip()["knee.angle"].repeat(2)
    line = Clip({"swing.angle": swing}).grid().splitlines()[1]
    assert line.split(" ", 1)[1].startswith("|.....|.....|...........|")
    with pytest.raises(InputError, match="no keys to show"):
        Clip({"x.angle": Track.function(np.sin)}).grid()


def test_without_what_draws_a_sheet_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(Clip, "writers", {})
    with pytest.raises(InputError, match=r"import supple\.render"):
        clip().sheet(tmp_path / "x.png")
