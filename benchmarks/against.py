"""This tree and a worktree of another commit, measured in turns, so that a busy hour hits both."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.book import kept, written
from benchmarks.row import Row
from supple.errors import InputError

ROOT = Path(__file__).parents[1]
TURNS = 3
"""Rows are medians of so many, each of which is a median itself."""


def against(commit: str, only: Sequence[str], path: Path) -> list[Row]:
    """Rows of this tree whose peer is the other commit; also written beside `path`, under the commit's name."""
    turns: dict[str, list[list[Row]]] = {"here": [], "there": []}
    with worktree(commit) as (there, version):
        for _ in range(TURNS):
            for side, tree in (("here", ROOT), ("there", there)):
                turns[side].append(measured(tree, only))
    rows = compared(turns["here"], turns["there"], version)
    written(path.with_name(f"{path.stem}-against-{version}.json"), rows)
    return rows


@contextmanager
def worktree(commit: str) -> Iterator[tuple[Path, str]]:
    """A checkout of a commit for a while, and its short name."""
    version = _git("rev-parse", "--short", "--verify", "--end-of-options", f"{commit}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="supple-against-") as folder:
        tree = Path(folder) / version
        _git("worktree", "add", "--quiet", "--detach", str(tree), version)
        try:
            if "--only" not in (tree / "benchmarks" / "__main__.py").read_text("utf-8"):
                raise InputError(
                    f"the benchmarks of {commit} are too old: they cannot be asked for some rows"
                )
            yield tree, version
        finally:
            _git("worktree", "remove", "--force", str(tree))


def measured(tree: Path, only: Sequence[str]) -> list[Row]:
    """Rows as a tree measures itself, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="supple-rows-") as folder:
        rows = Path(folder) / "rows.json"
        command = [sys.executable, "-m", "benchmarks", str(rows), *(f"--only={pattern}" for pattern in only)]
        environment = os.environ | {"PYTHONPATH": str(tree / "src")}
        if subprocess.run(command, cwd=tree, env=environment, check=False).returncode:
            raise InputError(f"the benchmarks of {tree} failed; what they said is above")
        return kept(rows)


def compared(here: Sequence[Sequence[Row]], there: Sequence[Sequence[Row]], version: str) -> list[Row]:
    """One row a name: the medians of both sides over their turns; each side's own ratio in the note."""
    mine, theirs = _by_name(here), _by_name(there)
    rows = []
    for name, samples in mine.items():
        other = theirs.get(name, [])
        peer_s = statistics.median(row.ours_s for row in other) if other else None
        note = (
            f"ratio to its peer {_ratio(samples)} here, {_ratio(other)} there"
            if other
            else "no such row there"
        )
        seconds = statistics.median(row.ours_s for row in samples)
        rows.append(Row(name, seconds, "supple", version, f"{len(samples)} turns", peer_s, note))
    return rows


def _by_name(turns: Sequence[Sequence[Row]]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in (row for turn in turns for row in turn):
        found.setdefault(row.name, []).append(row)
    return found


def _ratio(rows: Sequence[Row]) -> str:
    ratios = [row.ratio for row in rows if row.ratio is not None]
    return f"{statistics.median(ratios):.3g}" if ratios else "–"


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InputError(f"git {' '.join(words)} failed: {done.stderr.strip()}")
    return done.stdout.strip()
