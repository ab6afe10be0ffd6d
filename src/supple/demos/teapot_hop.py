"""A teapot hops in three ways: as drawn by hand, thrifty, and far (Faloutsos et al. 1997, eq. 8, fig. 16).

cost = K₁ E_c − K₂ t_x;   K₁ = 1, K₂ = 1: a compromise;   K₁ = 0, K₂ = 1: larger hops;   K₁ = 1, K₂ = 0: it stays

A joule and a meter cannot be added: t_x is in heights of the body, and E_c in what its muscles may spend for one
height of way. A height is taken off the way for each limit of a hop that a gait breaks, so that far is not tumbling.
"""

from dataclasses import dataclass

import supple
from supple.control.animate.moments import strides
from supple.control.gait import Gait
from supple.control.hop import failures
from supple.control.hopper import hopper
from supple.control.measures import distance_m, energy
from supple.control.pose_graph import PoseGraph
from supple.control.search import Search
from supple.control.search.costs import effort, way
from supple.control.search.search import Found
from supple.control.search.trial import STEADY
from supple.demos.kept import begin
from supple.demos.lanes import driven, figures, side_by_side
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody

DRAWN = PoseGraph(
    [{"crouch": 0.22, "lean": 0.0}, {"crouch": -0.22, "lean": 0.08}, {"crouch": 0.05, "lean": 0.0}],
    times=[0.3, 0.1, 0.16], strength=2.0,
)  # fmt: skip
"""Crouch, spring forward, draw in for the landing."""
PRICE = 0.3
"""Heights of way that one weight × height of control energy is worth: hops of muscles as damped as these spend
about two or three for each height. Much dearer, hardly farther than drawn is best; much cheaper, as far as can be."""
BROKEN = 2.0
"""Heights that each broken limit of a hop takes off the way."""
SECONDS, EVALUATIONS, SEED = 4.0, 250, 1
SHORT = {"refine": 4}
LANES = {"as drawn": ("#e9e2d0", -0.7), "K1=1 K2=1": ("#e0a458", 0.0), "K1=0 K2=1": ("#c8553d", 0.7)}
"""Color, and where its lane is [m]."""


@dataclass(frozen=True)
class Traded:
    """Eq. 8 for hops."""

    K1: float
    K2: float

    def __call__(self, gait: Gait) -> float:
        """K₁ E_c − K₂ t_x."""
        return self.K1 * PRICE * effort(gait) - self.K2 * (way(gait) - BROKEN * len(failures(gait)))


def pot(name: str = "teapot", color: str = "#e9e2d0") -> LatticeBody:
    """A teapot with two active modes."""
    return hopper(supple.models.teapot(color=color), contacts=64, name=name)


def learn(
    K1: float, K2: float, *, seed: int = SEED, start: PoseGraph = DRAWN, evaluations: int = EVALUATIONS
) -> Found:
    """The hop as drawn, changed to what K₁ and K₂ ask for."""
    return Search(
        pot(), start, cost=Traded(K1, K2), method="cma", seconds=SECONDS, evaluations=evaluations, seeds=(seed,),
        hold=(0.05, 0.4), tries=STEADY,
    ).run()  # fmt: skip


def demo(refine: int | None = None) -> supple.Take:
    """All three side by side."""
    thrifty = learn(1, 1, **begin("teapot-hop-thrifty", refine))
    far = learn(0, 1, **begin("teapot-hop-far", refine))
    graphs = (DRAWN, thrifty.graph, far.graph)
    runners = [
        driven(pot(name, color), graph, SECONDS, (0.0, 0.0, z))
        for (name, (color, z)), graph in zip(LANES.items(), graphs, strict=True)
    ]
    take = side_by_side("teapot-hop", runners, strides(thrifty.gait), SEED)
    return take.with_report(
        **figures(thrifty.gait), **{runner.body.name: figures(runner.gait) for runner in runners},
        **compared([runner.gait for runner in runners]), evaluations=thrifty.evaluations + far.evaluations,
        cost_first=thrifty.cost_first, cost_best=thrifty.cost_best, seed=SEED,
    )  # fmt: skip


def compared(gaits: "list[Gait]") -> dict[str, float]:
    """How far and how dear the found hops are, and how many limits of a hop they break."""
    drawn, thrifty, far = gaits
    return {
        "thrifty_over_drawn": distance_m(thrifty) / distance_m(drawn),
        "far_over_thrifty": distance_m(far) / distance_m(thrifty),
        "energy_thrifty_over_drawn": energy(thrifty) / energy(drawn),
        "energy_far_over_thrifty": energy(far) / energy(thrifty),
        "limits_broken": len(failures(thrifty) + failures(far)),
    }
