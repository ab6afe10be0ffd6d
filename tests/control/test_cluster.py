"""Searching on a Dask cluster: the same search, also when workers are lost."""

import os
import socket
import subprocess
import sys
import threading
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


def test_what_is_no_scheduler_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first bytes of a web server's answer, read as a number of frames, are more than any memory holds."""
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)

    def answer() -> None:
        with server.accept()[0] as caller:
            caller.sendall(b"HTTP/1.1 400 \r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(InputError, match=f"no Dask scheduler answers at '{address}'"), crew(address):
            pass


def test_nothing_is_left_open_by_an_address_that_is_none() -> None:
    """Dask would complain at the end of the process."""
    script = """if True:
        from supple.control.search import cluster
        from supple.errors import InputError
        cluster.PATIENCE = 0.5
        for address in ("tcp://127.0.0.1:9", "nonsense://x", "nonsense"):
            try:
                with cluster.crew(address):
                    pass
            except InputError:
                print("refused")
        """
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (run.stdout.split(), run.stderr) == (["refused"] * 3, "")


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(MissingToolError, match=r"pip install supple\[cluster\]"), crew("local"):
        pass
