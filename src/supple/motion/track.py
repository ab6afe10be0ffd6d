"""Track: a value as a function of time, with derivatives: keyed, procedural or recorded."""

from dataclasses import replace
from typing import Any

import numpy as np

from supple import spatial
from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.motion import kinds
from supple.motion.curves import (
    Apart,
    Component,
    Function,
    Keyed,
    Oriented,
    Replaced,
    TimeFunction,
    Values,
)
from supple.motion.key_columns import rising
from supple.motion.operators.methods import TrackOperators


class Track(TrackOperators):
    """x(t), ẋ(t), ẍ(t). Make one with `keys`, `Track.sampled` or `Track.function`; operators return new ones.

    Outside its keys a track holds its end values, at zero velocity; `extend` and `cycle` make it go on. At the
    last key itself the velocity is the one it arrives with.

    >>> ramp = Track.sampled([0, 2], [0, 1])
    >>> ramp(0.5), ramp.velocity([1, 3]).tolist(), ramp.shift(1).start
    (np.float64(0.25), [0.5, 0.0], 1.0)
    """

    @classmethod
    def sampled(cls, times: ArrayLike, values: ArrayLike, kind: str | None = None) -> "Track":
        """Recorded data: straight lines between samples, great arcs between rotations.

        >>> Track.sampled([0, 1], [(0, 0, 0), (2, 0, 0)])(0.25)
        array([0.5, 0. , 0. ])
        """
        column = np.asarray(values)
        kind = kind or kinds.guess(column[0] if len(column) else 0.0)
        t = rising(times, "sampled")
        x = kinds.checked(kind, column, "sampled")
        if len(x) != len(t):
            raise InputError(f"sampled: {len(t)} times but {len(x)} values")
        return cls(Keyed(kind, t, x, "step" if kinds.named(kind).discrete else "linear"))

    @classmethod
    def function(
        cls,
        f: TimeFunction,
        kind: str = "scalar",
        start: float | None = None,
        end: float | None = None,
        velocity: TimeFunction | None = None,
        acceleration: TimeFunction | None = None,
    ) -> "Track":
        """A procedural track: f takes times (n,) and gives values (n, …).

        Derivatives that are not given are differences of fourth order (`supple.motion.differences`).

        >>> float(Track.function(np.sin).velocity(0).round(9))
        1.0
        """
        kinds.named(kind)
        begin, finish = -np.inf if start is None else float(start), np.inf if end is None else float(end)
        if not begin < finish:
            raise InputError(f"function: start must be before end, got {start} and {end}")
        return cls(Function(kind, f, velocity, acceleration, begin, finish))

    @property
    def kind(self) -> str:
        """scalar, vector, rotation, euler.ZXY and so on, color, switch, shape or note."""
        return self.curve.kind

    @property
    def times(self) -> Array:
        """The times of its keys [s], (n,)."""
        return self.curve.knots

    @property
    def values(self) -> Values:
        """The values of its keys, (n, …)."""
        return self.curve.values if isinstance(self.curve, Keyed) else self.curve(self.times, 0)

    @property
    def start(self) -> float:
        """First time [s]; −∞ for a track that has always been."""
        return self.curve.start

    @property
    def end(self) -> float:
        """Last time [s]; ∞ for a track that never ends."""
        return self.curve.end

    @property
    def duration(self) -> float:
        """end − start [s]."""
        return self.end - self.start

    @property
    def components(self) -> str:
        """The letters of its components: "xyz" for a vector in space, "rgb" for a color, "" for most."""
        letters = kinds.named(self.kind).components
        return letters[: self.curve(np.zeros(1), 0).shape[-1]] if letters else ""

    def __call__(self, t: ArrayLike) -> Any:
        """The value at time t [s], or the values (…, …) at an array of times."""
        return self._at(t, 0)

    def velocity(self, t: ArrayLike) -> Any:
        """ẋ(t); for rotations the angular velocity ω [rad/s] (…, 3) in the world frame."""
        return self._at(t, 1)

    def acceleration(self, t: ArrayLike) -> Any:
        """ẍ(t); for rotations ω̇ [rad/s²] (…, 3) in the world frame."""
        return self._at(t, 2)

    def __getitem__(self, component: str) -> "Track":
        """One component as a scalar track: `track["y"]`."""
        index = self._index(component)
        keyed = self.curve
        if isinstance(keyed, Apart):
            return Track(keyed.parts[index])
        if not isinstance(keyed, Keyed) or any(way.name in ("arc", "drawn") for way in keyed.ways):
            return Track(Component("scalar", keyed, index))
        slopes = None if keyed.slopes is None else keyed.slopes[..., index]
        return Track(replace(keyed, kind="scalar", values=keyed.values[:, index], slopes=slopes))

    def __getattr__(self, name: str) -> "Track":
        if len(name) == 1 and name in "xyzwrgba":
            return self[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def with_component(self, component: str, part: "Track") -> "Track":
        """With the scalar track `part` in the place of one component."""
        if part.kind != "scalar":
            raise InputError(f"component {component!r}: expected a scalar track, got a {part.kind}")
        index = self._index(component)
        if isinstance(self.curve, Apart):
            parts = [part.curve if k == index else own for k, own in enumerate(self.curve.parts)]
            return Track(replace(self.curve, parts=tuple(parts)))
        return Track(Replaced(self.kind, self.curve, index, part.curve))

    def to_rotation(self) -> "Track":
        """Euler angles as rotations, exactly, with their angular velocity; rotations as they are.

        >>> from supple.motion import euler_keys
        >>> turn = euler_keys("ZXY", z={0: 0, 1: np.pi / 2}, x={0: 0, 1: 0.2})
        >>> turn.to_rotation()(0).round(6)
        array([0., 0., 0., 1.])
        """
        if self.kind == "rotation":
            return self
        kinds.order_of(self.kind)
        return Track(Oriented("rotation", self.curve))

    def to_euler(self, order: str = "ZXY") -> "Track":
        """Rotations as angles about x, y and z that act in `order`, keyed where this track is, without jumps.

        At the keys they are the same rotations; between them angles and rotations go different ways.
        """
        kind = kinds.euler(order)
        if self.kind == kind:
            return self
        turns = self.to_rotation()
        angles = spatial.unwound(spatial.to_euler(turns(self.times), order), order)
        columns = [order.index(letter) for letter in "XYZ"]
        return Track(Keyed(kind, self.times, angles[:, columns], "linear"))

    def _index(self, component: str) -> int:
        if component not in self.components or len(component) != 1:
            raise UnknownNameError(f"component of a {self.kind} track", str(component), self.components)
        return self.components.index(component)

    def _at(self, t: ArrayLike, order: int) -> Any:
        times = finite(t, "time")
        x = self.curve(times.reshape(-1), order)
        return x.reshape(times.shape + x.shape[1:])[()]

    def __repr__(self) -> str:
        what = type(self.curve).__name__.lower()
        return f"<{self.kind} track, {what}, {len(self.times)} keys, {self.start:g} to {self.end:g} s>"
