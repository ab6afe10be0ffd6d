"""Searching on a Dask cluster: the same search, also when workers are lost."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from supple.arrays import Array
from supple.control.search import cluster
from supple.control.search.cluster import crew
from supple.control.search.evolution import Evolution
from supple.control.search.improving import improve
from supple.control.search.journal import Journal
from supple.errors import InputError, MissingToolError

pytest.importorskip("distributed")


def fragile(mark: Path) -> Callable[[Array], float]:
    """A bowl whose first visitor on the far side takes its worker down with it."""

    def trial(u: Array) -> float:
        if u[0] < 0.6 and not mark.exists():
            mark.touch()
            os._exit(1)
        return float(((u - 0.3) ** 2).sum())

    return trial


@pytest.mark.filterwarnings("ignore")
def test_a_search_is_the_same_on_a_cluster_that_loses_a_worker(tmp_path: Path) -> None:
    def method() -> Evolution:
        return Evolution(np.full(3, 0.8), seed=1)

    trial = fragile(tmp_path / "lost")
    with crew("local", 2) as workers:
        there = improve(
            method(),
            lambda u: workers.evaluate(trial, u),
            Journal(tmp_path / "j", {}),
            seed=1,
            evaluations=30,
        )
    assert (tmp_path / "lost").exists()
    here = improve(
        method(),
        lambda u: ((i, trial(x)) for i, x in enumerate(u)),
        Journal(None, {}),
        seed=1,
        evaluations=30,
    )
    np.testing.assert_array_equal(there.u, here.u)
    np.testing.assert_array_equal(there.costs, here.costs)
    assert len(Journal(tmp_path / "j", {})) == 30


def test_an_address_that_does_not_answer_is_said_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cluster.PATIENCE <= 10
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    begun = time.monotonic()
    expected = r"no Dask scheduler answers at 'tcp://127.0.0.1:9'.*dask scheduler"
    with pytest.raises(InputError, match=expected), crew("tcp://127.0.0.1:9"):
        pass
    assert time.monotonic() - begun < 5


def test_an_address_that_is_none_is_said() -> None:
    with pytest.raises(InputError, match="no Dask scheduler answers at 'nonsense://x'"), crew("nonsense://x"):
        pass


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(MissingToolError, match=r"pip install supple\[cluster\]"), crew("local"):
        pass
