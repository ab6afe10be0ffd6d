"""The points that constraints hold, looked at body by body: all points of a body for the price of one."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.structure import Structure


class Hold(NamedTuple):
    """Points of one body: which of all they are, and their coefficients (n, ·)."""

    body: Body
    span: slice
    v_span: slice
    which: Indices
    p: Array


class Grip:
    """Positions, velocities and Jacobians of each constraint's points."""

    def __init__(self, points: Sequence[tuple[Point, ...]], structure: Structure) -> None:
        self._ends = np.cumsum([len(own) for own in points]).tolist()
        every = [point for own in points for point in own]
        self._count = len(every)
        self._holds = []
        for body, span, v_span in structure.parts:
            which = np.array([i for i, point in enumerate(every) if point.body is body], dtype=np.int64)
            if len(which):
                p = np.stack([every[i].coefficients for i in which])
                self._holds.append(Hold(body, span, v_span, which, p))

    def positions(self, q: Array) -> list[Array]:
        """x (points, 3) of each constraint [m]."""
        x = np.empty((self._count, 3))
        for body, span, _, which, p in self._holds:
            x[which] = body.position(q[span], p)
        return self._split(x)

    def velocities(self, q: Array, v: Array) -> list[Array]:
        """ẋ (points, 3) of each constraint [m/s]."""
        x = np.empty((self._count, 3))
        for body, span, v_span, which, p in self._holds:
            x[which] = body.velocity(q[span], v[v_span], p)
        return self._split(x)

    def biases(self, q: Array, v: Array) -> list[Array]:
        """J̇ v (points, 3) of each constraint [m/s²]."""
        x = np.empty((self._count, 3))
        for body, span, v_span, which, p in self._holds:
            x[which] = [body.bias(q[span], v[v_span], each) for each in p]
        return self._split(x)

    def jacobians(self, q: Array) -> "list[list[tuple[slice, Array]]]":
        """∂ẋ/∂v (3, nv of the body) of each constraint's points, and where they are in v."""
        found: list[tuple[slice, Array]] = [(slice(0), np.zeros(0))] * self._count
        for body, span, v_span, which, p in self._holds:
            for i, J in zip(which.tolist(), body.jacobians(q[span], p), strict=True):
                found[i] = (v_span, J)
        return [found[first:end] for first, end in zip([0, *self._ends], self._ends, strict=False)]

    def _split(self, x: Array) -> list[Array]:
        return [x[first:end] for first, end in zip([0, *self._ends], self._ends, strict=False)]
