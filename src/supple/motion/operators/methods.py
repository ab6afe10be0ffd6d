"""The operators as a track offers them. Each returns a new track."""

from typing import Any, Self

import numpy as np

from supple.arrays import ArrayLike
from supple.errors import InputError
from supple.motion.curves import Blended, Choice, Curve, Driven, Keyed
from supple.motion.operators import (
    editing,
    intervals,
    joining,
    moving,
    reducing,
    sampling,
    timing,
    trimming,
    valuing,
)


class TrackOperators:
    """Operators on `self.curve`."""

    def __init__(self, curve: Curve) -> None:
        self._curve = curve

    @property
    def curve(self) -> Curve:
        """What the track is made of."""
        return self._curve

    def _of(self, curve: Curve) -> Self:
        return type(self)(curve)

    def copy(self) -> Self:
        """The same track again. Tracks never change, so this is cheap."""
        return self._of(self.curve)

    def shift(self, by: float) -> Self:
        """x(t − by): `by` seconds later."""
        return self._of(timing.shifted(self.curve, by))

    def stretch(
        self,
        factor: float,
        about: float | None = None,
        *,
        between: tuple[float, float] | None = None,
        shape: str = "kept",
    ) -> Self:
        """`factor` times as long; the time `about` [s] (by default the start) stays where it is.

        With `between` only from one time to another: what comes later follows, and every interval keeps its curve,
        unless shape="anew" lets the motion go through its keys as if they had been set there (BB-35).
        """
        if between is not None:
            return self._of(moving.stretched_between(self.curve, between, factor, shape))
        return self._of(
            timing.stretched(self.curve, factor, self._finite_start() if about is None else about)
        )

    def reverse(self, about: float | None = None) -> Self:
        """Backward: time mirrored at `about` [s], by default halfway."""
        middle = (self.curve.start + self.curve.end) / 2 if about is None else about
        if not np.isfinite(middle):
            raise InputError("reverse: this track never ends; say which time to mirror at, about=…")
        return self._of(timing.backward(self.curve, middle))

    def repeat(self, count: int, offset: ArrayLike | bool = False) -> Self:
        """`count` times in a row; offset=True goes on from where each round ended, a value adds that."""
        return self._of(timing.cycled(self.curve, count, _offset(offset)))

    def cycle(self, offset: ArrayLike | bool = False) -> Self:
        """For ever, before and after; `offset` as in `repeat`."""
        return self._of(timing.cycled(self.curve, None, _offset(offset)))

    def extend(self) -> Self:
        """Beyond the ends go on with the velocity there instead of holding still."""
        return self._of(valuing.extended(self.curve))

    def retime(self, clock: "TrackOperators") -> Self:
        """x(g(t)), the clock g a scalar track [s]: a ramp is a speed, a cosine swings to and fro."""
        return self._of(timing.retimed(self.curve, clock.curve))

    def crop(self, start: float | None = None, end: float | None = None) -> Self:
        """Only what lies in [start, end], exactly as it is there; the new ends hold."""
        begin = self.curve.start if start is None else start
        return self._of(timing.cropped(self.curve, begin, self.curve.end if end is None else end))

    def scale(self, factor: ArrayLike, about: ArrayLike = 0.0) -> Self:
        """Values times `factor`, one number or one a component, away from `about`; −1 mirrors."""
        return self._of(valuing.scaled(self.curve, factor, about))

    def translate(self, by: ArrayLike) -> Self:
        """Values plus `by`."""
        return self._of(valuing.translated(self.curve, by))

    def rotate(self, by: ArrayLike, about: ArrayLike = 0.0) -> Self:
        """Points, shapes and rotations turned by the quaternion `by`, points about the point `about`."""
        return self._of(valuing.rotated(self.curve, by, about))

    def blend(self, other: "TrackOperators", weight: "float | TrackOperators" = 0.5) -> Self:
        """a + w (b − a); rotations along the great arc. `weight` may be a scalar track."""
        return self._of(Blended(self.curve.kind, self.curve, self._alike(other, "blend"), _weight(weight)))

    def add(self, other: "TrackOperators", weight: "float | TrackOperators" = 1.0) -> Self:
        """a + w b; rotations: b's turn, w of it, after a's. `weight` may be a scalar track."""
        return self._of(
            Blended(self.curve.kind, self.curve, self._alike(other, "add"), _weight(weight), "add")
        )

    def with_velocity(self, velocity: "TrackOperators") -> Self:
        """From the velocity's first key on go where it leads: velocity wins over position (G-D02)."""
        wanted = "vector" if self.curve.kind == "rotation" else self.curve.kind
        if self.curve.kind in ("switch", "note") or velocity.curve.kind != wanted:
            raise InputError(
                f"with_velocity: a {self.curve.kind} cannot have a {velocity.curve.kind} as its velocity"
            )
        if not np.isfinite(velocity.curve.start):
            raise InputError("with_velocity: the velocity must begin at some time; give it a start")
        return self._of(Driven(self.curve.kind, self.curve, velocity.curve))

    def smooth(self, width: float) -> Self:
        """Averaged under a bell curve of `width` seconds; the ends stay where they are."""
        return self._of(sampling.smoothed(self.curve, width))

    def resample(self, at: ArrayLike | None = None, rate: float | None = None) -> Self:
        """New keys at the times `at`, or `rate` of them a second, joined by lines."""
        return self._of(sampling.resampled(self.curve, at, rate))

    def reduce(self, tolerance: float, interpolate: Choice | None = None) -> Self:
        """Fewer keys, with an error of at most `tolerance` (rotations: radians) at the keys there were."""
        return self._of(reducing.reduced(self.curve, tolerance, interpolate))

    def set_key(self, time: float, value: Any) -> Self:
        """With a key at that time."""
        return self._of(editing.with_key(self.curve, time, value))

    def remove_key(self, time: float) -> Self:
        """Without the key at that time."""
        return self._of(editing.without_keys(self.curve, time))

    def move_key(
        self,
        time: float | tuple[float, float],
        by: float,
        mode: str = "roll",
        *,
        until: float | None = None,
        shape: str = "anew",
    ) -> Self:
        """With the key, or those of a span, moved by some seconds: "roll" it alone, "ripple" all later ones with it.

        until: later keys follow only up to this time, from where what is synchronized stays so. shape="kept": every
        interval keeps its curve, whatever its new length (BB-34, BB-35).

        >>> from supple.motion import keys
        >>> step = keys({0: 0, 1: 1, 2: 0, 3: 1}, interpolate="linear")
        >>> step.move_key(1, 0.25).times.tolist(), step.move_key(1, 0.25, "ripple", until=3).times.tolist()
        ([0.0, 1.25, 2.0, 3.0], [0.0, 1.25, 2.25, 3.0])
        """
        return self._of(moving.with_moved_keys(self.curve, time, by, mode, shape, until))

    def copy_key(self, time: float | tuple[float, float], to: float) -> Self:
        """With the key, or those of a span, once more at another time, in place of those that are there (BB-32)."""
        return self._of(editing.with_copies(self.curve, time, to))

    def insert_time(
        self, after: float, by: float, *, until: float | None = None, shape: str = "anew"
    ) -> Self:
        """With all keys at or after a time later by some seconds; with `until` only those before it (BB-33)."""
        return self._of(moving.with_time(self.curve, after, by, shape, until))

    def insert_key(self, time: float) -> Self:
        """With one more key on the curve as it is, which does not change it."""
        return self._of(trimming.with_divided(self.curve, time))

    def trim(self, start: float, end: float) -> Self:
        """Only the keys from `start` to `end`, with keys at both, the curve between them as it was (BB-36)."""
        return self._of(trimming.trimmed(self.curve, start, end))

    def set_interval(self, time: float | tuple[float, float], interpolate: Choice) -> Self:
        """With another interpolator in the interval that holds a time, or in all from one time to another (BB-44)."""
        return self._of(intervals.with_interval(self.curve, time, interpolate))

    def set_continuity(self, time: ArrayLike, how: str) -> Self:
        """How it passes a key, or several: "jump" (it holds till there), "corner", "smooth" or "spline" (BB-49).

        Smooth is an equal slope on both sides, that of its neighbor beside a line or a pace; spline is an equal
        curvature, too, at all the keys that are named.
        """
        return self._of(joining.with_continuity(self.curve, time, how))

    def draw(self, start: float, end: float, values: ArrayLike) -> Self:
        """With a curve drawn by hand from the key at `start` to that at `end`: values at even steps (BB-45).

        Keys between the two go; what was drawn is leaned so that its ends meet the keys.

        >>> from supple.motion import keys
        >>> limp = keys({0: 0.0, 1: 1.0}).draw(0, 1, [0, 0.1, 0.9, 0.4, 1])
        >>> limp(0.5), limp(1)
        (np.float64(0.9), np.float64(1.0))
        """
        return self._of(intervals.with_drawn(self.curve, (start, end), values))

    def _alike(self, other: "TrackOperators", what: str) -> Curve:
        if other.curve.kind != self.curve.kind:
            raise InputError(f"{what}: a {self.curve.kind} cannot be mixed with a {other.curve.kind}")
        if isinstance(self.curve, Keyed) and isinstance(other.curve, Keyed):
            mine, others = self.curve.values.shape[1:], other.curve.values.shape[1:]
            if mine != others:
                raise InputError(
                    f"{what}: values of shape {mine} cannot be mixed with values of shape {others}"
                )
        return other.curve

    def _finite_start(self) -> float:
        return self.curve.start if np.isfinite(self.curve.start) else 0.0


def _offset(offset: ArrayLike | bool) -> Any:
    return offset if isinstance(offset, bool) else np.asarray(offset, dtype=np.float64)


def _weight(weight: float | TrackOperators) -> Curve:
    if not isinstance(weight, TrackOperators):
        return Keyed("scalar", np.zeros(1), np.array([float(weight)]), "step")
    if weight.curve.kind != "scalar":
        raise InputError(f"weight: expected a number or a scalar track, got a {weight.curve.kind} track")
    return weight.curve
