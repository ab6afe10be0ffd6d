"""When things happen: waiting, and behaviors side by side or again."""

from collections.abc import Callable
from fractions import Fraction
from math import isfinite
from typing import Any, TypeVar

from supple.dynamics import World
from supple.dynamics.legacy.script import Behavior, Moment, Part
from supple.errors import InputError

T = TypeVar("T")


def wait(seconds: "float | Fraction") -> Behavior[None]:
    """Let time pass; exactly so much, whatever the step.

    >>> world = World()
    >>> def script(world):
    ...     for _ in range(1000):
    ...         yield from wait(1 / 3000)
    >>> performance = world.direct(script)
    >>> take = world.run(0.5)
    >>> performance.time == 1 / 3
    True
    """
    if not (isfinite(seconds) and seconds >= 0):
        raise InputError(f"cannot wait for {seconds} s; give a number of seconds from 0 up")
    now = yield "now"
    yield now.after(seconds)


def wait_for(predicate: Callable[[World], T]) -> Behavior[T]:
    """Let time pass until `predicate(world)` holds; it is asked at every step. Gives what it said then."""
    if not callable(predicate):
        raise InputError(f"wait_for needs a function of the world that says when, got {predicate!r}")
    now = yield "now"
    while not (said := predicate(now.world)):
        now = yield "step"
    return said


def together(*behaviors: Behavior[Any]) -> Behavior[list[Any]]:
    """All at once, until the last has ended; gives what each returned."""
    now = yield "now"
    parts = [Part(behavior, now.time) for behavior in behaviors]
    try:
        while under_way := [part for part in parts if not part.done]:
            now = yield from _go_on(under_way, now)
    finally:
        _stop(parts)
    yield max((part.clock for part in parts), default=now.time)
    return [part.result for part in parts]


def first_of(*behaviors: Behavior[Any]) -> Behavior[int]:
    """All at once, until the first has ended; the others let go. Gives the place of the first, from 0."""
    if not behaviors:
        raise InputError("first_of needs a behavior or more")
    now = yield "now"
    parts = [Part(behavior, now.time) for behavior in behaviors]
    try:
        while not (ended := [part for part in parts if part.done]):
            now = yield from _go_on(parts, now)
    finally:
        _stop(parts)
    yield ended[0].clock
    return parts.index(ended[0])


def repeat(behavior: Callable[[], Behavior[Any]], times: int | None = None) -> Behavior[None]:
    """A behavior again and again, made anew each time: `repeat(lambda: wait(1), 3)`; without `times`, for ever."""
    if not callable(behavior):
        raise InputError(
            f"repeat needs a function that makes the behavior anew, such as lambda: wait(1), got {behavior!r}"
        )
    if times is not None and times < 0:
        raise InputError(f"cannot repeat {times} times; give a number from 0 up, or none for ever")
    done = 0
    now = yield "now"
    while times is None or done < times:
        yield from behavior()
        began, now = now, (yield "now")
        if times is None and now.time == began.time:
            raise InputError("what is repeated for ever takes no time, so time would stand still; add a wait")
        done += 1


def _go_on(parts: list[Part], now: Moment) -> Behavior[Moment]:
    """Let the one go on whose turn is first, or time pass until there is one."""
    part = min(parts, key=lambda part: part.due)
    if not part.ready(now.world):
        return (yield part.due)
    part.resume(now.world)
    return now


def _stop(parts: list[Part]) -> None:
    for part in parts:
        if not part.done:
            part.stop()
