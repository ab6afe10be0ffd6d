"""The frames of a clip: the times of its keys where these are frames already, else so many a second."""

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.motion.clip import Clip

SLOWEST = 0.1
"""Keys that are farther apart [s] are an animator's, and no frames."""
EVEN = 1e-3
"""How far frames may be from even, over the time of one."""
SAME = 1e-6
"""Keys that are nearer to each other [s] are one: files of others have times in single precision."""
LONGEST = 1_000_000
"""Frames at most."""


def clip_frames(clip: Clip, fps: float | None = None, *, usual: float = 60.0) -> Array:
    """When the frames of a clip are (T,) [s]: at its keys where these are frames, else `fps` a second, or `usual`.

    >>> from supple.motion import keys
    >>> clip_frames(Clip({"ball.position.x": keys({0: 0, 1: 2})}), fps=4)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    if fps is not None and not (np.isfinite(fps) and fps > 0):
        raise InputError(f"fps is {fps}; expected a positive number")
    tracks = [track for track in clip.values() if np.isfinite([track.start, track.end]).all()]
    keys = np.unique(np.concatenate([track.times for track in tracks])) if tracks else np.zeros(1)
    keys = keys[np.concatenate([[True], np.diff(keys) > SAME])]
    steps = np.diff(keys)
    if fps is None and (not len(steps) or (even(steps) and steps[0] <= SLOWEST)):
        return np.asarray(keys)
    rate = fps or usual
    count = int(np.floor((keys[-1] - keys[0]) * rate + 1e-6)) + 1
    if count > LONGEST:
        raise InputError(
            f"{count} frames of {rate:g} a second; at most {LONGEST} are made: give a smaller fps="
        )
    return np.asarray(keys[0] + np.arange(count) / rate)


def even(steps: Array) -> bool:
    """Whether times so far apart are frames."""
    return bool(np.ptp(steps) < EVEN * steps.mean())
