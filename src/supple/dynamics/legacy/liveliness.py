"""How alive limbs look that nothing drives: how far they trail what moves them, and how soon they settle.

lag = argmax_τ Σ ẋ(t) · ẏ(t + τ) / (|ẋ| |ẏ|)  for the paths x of a leader and y of a follower, over shared times.

A limb from a pivot to a tip swings by the angle between where it points and where it points in the end. It has
settled when it stays within a share of its first extreme, and a swing goes to and fro, from extreme to extreme
and back.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Point
from supple.errors import InputError
from supple.scene import Take

LONGEST = 0.6
"""Lags are looked for up to this [s]."""
SETTLED = 0.05
"""Share of the first extreme below which a limb has settled, as with the wobble of a material."""
END = 0.25
"""Where a limb comes to rest is where it is over the last so many seconds, on average."""


class Pendant(NamedTuple):
    """A limb that hangs: the point that leads it, and the points from where to where it goes."""

    leader: Point
    pivot: Point
    tip: Point


def lag(times: Array, leader: Array, follower: Array) -> float:
    """Seconds by which a path (T, 3) trails another one, sampled at even times (T,) [s].

    The leader counts up to `LONGEST` before the end, so that all of it can be found in the follower.

    >>> t = np.linspace(0, 2, 121)
    >>> def there(t):
    ...     return np.outer(np.sin(2 * t**2), [1, 0, 0])
    >>> bool(abs(lag(t, there(t), there(t - 0.13)) - 0.13) < 0.01)
    True
    """
    h = times[1] - times[0]
    v, w = (np.gradient(path, h, axis=0) for path in (leader, follower))
    most = min(round(LONGEST / h), len(times) // 2)
    span = len(times) - most
    windows = [w[n : n + span] for n in range(most + 1)]
    likeness = np.array([np.sum(v[:span] * late) / max(np.linalg.norm(late), 1e-12) for late in windows])
    best = int(likeness.argmax())
    if 0 < best < most:
        before, at, after = likeness[best - 1 : best + 2]
        return float((best + (before - after) / (2 * (before - 2 * at + after))) * h)
    return float(best * h)


def swings(times: Array, pivot: Array, tip: Array) -> float:
    """How often a limb swings to and fro before it has settled, from the paths (T, 3) of its ends; in halves.

    >>> t = np.linspace(0, 6, 601)
    >>> angle = 0.3 * np.cos(2 * np.pi * t) * np.exp(-t * np.log(20) / 1.8)
    >>> swings(t, np.zeros((601, 3)), np.stack([np.sin(angle), -np.cos(angle), 0 * t], axis=1))
    1.5
    """
    angle = swing(times, pivot, tip)
    turns = np.flatnonzero(np.diff(np.sign(np.diff(angle)))) + 1
    extremes = np.abs(angle[turns])
    if np.abs(angle[0]) > extremes.max(initial=0.0):
        extremes = np.concatenate([np.abs(angle[:1]), extremes])
    first = int(extremes.argmax())
    large = np.flatnonzero(extremes > SETTLED * extremes[first])
    return float(large[-1] - first) / 2


def swing(times: Array, pivot: Array, tip: Array) -> Array:
    """Angle (T,) [rad] of a limb from where it points in the end, in the plane in which it swings most."""
    along = tip - pivot
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    rest = along[times >= times[-1] - END].mean(axis=0)
    aside = along - np.outer(along @ rest, rest) / (rest @ rest)
    across = np.linalg.svd(aside, full_matrices=False)[2][0]
    return np.asarray(np.arctan2(aside @ across, along @ rest))


def life(
    take: Take, limbs: Mapping[str, Pendant], led: tuple[float, float], still: float
) -> dict[str, float]:
    """Lag of each limb while it was led, from when to when [s], and its swings since its leader was `still` [s]."""
    for name, limb in limbs.items():
        for point in limb:
            if point.body.name not in take.motions:
                raise InputError(f"limb {name!r}: nothing called {point.body.name!r} moves in the take")
    during = (take.times >= led[0]) & (take.times <= led[1] + LONGEST)
    after = take.times >= still
    found: dict[str, float] = {}
    for name, limb in limbs.items():
        leader, pivot, tip = (take.position(point.body.name, point.rest) for point in limb)
        found[f"{name}_lag_s"] = lag(take.times[during], leader[during], tip[during])
        found[f"{name}_swings"] = swings(take.times[after], pivot[after], tip[after])
    return found
