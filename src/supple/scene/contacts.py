"""Foot contacts found from a motion: when which point of a foot stands, and where.

A point stands while it is near the floor, y ≤ y₀ + h, and hardly moves, |v| ≤ s; y₀ is the lowest that any gets.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, Truths, finite
from supple.errors import InputError
from supple.motion import Clip
from supple.scene.figure import Figure
from supple.scene.recording import placements

Soles = Mapping[str, tuple[str, ArrayLike]]
"""Points of feet by name: the joint that carries each, and where on it [m]."""


@dataclass(frozen=True, eq=False)
class Contact:
    """One step of one point: from when to when it stands [s], and where (3,) [m]."""

    point: str
    start: float
    end: float
    place: Array


@dataclass(frozen=True, eq=False)
class Contacts:
    """All contacts of a motion, in the order of time."""

    steps: tuple[Contact, ...]

    def __iter__(self) -> Iterator[Contact]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def of(self, point: str) -> list[Contact]:
        """Those of one point."""
        return [step for step in self.steps if step.point == point]

    def standing(self, time: float) -> dict[str, Contact]:
        """The points that stand at a time, and their contacts."""
        return {step.point: step for step in self.steps if step.start <= time <= step.end}

    def marks(self) -> dict[float, str]:
        """A note for each moment at which a point comes down."""
        found: dict[float, list[str]] = {}
        for step in self.steps:
            found.setdefault(step.start, []).append(step.point)
        return {time: f"{', '.join(points)} down" for time, points in found.items()}


def foot_contacts(
    figure: Figure,
    clip: Clip,
    soles: Soles,
    *,
    near: float = 0.02,
    slow: float = 0.12,
    shortest: float = 0.05,
    rate: float = 120.0,
) -> Contacts:
    """When points of feet stand under a clip.

    near [m]: how far above the floor still counts; slow [m/s]: how fast it may still move; shortest [s]: contacts and
    gaps that are shorter count as none; rate [1/s]: how often it is looked at.

    >>> from supple.motion import keys
    >>> from supple.scene import Node
    >>> foot = Figure(Node("foot"))
    >>> step = keys({0: (0, 0, 0), 1: (0, 0, 0), 1.5: (0, 0.2, 0.4), 2: (0, 0, 0.8), 3: (0, 0, 0.8)}, "monotone")
    >>> found = foot_contacts(foot, Clip({"foot.position": step}), {"sole": ("foot", (0, 0, 0))})
    >>> [(round(c.start, 1), round(c.end, 1), c.place.round(2).tolist()) for c in found]
    [(0.0, 1.0, [0.0, 0.0, 0.0]), (2.0, 3.0, [0.0, 0.0, 0.8])]
    """
    start, end = clip.start, clip.end
    if not end > start:
        raise InputError("contacts are found in a motion that begins and ends; crop or repeat the clip")
    times = np.linspace(start, end, int(np.ceil((end - start) * rate)) + 1)
    paths = {name: path(figure, clip, sole, times) for name, sole in soles.items()}
    floor = min(float(points[:, 1].min()) for points, _ in paths.values())
    steps = []
    for name, (points, speeds) in paths.items():
        stands = (points[:, 1] <= floor + near) & (speeds <= slow)
        for i, j in _runs(stands, times, shortest):
            steps.append(
                Contact(name, float(times[i]), float(times[j]), np.median(points[i : j + 1], axis=0))
            )
    return Contacts(tuple(sorted(steps, key=lambda step: (step.start, step.point))))


def path(figure: Figure, clip: Clip, sole: tuple[str, ArrayLike], times: Array) -> tuple[Array, Array]:
    """Where a point of a foot is (n, 3) [m], and how fast it is there (n,) [m/s]."""
    joint, where = sole
    at = np.append(finite(where, f"point of {joint}", (3,)), 1.0)
    scene = figure.scene_of()
    place = placements(scene, clip).of(figure.node(joint), times)
    speed = np.linalg.norm((place.rate @ at)[:, :3], axis=1)
    return (place.matrix @ at)[:, :3], speed


def _runs(stands: Truths, times: Array, shortest: float) -> list[tuple[int, int]]:
    """First and last sample of each contact; gaps and contacts that are too short are none."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], stands.astype(np.int64), [0]])))
    runs = [(int(i), int(j) - 1) for i, j in edges.reshape(-1, 2)]
    joined: list[tuple[int, int]] = []
    for i, j in runs:
        if joined and times[i] - times[joined[-1][1]] < shortest:
            joined[-1] = (joined[-1][0], j)
        else:
            joined.append((i, j))
    return [(i, j) for i, j in joined if times[j] - times[i] >= shortest]
