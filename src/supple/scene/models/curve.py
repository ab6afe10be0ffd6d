"""Curves as points at even steps: what is revolved and swept. They live in the plane or in space alike."""

from itertools import pairwise

import numpy as np

from supple.arrays import Array, ArrayLike


def polyline(points: ArrayLike, step: float) -> Array:
    """Straight from point to point, each stretch in equal pieces no longer than `step` [m]."""
    p = np.asarray(points, dtype=np.float64)
    stretches = [_pieces(a, b, step) for a, b in pairwise(p)]
    return np.concatenate([*stretches, p[-1:]])


def spline(points: ArrayLike, step: float) -> Array:
    """Smoothly through the points: a centripetal Catmull–Rom spline, at even steps of about `step` [m].

    The tangent at a point is that of the parabola through it and its neighbors, with knots |Δp|^½ apart.
    """
    p = np.asarray(points, dtype=np.float64)
    knots = np.concatenate([[0.0], np.cumsum(np.sqrt(np.linalg.norm(np.diff(p, axis=0), axis=1)))])
    tangents = np.gradient(p, knots, axis=0, edge_order=2 if len(p) > 2 else 1)
    t = np.linspace(0, knots[-1], 64 * len(p))
    i = np.clip(np.searchsorted(knots, t, side="right") - 1, 0, len(p) - 2)
    h = (knots[i + 1] - knots[i])[:, None]
    s = (t - knots[i])[:, None] / h
    hermite = (1 + 2 * s) * (1 - s) ** 2 * p[i] + s**2 * (3 - 2 * s) * p[i + 1]
    hermite += h * s * (1 - s) * ((1 - s) * tangents[i] - s * tangents[i + 1])
    return even(hermite, step)


def arc(center: ArrayLike, radius: ArrayLike, start: float, stop: float, step: float) -> Array:
    """Part of a circle or an ellipse in the plane, from angle `start` to `stop` [rad]."""
    angles = np.linspace(start, stop, 64)
    dense = np.asarray(center) + np.asarray(radius) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return even(dense, step)


def even(points: ArrayLike, step: float) -> Array:
    """The same curve in equal steps of arc length, as near to `step` [m] as the whole length allows."""
    p = np.asarray(points, dtype=np.float64)
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))])
    s = np.linspace(0, length[-1], max(round(length[-1] / step), 1) + 1)
    return np.stack([np.interp(s, length, column) for column in p.T], axis=1)


def chain(*curves: ArrayLike) -> Array:
    """One curve after another; where one ends and the next begins at the same point it is kept once."""
    p = np.concatenate([np.atleast_2d(np.asarray(c, dtype=np.float64)) for c in curves])
    size = np.ptp(p, axis=0).max()
    moves = np.linalg.norm(np.diff(p, axis=0), axis=1) > 1e-9 * size
    return np.asarray(p[np.concatenate([[True], moves])])


def _pieces(a: Array, b: Array, step: float) -> Array:
    n = max(int(np.ceil(np.linalg.norm(b - a) / step - 1e-9)), 1)
    return np.asarray(a + (b - a) * (np.arange(n) / n)[:, None])
