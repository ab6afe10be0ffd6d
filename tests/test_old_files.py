"""Files of an earlier version load and hold the same numbers; a file of a later one is refused by its number.

Those of `fixtures/5410b2b` were written by that commit, and what it read back from them lies beside them.
"""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from supple import models
from supple.control.hopper import first_hop, hopper
from supple.control.search import Search
from supple.control.search.journal import Journal
from supple.dynamics import load_modes, mode, save_modes
from supple.errors import FileError
from supple.io import load_take
from supple.motion import Clip

OLD = Path(__file__).parent / "fixtures" / "5410b2b"
TIMES = np.linspace(-1.0, 4.0, 41)


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def same(found: np.ndarray, expected: np.ndarray, what: str) -> None:
    if expected.dtype.kind == "f":
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12, err_msg=what)
    else:
        np.testing.assert_array_equal(found, expected, err_msg=what)


def test_a_clip_has_every_track_and_its_values():
    clip = Clip.load(OLD / "clip.json")
    with np.load(OLD / "clip.npz") as numbers:
        assert sorted(clip) == sorted(numbers.files)
        for name in numbers.files:
            same(np.asarray(clip[name](TIMES)), numbers[name], name)


def test_a_clip_that_is_read_and_written_again_is_the_same_file(tmp_path):
    Clip.load(OLD / "clip.json").save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (OLD / "clip.json").read_bytes()


def test_a_take_has_its_motion_its_marks_and_its_words(tmp_path):
    take, words = load_take(OLD / "take.glb"), json.loads((OLD / "words.json").read_text())
    with np.load(take.save(tmp_path / "now.npz")) as now, np.load(OLD / "loaded.npz") as then:
        assert set(then.files) <= set(now.files)
        for name in then.files:
            same(now[name], then[name], name)
    assert [[note.time, note.text] for note in take.notes] == words["notes"]
    assert (take.name, dict(take.report), take.origin.step, take.channels["height"].unit) == (
        words["name"], words["report"], words["step"], words["unit"],
    )  # fmt: skip


def test_an_archive_of_numbers_agrees_with_the_take_that_was_written_beside_it():
    """As glTF has it, in single precision."""
    take = load_take(OLD / "take.glb")
    with np.load(OLD / "take.npz") as archive:
        assert archive["run/bodies/ball/q"].shape == (7, 12)
        np.testing.assert_array_equal(archive["times"], take.times)
        for name, motion in take.motions.items():
            np.testing.assert_allclose(
                motion.translation, archive[f"nodes/{name}/translation"], rtol=1e-6, atol=1e-7
            )
            q, expected = motion.rotation, archive[f"nodes/{name}/rotation"]
            np.testing.assert_allclose(np.abs((q * expected).sum(axis=1)), 1, atol=1e-6)


def test_a_journal_tells_what_every_evaluation_cost(tmp_path):
    path = shutil.copy(OLD / "gait.journal", tmp_path)
    head, *entries = lines(OLD / "gait.journal")
    journal = Journal(path, head["problem"])
    assert len(journal) == len(entries) == 8
    for entry in entries:
        assert journal.known(1, entry["evaluation"], np.array(entry["u"])) == entry["cost"]


def test_a_search_goes_on_from_a_journal_without_evaluating_anything_again(tmp_path):
    path = Path(shutil.copy(OLD / "gait.journal", tmp_path))
    crate = hopper(models.box(width=0.4, height=0.4, depth=0.4), contacts=26)
    settings = {"cost": "leap", "seconds": 1.0, "batch": 4, "threads": 1, "journal": path}
    found = Search(crate, first_hop(crate), evaluations=8, **settings).run()
    assert path.read_bytes() == (OLD / "gait.journal").read_bytes()
    assert found.courses[0].costs.tolist() == [entry["cost"] for entry in lines(path)[1:]]


def raised(path: Path, key: str) -> Path:
    """The file with a version that is one higher."""
    text = path.read_text()
    assert f'"{key}": 1' in text
    path.write_text(text.replace(f'"{key}": 1', f'"{key}": 2', 1))
    return path


def test_a_clip_of_a_later_version_is_refused_by_its_number(tmp_path):
    path = raised(Path(shutil.copy(OLD / "clip.json", tmp_path)), "version")
    with pytest.raises(FileError, match="version 2 of the format; this program reads 1"):
        Clip.load(path)


def test_a_take_of_a_later_format_is_refused_by_its_number(tmp_path):
    data = (OLD / "take.glb").read_bytes()
    assert data.count(b'"supple":{"format":1') == 1
    (tmp_path / "take.glb").write_bytes(data.replace(b'"supple":{"format":1', b'"supple":{"format":2'))
    with pytest.raises(FileError, match="a take of format 2; this version of Supple reads format 1"):
        load_take(tmp_path / "take.glb")


def test_a_journal_of_a_later_version_is_refused_by_its_number(tmp_path):
    path = raised(Path(shutil.copy(OLD / "gait.journal", tmp_path)), "journal")
    with pytest.raises(FileError, match="version 2; this one reads 1"):
        Journal(path, lines(OLD / "gait.journal")[0]["problem"])


def test_modes_of_a_later_version_are_refused_by_their_number(tmp_path):
    path = raised(save_modes(tmp_path / "modes.json", [mode("twist.y")]), "version")
    with pytest.raises(FileError, match="version 2; this release reads version 1"):
        load_modes(path)
