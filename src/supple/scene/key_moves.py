"""Keys of a figure moved and copied: a key refers to its pose still, and parts of a figure move apart."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from supple.errors import InputError, UnknownNameError
from supple.motion.operators.editing import NEAR, Span, at, bounds
from supple.scene.key import Key

Values = Callable[[Key], Mapping[str, Any]]
Only = frozenset[str] | None


def shifted(
    keys: Sequence[Key], values: Values, span: Span, by: float, mode: str, only: Only, until: float | None
) -> list[Key]:
    """The keys with those of a span later by some seconds: alone, or with all that come after them."""
    if mode not in ("roll", "ripple"):
        raise UnknownNameError("mode of moving keys", str(mode), ("roll", "ripple", "ripple all"))
    first, _ = bounds(span)
    stop = np.inf if until is None else float(until)

    def moves(key: Key) -> bool:
        later = mode == "ripple" and first < key.time < stop - NEAR
        return later or bool(at(np.array([key.time]), span)[0])

    moved, kept = parted(keys, values, only, moves)
    result = sorted([*kept, *(key.at(key.time + by) for key in moved)], key=lambda key: key.time)
    _in_order(keys, moved, by, values)
    return result


def copied(keys: Sequence[Key], values: Values, span: Span, to: float, only: Only) -> list[Key]:
    """The keys with those of a span once more, in place of what is keyed there of the same parameters."""
    first, last = bounds(span)
    chosen, _ = parted(keys, values, only, lambda key: bool(at(np.array([key.time]), span)[0]))
    copies = [key.at(key.time + to - first) for key in chosen]
    names = frozenset(name for key in copies for name in values(key))
    there = (to, to + last - first)
    _, kept = parted(keys, values, names, lambda key: bool(at(np.array([key.time]), there)[0]))
    return sorted([*kept, *copies], key=lambda key: key.time)


def parted(
    keys: Sequence[Key], values: Values, only: Only, chosen: Callable[[Key], bool]
) -> tuple[list[Key], list[Key]]:
    """The keys that are chosen, and the rest; a key of more than the parameters in `only` is divided."""
    mine, rest = [], []
    for key in keys:
        names = frozenset(values(key))
        inside = names if only is None else names & only
        if not chosen(key) or not inside:
            rest.append(key)
        elif inside == names:
            mine.append(key)
        else:
            mine.append(key.of(inside))
            rest.append(key.of(names - inside))
    return mine, rest


def _in_order(keys: Sequence[Key], moved: Sequence[Key], by: float, values: Values) -> None:
    """Keys of a parameter never pass each other."""
    went = {(name, key.time) for key in moved for name in values(key)}
    times: dict[str, list[float]] = {}
    for key in keys:
        for name in values(key):
            times.setdefault(name, []).append(key.time)
    for name, before in times.items():
        old = np.unique(before)
        new = np.array([t + by if (name, t) in went else t for t in old.tolist()])
        if (late := np.flatnonzero(np.diff(new) <= 0)).size:
            k = int(late[0])
            raise InputError(
                f"{name}: moved by {by:g} s, the keys at {old[k]:g} and {old[k + 1]:g} s would pass each other; move "
                "them less, or ripple those after them along"
            )
