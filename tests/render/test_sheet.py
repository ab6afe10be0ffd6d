import dataclasses

import numpy as np
import pytest
from PIL import Image

from supple.errors import FileError, InputError
from supple.render.lettering import plain, width_of, write
from supple.render.sheet import MOST, PAPER, Layout, _moments, sheet
from supple.scene import Note

CELL = (128, 72)


def cells_of(path, layout):
    with Image.open(path) as image:
        page = np.asarray(image.convert("RGB"))
    corners = [layout.corner(k) for k in range(layout.count)]
    return page, [page[y : y + CELL[1], x : x + CELL[0]].astype(int) for x, y in corners]


def test_one_cell_for_each_note_with_the_subject_in_it(hop, tmp_path):
    path = hop.sheet(tmp_path / "hop.png", size=CELL)
    layout = Layout.of(3, None, CELL)
    page, cells = cells_of(path, layout)
    assert page.shape == (layout.size[1], layout.size[0], 3)
    heights = []
    for cell in cells:
        red = cell[..., 0] - cell[..., 1:].max(axis=-1) > 40
        assert red.sum() > 100
        heights.append(np.where(red)[0].mean())
    assert heights[1] < heights[0], "the apex is higher than the take-off"


def test_every_cell_has_a_caption_under_it_and_the_page_a_title(hop, tmp_path):
    layout = Layout.of(3, None, CELL)
    page, _ = cells_of(sheet(hop, tmp_path / "hop.png", size=CELL), layout)
    ink = (np.abs(page.astype(int) - PAPER).max(axis=-1)) > 60
    for index in range(3):
        x, y = layout.corner(index)
        caption = ink[y + CELL[1] + 4 : y + CELL[1] + 30, x : x + CELL[0]]
        assert caption.sum() > 60
        assert caption[:, 45:].sum() > 20, "time, then words"
    assert ink[20:70, 36:120].sum() > 60
    untitled, _ = cells_of(sheet(hop, tmp_path / "bare.png", size=CELL, title=""), layout)
    assert (np.abs(untitled.astype(int) - PAPER).max(axis=-1) > 60)[20:70, 90:180].sum() == 0


def test_equal_takes_give_equal_bytes(hop, tmp_path):
    first, second = (sheet(hop, tmp_path / name, size=CELL) for name in ("a.png", "b.png"))
    assert first.read_bytes() == second.read_bytes()


def test_moments_come_from_times_or_notes_or_evenly(hop):
    assert [n.time for n in _moments(hop, [0.1, 0.3])] == [0.1, 0.3]
    assert [n.text for n in _moments(hop, None)] == ["take-off", "apex", "landing"]
    even = _moments(dataclasses.replace(hop, notes=()), None)
    np.testing.assert_allclose([n.time for n in even], np.linspace(0, 0.5, 9))
    together = dataclasses.replace(hop, notes=(Note(0.25, "apex"), Note(0.251, "wave"), Note(0.0, "start")))
    assert [n.text for n in _moments(together, None)] == ["start", "apex, wave"]


def test_of_many_notes_the_rare_and_the_far_apart_are_kept(hop):
    steps = [Note(float(time), "step") for time in np.arange(40) / 4]
    long = dataclasses.replace(hop.at(np.linspace(0, 10, 401)), notes=(*steps, Note(9.9, "fall")))
    kept = _moments(long, None)
    assert len(kept) == MOST
    assert kept[0].time == 0
    assert kept[-1].text == "fall"
    assert np.diff([n.time for n in kept]).max() < 2


def test_layout_fills_the_page_without_holes_and_without_overlap():
    for count in range(1, 13):
        layout = Layout.of(count, None, CELL)
        corners = np.array([layout.corner(k) for k in range(count)])
        assert len(np.unique(corners, axis=0)) == count
        assert (corners + CELL <= layout.size).all()
        assert layout.columns * layout.rows - count <= 1
    assert Layout.of(5, 5, CELL).rows == 1


def test_bad_wishes_are_named(hop, tmp_path):
    with pytest.raises(InputError, match="0 columns"):
        sheet(hop, tmp_path / "x.png", columns=0)
    with pytest.raises(InputError, match="at least one time"):
        sheet(hop, tmp_path / "x.png", times=[])
    with pytest.raises(InputError, match="8 × 8"):
        sheet(hop, tmp_path / "x.png", size=(8, 8))


def test_a_failing_write_leaves_nothing(hop, tmp_path, monkeypatch):
    def full(self, *_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Image.Image, "save", full)
    with pytest.raises(FileError, match=r"hop\.png': No space left"):
        sheet(hop, tmp_path / "hop.png", size=CELL)
    assert list(tmp_path.iterdir()) == []


def test_words_are_shortened_to_their_place():
    page = Image.new("RGB", (200, 40), "white")
    end = write(page, (10, 25), "a long sentence that does not fit", 15, width=100)
    assert end <= 110.5
    ink = np.where(np.asarray(page).min(axis=(0, 2)) < 128)[0]
    assert ink[0] >= 9
    assert 60 < ink[-1] <= 111
    assert width_of("two words", 15) > width_of("twowords", 15)
    assert plain("Gómez — 3 µm → 2²") == "Gomez - 3 um -> 22"
