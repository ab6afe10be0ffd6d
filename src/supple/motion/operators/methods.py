"""The operators as a track offers them. Each returns a new track."""

from typing import Any, Self

import numpy as np

from supple.arrays import ArrayLike
from supple.errors import InputError
from supple.motion.curves import Blended, Choice, Curve, Driven, Keyed
from supple.motion.operators import editing, reducing, sampling, timing, valuing


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

    def stretch(self, factor: float, about: float | None = None) -> Self:
        """`factor` times as long; the time `about` [s] (by default the start) stays where it is."""
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
        return self._of(editing.without_key(self.curve, time))

    def move_key(self, time: float, by: float, mode: str = "roll") -> Self:
        """With the key moved by some seconds: "roll" it alone, "ripple" all later ones with it (BB-34)."""
        return self._of(editing.with_moved_key(self.curve, time, by, mode))

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
