"""Evaluating tracks at a million times, beside SciPy's splines on the same keys; and how far keys reduce."""

from collections.abc import Iterator

import numpy as np
import scipy
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation, RotationSpline

from benchmarks.row import Bench, Row, bench, interleaved
from supple.motion import Track, keys

TIMES = 1_000_000
KEYS = 40


def benches() -> Iterator[Bench]:
    """Yield one a comparison."""
    yield bench("track-cubic", _vector)
    yield bench("track-squad", _rotation)
    yield bench("key-reduction", _reduction)


def _times() -> tuple[np.ndarray, np.ndarray]:
    """Those of the keys, and those at which tracks are evaluated."""
    at = np.cumsum(np.random.default_rng(1).uniform(0.1, 0.4, KEYS))
    return at, np.linspace(at[0], at[-1], TIMES)


def _vector() -> Row:
    at, times = _times()
    values = np.random.default_rng(2).normal(size=(KEYS, 3))
    track = keys(dict(zip(at, values, strict=True)), interpolate="cubic")
    spline = CubicSpline(at, values, bc_type="natural")
    ours, peer = interleaved(lambda: track(times), lambda: spline(times))
    return Row(
        "track-cubic", ours, "scipy CubicSpline", scipy.__version__, f"{KEYS} keys, {TIMES} times", peer
    )


def _rotation() -> Row:
    (at, times), rotations = _times(), Rotation.random(KEYS, rng=2)
    track = keys(dict(zip(at, rotations.as_quat(), strict=True)), kind="rotation", interpolate="squad")
    spline = RotationSpline(at, rotations)
    ours, peer = interleaved(lambda: track(times), lambda: spline(times).as_quat())
    return Row(
        "track-squad", ours, "scipy RotationSpline", scipy.__version__, f"{KEYS} keys, {TIMES} times", peer
    )


def _reduction() -> Row:
    """A recorded bounce with a wobble, 10 s at 240 samples a second, to 1 mm."""
    t = np.arange(2401) / 240
    path = np.stack([0.5 * t, np.abs(np.sin(2 * t)) + 0.02 * np.sin(31 * t), 0.1 * np.cos(t)], axis=1)
    track = Track.sampled(t, path)
    reduced = track.reduce(1e-3)
    seconds, _ = interleaved(lambda: track.reduce(1e-3), None)
    error = float(np.abs(reduced(t) - path).max())
    return Row(
        "key-reduction",
        seconds,
        note=f"{len(t)} → {len(reduced.times)} keys, largest error {error * 1e3:.3f} mm",
    )
