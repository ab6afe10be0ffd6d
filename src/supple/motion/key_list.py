"""The keys of a track as a list: when, what, how it goes on, and how smoothly each is passed (BB-42)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.motion.curves import Apart, Choice, Curve, Jointed, Keyed
from supple.motion.interpolators import Drawn
from supple.motion.operators.editing import keyed, ways_of

SAME = 1e-6
"""Largest jump, as a share of what the track does between its keys, that counts as none."""


@dataclass(frozen=True)
class ListedKey:
    """One key: its time [s] and value, the interpolator after it ("" after the last), and how it is passed."""

    time: float
    value: Any
    after: str
    continuity: str

    def __str__(self) -> str:
        return f"{self.time:g} s: {said(self.value)} {self.after} {self.continuity}".rstrip()


def listed(curve: Curve) -> list[ListedKey]:
    """The keys of a curve; where components are keyed apart, a key wherever one of them has one."""
    if isinstance(curve, Apart | Jointed):
        return _of_parts(curve)
    part = keyed(curve)
    after = [*(_name(way) for way in ways_of(part)), ""]
    passed = _passed(part)
    return [
        ListedKey(float(t), value, way, join)
        for t, value, way, join in zip(part.times, part.values, after, passed, strict=True)
    ]


def said(value: Any) -> str:
    """A value in few letters."""
    if isinstance(value, str | bool | np.bool_):
        return str(value)
    numbers = np.asarray(value, dtype=np.float64).reshape(-1)
    text = " ".join(f"{x:.4g}" for x in numbers[:4]) + (" …" if len(numbers) > 4 else "")
    return text if np.ndim(value) == 0 else f"({text})"


def _name(way: Choice) -> str:
    if isinstance(way, Drawn):
        return "drawn"
    return way if isinstance(way, str) else getattr(way, "__name__", "own")


def _of_parts(curve: Apart | Jointed) -> list[ListedKey]:
    rows = [{row.time: row for row in listed(part)} for part in curve.parts]
    found = []
    for time in sorted({time for part in rows for time in part}):
        value = np.array([part(np.array([time]), 0)[0] for part in curve.parts])
        here = [part[time] for part in rows if time in part]
        words = [" ".join(dict.fromkeys(filter(None, each))) for each in zip(
            *((row.after, row.continuity) for row in here), strict=True
        )]  # fmt: skip
        found.append(ListedKey(time, value, *words))
    return found


def _passed(part: Keyed) -> list[str]:
    """How the curve passes each key: "" at its ends."""
    if len(part.times) < 3 or part.values.dtype.kind in "Ub":
        return [""] * len(part.times)
    t, h = part.times[1:-1], np.minimum(np.diff(part.times)[:-1], np.diff(part.times)[1:])
    step = h * 1e-7
    scale = np.abs(np.diff(part.values.reshape(len(part.times), -1), axis=0)).max() + 1e-12
    found = np.full(len(t), "spline", dtype="<U6")
    for order, word in ((2, "smooth"), (1, "corner"), (0, "jump")):
        before, after = (np.asarray(part(t + side * step, order)) for side in (-1, 1))
        apart = np.abs(after - before).reshape(len(t), -1).max(axis=1) * h**order
        found[apart > SAME * 10**order * scale] = word
    return ["", *found.tolist(), ""]
