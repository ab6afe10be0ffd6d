"""How benchmarks are chosen, kept, compared with another commit, and measured without a peer."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from supple.errors import InputError, UnknownNameError

sys.path.insert(0, str(Path(__file__).parents[2]))
measuring, against, book, chains, peers, row = (
    pytest.importorskip(f"benchmarks.{name}")
    for name in ("__main__", "against", "book", "chains", "peers", "row")
)


def fake(name, seconds, *, peer_s=None):
    return row.bench(name, lambda: row.Row(name, seconds, peer_s=peer_s))


def test_every_row_has_a_name_of_its_own():
    names = [name for each in measuring.chosen() for name in each.names]
    assert len(names) == len(set(names)) > 40


def test_some_are_chosen_by_patterns():
    names = [name for each in measuring.chosen(["pile-*", "chain-3"]) for name in each.names]
    assert "pile-30-fall" in names
    assert all(name.startswith("pile-") or name == "chain-3" for name in names)
    with pytest.raises(UnknownNameError, match=r"unknown row 'heap-\?'"):
        list(measuring.chosen(["heap-?"]))


def test_a_bench_measures_what_it_is_named_for():
    with pytest.raises(ValueError, match=r"named .*'a'.* measured .*'b'"):
        row.Bench(("a",), lambda: [row.Row("b", 1.0)]).rows()


def test_what_is_not_measured_again_stays_in_the_file(tmp_path, monkeypatch):
    book_of_rows = tmp_path / "bench.json"
    for seconds in (1.0, 2.0):
        benches = [fake("one", seconds, peer_s=6.0), fake("two", seconds)]
        monkeypatch.setattr(measuring, "MODULES", [SimpleNamespace(benches=lambda found=benches: found)])
        measuring.main(book_of_rows, [] if seconds == 1.0 else ["o*"])
    rows = json.loads(book_of_rows.read_text())
    assert [(each["name"], each["ours_s"], each["ratio"]) for each in rows] == [
        ("one", 2.0, 3.0),
        ("two", 1.0, None),
    ]


def test_a_peer_that_is_missing_leaves_its_row_without_a_ratio_and_says_why():
    engine = peers.peer("engine_that_nobody_has")
    found = chains._beside("chain-3", 3, lambda n: engine.Model(n), "free boxes")
    assert found.ours_s > 0
    assert found.ratio is None
    assert "engine_that_nobody_has is not installed: python -m pip install" in found.note


def test_a_peer_that_is_there_is_measured_in_turns():
    calls = []
    seconds = row.interleaved(lambda: calls.append("a"), lambda: calls.append("b"), repeats=2)
    assert calls == ["a", "b"] * 3
    assert all(each > 0 for each in seconds)
    assert row.interleaved(lambda: None, None)[1] is None


TREE = """
import json, sys
rows, only = sys.argv[1], sys.argv[2:]
assert only == ["--only=f*"]
kept = [{"name": n, "ours_s": SECONDS, "peer": "", "peer_version": "", "peer_settings": "", "peer_s": 6.0, "note": ""}
        for n in NAMES]
open(rows, "w").write(json.dumps(kept))
"""


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository whose benchmarks took 3 s at its first commit and take 2 s now, when there is one more."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed: there are no commits to compare")
    script = tmp_path / "benchmarks" / "__main__.py"
    script.parent.mkdir()
    script.write_text(TREE.replace("SECONDS", "3.0").replace("NAMES", "['fall']"))
    who = ["-c", "user.name=n", "-c", "user.email=e"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    script.write_text(TREE.replace("SECONDS", "2.0").replace("NAMES", "['fall', 'float']"))
    monkeypatch.setattr(against, "ROOT", tmp_path)
    return tmp_path


def test_this_tree_and_another_commit_are_measured_in_turns(repository):
    rows = {each.name: each for each in against.against("HEAD", ["f*"], repository / "bench.json")}
    assert rows["fall"].ratio == pytest.approx(1.5)
    assert rows["fall"].note == "ratio to its peer 3 here, 2 there"
    assert (rows["float"].ratio, rows["float"].note) == (None, "no such row there")
    (written,) = repository.glob("bench-against-*.json")
    assert book.kept(written) == list(rows.values())
    trees = subprocess.run(
        ["git", "worktree", "list"], cwd=repository, capture_output=True, text=True, check=True
    )
    assert len(trees.stdout.splitlines()) == 1


def test_what_is_no_commit_is_said(repository):
    with pytest.raises(InputError, match="nonsense"):
        against.against("nonsense", [], repository / "bench.json")


def test_a_commit_whose_benchmarks_cannot_be_asked_for_rows_is_refused(repository):
    script = repository / "benchmarks" / "__main__.py"
    script.write_text("import sys")
    who = ["-c", "user.name=n", "-c", "user.email=e"]
    subprocess.run(["git", *who, "commit", "-q", "-a", "-m", "older"], cwd=repository, check=True)
    with pytest.raises(InputError, match="HEAD are too old"):
        against.against("HEAD", [], repository / "bench.json")
