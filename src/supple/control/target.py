"""What can be chased, and where it is expected to be."""

from abc import ABC, abstractmethod
from collections import deque
from typing import TypeAlias

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics import Point, World
from supple.motion import Track

Target: TypeAlias = Point | Track | ArrayLike


class Quarry(ABC):
    """A target in the eyes of its chaser."""

    certain: bool
    """Whether what is expected of it never changes."""

    @abstractmethod
    def expected(self, world: World, time: float) -> Array:
        """Where it will be at a time [s] (3,) [m], by what can be seen now."""


class Place(Quarry):
    """A place that does not move."""

    certain = True

    def __init__(self, place: Array) -> None:
        self._place = place

    def expected(self, world: World, time: float) -> Array:
        """There."""
        return self._place


class Led(Quarry):
    """A point of a track: its future is known."""

    certain = True

    def __init__(self, track: Track) -> None:
        self._track = track

    def expected(self, world: World, time: float) -> Array:
        """Where the track is then."""
        return np.asarray(self._track(time))


class Seen(Quarry):
    """A point of a body, predicted from what it has been seen to do: x + ẋ τ + ½ Δẋ τ²/max(τ, θ).

    τ is the time to come. Δẋ is how its velocity changed over the last θ seconds that it was watched, at most τ: as
    far back as ahead. At first sight this is the paper's linear prediction; later, a target that gains speed is met
    without a rush in the last steps (with the linear one, forces grow as 6 ẍ ln τ).
    """

    certain = False

    def __init__(self, point: Point) -> None:
        self._point = point
        self._seen: deque[tuple[float, Array]] = deque()

    def expected(self, world: World, time: float) -> Array:
        """By its place, velocity, and mean acceleration of late."""
        now, ahead = world.time, time - world.time
        x, v = world.position(self._point), world.velocity(self._point)
        self._seen.append((now, v))
        while len(self._seen) > 2 and self._seen[1][0] <= now - ahead:
            self._seen.popleft()
        then, earlier = self._seen[0]
        return np.asarray(x + v * ahead + (v - earlier) * ahead**2 / (2 * max(ahead, now - then)))


def quarry(target: Target) -> Quarry:
    """A target as a chaser sees it."""
    if isinstance(target, Point):
        return Seen(target)
    if isinstance(target, Track):
        return Led(target)
    return Place(finite(target, "place to go to", (3,)))
