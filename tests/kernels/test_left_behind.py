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
