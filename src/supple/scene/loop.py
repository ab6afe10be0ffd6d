"""Cutting a loop out of a motion: find where it comes back to itself, and mend the seam over the whole period."""

from collections.abc import Mapping

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.scene.samples import NodeMotion
from supple.spatial import aligned, exp, inverse, log, multiply, to_matrix

NEAR = 3e-3
"""Returns within this much of the best, as a share of the motion's variance, count as equally good."""


def pose(motions: Mapping[str, NodeMotion], times: Array) -> Array:
    """Everything that moves as one row a sample, steady travel over the floor taken out, (T, m)."""
    elapsed = (times - times[0])[:, None]
    columns = [np.zeros((len(times), 1))]
    for motion in motions.values():
        if motion.translation is not None:
            travel = np.linalg.lstsq(elapsed, motion.translation - motion.translation[0], rcond=None)[0]
            columns.append(motion.translation - elapsed * (travel * [1, 0, 1]))
        if motion.rotation is not None:
            columns.append(to_matrix(motion.rotation).reshape(-1, 9))
        others = (motion.scale, motion.weights, motion.vertices)
        columns += [rows.reshape(len(rows), -1) for rows in others if rows is not None]
    return np.concatenate(columns, axis=1)


def gaps(motions: Mapping[str, NodeMotion], i: int, j: int) -> tuple[float, float]:
    """By how much samples i and j differ at most: translation [m], rotation [rad]."""
    shifts = [m.translation[j] - m.translation[i] for m in motions.values() if m.translation is not None]
    turns = [
        multiply(m.rotation[j], inverse(m.rotation[i])) for m in motions.values() if m.rotation is not None
    ]
    apart = [float(np.linalg.norm(shift)) for shift in shifts]
    angles = [2 * float(np.arctan2(np.linalg.norm(q[:3]), abs(q[3]))) for q in turns]
    return max(apart, default=0.0), max(angles, default=0.0)


def closest_return(pose: Array, times: Array, shortest: float, beat: float | None = None) -> tuple[int, int]:
    """Samples i < j, at least `shortest` [s] apart, whose pose and speed agree best; whole beats [s], if given.

    Minimises |p_i − p_j|² + |ṗ_i − ṗ_j|² with both parts scaled to unit spread; among near-equals the shortest.
    """
    late = float(np.diff(times).max(initial=0.0)) / 2
    shortest = max(shortest, (beat or 0.0) - late)
    if len(times) < 3 or times[-1] - times[0] < shortest:
        raise InputError(f"no loop of {shortest:.3g} s fits into a take of {times[-1] - times[0]:.3g} s")
    rate = np.gradient(pose, times, axis=0)
    parts = [part / max(np.sqrt(part.var(axis=0).sum()), 1e-12) for part in (pose, rate)]
    features = np.concatenate(parts, axis=1)
    square = (features**2).sum(axis=1)
    gap = np.maximum(square[:, None] + square[None, :] - 2 * features @ features.T, 0)
    apart = times[None, :] - times[:, None]
    gap[apart < shortest - 1e-9] = np.inf
    if beat:
        gap[np.abs(apart - beat * np.round(apart / beat)) > late + 1e-9] = np.inf
    close = gap <= gap.min() + NEAR
    candidates = np.argwhere(close)
    i, j = candidates[np.argmin(apart[close])]
    return int(i), int(j)


def mended(rows: Array, share: Array, *, rotation: bool = False) -> Array:
    """Samples (T, ...) bent so that the last equals the first; sample k gives up share[k] ∈ [0, 1] of the gap."""
    if not rotation:
        return np.asarray(rows - share.reshape(-1, *[1] * (rows.ndim - 1)) * (rows[-1] - rows[0]))
    rows = aligned(rows)
    gap = log(multiply(rows[0], inverse(rows[-1])))
    closed = multiply(exp(share[:, None] * gap), rows)
    closed[-1] = rows[0] * np.sign(closed[-1] @ rows[0])
    return closed
