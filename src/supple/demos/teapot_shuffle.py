"""A teapot learns to shuffle, and a wine glass shuffles by the same poses (Faloutsos et al. 1997, figs. 13 and 14).

Both are glazed: what leans fast slides, what leans slowly drags its foot along.
"""

from dataclasses import replace

import numpy as np

import supple
from supple.control.gait import Gait
from supple.control.hopper import hopper
from supple.control.measures import distance_m, heading_drift_deg, period_variation, tilt_max_deg
from supple.control.pose_graph import PoseGraph
from supple.control.search import Search
from supple.control.search.costs import effort, way
from supple.control.search.search import Found
from supple.control.search.trial import STEADY
from supple.demos.kept import begin
from supple.demos.lanes import Runner, driven, figures, side_by_side
from supple.dynamics.bodies.materials import named
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody

DRAWN = PoseGraph(
    [{"crouch": 0.05, "lean": -0.2}, {"crouch": -0.05, "lean": 0.2}],
    times=[0.25, 0.1],
    strength=2.0,
    ratio=1.0,
)
"""Lean back and low, then forward and high."""
GLAZED = replace(named("rubber"), name="glazed", friction=0.15)
FAR = 4.0
"""A way that is nearly worth as much as ways can be [heights]."""
UPRIGHT = 0.97
"""Vertical component of the up axis that it should keep."""
SECONDS, EVALUATIONS, SEEDS = 4.0, 300, (1, 2, 3)
SHORT = {"refine": 2}
REACH, HOLD = 0.2, (0.1, 0.4)
"""Largest amplitude, and the shortest and longest time of a pose [s]: gentle enough for a glass on a thin stem."""
ASIDE = 0.55
"""Where the lane of the glass is [m]."""


def glazed(model: supple.Node, name: str) -> LatticeBody:
    """A thing on a foot that slides, with two active modes."""
    return hopper(model, contacts=64, material=GLAZED, name=name)


def shuffling(gait: Gait) -> float:
    """What leaves the ground, leans, turns or is unsteady, some energy, − the way."""
    flown, lean = float(gait.airborne.mean()), float(np.maximum(UPRIGHT - gait.up, 0.0).max())
    turn, wild = min(np.radians(heading_drift_deg(gait)), 1.0), min(period_variation(gait), 1.0)
    return float(4 * flown + 10 * lean + turn + wild + effort(gait) / 20 - FAR * np.tanh(way(gait) / FAR))


def learn(*, start: PoseGraph = DRAWN, evaluations: int = EVALUATIONS) -> Found:
    """What the teapot finds."""
    return Search(
        glazed(supple.models.teapot(), "teapot"), start, cost=shuffling, method="cma", seconds=SECONDS,
        evaluations=evaluations, seeds=SEEDS, reach=REACH, hold=HOLD, tries=STEADY,
    ).run()  # fmt: skip


def borrowed(graph: PoseGraph, seconds: float = SECONDS) -> Runner:
    """The glass with the teapot's poses, unchanged."""
    return driven(glazed(supple.models.glass(), "glass"), graph, seconds, (0.0, 0.0, ASIDE))


def demo(refine: int | None = None) -> supple.Take:
    """The teapot, and in front of it the glass."""
    found = learn(**begin("teapot-shuffle", refine))
    glass = borrowed(found.graph)
    pot = Runner(glazed(supple.models.teapot(color="#9fc2c4"), "teapot"), found.rolled, found.gait)
    take = side_by_side("teapot-shuffle", [pot, glass], moments(found.graph), found.seed)
    return take.with_report(
        **figures(found.gait), glass=figures(glass.gait), airborne_mean=float(found.gait.airborne.mean()),
        glass_distance_m=distance_m(glass.gait), glass_tilt_max_deg=tilt_max_deg(glass.gait),
        evaluations=found.evaluations, cost_first=found.cost_first, cost_best=found.cost_best, seed=found.seed,
    )  # fmt: skip


def moments(graph: PoseGraph) -> dict[float, str]:
    """The ends of the poses of two periods in the middle, by where they lean."""
    words, t = {0.0: "ready"}, round(SECONDS / 2 / graph.period) * graph.period
    for k in range(2 * len(graph.poses)):
        pose = k % len(graph.poses)
        t += float(graph.times[pose])
        words[t] = "forward" if graph.poses[pose]["lean"] > graph.poses[pose - 1]["lean"] else "back"
    return {**words, SECONDS: "on and on"}
