"""Chasing: a point is led so that it meets a target at a time, with a velocity (Witkin & Welch 1990, §4.2)."""

from math import ceil, isfinite

import numpy as np
from numpy.typing import ArrayLike

from supple.arrays import Array, finite
from supple.control.cubic import Cubic, Steered
from supple.control.target import Target, quarry
from supple.dynamics import Point, World
from supple.dynamics.constraints.linear import ALL, LinearConstraint
from supple.dynamics.script import SOON, Behavior, Holding
from supple.errors import InputError


def chase(point: Point, target: Target, seconds: float, velocity: ArrayLike | None = None) -> Behavior[None]:
    """Meet a target in `seconds`, with a final `velocity` [m/s]; a point, a track in world time, or a place [m].

    At every step the target's place at the end is predicted anew, and the point led on a cubic from where it is to
    there. With no velocity given it arrives with that of the smoothest move, the one with the least ∫ |ẍ|² dt:
    ẋ₁ = 3(x₁ − x₀)/2T − ẋ₀/2.

    The point is let go at the end; `grab` holds on. Nothing acts on the target.
    """
    seconds = duration(seconds, f"a chase by {point!r}")
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
    with Holding(control):
        while world.time < arrival - SOON:
            end = _landing(world, float(arrival))
            path.course = _course(path.course, world.time, end, aim.expected(world, end), asked)
            yield "step"
    yield arrival


def move_to(
    point: Point, place: ArrayLike, seconds: float, velocity: ArrayLike = (0.0, 0.0, 0.0)
) -> Behavior[None]:
    """Bring a point to a place [m], to arrive at rest or with a velocity [m/s]."""
    return chase(point, finite(place, f"place for {point!r}", (3,)), seconds, velocity)


def duration(seconds: float, what: str) -> float:
    """A number of seconds above zero."""
    if not (isfinite(seconds) and seconds > 0):
        raise InputError(f"{what} takes {seconds} s; give a positive number of seconds")
    return seconds


def _landing(world: World, arrival: float) -> float:
    """The first step [s] that reaches the arrival."""
    h = world.step_size
    return world.time + h * max(ceil((arrival - world.time) / h - 1e-6), 1)


def _course(present: Cubic, now: float, end: float, goal: Array, velocity: Array | None) -> Cubic:
    """From where the present course is now to the goal at the end."""
    x, v = present.position(now), present.velocity(now)
    final = 1.5 * (goal - x) / (end - now) - v / 2 if velocity is None else velocity
    return Cubic.between(now, x, v, end, goal, final)
