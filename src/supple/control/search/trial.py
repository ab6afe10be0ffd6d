"""One evaluation: a graph drives a body for some seconds, and a cost looks at the gait that comes of it.

A gait can hang on the size of the step, or on nothing pushing it aside. Tried in several ways, its worst counts.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from supple.arrays import Array
from supple.control.gait import GRAVITY, Gait
from supple.control.pose_graph import PoseGraph
from supple.control.search.costs import HIGH, Cost, checked, cost, usable
from supple.control.search.space import Space
from supple.control.search.tried import Tried
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.drive import Drive
from supple.dynamics.legacy.contact.shapes import Shape
from supple.dynamics.legacy.rollout import Rolled, Rollouts
from supple.errors import InputError


class Try(NamedTuple):
    """One way to try a gait: at a step [s], with a part of the weight that pulls aside all the time."""

    step: float = 1 / 240
    aside: float = 0.0


STEADY = Try(), Try(1 / 480, 2e-3)
"""What a gait must bear that is to be relied on: half the step, and a floor that is not quite level."""


class Trial:
    """u ↦ cost. Can be sent to other processes."""

    def __init__(
        self,
        body: LatticeBody,
        space: Space,
        seconds: float,
        what: "str | Cost",
        along: tuple[float, float, float],
        ground: "float | Shape",
        tries: Sequence[Try],
    ) -> None:
        if not tries:
            raise InputError("a trial needs a way to try: give tries=[Try()] or more")
        if not 0 < seconds < np.inf:
            raise InputError(f"a trial lasts {seconds} s; give a positive number of seconds")
        self.body, self.space, self.seconds = body, space, seconds
        self.cost, self.along, self.ground, self.tries = cost(what), along, ground, tuple(tries)
        self.space.graph(space.start).on(body)
        x, _, z = along
        self._ways = [
            Rollouts(
                body, ground, seconds, step=each.step,
                gravity=(-z * each.aside * GRAVITY, -GRAVITY, x * each.aside * GRAVITY),
            )
            for each in tries
        ]  # fmt: skip

    def __call__(self, u: Array) -> float:
        """What the gait of u (n,) costs."""
        graph = self.space.graph(u)
        return self.judged(graph, self.rolled(graph.on(self.body)))

    def rolled(self, drive: Drive) -> list[Rolled]:
        """How the body moves in each try. Needs no Python while it runs, so that threads can do it."""
        return [way(drive) for way in self._ways]

    def judged(self, graph: PoseGraph, rolled: Sequence[Rolled]) -> float:
        """What it costs that a graph moves the body so; blowing up costs a lot, NaN or None most."""
        costs = [self.cost(self.gait(graph, each)) if each.sound else HIGH for each in rolled]
        return max(costs, key=lambda cost: cost if usable(cost) else np.inf)

    def gait(self, graph: PoseGraph, rolled: Rolled) -> Tried:
        """The gait that a graph gives the body."""
        gait = Gait.of(self.body, rolled, period=graph.period, along=self.along, ground=self.ground)
        return Tried(**vars(gait), body=self.body, rolled=rolled)

    def problem(self) -> dict[str, Any]:
        """What is searched, in numbers: the first graph, what the body does with it, and what that costs."""
        start = self.space.start
        rolled = self.rolled(self.space.graph(start).on(self.body))
        return {
            "cost": getattr(self.cost, "__name__", type(self.cost).__name__),
            "first cost": checked(self(start), "evaluation 0", lambda: self.space.described(start)),
            "motion": sha256(rolled[0].q.tobytes()).hexdigest()[:16],
            "seconds": self.seconds,
            "tries": [list(each) for each in self.tries],
            "along": list(self.along),
            **self.space.problem(),
        }
