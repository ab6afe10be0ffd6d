"""`supple.animate`: a mesh and a word in, a take and its figures out."""

import time

import numpy as np
from rich.console import Console

from supple.control.animate.actions import ACTIONS, LASTS, PASSIVE, STYLES
from supple.control.animate.animation import Animation, Report
from supple.control.animate.embodying import pace_of, recorded
from supple.control.animate.gaits import gait
from supple.control.animate.intake import taken_in
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
    if seconds is not None and not (np.isfinite(seconds) and seconds > 0):
        raise InputError(f"seconds is {seconds}; give a positive number")
    started = time.process_time()
    taken = taken_in(mesh, height=height, up=up, unit=unit, forward=forward)
    Console(stderr=True).print(taken.said, style="dim", highlight=False, soft_wrap=True)
    lasts = LASTS * pace_of(taken.node) if seconds is None else float(seconds)
    if action in PASSIVE:
        act = PASSIVE[action](taken.node, lasts, seed)
    else:
        act = gait(taken.node, STYLES[action], lasts, seed, cache=cache)
    figures = report(act, action, seed, taken.said)
    take = recorded(act.body, act.rolled, f"{taken.node.name}-{action}", seed, act.notes).with_report(
        **figures
    )
    return Animation(take, Report(figures, cpu_seconds=time.process_time() - started))
