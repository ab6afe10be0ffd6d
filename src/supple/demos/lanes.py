"""Lattice bodies that ran one by one, each over level ground, shown side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import supple
from supple.arrays import Array
from supple.control.gait import Gait
from supple.control.measures import measured
from supple.control.pose_graph import PoseGraph
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.rollout import Rolled, roll
from supple.scene import CameraMotion, Node, NodeMotion, Origin, Scene, Take
from supple.scene.fingerprint import fingerprint

STEP = 1 / 240
VIEW, ANGLE = np.array([0.2, 0.48, 1.0]), np.radians(28)
"""Where the camera is, seen from the middle of the lanes, and its full vertical angle [rad]."""
CALM = 0.8
"""Seconds over which the camera's way is smoothed, so that it does not hop along."""
WIDE, ROOM = 1.6, 1.12
"""Width of the picture in its heights, and how much larger than what it shows it is."""


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
    take = Take(scene, t, motions, camera=framing(runners), origin=origin, name=name)
    return take.with_notes(notes).with_data(**series)


def framing(runners: Sequence[Runner]) -> CameraMotion:
    """A camera that goes along beside the lanes and has all of every runner in view, all the time."""
    points = np.concatenate([each.gait.points + np.array(each.start) for each in runners], axis=1)
    t, low, high = runners[0].rolled.t, points.min(axis=1), points.max(axis=1)
    center = np.tile((low.min(axis=0) + high.max(axis=0)) / 2, (len(t), 1))
    center[:, 0] = supple.Track.sampled(t, (low[:, 0] + high[:, 0]) / 2).smooth(CALM)(t)
    back = VIEW / np.linalg.norm(VIEW)
    right = np.cross((0.0, 1.0, 0.0), back) / np.linalg.norm(back[[0, 2]])
    seen = points - center[:, None]
    x, y, z = np.abs(seen @ right), np.abs(seen @ np.cross(back, right)), seen @ back
    slope = np.tan(ANGLE / 2)
    away = float(np.maximum(z + ROOM * y / slope, z + ROOM * x / (WIDE * slope)).max())
    return CameraMotion(center + away * back, center, 0 * t, 0 * t + ANGLE)


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
