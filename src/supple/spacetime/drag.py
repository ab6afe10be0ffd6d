"""A landing, or anything else that is asked, moved by hand: each motion that is shown is a converged one."""

from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import InputError, RenamedError
from supple.scene import Take
from supple.spacetime.infeasible import Missed, explain
from supple.spacetime.motion import Motion
from supple.spacetime.solvers.solution import Solution, Watch

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot


class Drag:
    """Follows what is asked of a shot with converged motions; made by `Shot.drag`.

    Where a goal is beyond reach the last good motion stays, `reached` is false, and `why()` names what limits it.
    Each call solves to the end, in whatever thread it is made.
    """

    def __init__(self, shot: "Shot") -> None:
        self.shot, self._session = shot, shot.session
        self._one_at_a_time = Lock()
        self._over = False
        self._session.solve()
        self._place = self._wished = shot.to if shot.lands else np.zeros(3)
        self.reached, self.attempt = True, self._session.solution

    def __enter__(self) -> "Drag":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over = True

    @property
    def to(self) -> Array:
        """Where the last phase stands [m]; given another place, the motion that lands there is found at once."""
        return self.shot.to

    @to.setter
    def to(self, place: ArrayLike) -> None:
        self.go(place)

    def go(self, place: ArrayLike, watch: Watch | None = None) -> bool:
        """Find the motion that lands at a place [m], for as long as `watch` says yes; whether there is one."""
        with self._one_at_a_time:
            self._check()
            before, self.shot.to = self._place, place
            self._place = self.shot.to
            self.reached = False
            try:
                return self._follow(watch)
            finally:
                if not self.reached:
                    self._wished, self.shot.to, self._place = self._place, before, before

    def follow(self, watch: Watch | None = None) -> bool:
        """Find the motion for what is asked now, after `goal.move(…)` and the like; whether there is one."""
        with self._one_at_a_time:
            self._check()
            found = self._follow(watch)
            self._wished = self._place
            return found

    def _follow(self, watch: Watch | None) -> bool:
        self.attempt = self._session.follow(watch)
        self.reached = self.attempt.success
        return self.reached

    def _check(self) -> None:
        if self._over:
            raise InputError("the drag has ended; begin another: with shot.drag() as drag")

    @property
    def solution(self) -> Solution:
        """The last good one."""
        return self._session.solution

    @property
    def motion(self) -> Motion:
        """The last good motion."""
        return self._session.motion

    @property
    def take(self) -> Take:
        """The last good motion as a take."""
        return self._session.take()

    def why(self, watch: Watch | None = None) -> str:
        """What limits a goal that is beyond reach, by name; found by a solve in which wishes may be missed."""
        if self.reached:
            return ""
        with self._one_at_a_time:
            missed = self._missed(watch)
        return "; ".join(str(miss) for miss in missed[:5]) or self.attempt.status

    def _missed(self, watch: Watch | None) -> list[Missed]:
        if not self.shot.lands:
            return explain(self._session.problem, self.attempt.x, watch)[0]
        here, self.shot.to = self.shot.to, self._wished
        try:
            return explain(self._session.problem, self.attempt.x, watch)[0]
        finally:
            self.shot.to = here

    def __getattr__(self, name: str) -> Any:
        return _refuse(name)


def _refuse(name: str) -> NoReturn:
    """Motions were what `Shot.drag` gave before."""
    if name in Motion.__dataclass_fields__:
        note = "one Newton step; shot.drag() follows with converged motions, see its .motion"
        raise RenamedError(f"shot.drag().{name}", f"shot.session.drag().{name}", note)
    raise AttributeError(f"'Drag' object has no attribute {name!r}")
