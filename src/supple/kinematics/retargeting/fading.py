"""Corrections that are known in some frames, and fade into each other and away between them."""

import numpy as np

from supple.arrays import Array, Truths


def faded(values: Array, known: Truths, step: float, fade: float) -> Array:
    """Values (T, k) where they are known (T,); elsewhere those of the neighbors, which fade within `fade` [s].

    >>> faded(np.array([[1.0], [0.0], [0.0]]), np.array([True, False, False]), 0.1, 0.2).round(2).tolist()
    [[1.0], [0.5], [0.0]]
    """
    if not known.any():
        return np.zeros_like(values)
    at, rows, far = np.arange(len(values)), np.flatnonzero(known), 9 * len(values)
    before = np.searchsorted(rows, at, side="right") - 1
    after = np.searchsorted(rows, at, side="left")
    last, coming = rows[np.maximum(before, 0)], rows[np.minimum(after, len(rows) - 1)]
    since = np.where(before >= 0, at - last, far) * step
    until = np.where(after < len(rows), coming - at, far) * step
    within = np.minimum(fade, np.maximum(since + until, 1e-9))
    mixed = _ease(since / within)[:, None] * values[last] + _ease(until / within)[:, None] * values[coming]
    return np.where(known[:, None], values, mixed)


def _ease(u: Array) -> Array:
    """From 1 at 0 to 0 at 1, level at both."""
    v = np.clip(u, 0.0, 1.0)
    return np.asarray(1 - v * v * (3 - 2 * v))
