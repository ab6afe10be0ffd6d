"""Chasing: a point is led so that it meets a target at a time, with a velocity (Witkin & Welch 1990, §4.2)."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil, inf, isfinite

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.control.cubic import Cubic, Steered
from supple.control.target import Target, quarry
from supple.dynamics import Point, World
from supple.dynamics.legacy.constraints.linear import ALL, LinearConstraint
from supple.dynamics.legacy.script import SOON, Behavior, Holding
from supple.errors import InputError


def chase(
    point: Point,
    target: Target,
    seconds: float,
    velocity: ArrayLike | None = None,
    *,
    effort: float = inf,
) -> Behavior[bool]:
    """Meet a target in `seconds`, with a final `velocity` [m/s]; a point, a track in world time, or a place [m].

    The point is led on a cubic from where it is to where the target will be. Where that is, of a point, is predicted
    anew at every step. With no velocity given it arrives with that of the smoothest move, the one with the least
    ∫ |ẍ|² dt: ẋ₁ = 3(x₁ − x₀)/2T − ẋ₀/2.

    The point is let go at the end; `grab` holds on. Nothing acts on the target, and the two bodies pass through each
    other until they have met and parted again. A chase that needs more than an
    `effort` [N], since what it leads cannot get there, gives up. Returns whether it arrived.
    """
    seconds = duration(seconds, f"a chase by {point!r}")
    if not effort > 0:
        raise InputError(f"effort of a chase by {point!r} is {effort} N; it must be positive")
    asked = None if velocity is None else finite(velocity, f"final velocity of {point!r}", (3,))
    if isinstance(target, Point) and target.body is point.body and np.allclose(target.rest, point.rest):
        raise InputError(f"{point!r} cannot chase itself")
    now = yield "now"
    world, arrival, aim = now.world, now.after(seconds), quarry(target)
    start = np.stack([world.position(point), world.velocity(point), *np.zeros((2, 3))])
    path = Steered(Cubic(world.time, start))
    control = world.constrain(
        LinearConstraint(f"chase by {point.body.name}.{point.name}", (point,), (ALL,), path)
    )
    with Holding(control), _passing(world, point, target):
        while world.time < arrival - SOON:
            end = _landing(world, float(arrival))
            path.course = _course(path.course, world.time, end, aim.expected(world, end), asked)
            yield arrival if aim.certain and effort == inf else "step"
            if np.linalg.norm(control.force) > effort:
                return False
        control.release()
        yield arrival
    return True


def move_to(
    point: Point,
    place: ArrayLike,
    seconds: float,
    velocity: ArrayLike = (0.0, 0.0, 0.0),
    *,
    effort: float = inf,
) -> Behavior[bool]:
    """Bring a point to a place [m], to arrive at rest or with a velocity [m/s]."""
    return chase(point, finite(place, f"place for {point!r}", (3,)), seconds, velocity, effort=effort)


def duration(seconds: float, what: str) -> float:
    """A number of seconds above zero."""
    if not (isfinite(seconds) and seconds > 0):
        raise InputError(f"{what} takes {seconds} s; give a positive number of seconds")
    return seconds


@contextmanager
def _passing(world: World, point: Point, target: Target) -> Iterator[None]:
    """The body of a point passes through that of its target."""
    if not isinstance(target, Point) or target.body is point.body:
        yield
        return
    ignored = world.ignore(point.body, target.body)
    try:
        yield
    finally:
        ignored.release()


def _landing(world: World, arrival: float) -> float:
    """The first step [s] that reaches the arrival."""
    h = world.step_size
    return world.time + h * max(ceil((arrival - world.time) / h - 1e-6), 1)


def _course(present: Cubic, now: float, end: float, goal: Array, velocity: Array | None) -> Cubic:
    """From where the present course is now to the goal at the end."""
    x, v = present.position(now), present.velocity(now)
    final = 1.5 * (goal - x) / (end - now) - v / 2 if velocity is None else velocity
    return Cubic.between(now, x, v, end, goal, final)
