"""`keys`: the front door to keyed tracks."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from supple import spatial
from supple.arrays import ArrayLike
from supple.errors import InputError
from supple.motion import kinds
from supple.motion.curves import Apart, Choice, Keyed
from supple.motion.interpolators import Ends
from supple.motion.key_columns import choices, eases, from_handles, rising, tangents, usable
from supple.motion.track import Track


def keys(
    values: Mapping[float, Any],
    interpolate: Choice | tuple[Choice, ...] | list[Choice] | None = None,
    kind: str | None = None,
    ends: Ends | None = None,
    *,
    ease_in: float | Mapping[float, float] | ArrayLike = 0.0,
    ease_out: float | Mapping[float, float] | ArrayLike = 0.0,
    ease: str = "sine",
    slopes: Any = None,
    handles: ArrayLike | None = None,
) -> Track:
    """A track through keys {time [s]: value}.

    Without `interpolate` the motion starts and ends at rest and meets every key: scalars and colors by the
    monotone cubic, so that a strength keyed 0 and 1 stays between them; vectors and shapes by the cubic spline,
    whose acceleration is continuous; rotations by squad; switches and notes step. Since a track holds outside
    its keys, this default has a continuous velocity over all time. Interpolators that are named are the
    textbook's, with `ends` "natural" unless it says "rest" or "cyclic". Give one name for the whole track, or one
    for each interval; a callable α(u) on [0, 1] is an interpolator too.

    ease_in: seconds of speeding up from rest after a key; ease_out: of slowing down to rest before it; one number,
    {time: seconds} or one for each key. ease: their profile of speed, "sine" or "quarter". slopes, for "hermite":
    {time: slope} or {time: (arriving, leaving)}. handles, for "bezier": (n − 1, 2, …).

    >>> lift = keys({0: 0, 1: 2})
    >>> lift([0, 0.25, 0.5, 1]).tolist(), lift.velocity(0.5)
    ([0.0, 0.3125, 1.0, 2.0], np.float64(3.0))
    >>> keys({0: 0, 1: 2}, interpolate="linear")(0.25)
    np.float64(0.5)
    """
    if not isinstance(values, Mapping):
        raise InputError(
            f"keys: expected {{time: value}}, got {type(values).__name__}; for columns use Track.sampled"
        )
    times = rising(list(values), "keys")
    kind = kind or kinds.guess(next(iter(values.values())))
    column = kinds.checked(kind, list(values.values()))
    if slopes is not None and handles is not None:
        raise InputError("keys: give slopes or handles, not both")
    given = tangents(slopes, times, column) if handles is None else from_handles(handles, times, column)
    keyed = Keyed(
        kind,
        times,
        column,
        kinds.named(kind).interpolate if interpolate is None else choices(interpolate, len(times)),
        ends or ("rest" if interpolate is None else "natural"),
        eases(ease_in, times, "ease_in"),
        eases(ease_out, times, "ease_out"),
        ease,
        given,
    )
    return Track(usable(keyed))


def rotation_keys(values: Mapping[float, Any], *args: Any, **options: Any) -> Track:
    """`keys` for rotations: quaternions (x, y, z, w), 3×3 matrices, or (axis, angle [rad]).

    >>> turn = rotation_keys({0: (0, 0, 0, 1), 2: ((0, 1, 0), np.pi / 2)}, interpolate="linear")
    >>> turn.velocity(1).round(6)
    array([0.      , 0.785398, 0.      ])
    """
    return keys(
        {time: _quaternion(value) for time, value in values.items()}, *args, **{**options, "kind": "rotation"}
    )


def euler_keys(
    order: str,
    *,
    x: "Track | Mapping[float, float] | float" = 0.0,
    y: "Track | Mapping[float, float] | float" = 0.0,
    z: "Track | Mapping[float, float] | float" = 0.0,
    **options: Any,
) -> Track:
    """Angles [rad] about x, y and z, each keyed apart, that act in `order`: "ZXY" is R = Rz Rx Ry.

    Each is a scalar track, keys {time: angle}, or one angle; `options` are those of `keys`.

    >>> swing = euler_keys("YXZ", x={0: 0, 0.5: 1.2, 1: 0}, y=0.3)
    >>> swing(0.5), swing["x"].times
    (array([1.2, 0.3, 0. ]), array([0. , 0.5, 1. ]))
    """
    kind = kinds.euler(order)
    parts = []
    for letter, given in zip("xyz", (x, y, z), strict=True):
        made = given if isinstance(given, Mapping | Track) else {0.0: given}
        part = keys(made, kind="scalar", **options) if isinstance(made, Mapping) else made
        if part.kind != "scalar":
            raise InputError(f"euler_keys: {letter} is one angle, a scalar track; got a {part.kind}")
        parts.append(part.curve)
    return Track(Apart(kind, tuple(parts)))


def _quaternion(value: Any) -> Any:
    if isinstance(value, tuple) and len(value) == 2:
        return spatial.from_axis_angle(*value)
    return spatial.from_matrix(value) if np.shape(value) == (3, 3) else value
