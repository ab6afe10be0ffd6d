"""The same search on many machines: evaluations as tasks of a Dask cluster.

A worker that is lost takes no finished evaluation with it: what came back is in the journal, the rest is sent again.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from supple.arrays import Array
from supple.errors import InputError, MissingToolError

PATIENCE = 5.0
"""How long a scheduler may take to answer [s]."""
RETRIES = 5
"""How often an evaluation is sent again when its worker is lost."""

Trial = Callable[[Array], float]


@contextmanager
def crew(address: str, workers: int | None = None) -> "Iterator[Crew]":
    """The workers of the scheduler at an address, `tcp://host:8786`; "local" starts some on this machine."""
    distributed = _distributed()
    local = None
    if address == "local":
        local = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=50
        )
    try:
        with _client(distributed, local or address, address) as client:
            yield Crew(client, distributed)
    finally:
        if local is not None:
            local.close()


class Crew:
    """Workers that evaluate candidates."""

    def __init__(self, client: Any, distributed: Any) -> None:
        self._client, self._distributed = client, distributed
        self._packed, self._trial = b"", None

    def evaluate(self, trial: Trial, candidates: Array) -> Iterator[tuple[int, float]]:
        """(Which, its cost) as workers get ready; `trial` travels to each worker once."""
        packed = _packed(self._distributed, trial)
        if packed != self._packed:
            self._packed, self._trial = packed, self._client.submit(_unpacked, packed, retries=RETRIES)
        tasks = [self._client.submit(_tried, self._trial, u, pure=False, retries=RETRIES) for u in candidates]
        place = {task.key: i for i, task in enumerate(tasks)}
        try:
            ready = self._distributed.as_completed(tasks, loop=self._client.loop, with_results=True)
            for task, cost in ready:
                yield place[task.key], cost
        finally:
            self._client.cancel(tasks)


def _tried(trial: Trial, u: Array) -> float:
    return trial(u)


def _unpacked(packed: bytes) -> Any:
    return pickle.loads(packed)


def _packed(distributed: Any, trial: Trial) -> bytes:
    """A trial as bytes, also where the cost is a function of a user's own script."""
    try:
        return bytes(distributed.protocol.pickle.dumps(trial))
    except Exception as error:
        raise InputError(f"this search cannot be sent to a cluster: {error}") from error


def _client(distributed: Any, where: Any, address: str) -> Any:
    """A client of the scheduler; Dask does not close one that fails to begin, so that it is made in two steps."""
    client = distributed.Client.__new__(distributed.Client)
    try:
        client.__init__(where, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, MemoryError) as error:
        client.close()
        raise InputError(
            f"no Dask scheduler answers at {address!r} in {PATIENCE:g} s ({error}). Start one with `dask scheduler` "
            'and workers with `dask worker ADDRESS`, check the address, or use cluster="local"'
        ) from error
    return client


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise MissingToolError("searching on a cluster needs Dask: pip install supple[cluster]") from error
    return distributed
