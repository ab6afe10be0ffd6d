"""Controllers are found once: kept by content, and what is damaged or stale is noticed."""

import json

import pytest

import supple
from supple import cache
from supple.control.animate import keeping


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path / "kept"))
    cache.notice.cache_clear()
    return tmp_path / "kept"


FOUND = {"poses": [[0.1, 0.2], [0.3, 0.4]], "times": [0.2, 0.3], "cost": -1.5}


def test_what_is_kept_comes_back_to_the_bit():
    keeping.keep("key", FOUND)
    assert keeping.recalled("key") == FOUND
    assert keeping.recalled("other") is None


def test_the_key_follows_the_shape_and_all_that_is_asked():
    ball, crate = supple.models.sphere().surface, supple.models.box().surface
    keys = [
        keeping.key_of(ball, action="hop", seed=1),
        keeping.key_of(ball, action="hop", seed=2),
        keeping.key_of(ball, action="bound", seed=1),
        keeping.key_of(crate, action="hop", seed=1),
        keeping.key_of(ball.with_vertices(ball.vertices * (1 + 1e-15)), action="hop", seed=1),
    ]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"version": "0.1.0"}', "\x00"])
def test_a_damaged_entry_is_named_and_not_used(damage, capsys):
    keeping.keep("key", FOUND)
    keeping.place("key").write_text(damage)
    assert keeping.recalled("key") is None
    assert "is damaged; it is searched for again" in capsys.readouterr().err


def test_an_entry_without_what_is_needed_is_damaged(capsys):
    keeping.keep("key", FOUND)
    assert keeping.recalled("key", ("poses", "times")) == FOUND
    assert keeping.recalled("key", ("poses", "graph")) is None
    assert "is damaged; it is searched for again" in capsys.readouterr().err


def test_a_changed_number_is_noticed(capsys):
    keeping.keep("key", FOUND)
    entry = keeping.place("key")
    content = json.loads(entry.read_text())
    content["found"]["poses"][0][0] = 0.11
    entry.write_text(json.dumps(content))
    assert keeping.recalled("key") is None


def test_an_entry_of_another_version_is_stale(capsys, monkeypatch):
    keeping.keep("key", FOUND)
    monkeypatch.setattr(keeping, "VERSION", "9.9.9")
    assert keeping.recalled("key") is None
    assert "this is 9.9.9" in capsys.readouterr().err
