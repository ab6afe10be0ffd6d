"""A table learns to bound: from two poses drawn by hand to a stable gait, by annealing (Faloutsos 1997, fig. 2).

Shear and bend are active, vertical and horizontal squash give way. The table arches its back and gathers its legs,
then throws them apart. Behind it, ahead at the start, the same table with the poses as they were drawn.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import supple
from supple.control.animate.moments import strides
from supple.control.gait import Gait
from supple.control.measures import (
    airborne_fraction,
    distance_m,
    heading_drift_deg,
    period_variation,
    slip_ratio,
)
from supple.control.pose_graph import PoseGraph
from supple.control.search import Search
from supple.control.search.costs import effort, way
from supple.control.search.search import By, Found
from supple.demos.kept import begin
from supple.demos.lanes import Runner, driven, figures, side_by_side
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.setup import lattice_body

ACTIVE, PASSIVE = ("shear.x", "curl.y"), ("squash.y", "squash.x")
DRAWN = PoseGraph(
    [{"shear.x": -0.1, "curl.y": 0.12}, {"shear.x": 0.05, "curl.y": 0.0}],
    times=[0.25, 0.15],
    strength=4.0,
    ratio=1.0,
)
"""Crouch with the weight behind, then stretch forward."""
FAR = 6.0
"""A way that is nearly worth as much as ways can be [heights]."""
STEADY, FARTHER = 0.05, 3.0
"""A stable gait: its last strides vary less than this, and it goes so many times as far as the drawn poses."""
FLOWN, UPRIGHT = 0.15, 0.95
"""Share of each period in the air, and vertical component of the up axis, below which a bound is not a good one."""
SEED, EVALUATIONS, SECONDS = 1, 100, 4.0
SHORT = {"refine": 4}
HEAD_START, ASIDE = 3.0, -1.3
"""Where the lane of the drawn poses begins: along, and beside [m]."""


def bounder(color: str = "#d79a5b", name: str = "table") -> LatticeBody:
    """A table of rubber, soft enough to bend its back."""
    table = supple.models.table(color=color)
    return lattice_body(
        table, [*ACTIVE, *PASSIVE], active=ACTIVE, material="rubber", sag=0.15, contacts=64, name=name
    )


def bounding(gait: Gait) -> float:
    """What is unsteady, leans, turns, drags or skids, some energy, − the way; in the paper's plane none can fall."""
    lean = float(np.maximum(UPRIGHT - gait.up, 0.0).max())
    turn = min(np.radians(heading_drift_deg(gait)), 1.0)
    low, skid = max(FLOWN - airborne_fraction(gait), 0.0), min(slip_ratio(gait), 1.0)
    wild, spent = min(period_variation(gait), 0.3), effort(gait) / 50
    return float(
        10 * wild + 5 * lean + 2 * turn + 5 * low + 2 * skid + spent - FAR * np.tanh(way(gait) / FAR)
    )


def learn(
    seed: int = SEED,
    method: By = "annealing",
    seen: Callable[[Gait], object] = lambda gait: None,
    *,
    start: PoseGraph = DRAWN,
    evaluations: int = EVALUATIONS,
) -> Found:
    """Search from the drawn poses; `seen` is called with every gait that is tried."""

    def cost(gait: Gait) -> float:
        seen(gait)
        return bounding(gait)

    options: dict[str, Any] = {"temperature": 0.3} if method == "annealing" else {}
    return Search(
        bounder(), start, cost=cost, method=method, seconds=SECONDS, evaluations=evaluations, seeds=(seed,),
        reach=0.35, hold=(0.08, 0.4), spread=0.12, **options,
    ).run()  # fmt: skip


def evaluations_to_stable(gaits: "list[Gait]") -> int | None:
    """After how many trials, the first of which is that of the drawn poses, the first stable gait was met."""
    goal = FARTHER * distance_m(gaits[0])
    good = (distance_m(gait) >= goal and period_variation(gait) <= STEADY for gait in gaits)
    return next((k + 1 for k, found in enumerate(good) if found), None)


def demo(refine: int | None = None) -> supple.Take:
    """Before and after."""
    gaits: list[Gait] = []
    found = learn(seen=gaits.append, **begin("table-bound", refine))
    other = learn(method="cma", **begin("table-bound-cma", refine))
    drawn = driven(bounder("#b8b2a7", "as drawn"), DRAWN, SECONDS, (HEAD_START, 0.0, ASIDE))
    runners = [Runner(bounder(), found.rolled, found.gait), drawn]
    take = side_by_side("table-bound", runners, strides(found.gait), found.seed)
    return take.with_report(
        **figures(found.gait), drawn=figures(drawn.gait), cost_first=found.cost_first, cost_best=found.cost_best,
        evaluations=found.evaluations, evaluations_to_stable=evaluations_to_stable(gaits), seed=found.seed,
        farther=distance_m(found.gait) / distance_m(drawn.gait),
        cma={"cost_best": other.cost_best, "evaluations": other.evaluations, **figures(other.gait)},
        drawn_lengths=distance_m(drawn.gait) / _length(drawn.body),
    )  # fmt: skip


def _length(body: LatticeBody) -> float:
    return float(np.ptp(body.node.surface.vertices[:, 0]))
