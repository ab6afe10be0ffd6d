"""A walker turns round in two steps, each over the ball of the foot that stands (bbop's wish)."""

from math import radians
from typing import Any

import numpy as np

import supple
from supple.arrays import Array
from supple.demos import walking
from supple.demos.stepping import BALL, HEEL
from supple.motion import Pose, Track
from supple.scene import Figure
from supple.spatial import from_axis_angle, from_euler, rotate

BEFORE, AFTER = 1, 3.1
"""Cycles of the walk before the first turn, and until the end."""
FPS, TURN = 30, radians(90)
TURNS = ((0.13, 0.5), (0.63, 1.0))
"""From when to when, in cycles after those before, it turns over the left ball and over the right."""


def demo() -> supple.Take:
    """Every pose of the walk is keyed as it is, then turned in the world about a mark on the floor, by `about=`."""
    figure = supple.characters.human().figure
    marks = [mark(k, place) for k, place in enumerate(places())]
    figure.scene_of().nodes.extend(marks)
    poser = Figure(figure.root, joints=figure.joints.values(), scene=figure.scene_of(), name="poser")
    clocks = [turning(*(walking.SECONDS * (BEFORE + u) for u in span)) for span in TURNS]
    for frame in range(round(AFTER * walking.SECONDS * FPS) + 1):
        figure.key(frame / FPS, turned(poser, frame / FPS, clocks), interpolate="cubic")
    clip = figure.clip
    T = walking.SECONDS
    clip["notes"] = supple.keys(
        {0: "walks", (BEFORE + 0.3) * T: "over the left ball", (BEFORE + 0.8) * T: "over the right ball",
         (BEFORE + 1.3) * T: "back", AFTER * T: "gone"}
    )  # fmt: skip
    take = supple.record(figure.scene_of(), clip, name="pivot-walk")
    return walking.filmed(take, (3.4, 0.8, 2.4)).with_report(**figures(take))


def turning(start: float, end: float) -> Track:
    """A quarter turn from rest to rest."""
    return supple.keys({start: 0.0, end: TURN})


def places() -> list[Array]:
    """Where the balls stand that it turns over: the second one as the first turn has left it."""
    left, right = (ball(side, start) for side, start in ((1.0, 0.0), (-1.0, 0.5)))
    there = left + rotate(from_axis_angle((0, 1, 0), TURN), right - left)
    return [left, there]


def ball(side: float, start: float) -> Array:
    """Under the ball of a foot in its step after those before [m]."""
    flat = np.array([side * walking.TRACK, -HEEL[1], walking.AHEAD + walking.STRIDE * (BEFORE + start)])
    return (flat + rotate(from_euler([side * walking.OUT, 0, 0], "YXZ"), BALL * (side, 1, 1))) * (1, 0, 1)


def mark(k: int, place: Array) -> supple.Node:
    """A disc on the floor."""
    disc = supple.models.cylinder(radius=0.07, height=0.002, color="#e0b64a")
    disc.name = f"mark.{k}"
    return disc.place(translation=place)


def turned(poser: Figure, t: float, clocks: list[Track]) -> Pose:
    """The pose of the walk at a time, turned about the marks as far as the clocks say."""
    pose: dict[str, Any] = walking.pose(poser, t / walking.SECONDS)
    angles = [float(clock(t)) for clock in clocks]
    if not any(angles):
        return poser.pose(pose)
    poser.key(0.0, pose)
    for k, angle in enumerate(angles):
        poser.key(0.0, hips=(0, angle, 0), frame="world", about=f"mark.{k}")
    found = poser.pose({name: track(0.0) for name, track in poser.tracks.items()})
    poser.unkey(0.0)
    return found


def figures(take: supple.Take) -> dict[str, float]:
    """How far the balls stray from their marks while it turns over them, and which way it went."""
    found = {}
    for k, (side, span) in enumerate(zip("LR", TURNS, strict=True)):
        during = take[(BEFORE + span[0]) * walking.SECONDS : (BEFORE + span[1]) * walking.SECONDS]
        path = during.position(f"toes.{side}", (0, -0.022, 0)) - places()[k]
        found[f"stray_{side}_m"] = float(np.linalg.norm(path, axis=1).max())
    way = take.position("hips")
    ahead, back = way[20] - way[0], way[-1] - way[-21]
    found["turned_deg"] = float(
        np.degrees(np.arccos(ahead @ back / np.linalg.norm(ahead) / np.linalg.norm(back)))
    )
    found["lowest_m"] = float(take.world_vertices("body")[..., 1].min())
    return found
