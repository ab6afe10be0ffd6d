"""What a search may change of a pose graph, as points u of a box whose sides are one long.

An amplitude goes evenly from −reach to reach, a time by equal factors from the shortest to the longest. A point
outside of the box stands for its mirror image inside, so that any u is a graph.
"""

from typing import Any, Literal, get_args

import numpy as np

from supple.arrays import Array
from supple.control.pose_graph import PoseGraph
from supple.errors import InputError, UnknownNameError

Over = Literal["poses", "times", "both"]
REACH = 0.5
"""Largest amplitude that a search tries."""
HOLD = (0.05, 0.5)
"""Shortest and longest time of a pose that a search tries [s]."""


class Space:
    """Poses, times or both of a graph.

    >>> space = Space(PoseGraph([{"squash.y": 0.25}, {}], times=[0.2, 0.2]), "poses", reach=0.5)
    >>> space.start.tolist(), space.graph(np.array([1.25, 0.0])).amplitudes.tolist()
    ([0.75, 0.5], [[0.25], [-0.5]])
    """

    def __init__(
        self, graph: PoseGraph, over: Over = "both", *, reach: float = REACH, hold: tuple[float, float] = HOLD
    ) -> None:
        if over not in get_args(Over):
            raise UnknownNameError("part of a graph to search over:", over, get_args(Over))
        if not (0 < reach < np.inf):
            raise InputError(f"reach is {reach}; give the largest amplitude to try, above 0")
        if not 0 < hold[0] < hold[1] < np.inf:
            raise InputError(f"hold is {hold} s; give the shortest and a longer longest time of a pose")
        self._graph, self._over = graph, over
        self._reach = max(reach, float(np.abs(graph.amplitudes).max()))
        times = graph.times
        self._shortest, longest = float(min(hold[0], times.min())), max(hold[1], times.max())
        self._span = float(np.log(longest / self._shortest))

    @property
    def start(self) -> Array:
        """u (n,) of the graph itself."""
        poses = (self._graph.amplitudes.ravel() / self._reach + 1) / 2
        times = np.log(self._graph.times / self._shortest) / self._span
        parts = {"poses": [poses], "times": [times], "both": [poses, times]}[self._over]
        return np.concatenate(parts)

    def graph(self, u: Array) -> PoseGraph:
        """The graph that u (n,) stands for, to nine decimals: so the same search is the same on every processor."""
        inside = 1 - np.abs(1 - np.mod(u, 2.0))
        amplitudes, times = self._graph.amplitudes, self._graph.times
        poses = amplitudes.size if self._over != "times" else 0
        if self._over != "times":
            amplitudes = (self._reach * (2 * inside[:poses] - 1)).reshape(amplitudes.shape).round(9) + 0.0
        if self._over != "poses":
            times = (self._shortest * np.exp(self._span * inside[poses:])).round(9)
        return self._graph.changed(amplitudes, times)

    def problem(self) -> dict[str, Any]:
        """Where the search begins and how far it may go, in numbers."""
        return {
            "over": self._over,
            "reach": self._reach,
            "hold": [self._shortest, self._span],
            "graph": self._graph.as_dict(),
        }

    def described(self, u: Array) -> str:
        """The graph of u in words of the user."""
        graph = self.graph(u)
        return f"poses {[dict(pose) for pose in graph.poses]}, times {graph.times.tolist()} s"
