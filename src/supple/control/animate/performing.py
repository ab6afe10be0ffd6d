"""`supple.animate`: a mesh and a word in, a take and its figures out."""

import time

import numpy as np

from supple.cache import say
from supple.control.animate.actions import ACTIONS, LASTS, PASSIVE, STYLES
from supple.control.animate.animation import Animation, Report
from supple.control.animate.embodying import pace_of, recorded
from supple.control.animate.gaits import gait
from supple.control.animate.intake import positive, taken_in
from supple.control.animate.joining import Model
from supple.control.animate.report import report
from supple.errors import InputError, UnknownNameError


def animate(
    mesh: Model,
    action: str,
    seed: int = 1,
    *,
    height: float | None = None,
    up: str | None = None,
    unit: str | float | None = None,
    forward: str | None = None,
    seconds: float | None = None,
    cache: bool = True,
) -> Animation:
    """Let a node, mesh, scene or file "drop", "wobble", "lift", "hop", "bound" or "shuffle".

    What a file does not say, its size and which way is up, is guessed and said; `height` [m], `up` ("x", "y", "z"),
    `unit` ("mm", "in" … or meters) and `forward` ("x", "z", "-x", "-z", once it is upright) say it. `seconds`: how
    long it lasts, by default longer for large bodies. Gaits are searched for, with a `seed`, and kept: asked for the
    same again, `cache` gives them at once. A hop that breaks a limit says so in `report["failed"]`, and is the best
    found.

    >>> from supple.scene import models
    >>> fall = animate(models.box(), "drop", seconds=0.5)
    >>> fall.take.duration, fall.report["seed"], fall.report["penetration_max_m"] < 0.002
    (0.5, 1, True)
    """
    if action not in ACTIONS:
        raise UnknownNameError("action", str(action), ACTIONS)
    seed = _whole(seed)
    lasts = None if seconds is None else positive("seconds", seconds, "seconds")
    started = time.process_time()
    taken = taken_in(mesh, height=height, up=up, unit=unit, forward=forward)
    say(taken.said)
    lasts = lasts or LASTS * pace_of(taken.node)
    if action in PASSIVE:
        act = PASSIVE[action](taken.node, lasts, seed)
    else:
        act = gait(taken.node, STYLES[action], lasts, seed, cache=cache)
    figures = report(act, action, seed, taken.said)
    take = recorded(act.body, act.rolled, f"{taken.node.name}-{action}", seed, act.notes).with_report(
        **figures
    )
    return Animation(take, Report(figures, cpu_seconds=time.process_time() - started))


def _whole(seed: object) -> int:
    if isinstance(seed, int | np.integer) and not isinstance(seed, bool) and seed >= 0:
        return int(seed)
    raise InputError(f"seed is {seed!r}; expected a whole number, 0 or more")
