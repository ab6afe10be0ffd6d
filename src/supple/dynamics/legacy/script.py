"""Scripts: generators that run with a world, each on an exact clock of its own.

A behavior yields what it waits for, and is sent the moment at which it goes on:

    now = yield "now"      at once
    now = yield "step"     after the world's next step; the clock is then the world's
    now = yield time       when the world has reached that time [s]; the clock is then exactly that time

What a behavior does takes effect at the step that reaches its time. Its clock does not wait for steps, so that
durations shorter than a step add up without drift.
"""

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from inspect import CO_GENERATOR
from math import isfinite
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from typing_extensions import TypeAliasType

from supple.errors import InputError

if TYPE_CHECKING:
    from supple.dynamics.legacy.handle import Handle
    from supple.dynamics.legacy.world import World

SOON = 1e-9
"""What is due within this time is due now [s]."""
T = TypeVar("T")


@dataclass(frozen=True)
class Moment:
    """Where a behavior is and how late it is: a world, and the exact time of the script [s]."""

    world: "World"
    time: Fraction

    def after(self, seconds: "float | Fraction") -> Fraction:
        """The time that many seconds later, without round-off."""
        return self.time + Fraction(seconds)


Request = TypeAliasType("Request", Literal["now", "step"] | Fraction | float)
Behavior = TypeAliasType("Behavior", Generator[Request, Moment, T], type_params=(T,))


class Stopped(BaseException):
    """What a behavior gets when it is stopped before its end."""


class Holding:
    """Holds a constraint for as long as a block of a behavior lasts, be it ended, stopped or broken off.

    A generator that is only forgotten, with its world, lets go of nothing.
    """

    def __init__(self, handle: "Handle") -> None:
        self._handle = handle

    def __enter__(self) -> "Handle":
        return self._handle

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._handle.active and kind is not GeneratorExit:
            self._handle.release()


class Part:
    """One behavior under way, and its clock."""

    def __init__(self, behavior: "Behavior[Any]", clock: Fraction) -> None:
        if not isinstance(behavior, Generator):
            raise InputError(
                f"{behavior!r} is no behavior; call a generator function, such as wait(0.5), or write one"
            )
        self.behavior = behavior
        self.clock = self.due = clock
        self.done = False
        self.result: Any = None
        self._stepping = self._begun = False

    def ready(self, world: "World") -> bool:
        """Whether it has something to do now."""
        return not self.done and self.due <= world.time + SOON

    def resume(self, world: "World") -> None:
        """Let it go on until it waits again."""
        self.clock = Fraction(world.time) if self._stepping else self.due
        try:
            request = self.behavior.send(Moment(world, self.clock)) if self._begun else next(self.behavior)
        except StopIteration as stop:
            self.done, self.result = True, stop.value
            return
        self._begun, self._stepping = True, request == "step"
        if request == "step":
            self.due = Fraction(world.time) + Fraction(world.step_size)
        elif request == "now":
            self.due = self.clock
        else:
            self.due = self._time(request)

    def stop(self) -> None:
        """End it here; it lets go of what it holds."""
        self.done = True
        if self._begun:
            with suppress(Stopped, StopIteration):
                self.behavior.throw(Stopped())
        self.behavior.close()

    def _time(self, request: object) -> Fraction:
        if isinstance(request, int | float | Fraction) and isfinite(request):
            return Fraction(request)
        raise InputError(
            f"a behavior yielded {request!r}; it can wait for 'now', 'step' or a time in seconds "
            "(other behaviors are run with `yield from`)"
        )


class Performance:
    """A script in progress: `done` says whether it is over, `time` what its clock says [s]."""

    def __init__(self, world: "World", script: "Callable[[World], Behavior[Any]] | Behavior[Any]") -> None:
        behavior = script(world) if callable(script) else script
        self._world, self._part = world, Part(behavior, Fraction(world.time))
        self.name: str = getattr(behavior, "__name__", "script")
        world.agenda.add(world.time, self._perform)

    def __repr__(self) -> str:
        return f"<script {self.name!r}, {'done' if self.done else 'running'} at {self.time:.4g} s>"

    @property
    def done(self) -> bool:
        """Whether it has come to its end."""
        return self._part.done

    @property
    def time(self) -> float:
        """What its clock says [s]."""
        return float(self._part.clock)

    @property
    def result(self) -> Any:
        """What the script returned."""
        return self._part.result

    def stop(self) -> None:
        """End it now; what its behaviors hold is let go."""
        self._part.stop()

    def _perform(self) -> None:
        try:
            while self._part.ready(self._world):
                self._part.resume(self._world)
        except Exception as error:
            self._part.done = True
            where = innermost_generator(error.__traceback__) or self.name
            error.add_note(f"in behavior {where!r} of script {self.name!r}, at {self.time:.4f} s")
            raise
        if not self.done:
            self._world.agenda.add(float(self._part.due), self._perform)


def innermost_generator(trace: TracebackType | None) -> str | None:
    """The name of the generator function in which an exception began."""
    found = None
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_flags & CO_GENERATOR and not code.co_name.startswith("<"):
            found = code.co_name
        trace = trace.tb_next
    return found
