"""What is due when: actions in the order of their times, then of their asking."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

Action = Callable[[], object]


class Agenda:
    """Actions waiting for the clock.

    >>> agenda, done = Agenda(), []
    >>> agenda.add(2.0, lambda: done.append("later"))
    >>> agenda.add(1.0, lambda: done.append("soon"))
    >>> agenda.act(1.5)
    >>> done, agenda.next
    (['soon'], 2.0)
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, Action, str]] = []
        self._order = count()

    def add(self, time: float, action: Action, name: str = "") -> None:
        """Do `action` when the clock reaches `time` [s]; an error in it tells the name, if it has one."""
        heappush(self._waiting, (float(time), next(self._order), action, name))

    def copy(self) -> "Agenda":
        """The same things due, on a list of its own."""
        twin = Agenda()
        twin._waiting, twin._order = list(self._waiting), count(next(self._order))
        return twin

    def act(self, now: float) -> None:
        """Do everything that is due at `now` [s], and what that in turn makes due."""
        while self._waiting and self._waiting[0][0] <= now + 1e-9:
            _, _, action, name = heappop(self._waiting)
            perform(action, name, now)

    @property
    def next(self) -> float:
        """When something is due next [s]; ∞ if nothing is."""
        return self._waiting[0][0] if self._waiting else float("inf")


def perform(action: Action, name: str, now: float) -> None:
    """Do something; if it fails, the error says what and when."""
    try:
        action()
    except Exception as error:
        if name:
            error.add_note(f"in {name!r}, called at {now:.4f} s")
        raise
