"""Editing keys: put, remove, move. Moving one is "roll" (its neighbors stay) or "ripple" (all later keys follow).

BB-33, BB-34. Only tracks made of keys have any; resample the others first.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from supple.errors import InputError, UnknownNameError
from supple.motion import kinds
from supple.motion.curves import Curve, Keyed

NEAR = 1e-9


def without_key(curve: Curve, time: float) -> Keyed:
    """Remove the key at that time; the interval before it goes on to the next key."""
    keyed, k = _found(curve, time)
    if len(keyed.times) == 1:
        raise InputError("remove_key: a track keeps at least one key")
    ways = keyed.interpolate
    if isinstance(ways, tuple):
        gone = min(k, len(ways) - 1)
        ways = ways[:gone] + ways[gone + 1 :]
    columns = {name: np.delete(column, k, axis=0) for name, column in _columns(keyed).items()}
    return replace(keyed, interpolate=ways, **columns)


def with_key(curve: Curve, time: float, value: Any) -> Keyed:
    """Set the key at that time, or put a new one there with the interpolator of the interval it divides."""
    keyed = _keyed(curve)
    value = kinds.checked(keyed.kind, [value], "set_key")[0]
    if value.shape != keyed.values.shape[1:]:
        raise InputError(f"set_key: expected a value of shape {keyed.values.shape[1:]}, got {value.shape}")
    k = int(np.searchsorted(keyed.times, time - NEAR))
    if k < len(keyed.times) and abs(keyed.times[k] - time) <= NEAR:
        values = np.array(keyed.values, dtype=np.result_type(keyed.values, value))
        values[k] = value
        return replace(keyed, values=values)
    ways = keyed.interpolate
    if isinstance(ways, tuple):
        split = min(max(k - 1, 0), len(ways) - 1)
        ways = (*ways[: split + 1], *ways[split:])
    columns = {
        name: np.insert(column, k, _blank(name, column), axis=0) for name, column in _columns(keyed).items()
    }
    wide = columns["values"].astype(np.result_type(keyed.values, value))
    wide[k], columns["times"][k] = value, time
    return replace(keyed, interpolate=ways, **{**columns, "values": wide})


def with_moved_key(curve: Curve, time: float, by: float, mode: str) -> Keyed:
    """Move the key at that time by some seconds: "roll" it alone, or "ripple" all later keys with it."""
    if mode not in ("roll", "ripple"):
        raise UnknownNameError("mode of moving a key", str(mode), ("roll", "ripple"))
    keyed, k = _found(curve, time)
    times = keyed.times.copy()
    times[k : None if mode == "ripple" else k + 1] += by
    if (np.diff(times) <= 0).any():
        raise InputError(f"move_key: moved by {by} s the key at {time} s would pass its neighbor")
    return replace(keyed, times=times)


def _columns(keyed: Keyed) -> dict[str, Any]:
    names = ("times", "values", "ease_in", "ease_out", "slopes")
    return {name: getattr(keyed, name) for name in names if getattr(keyed, name) is not None}


def _blank(name: str, column: Any) -> Any:
    return np.nan if name == "slopes" else column[0] if name == "values" else 0.0


def _keyed(curve: Curve) -> Keyed:
    if not isinstance(curve, Keyed):
        raise InputError(
            f"this track has no keys to edit (it is {type(curve).__name__.lower()}); resample it first"
        )
    return curve


def _found(curve: Curve, time: float) -> tuple[Keyed, int]:
    keyed = _keyed(curve)
    k = int(np.argmin(np.abs(keyed.times - time)))
    if abs(keyed.times[k] - time) > NEAR:
        raise InputError(f"no key at {time} s; the nearest is at {keyed.times[k]} s")
    return keyed, k
