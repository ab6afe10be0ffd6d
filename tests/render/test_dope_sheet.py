"""The picture of a clip's keys: marks where the keys are, curves where the values are."""

import numpy as np
import pytest
from PIL import Image

import supple
from supple.errors import InputError
from supple.render.dope_rows import KEY, LINES, MARGIN, ROW, STRIP
from supple.render.dope_sheet import HEADING, SCALE, dope_sheet


def clip():
    return supple.Clip(
        {
            "knee.angle": supple.keys({0: 0, 0.25: 1.2, 1: 0.2}, interpolate="linear"),
            "hips.position": supple.keys({0: (0, 1, 0), 1: (0, 1, 1)}),
            "notes": supple.keys({0.25: "hit"}),
        }
    )


def pixels(path):
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB")).astype(int)


def columns(page, y, color):
    """The middles of runs of a color along a row of pixels, those that are wider than letters."""
    here = np.abs(page[y] - color).max(axis=-1) < 12
    edges = np.flatnonzero(np.diff(np.concatenate([[0], here, [0]])))
    return [(a + b - 1) / 2 for a, b in edges.reshape(-1, 2) if b - a > 6]


@pytest.mark.feature("BB-39", "BB-40")
def test_a_diamond_stands_at_every_key_of_every_row(tmp_path):
    page = pixels(clip().sheet(tmp_path / "keys.png", width=900))
    top = MARGIN + HEADING + SCALE
    right = 900 - MARGIN
    knee, hips, notes = (columns(page, top + k * ROW + ROW // 2, KEY) for k in range(3))
    assert len(knee) == 3
    assert len(hips) == 2
    assert len(notes) == 1
    left = knee[0]
    assert knee[2] == pytest.approx(right, abs=1.5)
    assert knee[1] == pytest.approx(left + 0.25 * (right - left), abs=1.5)
    assert notes[0] == pytest.approx(knee[1], abs=1.5)


def test_curves_go_through_their_values(tmp_path):
    page = pixels(dope_sheet(clip(), tmp_path / "keys.png", width=900, only="notes", curves="knee*"))
    top = MARGIN + HEADING + SCALE + ROW + 12
    strip = np.abs(page[top : top + STRIP, :, :] - LINES[0]).max(axis=-1) < 12
    left = np.flatnonzero(strip.any(axis=0))[0]
    right = 900 - MARGIN
    track = clip()["knee.angle"]
    for t in (0.1, 0.25, 0.6, 0.9):
        x = round(left + 2 + t * (right - left - 2))
        rows = np.flatnonzero(strip[:, x])
        wanted = STRIP - 12 - track(t) / 1.2 * (STRIP - 24)
        assert np.abs(rows - wanted).min() < 3, t


def test_named_intervals_have_room_under_the_curves(tmp_path):
    plain = pixels(clip().sheet(tmp_path / "a.png"))
    banded = pixels(clip().sheet(tmp_path / "b.png", spans={"reach": (0, 0.25), "hold": (0.25, 1)}))
    assert 10 < len(banded) - len(plain) < 60
    assert (banded[: len(plain) - 80] == plain[: len(plain) - 80]).all(), "the rest stays where it is"


def test_a_page_that_is_too_narrow_says_how_wide_it_must_be(tmp_path):
    with pytest.raises(InputError, match="no room for time; at least"):
        clip().sheet(tmp_path / "x.png", width=200)
