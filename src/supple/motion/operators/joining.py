"""What lies between keys, interval by interval, and how intervals join at a key (BB-44, BB-46, BB-49).

jump     the value holds up to the key and jumps there                  C⁻¹
corner   each side goes straight for its other key                      C⁰
smooth   equal slopes; beside a line or a pace, that one's slope        C¹
spline   equal slopes and equal curvature, over all keys that are named C²

Curves (monotone, cubic, Catmull-Rom, …) are cubics on every interval, so each is a Hermite one with slopes m of its
own. C² at key i:  m₋/h₋ + 2 (1/h₋ + 1/h₊) m + m₊/h₊ = 3 (d₋/h₋ + d₊/h₊),  d the secants.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.motion.curves import Apart, Choice, Curve, Keyed
from supple.motion.curves.spans import NumberSpans
from supple.motion.interpolators import Drawn
from supple.motion.operators.editing import (
    NEAR,
    Span,
    at,
    bounds,
    edited,
    edited_at,
    keys_of,
    ways_of,
    without_keys,
)

JOINTS = ("jump", "corner", "smooth", "spline")


def curved(part: Keyed) -> NDArray[np.bool_]:
    """Which intervals are cubics through keys, whose shape depends on slopes (n − 1,)."""
    return np.array(
        [way.pace is None and (way.coefficients or way.rotations) is not None for way in part.ways],
        dtype=bool,
    )


def as_hermite(part: Keyed, which: NDArray[np.bool_] | None = None) -> Keyed:
    """The same curve with the slopes of its cubic intervals written down, of all of them or of some."""
    which = curved(part) if which is None else which & curved(part)
    if not which.any():
        return part
    spans = part.spans
    if not isinstance(spans, NumberSpans):
        raise InputError("rotations through keys have no slopes; key their angles apart, with to_euler()")
    c, h = spans.pieces, part.columns.spacing
    slopes = np.full((len(part.times), 2, *part.values.shape[1:]), np.nan)
    if part.slopes is not None:
        slopes[:] = part.slopes
    slopes[:-1, 1][which] = c[2][which]
    slopes[1:, 0][which] = ((3 * c[0] * h + 2 * c[1]) * h + c[2])[which]
    ways = tuple("hermite" if w else way for w, way in zip(which, ways_of(part), strict=True))
    return replace(part, values=spans(part.times, 0), interpolate=ways, slopes=slopes)


def with_interval(curve: Curve, span: Span, choice: Choice) -> Curve:
    """The interval that holds a time, or all between two times, by another interpolator."""
    first, last = bounds(span)

    def changed(part: Keyed) -> Keyed:
        t = part.times
        if first == last:
            which = (t[:-1] <= first + NEAR) & (t[1:] > first + NEAR)
        else:
            which = (t[:-1] >= first - NEAR) & (t[1:] <= last + NEAR)
        if not which.any():
            return part
        found[0] = True
        return replace(
            part,
            interpolate=tuple(choice if w else way for w, way in zip(which, ways_of(part), strict=True)),
            slopes=_where_hermite(part, which),
        )

    found = [False]
    result = edited(curve, changed)
    if not found[0]:
        raise InputError(
            f"no interval from {first} to {last} s; the keys are at {keys_of(curve).round(6).tolist()} s"
        )
    return checked(result)


def _where_hermite(part: Keyed, which: NDArray[np.bool_]) -> Array | None:
    """Slopes given for intervals that stay Hermite; None where none are left."""
    if part.slopes is None:
        return None
    slopes = part.slopes.copy()
    slopes[:-1, 1][which] = slopes[1:, 0][which] = np.nan
    return None if np.isnan(slopes).all() else slopes


def checked(curve: Curve) -> Curve:
    """The curve, after it has been played once, so that what cannot be is said now."""
    curve(np.array([curve.start]), 0)
    return curve


def with_drawn(curve: Curve, span: tuple[float, float], values: Any) -> Curve:
    """A curve drawn by hand from one key to another; keys between them go, and all else stays (BB-45, BB-48)."""
    first, last = bounds(span)
    if isinstance(curve, Apart):
        drawn = finite(values, "draw", (None, len(curve.parts)))
        drawings = zip(curve.parts, drawn.T, strict=True)
        return replace(curve, parts=tuple(with_drawn(part, span, each) for part, each in drawings))
    missing = [t for t in (first, last) if not at(keys_of(curve), t).any()]
    if missing or first == last:
        raise InputError(f"draw: a curve is drawn from key to key, and there are no keys at {missing or first} s; "
                         f"there are at {keys_of(curve).round(6).tolist()}")  # fmt: skip
    inner = keys_of(curve)
    inner = inner[(inner > first + NEAR) & (inner < last - NEAR)]
    if inner.size:
        curve = without_keys(edited(curve, as_hermite), (float(inner[0]), float(inner[-1])))
    return with_interval(curve, (first, last), Drawn(values))


def with_continuity(curve: Curve, times: ArrayLike, how: str) -> Curve:
    """How the motion passes keys: "jump", "corner", "smooth" or "spline"."""
    if how not in JOINTS:
        raise UnknownNameError("continuity", str(how), JOINTS)
    asked = finite(times, "time").reshape(-1).tolist()
    for time in asked:
        curve = edited_at(curve, time, partial(_joined, time=time, how=how))
    if how != "spline":
        return curve
    return edited(curve, lambda part: _splined(part, [t for t in asked if at(part.times, t).any()]))


def _joined(part: Keyed, time: float, how: str) -> Keyed:
    """One key on its own; a spline begins with equal slopes, which its equations then replace."""
    k = _inner(part, time, how)
    if how == "jump":
        ways = list(ways_of(part))
        ways[k - 1] = "step"
        which = np.arange(len(ways)) == k - 1
        return replace(part, interpolate=tuple(ways), slopes=_where_hermite(part, which))
    sides = np.arange(len(part.times) - 1)
    part = _bendable(as_hermite(part, (sides == k - 1) | (sides == k)), k, how)
    slopes, d, soft = np.array(part.slopes), part.columns.secants, curved(part)[[k - 1, k]]
    if how == "corner":
        slopes[k] = d[k - 1], d[k]
    elif soft.all():
        h = np.diff(part.times)
        slopes[k] = (h[k] * d[k - 1] + h[k - 1] * d[k]) / (h[k - 1] + h[k])
    else:
        slopes[k] = np.nan
    slopes[k, ~soft] = np.nan
    return replace(part, slopes=slopes)


def _bendable(part: Keyed, k: int, how: str) -> Keyed:
    if not curved(part)[[k - 1, k]].any():
        names = " and ".join(way.name for way in part.ways[k - 1 : k + 1])
        raise InputError(f"{how} at {part.times[k]:g} s: the intervals beside it are {names}, which have no slopes "
                         "to choose; make one a curve first, with set_interval(time, 'hermite')")  # fmt: skip
    return part


def _splined(part: Keyed, times: list[float]) -> Keyed:
    """Equal curvature at all these keys at once: one equation for each, linear in the slopes."""
    which = sorted(_inner(part, time, "spline") for time in times)
    if not which:
        return part
    sides = np.arange(len(part.times) - 1)
    part = as_hermite(part, np.isin(sides, which) | np.isin(sides + 1, which))
    soft, h, d = curved(part), np.diff(part.times), part.columns.secants
    slopes = np.array(part.slopes)
    A = np.zeros((len(which), len(which)))
    b = np.zeros((len(which), *part.values.shape[1:]))
    for row, k in enumerate(which):
        if not soft[[k - 1, k]].all():
            raise InputError(f"spline at {part.times[k]:g} s needs a curve on both sides; make them so first, with "
                             "set_interval(time, 'hermite')")  # fmt: skip
        left, right = 1 / h[k - 1], 1 / h[k]
        A[row, row] = 2 * (left + right)
        b[row] = 3 * (d[k - 1] * left + d[k] * right)
        for other, share, side in ((k - 1, left, 1), (k + 1, right, 0)):
            if other in which:
                A[row, which.index(other)] = share
            else:
                b[row] -= share * slopes[other, side]
    m = np.linalg.solve(A, b.reshape(len(which), -1)).reshape(b.shape)
    slopes[which] = m[:, None]
    return replace(part, slopes=slopes)


def _inner(part: Keyed, time: float, how: str) -> int:
    k = int(np.argmin(np.abs(part.times - time)))
    if not 0 < k < len(part.times) - 1 and not (how == "jump" and k > 0):
        raise InputError(
            f"{how}: the key at {time:g} s is an end; only keys with motion on both sides join any"
        )
    return k
