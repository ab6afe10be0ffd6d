"""What lies between keys, interval by interval: chosen by name, drawn by hand, or as slopes (BB-44, BB-45, BB-48).

Curves through keys (monotone, cubic, Catmull-Rom, …) are cubics on every interval, so each is a Hermite one with
slopes of its own.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from supple.arrays import Array, Truths, finite
from supple.errors import InputError
from supple.motion.curves import Apart, Choice, Curve, Keyed
from supple.motion.curves.spans import NumberSpans
from supple.motion.interpolators import Drawn
from supple.motion.operators.editing import NEAR, Span, at, bounds, edited, keys_of, ways_of, without_keys


def curved(part: Keyed) -> Truths:
    """Which intervals are cubics through keys, whose shape depends on slopes (n − 1,)."""
    return np.array(
        [way.pace is None and (way.coefficients or way.rotations) is not None for way in part.ways],
        dtype=bool,
    )


def as_hermite(part: Keyed, which: Truths | None = None) -> Keyed:
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
            slopes=where_hermite(part, which),
        )

    found = [False]
    result = edited(curve, changed)
    if not found[0]:
        raise InputError(
            f"no interval from {first} to {last} s; the keys are at {keys_of(curve).round(6).tolist()} s"
        )
    return checked(result)


def where_hermite(part: Keyed, which: Truths) -> Array | None:
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
