"""What a compile that was killed has left in the cache is in nobody's way."""

import pytest

from supple import cache


@pytest.fixture(autouse=True)
def empty(monkeypatch, tmp_path):
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path))


@pytest.mark.parametrize("folder", [True, False])
def test_what_was_left_halfway_is_cleared_and_the_entry_is_made(folder):
    """A folder as it is left now, or a file as earlier versions left one."""
    key = "0" * 32
    left = cache.home() / f".{key}-killed"
    if folder:
        left.mkdir()
        (left / "fresh.c").write_text("half of a pro")
    else:
        left.write_text("half of a library")
    entry = cache.kept(key, lambda path: path.write_bytes(b"whole"))
    assert entry.read_bytes() == b"whole"
    assert not left.exists()
    assert cache.kept(key, lambda path: pytest.fail("made twice")) == entry


def test_what_is_kept_is_found_without_looking_through_the_folder(monkeypatch):
    key = "1" * 32
    entry = cache.kept(key, lambda path: path.write_bytes(b"whole"))
    monkeypatch.setattr("pathlib.Path.glob", lambda *_: pytest.fail("looked through the folder"))
    assert cache.kept(key, lambda path: pytest.fail("made twice")) == entry


@pytest.mark.parametrize("said", ["", "nonsense", "../elsewhere.so", "2" * 32 + "-0.so"])
def test_a_lock_that_says_another_name_misleads_nobody(said):
    key, other = "1" * 32, "2" * 32
    entry = cache.kept(key, lambda path: path.write_bytes(b"whole"))
    cache.kept(other, lambda path: path.write_bytes(b"another"))
    (cache.home() / f"{key}.lock").write_text(said)
    assert cache.kept(key, lambda path: pytest.fail("made twice")) == entry
    assert (cache.home() / f"{key}.lock").read_text() == entry.name


def test_what_is_corrupt_is_made_anew():
    key = "1" * 32
    entry = cache.kept(key, lambda path: path.write_bytes(b"whole"))
    entry.write_bytes(b"half")
    assert cache.kept(key, lambda path: path.write_bytes(b"fresh")).read_bytes() == b"fresh"
    assert not entry.exists()
