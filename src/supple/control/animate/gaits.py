"""Gaits that are searched for, once: the next time they are found where they were kept."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from supple.cache import notice, say
from supple.control.animate import keeping
from supple.control.animate.act import Act
from supple.control.animate.embodying import over_a_floor, pace_of, stood
from supple.control.animate.lighter import made_light
from supple.control.animate.moments import strides
from supple.control.gait import Gait
from supple.control.hopper import STRENGTH, hopper
from supple.control.pose_graph import PoseGraph
from supple.control.search.costs import Cost
from supple.control.search.search import Found, Search
from supple.control.search.trial import STEADY, Trial
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.errors import DivergenceError, SuppleWarning
from supple.scene import Node

AGAIN = 1000
"""From the seed of one try to that of the next."""
SAID = ("evaluations", "cost_first", "cost_best", "stopped")
"""What reports say of a search."""
KEPT = ("graph", "broken", *SAID)
"""What is kept of it."""


@dataclass(frozen=True)
class Style:
    """How a gait is searched for, from poses drawn by hand; times in √(h/g), so that small and large move alike."""

    poses: tuple[dict[str, float], ...]
    times: tuple[float, ...]
    cost: Cost
    hold: tuple[float, float] = (0.3, 3.0)
    """Shortest and longest time of a pose."""
    evaluations: int = 400
    """Of each try."""
    tries: int = 4
    broken: Callable[[Gait], list[str]] = lambda gait: []
    """Which limits a gait breaks."""

    def words(self) -> dict[str, Any]:
        """All of it as JSON can say it."""
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: getattr(value, "__name__", value) for name, value in said.items()}


def gait(node: Node, style: Style, seconds: float, seed: int, *, cache: bool = True) -> Act:
    """The best gait that searches find; what was found before is taken, if it still moves as it did."""
    body = _body(node)
    search = _search(body, style, seconds, seed)
    key = keeping.key_of(node.surface, seconds=seconds, seed=seed, steady=STEADY, **style.words())
    found = _recalled(search.trial, style, key) if cache else None
    if found is None:
        found = _searched(body, style, seconds, seed)
        if found["stopped"]:
            say(
                f"stopped after {found['evaluations']} of up to {style.tries * style.evaluations} evaluations; "
                "this is the best so far"
            )
        elif cache:
            keeping.keep(key, found)
    graph = PoseGraph(**found["graph"])
    rolled = search.trial.rolled(graph.on(body))[0]
    if not rolled.sound:
        raise DivergenceError(f"no gait of {node.name!r} stayed sound; try another seed, or another height")
    searched = {name: found[name] for name in SAID}
    return Act(body, rolled, strides(search.trial.gait(graph, rolled)), graph.period, searched)


def _body(node: Node) -> LatticeBody:
    """A hopper that stands where it was put."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SuppleWarning)
        body = made_light(node, hopper)
        upright = stood(node, body.center_at_rest)
        return over_a_floor(body if upright is node else made_light(upright, hopper))


def _search(body: LatticeBody, style: Style, seconds: float, seed: int) -> Search:
    pace = pace_of(body.node)
    return Search(
        body,
        PoseGraph(style.poses, pace * np.array(style.times), strength=STRENGTH),
        cost=style.cost,
        seconds=seconds,
        evaluations=style.evaluations,
        seeds=(seed,),
        tries=STEADY,
        hold=(pace * style.hold[0], pace * style.hold[1]),
    )


def _searched(body: LatticeBody, style: Style, seconds: float, seed: int) -> dict[str, Any]:
    """What searches found, as JSON can say it: begun anew with other seeds until one breaks no limit."""
    tries: list[tuple[list[str], Found]] = []
    for k in range(style.tries):
        found = _search(body, style, seconds, seed + AGAIN * k).run()
        broken = style.broken(found.gait)
        tries.append((broken, found))
        if not broken or found.stopped:
            break
    broken, best = min(tries, key=lambda each: (len(each[0]), each[1].cost_best))
    return {
        "graph": best.graph.as_dict(),
        "broken": broken,
        "evaluations": sum(found.evaluations for _, found in tries),
        "cost_first": best.cost_first,
        "cost_best": best.cost_best,
        "stopped": tries[-1][1].stopped,
    }


def _recalled(trial: Trial, style: Style, key: str) -> dict[str, Any] | None:
    """What was kept, unless it does not cost, or break, what it did: then mechanics or limits have changed since."""
    found = keeping.recalled(key, KEPT)
    if found is None:
        return None
    graph = PoseGraph(**found["graph"])
    rolled = trial.rolled(graph.on(trial.body))
    cost, broken = trial.judged(graph, rolled), style.broken(trial.gait(graph, rolled[0]))
    if cost == found["cost_best"] and broken == found["broken"]:
        return found
    changed = f"costs {cost:.4g}, not {found['cost_best']:.4g} as it did"
    if cost == found["cost_best"]:
        changed = f"breaks {len(broken)} limits, and others than it did"
    notice(f"the controller kept in {keeping.place(key)} {changed}: it is stale, and searched for again")
    return None
