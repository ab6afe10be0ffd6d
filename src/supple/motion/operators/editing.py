"""Editing keys: put, remove, copy; and at which keys, of which parts.

Only tracks made of keys have any; resample the others first. Where components are keyed apart, an edit is done to
each component that has keys there.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from typing_extensions import TypeAliasType

from supple.arrays import Array
from supple.errors import InputError
from supple.motion import kinds
from supple.motion.curves import Apart, Choice, Curve, Jointed, Keyed

NEAR = 1e-9
"""Times closer than this are one [s]."""
Span = TypeAliasType("Span", float | tuple[float, float])
"""A time [s], or from when to when."""
Edit = Callable[[Keyed], Keyed]


def edited(curve: Curve, edit: Edit) -> Curve:
    """The curve with its keys edited, or those of each of its parts."""
    if isinstance(curve, Apart | Jointed):
        return replace(curve, parts=tuple(edited(part, edit) for part in curve.parts))
    return edit(keyed(curve))


def edited_at(curve: Curve, span: Span, edit: Edit) -> Curve:
    """The curve edited where it has keys in a span of time; none at all is an error."""
    if not holds(curve, span):
        times = keys_of(curve)
        near = times[np.argmin(np.abs(times - bounds(span)[0]))]
        raise InputError(f"no key at {_said(span)}; the nearest is at {near} s")
    return edited(curve, lambda part: edit(part) if at(part.times, span).any() else part)


def holds(curve: Curve, span: Span) -> bool:
    """Whether a curve has keys in a span of time."""
    return bool(at(keys_of(curve), span).any())


def keys_of(curve: Curve) -> Array:
    """The times of all keys (n,) [s] of a curve made of keys."""
    if isinstance(curve, Apart | Jointed):
        return np.unique(np.concatenate([keys_of(part) for part in curve.parts]))
    return keyed(curve).times


def has_keys(curve: Curve) -> bool:
    """Whether a curve is made of keys that can be edited."""
    parts: Sequence[Curve] = curve.parts if isinstance(curve, Apart | Jointed) else (curve,)
    return all(isinstance(part, Keyed) for part in parts)


def keyed(curve: Curve) -> Keyed:
    """The curve as keys, or what to do where it is something else."""
    if not isinstance(curve, Keyed):
        raise InputError(
            f"this track has no keys to edit (it is {type(curve).__name__.lower()}); resample it first"
        )
    return curve


def bounds(span: Span) -> tuple[float, float]:
    """First and last time of a span [s]."""
    first, last = (float(t) for t in span) if isinstance(span, tuple) else (float(span), float(span))
    if not first <= last:
        raise InputError(f"from {first} s to {last} s: give the earlier time first")
    return first, last


def at(times: Array, span: Span) -> Any:
    """Which of the times (n,) lie in a span."""
    first, last = bounds(span)
    return (times >= first - NEAR) & (times <= last + NEAR)


def _said(span: Span) -> str:
    first, last = bounds(span)
    return f"{first} s" if first == last else f"{first} to {last} s"


def ways_of(keyed: Keyed) -> tuple[Choice, ...]:
    """The interpolator of each interval as it was chosen."""
    ways = keyed.interpolate
    return ways if isinstance(ways, tuple) else (ways,) * max(len(keyed.times) - 1, 0)


def columns(keyed: Keyed) -> dict[str, Any]:
    """The columns that there are, one row a key."""
    names = ("times", "values", "ease_in", "ease_out", "slopes")
    return {name: getattr(keyed, name) for name in names if getattr(keyed, name) is not None}


def without_keys(curve: Curve, span: Span) -> Curve:
    """Remove the keys in a span; the interval before them goes on to the next key."""

    def gone(part: Keyed) -> Keyed:
        kept = np.flatnonzero(~at(part.times, span))
        if len(kept) == 0:
            raise InputError("remove_key: a track keeps at least one key")
        return chosen(part, kept)

    return edited_at(curve, span, gone)


def chosen(part: Keyed, kept: Any) -> Keyed:
    """Some of the keys, by their numbers; each interval goes on as it began."""
    rows = {name: column[kept] for name, column in columns(part).items()}
    ways = part.interpolate
    if isinstance(ways, tuple):
        ways = tuple(ways[k] for k in kept[:-1]) or ways[0]
    return replace(part, interpolate=ways, **rows)


def with_key(curve: Curve, time: float, value: Any) -> Curve:
    """Set the key at that time, or put a new one there with the interpolator of the interval it divides."""
    if isinstance(curve, Apart):
        values = kinds.checked(curve.kind, [value], "set_key")[0]
        parts = [with_key(part, time, v) for part, v in zip(curve.parts, values, strict=True)]
        return replace(curve, parts=tuple(parts))
    part = keyed(curve)
    value = kinds.checked(part.kind, [value], "set_key")[0]
    if value.shape != part.values.shape[1:]:
        raise InputError(f"set_key: expected a value of shape {part.values.shape[1:]}, got {value.shape}")
    k = int(np.searchsorted(part.times, time - NEAR))
    if k < len(part.times) and abs(part.times[k] - time) <= NEAR:
        values = np.array(part.values, dtype=np.result_type(part.values, value))
        values[k] = value
        return replace(part, values=values)
    return put(part, k, time, value)


def put(part: Keyed, k: int, time: float, value: Any) -> Keyed:
    """A new key before key k, with the interpolator of the interval that it divides."""
    ways = part.interpolate
    if isinstance(ways, tuple):
        split = min(max(k - 1, 0), len(ways) - 1)
        ways = (*ways[: split + 1], *ways[split:])
    rows = {
        name: np.insert(column, k, _blank(name, column), axis=0) for name, column in columns(part).items()
    }
    wide = rows["values"].astype(np.result_type(part.values, value))
    wide[k], rows["times"][k] = value, time
    return replace(part, interpolate=ways, **{**rows, "values": wide})


def _blank(name: str, column: Any) -> Any:
    return np.nan if name == "slopes" else column[0] if name == "values" else 0.0


def with_copies(curve: Curve, span: Span, to: float) -> Curve:
    """Copy the keys of a span so that its beginning comes to a time, in place of the keys that are there.

    A copied key brings its slopes, eases and the interpolator after it; after the last of them, and before the first,
    the motion goes on as it did there.
    """
    first, last = bounds(span)

    def copied(part: Keyed) -> Keyed:
        source = chosen(part, np.flatnonzero(at(part.times, span)))
        source = replace(source, times=source.times + (to - first))
        kept = chosen(part, np.flatnonzero(~at(part.times, (to, to + last - first))))
        return _merged(part, source, kept) if len(kept.times) else source

    return edited_at(curve, span, copied)


def _way_at(part: Keyed, time: float) -> Choice:
    """The interpolator that goes on from a time; that of the last interval beyond it."""
    here = ways_of(part)
    return here[int(np.clip(np.searchsorted(part.times, time + NEAR) - 1, 0, len(here) - 1))]


def _merged(part: Keyed, source: Keyed, kept: Keyed) -> Keyed:
    """Copies among the keys that stay."""
    times = np.concatenate([kept.times, source.times])
    order = np.argsort(times, kind="stable")
    rows: dict[str, Any] = {
        name: np.concatenate([columns(kept)[name], columns(source)[name]])[order] for name in columns(part)
    }
    ways = part.interpolate
    if isinstance(ways, tuple):
        left, last = (_way_at(part, float(some.times[-1])) for some in (kept, source))
        after = [*ways_of(kept), left, *ways_of(source), last]
        ways = tuple(after[k] for k in order[:-1])
    return replace(part, interpolate=ways, **rows)
