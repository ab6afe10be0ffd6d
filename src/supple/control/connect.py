"""Taking hold and letting go (Witkin & Welch 1990, §4.2)."""

from math import inf

import numpy as np

from supple.arrays import ArrayLike, finite
from supple.control.chase import chase
from supple.control.target import Target
from supple.dynamics import Handle, Point
from supple.dynamics.legacy.constraints import linear
from supple.dynamics.legacy.script import Behavior
from supple.errors import InputError
from supple.motion import Track

NEAR = 1e-3
"""How far apart points may be that are connected [m]."""


def connect(point: Point, target: Target) -> Behavior[Handle]:
    """Take hold of a target where it is: a velocity-matching impulse (eq. 9), then an attachment.

    A gap of up to 1 mm, what a prediction missed in its last step, is closed by the least motion in the metric of
    mass. A place is held by a nail, and a track goes on to be followed. Returns the handle.
    """
    now = yield "now"
    world, hold = now.world, _hold(point, target)
    gap = float(np.abs(hold.value(np.array([world.position(p) for p in hold.points]), world.time)).max())
    if gap > NEAR:
        raise InputError(
            f"{hold.name!r}: the points are {gap:.3g} m apart; chase first, or grab, which does both"
        )
    handle = world.constrain(hold)
    world.assemble()
    return handle


def disconnect(point: Point, target: Point | None = None) -> Behavior[None]:
    """Let go of another point, or without one, of the place where the point is held; both keep their velocity."""
    now = yield "now"
    wanted = [point] if target is None else [point, target]
    held = [h for h in now.world.handles if _joins(h, wanted)]
    if not held:
        what = "held in place" if target is None else f"connected to {target!r}"
        holds = ", ".join(h.constraint.name for h in now.world.handles) or "nothing"
        raise InputError(f"{point!r} is not {what}; there is: {holds}")
    for handle in held:
        handle.release()


def grab(
    point: Point,
    target: Target,
    seconds: float,
    velocity: ArrayLike | None = None,
    *,
    effort: float = inf,
) -> Behavior[Handle | None]:
    """Chase a target, and connect to it on arrival; gives the handle, or None if the chase was given up."""
    arrived = yield from chase(point, target, seconds, velocity, effort=effort)
    return (yield from connect(point, target)) if arrived else None


def _hold(point: Point, target: Target) -> linear.LinearConstraint:
    if isinstance(target, Point):
        return linear.attach(point, target)
    if isinstance(target, Track):
        return linear.follow(point, target)
    return linear.nail(point, finite(target, f"place for {point!r}", (3,)))


def _joins(handle: Handle, points: list[Point]) -> bool:
    """Whether a handle holds just these points, in either order."""
    held = handle.constraint.points
    return len(held) == len(points) and any(
        all(a.body is b.body and np.allclose(a.rest, b.rest) for a, b in zip(held, order, strict=True))
        for order in (points, points[::-1])
    )
