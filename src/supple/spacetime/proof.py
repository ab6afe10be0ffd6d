"""A jump with what proves it: replayed by the world, cleared by its meshes, and solved again after a change."""

import time
from typing import TYPE_CHECKING

import numpy as np

from supple.scene import Take, gaps
from supple.spacetime.replay import replay

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot

NUDGE = 0.05
"""How far the goal is moved for the second solve, as a share of the way."""


def proven(shot: "Shot", *, part: tuple[str, str] = ("head", "shade")) -> Take:
    """The take of a jump; its report has `replay_error`, `servo_effort` and clearances, its timings two solves."""
    take = shot.solve()
    seconds = {"solve_s": shot.solution.seconds}
    played = replay(shot)
    root = list(shot.resources.root[: 2 if len(shot.resources.root) == 3 else 3])
    missed = float(np.linalg.norm(played.q[root] - shot.motion.q[-1][root]))
    others = [name for name in ("base", "arm.lower", "arm.upper") if name in take.scene]
    figures = {
        "replay_error": missed / float(np.linalg.norm(shot.to)),
        "servo_effort": played.effort,
        "shade_clearance_m": float(gaps.gap(take, part, others).min()),
        "floor_clearance_m": float(gaps.height(take).min()),
    }
    here = shot.to
    shot.to = here * (1 + NUDGE)
    begun = time.perf_counter()
    shot.solve()
    seconds["resolve_s"] = time.perf_counter() - begun
    shot.to = here
    shot.solve()
    return take.with_report(**figures).with_timings(**seconds)
