"""One measured comparison, a bench that measures some, and how to time two things fairly on a noisy machine."""

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

REPEATS = 5
"""Figures are medians of so many."""


@dataclass(frozen=True)
class Row:
    """`ratio` = peer_s / ours_s: above 1 Supple is faster; None where there is no peer, or it is missing."""

    name: str
    ours_s: float
    peer: str = ""
    peer_version: str = ""
    peer_settings: str = ""
    peer_s: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times faster than the peer."""
        return None if self.peer_s is None else self.peer_s / self.ours_s


@dataclass(frozen=True)
class Bench:
    """Rows that are measured together; their names are known before anything is measured."""

    names: tuple[str, ...]
    measure: Callable[[], Iterable[Row]]

    def rows(self) -> list[Row]:
        """Measure, and make sure that the rows are those that were named."""
        found = list(self.measure())
        if tuple(row.name for row in found) != self.names:
            raise ValueError(f"a bench named {self.names} measured {[row.name for row in found]}")
        return found


def bench(name: str, measure: Callable[..., Row], *args: Any) -> Bench:
    """A bench of one row: what `measure(*args)` returns."""
    return Bench((name,), lambda: [measure(*args)])


def interleaved(
    ours: Callable[[], object], peer: Callable[[], object] | None, repeats: int = REPEATS
) -> tuple[float, float | None]:
    """Median seconds of each, taken in turns so that a busy moment hits both; one warm-up call.

    Without a peer, ours alone.
    """
    actions = [ours] if peer is None else [ours, peer]
    for action in actions:
        action()
    samples = [[timed(action) for action in actions] for _ in range(repeats)]
    mine, *theirs = (statistics.median(each) for each in zip(*samples, strict=True))
    return mine, theirs[0] if theirs else None


def timed(action: Callable[[], object]) -> float:
    """Seconds that something takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
