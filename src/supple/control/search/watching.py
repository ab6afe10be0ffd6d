"""A line of progress for a search: how far it is, and the best cost so far."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def watching(evaluations: int) -> Iterator[Callable[[float], object]]:
    """What to call with each cost; shown where there is a terminal."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("searching"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[best]}"),
        TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip
    task = bar.add_task("", total=evaluations, best="")
    best = np.inf

    def seen(cost: float) -> None:
        nonlocal best
        best = min(best, cost)
        bar.update(task, advance=1, best=f"best cost {best:.4g}")

    with bar:
        yield seen
