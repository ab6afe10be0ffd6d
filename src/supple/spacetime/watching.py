"""Watching a solve: iterates as they come, progress on a terminal, and Ctrl-C that keeps the best so far."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.status import Status

from supple.spacetime.solvers.solution import Iterate, Watch

FEASIBLE = 1e-6
"""Violation below which iterates are compared by their objective [m, N, N m]."""


class Watcher:
    """Told of every iterate; stops the solver after Ctrl-C."""

    def __init__(self, status: Status | None) -> None:
        self.status = status
        self.count = 0
        self.stopped = False
        self.best: Iterate | None = None

    def __call__(self, iterate: Iterate) -> bool:
        """Whether to go on."""
        self.count += 1
        if self.best is None or rank(iterate) < rank(self.best):
            self.best = iterate
        if self.status is not None:
            self.status.update(
                f"iteration {self.count}   objective {iterate.objective:.6g}   "
                f"worst constraint {iterate.violation:.1e}"
            )
        return not self.stopped

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C: end with the iterate that is under way."""
        self.stopped = True


class Going:
    """A watch that several solves share, and that remembers whether it said no; `on` is None without one."""

    def __init__(self, watch: Watch | None) -> None:
        self._watch, self.stopped = watch, False
        self.on = None if watch is None else self

    def __call__(self, iterate: Iterate) -> bool:
        """Whether to go on."""
        self.stopped = self.stopped or not (self._watch is None or self._watch(iterate))
        return not self.stopped


def rank(iterate: Iterate) -> tuple[float, float]:
    """First that constraints hold, then that the objective is low."""
    return max(iterate.violation, FEASIBLE), iterate.objective


@contextmanager
def watching() -> Iterator[Watcher]:
    """A watcher, with a line of progress where there is a terminal, and with Ctrl-C bent to it."""
    console = Console(stderr=True)
    status = console.status("solving") if console.is_terminal else None
    watcher = Watcher(status)
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, watcher.stop) if main else None
    try:
        if status is not None:
            status.start()
        yield watcher
    finally:
        if status is not None:
            status.stop()
        if main:
            signal.signal(signal.SIGINT, before)
    if watcher.stopped:
        console.print(f"stopped after {watcher.count} iterations; the best so far is kept")
