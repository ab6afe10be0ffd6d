"""The journal of a search: stopped, torn, resumed, stale."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from supple.arrays import Array
from supple.control.search.annealing import Annealing
from supple.control.search.evolution import Evolution
from supple.control.search.improving import Course, improve
from supple.control.search.journal import Journal
from supple.control.search.method import Method
from supple.errors import FileError, InputError

PROBLEM = {"body": "b", "cost": "bowl"}


class Bowl:
    """Counts what it is asked; Ctrl-C comes when it has answered so often."""

    def __init__(self, patience: float = np.inf, backward: bool = False) -> None:
        self.asked, self.patience, self.backward = 0, patience, backward

    def __call__(self, u: Array) -> Iterator[tuple[int, float]]:
        for i in range(len(u))[:: -1 if self.backward else 1]:
            if self.asked >= self.patience:
                raise KeyboardInterrupt
            self.asked += 1
            yield i, float(((u[i] - 0.3) ** 2).sum())


def method(kind: str, seed: int = 4) -> Method:
    start = np.full(3, 0.8)
    return (
        Evolution(start, seed=seed) if kind == "cma" else Annealing(start, evaluations=60, batch=4, seed=seed)
    )


def searched(path: Path | None, bowl: Bowl, kind: str = "cma", evaluations: int = 60) -> Course:
    return improve(method(kind), bowl, Journal(path, PROBLEM), seed=4, evaluations=evaluations)


@pytest.mark.parametrize("kind", ["cma", "annealing"])
@pytest.mark.parametrize("patience", [1, 17, 33])
def test_a_stopped_search_goes_on_as_if_it_had_not_been(tmp_path: Path, kind: str, patience: int) -> None:
    """The same candidates, costs and journal, to the byte; nothing is evaluated twice."""
    whole = searched(tmp_path / "whole", Bowl(), kind)
    stopped = searched(tmp_path / "parts", Bowl(patience), kind)
    assert stopped.stopped
    assert stopped.costs.tobytes() == whole.costs[:patience].tobytes()
    assert stopped.u.tobytes() == whole.u[:patience].tobytes()
    again = Bowl()
    resumed = searched(tmp_path / "parts", again, kind)
    assert again.asked == len(whole.costs) - patience
    assert resumed.u.tobytes() == whole.u.tobytes()
    assert resumed.costs.tobytes() == whole.costs.tobytes()
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_the_best_is_kept_at_ctrl_c() -> None:
    course = searched(None, Bowl(30))
    assert course.costs[course.best] == min(course.costs)
    with pytest.raises(KeyboardInterrupt):
        searched(None, Bowl(0))


@pytest.mark.parametrize("kind", ["cma", "annealing"])
def test_ctrl_c_keeps_what_is_finished_in_any_order(tmp_path: Path, kind: str) -> None:
    """Of a batch of which the last came first: its last ones, under their own numbers, as the journal has them."""
    whole = searched(None, Bowl(), kind)
    stopped = searched(tmp_path / "j", Bowl(3, backward=True), kind)
    last = len(asked_after_the_start(kind))
    finished = [0, last - 1, last]
    np.testing.assert_array_equal(stopped.costs, whole.costs[finished])
    np.testing.assert_array_equal(stopped.u, whole.u[finished])
    lines = [json.loads(line) for line in (tmp_path / "j").read_text().splitlines()[1:]]
    assert sorted(line["evaluation"] for line in lines) == finished


def asked_after_the_start(kind: str) -> Array:
    fresh = method(kind)
    fresh.tell(fresh.ask(), np.array([1.0]))
    return fresh.ask()


def test_answers_in_any_order_make_the_same_search(tmp_path: Path) -> None:
    there, back = searched(tmp_path / "a", Bowl()), searched(tmp_path / "b", Bowl(backward=True))
    np.testing.assert_array_equal(there.u, back.u)
    silent = Bowl()
    np.testing.assert_array_equal(searched(tmp_path / "b", silent).costs, there.costs)
    assert silent.asked == 0


def test_every_evaluation_is_a_line(tmp_path: Path) -> None:
    course = searched(tmp_path / "j", Bowl())
    head, *lines = [json.loads(line) for line in (tmp_path / "j").read_text().splitlines()]
    assert head == {"journal": 1, "problem": PROBLEM}
    assert [line["evaluation"] for line in lines] == list(range(60))
    np.testing.assert_array_equal([line["cost"] for line in lines], course.costs)
    np.testing.assert_array_equal([line["u"] for line in lines], course.u)


def test_it_is_written_while_the_search_runs(tmp_path: Path) -> None:
    lengths = []

    def looking(u: Array) -> Iterator[tuple[int, float]]:
        for pair in Bowl()(u):
            lengths.append(len((tmp_path / "j").read_text().splitlines()))
            yield pair

    improve(method("cma"), looking, Journal(tmp_path / "j", PROBLEM), seed=4, evaluations=20)
    assert lengths == list(range(1, 21))


def test_a_torn_line_is_evaluated_again(tmp_path: Path) -> None:
    whole = searched(tmp_path / "j", Bowl())
    text = (tmp_path / "j").read_bytes()
    (tmp_path / "j").write_bytes(text[:-15])
    again = Bowl()
    np.testing.assert_array_equal(searched(tmp_path / "j", again).costs, whole.costs)
    assert again.asked == 1
    assert (tmp_path / "j").read_bytes() == text


def test_a_longer_search_begins_with_the_shorter(tmp_path: Path) -> None:
    searched(tmp_path / "j", Bowl(), evaluations=25)
    more = Bowl()
    long = searched(tmp_path / "j", more, evaluations=60)
    assert more.asked == 35
    np.testing.assert_array_equal(long.costs, searched(None, Bowl()).costs)


def test_a_journal_of_another_search_is_noticed(tmp_path: Path) -> None:
    searched(tmp_path / "j", Bowl(3))
    with pytest.raises(FileError, match=r"another search: cost was 'bowl' and is 'hill'. Delete it"):
        Journal(tmp_path / "j", {**PROBLEM, "cost": "hill"})
    with pytest.raises(FileError, match="another course at evaluation 0"):
        improve(
            Evolution(np.full(3, 0.7), seed=4),
            Bowl(),
            Journal(tmp_path / "j", PROBLEM),
            seed=4,
            evaluations=9,
        )


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello\n")
    with pytest.raises(FileError, match="no journal of a search"):
        Journal(tmp_path / "notes.txt", PROBLEM)
    with pytest.raises(FileError, match="is a folder"):
        Journal(tmp_path, PROBLEM)


@pytest.mark.parametrize(
    ("cost", "shown"),
    [
        (np.nan, "nan"),
        (np.float64(np.inf), "inf"),
        (None, "None"),
        ("far", "'far'"),
        ("0.5", "'0.5'"),
        (np.zeros(2), r"array\(\[0., 0.\]\)"),
        (1j, "1j"),
    ],
)
def test_a_cost_that_is_no_number_names_its_evaluation(cost: Any, shown: str) -> None:
    def broken(u: Array) -> Iterator[tuple[int, float]]:
        return ((i, cost if x[0] != 0.8 and i == 2 else 1.0) for i, x in enumerate(u))

    with pytest.raises(InputError, match=rf"evaluation 3 of seed 4 is {shown}; .*It was of three"):
        improve(method("cma"), broken, Journal(None, {}), seed=4, evaluations=9, described=lambda u: "three")


def test_it_ends_when_a_cost_is_enough() -> None:
    course = improve(method("cma"), Bowl(), Journal(None, {}), seed=4, evaluations=400, enough=0.01)
    assert course.costs[course.best] <= 0.01
    assert len(course.costs) < 400
