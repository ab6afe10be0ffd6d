"""Lattice bodies that ran one by one, each over level ground, shown side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import supple
from supple.arrays import Array
from supple.control.gait import Gait
from supple.control.measures import measured
from supple.control.pose_graph import PoseGraph
from supple.dynamics.bodies.lattice.body import LatticeBody
from supple.dynamics.rollout import Rolled, roll
from supple.scene import Node, NodeMotion, Origin, Scene, Take
from supple.scene.fingerprint import fingerprint

STEP = 1 / 240


@dataclass(frozen=True)
class Runner:
    """A body, how it moved, and where its lane begins [m]."""

    body: LatticeBody
    rolled: Rolled
    gait: Gait
    start: tuple[float, float, float] = (0.0, 0.0, 0.0)


def driven(
    body: LatticeBody, graph: PoseGraph, seconds: float, start: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> Runner:
    """A body that goes through the poses of a graph, from rest."""
    rolled = roll(body, 0.0, graph.on(body), seconds, step=STEP)
    return Runner(body, rolled, Gait.of(body, rolled, period=graph.period), start)


def side_by_side(name: str, runners: Sequence[Runner], notes: Mapping[float, str], seed: int) -> Take:
    """One take of all runners, each in its lane, with what is known of every one under its name."""
    scene = Scene([runner.body.shown() for runner in runners])
    motions: dict[str, NodeMotion] = {}
    series: dict[str, Array] = {}
    for runner in runners:
        rolled, who = runner.rolled, runner.body.name
        place = np.zeros(rolled.q.shape[1])
        place[:3] = runner.start
        motions |= runner.body.motions(rolled.q + place)
        series |= {
            f"{who}/{what}": getattr(rolled, what) for what in ("t", "q", "v", "contact", "control", "energy")
        }
    t = runners[0].rolled.t
    origin = Origin(seed=seed, step=STEP, inputs=fingerprint(scene, t, motions))
    return Take(scene, t, motions, origin=origin, name=name).with_notes(notes).with_data(**series)


def figures(gait: Gait) -> dict[str, float]:
    """The measures of a gait, and how far it sank into the ground; without what is not finite."""
    found = {**measured(gait), "penetration_max_m": max(-float(gait.gaps.min()), 0.0)}
    return {name: float(value) for name, value in found.items() if np.isfinite(value)}


def line(name: str, x: float, lanes: tuple[float, float], color: str) -> Node:
    """A line across the lanes from z = low to high, on the floor at x [m]."""
    low, high = lanes
    strip = supple.models.box(width=0.04, height=0.004, depth=high - low, color=color)
    strip.name = name
    return strip.place(translation=(x, 0.002, (low + high) / 2))
