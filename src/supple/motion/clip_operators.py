"""The operators of tracks, on all tracks of a clip or on those whose names match `only`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Self

from supple.arrays import ArrayLike
from supple.motion.track import Track

Only = str | Iterable[str] | None
"""A pattern, or several; None for all tracks."""


class ClipOperators(ABC):
    """Each returns a new clip. What is not named does not change."""

    @property
    @abstractmethod
    def start(self) -> float:
        """The earliest start of its tracks [s]."""

    @property
    @abstractmethod
    def end(self) -> float:
        """The latest end of its tracks [s]."""

    @abstractmethod
    def each(self, operator: Callable[[Track], Track], only: Only = None) -> Self:
        """Apply a function to every track that matches."""

    @abstractmethod
    def with_tracks(self, other: Any, names: Only) -> Self:
        """With the tracks of another clip that match."""

    def shift(self, by: float, *, only: Only = None) -> Self:
        """`by` seconds later."""
        return self.each(lambda track: track.shift(by), only)

    def stretch(
        self,
        factor: float,
        about: float | None = None,
        *,
        between: tuple[float, float] | None = None,
        shape: str = "kept",
        only: Only = None,
    ) -> Self:
        """`factor` times as long; the time `about`, by default the clip's start, stays where it is.

        With `between` only from one time to another: later keys follow, and every interval keeps its curve, unless
        shape="anew" (BB-35).
        """
        if between is not None:
            return self.each(lambda track: track.stretch(factor, between=between, shape=shape), only)
        origin = self.start if about is None else about
        return self.each(lambda track: track.stretch(factor, origin), only)

    def reverse(self, about: float | None = None, *, only: Only = None) -> Self:
        """Backward: time mirrored at `about`, by default the clip's middle."""
        middle = (self.start + self.end) / 2 if about is None else about
        return self.each(lambda track: track.reverse(middle), only)

    def repeat(self, count: int, offset: ArrayLike | bool = False, *, only: Only = None) -> Self:
        """`count` rounds of the whole clip's duration."""
        start, end = self.start, self.end
        return self.each(lambda track: track.crop(start, end).repeat(count, offset), only)

    def cycle(self, offset: ArrayLike | bool = False, *, going_on: Only = (), only: Only = None) -> Self:
        """Rounds of the whole clip's duration, for ever. `going_on`: tracks that go on from where a round ended.

        >>> from supple.motion import Clip, keys
        >>> swing = keys({0: 0, 0.5: 1, 1: 0})
        >>> walk = Clip({"hips.position": keys({0: (0, 0, 0), 1: (0, 0, 2)}), "arm.angle": swing})
        >>> walk.cycle(going_on="hips.position")["hips.position"](3), walk.cycle()["arm.angle"](7.5)
        (array([0., 0., 6.]), np.float64(1.0))
        """
        start, end = self.start, self.end
        rounds = self.each(lambda track: track.crop(start, end).cycle(offset), only)
        on = self.each(lambda track: track.crop(start, end).cycle(True), going_on)
        return rounds.with_tracks(on, going_on)

    def retime(self, clock: Track, *, only: Only = None) -> Self:
        """Played by a clock: a scalar track of seconds."""
        return self.each(lambda track: track.retime(clock), only)

    def crop(self, start: float | None = None, end: float | None = None, *, only: Only = None) -> Self:
        """Only what lies in [start, end]."""
        begin, finish = self.start if start is None else start, self.end if end is None else end
        return self.each(lambda track: track.crop(begin, finish), only)

    def scale(self, factor: ArrayLike, about: ArrayLike = 0.0, *, only: Only = None) -> Self:
        """Values times `factor`, away from `about`."""
        return self.each(lambda track: track.scale(factor, about), only)

    def translate(self, by: ArrayLike, *, only: Only = None) -> Self:
        """Values plus `by`."""
        return self.each(lambda track: track.translate(by), only)

    def rotate(self, by: ArrayLike, about: ArrayLike = 0.0, *, only: Only = None) -> Self:
        """Points, shapes and rotations turned by a quaternion."""
        return self.each(lambda track: track.rotate(by, about), only)

    def smooth(self, width: float, *, only: Only = None) -> Self:
        """Averaged under a bell curve of `width` seconds."""
        return self.each(lambda track: track.smooth(width), only)

    def resample(self, at: ArrayLike | None = None, rate: float | None = None, *, only: Only = None) -> Self:
        """New keys at given times or at a rate."""
        return self.each(lambda track: track.resample(at, rate), only)

    def reduce(self, tolerance: float, interpolate: Any = None, *, only: Only = None) -> Self:
        """Fewer keys under an error bound."""
        return self.each(lambda track: track.reduce(tolerance, interpolate), only)
