"""Files appear whole or not at all; archives of numbers."""

import os

import numpy as np
import pytest

from supple.errors import FileError
from supple.files import written_beside
from supple.io import save_glb, save_npz


def names(folder):
    return sorted(p.name for p in folder.iterdir())


def test_parents_are_made_and_drafts_disappear(tmp_path):
    with written_beside(tmp_path / "a" / "b" / "x.txt") as draft:
        draft.write_text("new")
        assert draft.parent == tmp_path / "a" / "b"
        assert draft.suffix == ".txt"
    assert names(tmp_path / "a" / "b") == ["x.txt"]


def test_permissions_are_those_of_a_plain_file(tmp_path):
    (tmp_path / "plain").write_text("")
    with written_beside(tmp_path / "x") as draft:
        draft.write_text("")
    assert (tmp_path / "x").stat().st_mode == (tmp_path / "plain").stat().st_mode


def interrupted(path, error):
    with written_beside(path) as draft:
        draft.write_text("half")
        raise error


@pytest.mark.parametrize("error", [RuntimeError("boom"), KeyboardInterrupt()])
def test_failure_leaves_what_was_there(tmp_path, error):
    (tmp_path / "x.txt").write_text("old")
    with pytest.raises(type(error)):
        interrupted(tmp_path / "x.txt", error)
    assert (tmp_path / "x.txt").read_text() == "old"
    assert names(tmp_path) == ["x.txt"]


def test_full_disk(tmp_path):
    with pytest.raises(FileError, match=r"cannot write .*x\.txt': No space left on device\. Choose a folder"):
        interrupted(tmp_path / "x.txt", OSError(28, os.strerror(28)))
    assert names(tmp_path) == []


def test_folders_that_cannot_be_written(jelly, tmp_path):
    (tmp_path / "file").write_text("I am no folder")
    with pytest.raises(
        FileError, match=r"cannot write .*take\.glb': .*Choose a folder that you may write to"
    ):
        save_glb(jelly, tmp_path / "file" / "take.glb")
    with pytest.raises(FileError, match="it is a folder; give the name of a file inside it"):
        save_glb(jelly, tmp_path)
    assert names(tmp_path) == ["file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_read_only_folder(jelly, tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(FileError, match="Permission denied"):
        save_glb(jelly, tmp_path / "take.glb")
    tmp_path.chmod(0o700)
    assert names(tmp_path) == []


def test_npz(jelly, tmp_path):
    first, second = (save_npz(jelly, tmp_path / name) for name in ("a.npz", "b.npz"))
    assert first.read_bytes() == second.read_bytes()
    with np.load(first) as archive:
        np.testing.assert_array_equal(archive["times"], jelly.times)
        np.testing.assert_array_equal(archive["channels/force"], jelly.channels["force"].values)
        np.testing.assert_array_equal(archive["nodes/body/weights"], jelly.motions["body"].weights)
        np.testing.assert_array_equal(archive["nodes/flag/visible"], jelly.motions["flag"].visible)
        np.testing.assert_array_equal(archive["marks/cage/edges"], jelly.marks["cage"].edges)
        np.testing.assert_array_equal(archive["camera/eye"], jelly.camera.eye)
