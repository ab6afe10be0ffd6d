"""What lies between keys, interval by interval, and how intervals join at a key (BB-44, BB-46, BB-49).

jump     the value holds up to the key and jumps there                  C⁻¹
corner   each side goes straight for its other key                      C⁰
smooth   equal slopes; beside a line or a pace, that one's slope        C¹
spline   equal slopes and equal curvature, over all keys that are named C²

C² at key i:  m₋/h₋ + 2 (1/h₋ + 1/h₊) m + m₊/h₊ = 3 (d₋/h₋ + d₊/h₊),  m the slopes, d the secants.
"""

from dataclasses import replace
from functools import partial

import numpy as np

from supple.arrays import ArrayLike, finite
from supple.errors import InputError, UnknownNameError
from supple.motion.curves import Curve, Keyed
from supple.motion.operators.editing import at, edited, edited_at, ways_of
from supple.motion.operators.intervals import as_hermite, curved, where_hermite

JOINTS = ("jump", "corner", "smooth", "spline")


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
        return replace(part, interpolate=tuple(ways), slopes=where_hermite(part, which))
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
