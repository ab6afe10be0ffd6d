"""Rotation curves: an orientation as a function of time, with its exact angular velocity and acceleration."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from supple.arrays import Array, ArrayLike, Indices, finite
from supple.errors import InputError
from supple.spatial.components import components, pick
from supple.spatial.jet import Jet, Moving
from supple.spatial.quaternion import aligned, normalize
from supple.spatial.slerp import GreatArc

CHUNK = 4096  # times evaluated together: their quaternions fit the second-level cache


class RotationCurve(ABC):
    """q(t) on times[0] ≤ t ≤ times[-1]; before and after, the end is held and the velocity is zero.

    All times have any shape (...), a single number included. World axes, radians, seconds.
    """

    times: Array

    def __call__(self, t: ArrayLike) -> Array:
        """The orientation, unit quaternions of shape (..., 4)."""
        return self._sampled(t, 4, self._rotation)

    def velocity(self, t: ArrayLike) -> Array:
        """The angular velocity ω [rad/s], world axes, shape (..., 3)."""
        return self._sampled(t, 3, lambda inside: self._jet(inside).velocity) * self._within(t)

    def acceleration(self, t: ArrayLike) -> Array:
        """The angular acceleration dω/dt [rad/s²], world axes, shape (..., 3)."""
        return self._sampled(t, 3, lambda inside: self._jet(inside).acceleration) * self._within(t)

    @abstractmethod
    def _rotation(self, t: Array) -> Array:
        """q at times within the range, shape (n,) ↦ (n, 4)."""

    @abstractmethod
    def _jet(self, t: Array) -> Jet:
        """q, ω and α at times within the range, shape (n,)."""

    def _sampled(self, t: ArrayLike, size: int, evaluate: Callable[[Array], Array]) -> Array:
        times = finite(t, "times")
        flat = times.ravel()
        result = np.empty((flat.size, size))
        for first in range(0, flat.size, CHUNK):
            part = slice(first, first + CHUNK)
            result[part] = evaluate(np.clip(flat[part], self.times[0], self.times[-1]))
        return result.reshape(*times.shape, size)

    def _within(self, t: ArrayLike) -> Array:
        t = np.asarray(t, dtype=np.float64)
        return np.asarray((t >= self.times[0]) & (t <= self.times[-1]), dtype=np.float64)[..., None]


class Place(NamedTuple):
    """Where times fall between keys: the segment, the fraction u of it, and du/dt [1/s]."""

    segment: Indices
    u: Array
    rate: Array

    def moving(self) -> Moving:
        """u with its derivatives."""
        return Moving(self.u, self.rate, np.zeros_like(self.u))


class KeyedCurve(RotationCurve):
    """A curve through rotations at increasing, not necessarily even times.

    Keys are normalised and lifted (`aligned`), so that every segment turns the shorter way.
    """

    def __init__(self, times: ArrayLike, rotations: ArrayLike) -> None:
        self.times = key_times(times)
        self.rotations = aligned(normalize(components(rotations, 4, "key rotations")))
        if self.rotations.shape != (len(self.times), 4):
            raise InputError(
                f"key rotations: expected shape ({len(self.times)}, 4), one for each time, "
                f"got {self.rotations.shape}"
            )
        self._knots, self._keys = self.times, self.rotations
        if len(self.times) == 1:  # a single key holds: a segment on which nothing turns
            self._knots = self.times + np.array([0.0, 1.0])
            self._keys = np.repeat(self.rotations, 2, axis=0)
        self._intervals = np.diff(self._knots)

    def _place(self, t: Array) -> Place:
        segment = np.searchsorted(self._knots[1:-1], t, side="right")
        rate = (1.0 / self._intervals)[segment]
        return Place(segment, (t - self._knots[segment]) * rate, rate)


class SlerpCurve(KeyedCurve):
    """Great arcs from key to key: constant angular velocity on each segment, jumping at the keys.

    >>> turn = SlerpCurve([0, 2], [[0, 0, 0, 1], [0, 0, 1, 0]])
    >>> turn(1.0).round(6), turn.velocity(1.0).round(6)
    (array([0.      , 0.      , 0.707107, 0.707107]), array([0.      , 0.      , 1.570796]))
    """

    def __init__(self, times: ArrayLike, rotations: ArrayLike) -> None:
        super().__init__(times, rotations)
        self._arc = GreatArc.between(self._keys[:-1], self._keys[1:])
        self._spin = self._arc.spin()

    def _rotation(self, t: Array) -> Array:
        place = self._place(t)
        return self._arc.pick(place.segment)(place.u)

    def _jet(self, t: Array) -> Jet:
        place = self._place(t)
        return arc_jet(self._arc.pick(place.segment), pick(self._spin, place.segment), place.moving())


def arc_jet(arc: GreatArc, spin: Array, u: Moving) -> Jet:
    """An arc that stands still, run through as u moves; `spin` is the arc's rotation vector [rad]."""
    return Jet(arc(u.value), spin * u.rate[..., None], spin * u.second[..., None])


def key_times(times: ArrayLike) -> Array:
    """Key times [s] as an increasing array of shape (n,), or what is wrong with them."""
    times = finite(times, "key times", (None,))
    if times.size == 0:
        raise InputError("key times: a curve needs at least one key, got none")
    stuck = np.flatnonzero(np.diff(times) <= 0.0)
    if stuck.size:
        k = int(stuck[0])
        raise InputError(
            f"key times: must increase, but key {k + 1} at {times[k + 1]:g} s is not after key {k} "
            f"at {times[k]:g} s; sort the keys and remove duplicates"
        )
    return times
