"""The moments of a motion that matter, found in it: what a contact sheet shows."""

import numpy as np

from supple.control.gait import Gait

SOON = 0.5
"""A squash and the rebound after it come within so many seconds of a touch, for a body one metre tall."""


def landing(gait: Gait, after: float = 0.0) -> dict[float, str]:
    """The first touch after a time [s], the deepest squash, the top of the rebound, the end."""
    low, start = gait.gaps.min(axis=1), int(np.searchsorted(gait.t, after - 1e-9))
    down = np.flatnonzero((low[1:] <= 0.01 * gait.height) & (low[:-1] > 0.01 * gait.height))
    down = down[down >= start]
    found = {float(gait.t[-1]): "at rest"}
    if not len(down):
        return found
    touch = int(down[0])
    soon = int(np.searchsorted(gait.t, gait.t[touch] + SOON * np.sqrt(gait.height)))
    squash = touch + int(gait.points[touch:soon, :, 1].max(axis=1).argmin())
    later = int(np.searchsorted(gait.t, gait.t[squash] + 2 * SOON * np.sqrt(gait.height)))
    rise = squash + int(gait.center[squash:later, 1].argmax())
    found |= {float(gait.t[k]): word for k, word in ((touch, "touch"), (squash, "squash"), (rise, "rebound"))}
    middle = (rise + len(gait.t) - 1) // 2
    return {**found, float(gait.t[middle]): "settling"}


def swings(gait: Gait, pushed: float) -> dict[float, str]:
    """Of a body pushed along x at a time [s]: how far its top goes, back, and again."""
    top = gait.points[np.arange(len(gait.t)), gait.points[0, :, 1].argmax(), 0]
    start = int(np.searchsorted(gait.t, pushed - 1e-9))
    turns = start + 1 + np.flatnonzero(np.diff(np.sign(np.diff(top[start:]))))
    words = ("over", "back", "over again", "back again")
    found = {float(gait.t[k]): word for k, word in zip(turns, words, strict=False)}
    return {pushed: "pushed", **found, float(gait.t[-1]): "still again"}


def strides(gait: Gait) -> dict[float, str]:
    """Crouch, take-off, top of the flight and landing of hops in the middle of a gait."""
    found = {0.0: "ready"}
    middle = max(len(gait.judged) // 2 - 1, 0)
    for before, leave, land in gait.judged[middle : middle + 2]:
        crouch = before + int(gait.tall[before:leave].argmin())
        top = leave + int(gait.gaps[leave:land].min(axis=1).argmax())
        moments = (
            (before, "contact"),
            (crouch, "crouch"),
            (leave, "take-off"),
            (top, "flight"),
            (land, "landing"),
        )
        found |= {float(gait.t[k]): word for k, word in moments}
    return {**found, float(gait.t[-1]): "on and on"}
