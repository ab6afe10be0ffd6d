"""A figure as arrays: its tree of nodes at rest, and how a clip moves it.

D = G G⁰⁻¹ is what a joint has turned in the world since rest: the same for any axes that its node may have.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from supple.arrays import Array
from supple.scene import Figure, Take
from supple.spatial import conjugate, decompose, multiply


class Rig:
    """All nodes of the tree that a figure is in, parents first, by row."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        top = [figure.root, *figure.root.ancestors()][-1]
        self.nodes = [node for node in top.walk() if node.share is None]
        self.names = [node.name for node in self.nodes]
        rows = {id(node): row for row, node in enumerate(self.nodes)}
        self.parents = [-1 if node.parent is None else rows[id(node.parent)] for node in self.nodes]
        self.children = [
            [c for c, p in enumerate(self.parents) if p == row] for row in range(len(self.nodes))
        ]
        joints = {id(node) for node in figure.joints.values()}
        self.is_joint = [id(node) in joints for node in self.nodes]
        placed = decompose(np.stack([node.world for node in self.nodes]))
        self.places, self.turns = placed[0], placed[1]
        self.scales = np.abs(placed[2]).mean(axis=1)

    def path(self, row: int) -> list[int]:
        """The rows from the root down to one, itself the last."""
        found = []
        while row >= 0:
            found.append(row)
            row = self.parents[row]
        return found[::-1]

    def below(self, row: int) -> list[int]:
        """A row and all that hangs on it."""
        found = [row]
        for each in found:
            found.extend(self.children[each])
        return found

    def carries(self, above: int, row: int) -> bool:
        """Whether a row hangs on another, or is it."""
        return above in self.path(row)

    def shared(self, rows: Iterable[int]) -> int:
        """The lowest row that carries all of some; −1 if they have nothing in common."""
        last = -1
        for level in zip(*(self.path(row) for row in rows), strict=False):
            if len(set(level)) > 1:
                break
            last = level[0]
        return last

    def bone(self, a: int, b: int) -> Array:
        """From one row to another at rest (3,) [m]."""
        return np.asarray(self.places[b] - self.places[a])

    @cached_property
    def size(self) -> float:
        """The greatest extent of its joints [m]."""
        points = self.places[[row for row, is_joint in enumerate(self.is_joint) if is_joint]]
        return float(np.ptp(points, axis=0).max())


@dataclass(frozen=True, eq=False)
class Motion:
    """Where the nodes of a rig are over time: places (T, n, 3) [m] and turns (T, n, 4), in the world."""

    rig: Rig
    times: Array
    places: Array
    turns: Array

    @classmethod
    def of(cls, rig: Rig, take: Take) -> "Motion":
        """How a take moves the nodes of a rig."""
        known: dict[str, Array] = {}
        for node in rig.nodes:
            local = take.local(node.name)
            known[node.name] = local if node.parent is None else known[node.parent.name] @ local
        places, turns, _ = decompose(np.stack([known[name] for name in rig.names], axis=1))
        return cls(rig, take.times, places, turns)

    def turned(self, row: int) -> Array:
        """D of a row (T, 4)."""
        return multiply(self.turns[:, row], conjugate(self.rig.turns[row]))

    def bone(self, a: int, b: int) -> Array:
        """From one row to another (T, 3) [m]."""
        return np.asarray(self.places[:, b] - self.places[:, a])

    @property
    def step(self) -> float:
        """Seconds between frames."""
        return float(np.median(np.diff(self.times)))
