"""One measured comparison, and how to time two things fairly on a noisy machine."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """`ratio` = peer_s / ours_s: above 1 Supple is faster."""

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


def interleaved(
    ours: Callable[[], object], peer: Callable[[], object], repeats: int = 7
) -> tuple[float, float]:
    """Median seconds of each, taken in turns so that a busy moment hits both; one warm-up call."""
    ours(), peer()
    samples: list[tuple[float, float]] = []
    for _ in range(repeats):
        samples.append((timed(ours), timed(peer)))
    mine, theirs = zip(*samples, strict=True)
    return statistics.median(mine), statistics.median(theirs)


def timed(action: Callable[[], object]) -> float:
    """Seconds that something takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
