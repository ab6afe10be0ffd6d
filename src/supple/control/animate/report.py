"""What can be said of an act in numbers, by the names that all reports use."""

import numpy as np

from supple.control.animate.act import Act
from supple.control.animate.animation import Report
from supple.control.hop import failures
from supple.control.measures import MEASURES

GAIT_ONLY = ("period_variation", "airborne_fraction", "slip_ratio", "squash_before_takeoff", "stretch_in_flight",
             "heading_drift_deg", "hops")  # fmt: skip
"""Measures that say nothing of what merely falls."""
MANY = 5000
"""Vertices that are looked at."""


def report(act: Act, action: str, seed: int, said: str) -> Report:
    """Measures of the motion, those that it has, and for a hop which of its limits it breaks."""
    gait, walks = act.gait, np.isfinite(act.period)
    names = [name for name in MEASURES if walks or name not in GAIT_ONLY]
    found = Report(action=action, seed=seed, guessed=said)
    measures = {name: float(MEASURES[name](gait)) for name in names}
    found |= {name: value for name, value in measures.items() if np.isfinite(value)}
    found["penetration_max_m"] = _sunk(act)
    if walks:
        found["period_s"] = float(act.period)
    found |= act.searched
    if action == "hop":
        found["failed"] = failures(gait)
    return found


def _sunk(act: Act) -> float:
    """How far the surface gets below the floor [m], by many of its vertices, not by the points that touch."""
    vertices = act.body.node.surface.vertices
    r = np.ascontiguousarray(vertices[:: 1 + len(vertices) // MANY])
    return max(0.0, *(-float(act.body.position(q, r)[:, 1].min()) for q in act.rolled.q))
