"""A shot's drag in a thread of its own: the newest wish counts, and everyone is told of each answer."""

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Condition, Thread

from supple.errors import InputError, SuppleError
from supple.live.answers import Answer
from supple.live.wishes import Wish
from supple.scene import Take
from supple.spacetime import Shot
from supple.spacetime.recording import recorded
from supple.spacetime.solvers import Iterate

PATIENCE = 0.1
"""Seconds that a wish may take while a newer one waits; then it is given up."""
BREAKS = 1e-6
"""By how much a motion that is shown may miss physics at most [N, N m], and everything else that is asked."""
REST = 0.15
"""Seconds without a wish after which there is time for notes and figures."""
FRAMES = 90
"""Frames of every motion, however long it lasts."""


class Follower:
    """Follows wishes with converged motions; `tell` gets each answer, in the thread of the follower.

    Where a wish is beyond reach the last good motion stays, and a second answer says what limits it.
    """

    def __init__(self, shot: Shot, tell: Callable[[Answer], None]) -> None:
        if not shot.lands:
            last = shot.timeline.names[-1]
            raise InputError(
                f"the shot ends with {last!r}, which stands nowhere, so there is no landing to be dragged; "
                "end it with Stand(at=…)"
            )
        self.shot, self.tell, self._drag = shot, tell, shot.drag()
        if not self._drag.solution.success:
            raise KeyboardInterrupt("the first solve was stopped, and only converged motions are shown")
        self._waiting: Wish | None = None
        self._change, self._closed = Condition(), False
        self._worst = self._drag.solution.violation
        self.error: BaseException | None = None
        """What ended the thread, if it was not `close`."""
        self.last = self._answer(
            Wish(0, (0.0, 0.0, 0.0)), self._drag.solution.seconds, shot.session.take(FRAMES), whole=True
        )
        """The last one with a motion."""
        self._thread = Thread(target=self._run, name="drag", daemon=True)
        self._thread.start()

    @property
    def take(self) -> Take:
        """The last good motion, with its notes and its report."""
        return self._drag.take

    def wish(self, wish: Wish) -> None:
        """Land there; what was wished before and not begun is forgotten."""
        with self._change:
            self._waiting = wish
            self._change.notify_all()

    def close(self) -> None:
        """End; a solve that is under way ends with its iteration."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join()

    @property
    def hurried(self) -> bool:
        """Whether something newer waits."""
        return self._closed or self._waiting is not None

    def _run(self) -> None:
        try:
            while (wish := self._next()) is not None:
                self._follow(wish)
        except BaseException as error:
            self.error = error
            self._closed = True

    def _rests(self) -> bool:
        """Whether nothing newer comes for a while."""
        with self._change:
            return not self._change.wait_for(lambda: self.hurried, REST)

    def _next(self) -> Wish | None:
        with self._change:
            self._change.wait_for(lambda: self.hurried)
            wish, self._waiting = self._waiting, None
            return None if self._closed else wish

    def _follow(self, wish: Wish) -> None:
        """Answer at once, and once more with what takes longer if nothing newer waits."""
        begun, why = time.perf_counter(), ""

        def patient(iterate: Iterate) -> bool:
            return not (self.hurried and time.perf_counter() - begun > PATIENCE)

        try:
            reached = self._drag.go(wish.to, patient)
        except SuppleError as error:
            reached, why = False, str(error)
        seconds = time.perf_counter() - begun
        if reached and (missed := self._drag.solution.violation) > BREAKS:
            reached, why = False, f"the motion that was found misses physics by {missed:.1g}"
        if reached:
            self._show(wish, seconds)
        elif not self.hurried:
            self._refuse(wish, seconds, why)

    def _show(self, wish: Wish, seconds: float) -> None:
        """The motion at once, then with its notes and its report."""
        shot, drag = self.shot, self._drag
        self._worst = max(self._worst, drag.solution.violation)
        self._say(self._answer(wish, seconds, recorded(shot, drag.motion, frames=FRAMES)))
        if self._rests():
            self._say(self._answer(wish, seconds, shot.session.take(FRAMES), whole=True))

    def _refuse(self, wish: Wish, seconds: float, why: str) -> None:
        """Say that there is no such motion, then what limits it."""
        refusal = replace(
            self.last, number=wish.number, page=wish.page, reached=False, seconds=seconds, why=why, take=None
        )
        self.tell(refusal)
        if not why:
            why = self._drag.why(lambda iterate: not self.hurried)
            if not self.hurried:
                self.tell(replace(refusal, why=why))

    def _answer(self, wish: Wish, seconds: float, take: Take, *, whole: bool = False) -> Answer:
        solution, to = self._drag.solution, self._drag.to
        return Answer(
            wish.number, wish.page, tuple(to.tolist()), True, seconds, solution.iterations, solution.violation,
            self._worst, solution.solver, "", take, whole,
        )  # fmt: skip

    def _say(self, answer: Answer) -> None:
        self.last = answer
        self.tell(answer)
