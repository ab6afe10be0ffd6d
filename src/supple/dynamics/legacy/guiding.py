"""Obstacles that move: where each is at the end of every step, and the velocities that bring it there."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.given import velocity_to
from supple.dynamics.legacy.contact.obstacle import Obstacle


class Guided:
    """The obstacles that move, over some steps: they begin at `q`, with the velocities `v` of the first step."""

    def __init__(self, movers: Sequence[Obstacle], times: Array, h: float) -> None:
        self._movers, self._h = list(movers), h
        places = [_places(mover, times, h) for mover in movers]
        self._ends = [each[-1] for each in places]
        self.q = np.concatenate([np.zeros(0), *(each[0] for each in places)])
        v = [[velocity_to(a, b, h) for a, b in pairwise(each)] for each in places]
        self._v = np.concatenate([np.zeros((len(times), 0)), *map(np.array, v)], axis=1)
        self.v = self._v[0].copy()

    def push(self, push: Array) -> Array:
        """What acts on bodies (nv,), and beside it what changes the velocities of obstacles, a row for each step."""
        if not self._movers:
            return push[None]
        change = np.diff(self._v, axis=0, prepend=self._v[:1]) / self._h
        return np.concatenate([np.tile(push, (len(change), 1)), change], axis=1)

    def arrived(self) -> None:
        """Remember where they are."""
        for mover, end in zip(self._movers, self._ends, strict=True):
            mover.stood = end


def _places(mover: Obstacle, times: Array, h: float) -> Array:
    """Where it is when the first of the steps begins, and when each of them ends (T + 1, 7).

    What is not on a track is at its place from the end of the first step on.
    """
    begin = mover.pose(float(times[0]) - h) if mover.stood is None else mover.stood
    return np.concatenate([begin[None], mover.poses(times)])
