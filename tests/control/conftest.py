"""A box that hops by closed form: what every measure of its gait must be is known."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from supple.control.gait import Gait


def hopping_box(
    *,
    period: float = 0.5,
    flight: float = 0.4,
    stride: float = 0.3,
    crouch: float = 0.7,
    stretch: float = 1.2,
    seconds: float = 4.0,
    fps: float = 120.0,
    slide: float = 0.0,
    lean: float = 0.0,
    turn: float = 0.0,
) -> Gait:
    """A unit cube: in the first part of each period it stands and crouches, in `flight` of it it flies `stride` far.

    `slide` [m]: what its feet slide in a stance; `lean`, `turn` [rad]: tilt about z and turn about y at the end.
    """
    t = np.arange(round(seconds * fps) + 1) / fps
    phase, count = (t / period) % 1.0, np.floor(t / period + 1e-9)
    stance = 1 - flight
    phase = np.where(phase > 1 - 1e-9, 0.0, phase)
    standing = phase <= stance + 1e-9
    s = np.where(standing, phase / stance, (phase - stance) / flight)
    bump = np.sin(np.pi * s)
    tall = np.where(standing, 1 - (1 - crouch) * bump, 1 + (stretch - 1) * bump)
    wide = 1 / np.sqrt(tall)
    gone = count * stride + np.where(standing, slide * s, slide + (stride - slide) * s)
    lift = np.where(standing, 0.0, 0.5 * s * (1 - s) + 0.01)
    corners = np.array(list(product((-0.5, 0.5), (0.0, 1.0), (-0.5, 0.5))))
    points = corners * np.stack([np.ones_like(tall), tall, wide * 0 + 1], axis=1)[:, None]
    points = points + np.stack([gone, lift, 0 * gone], axis=1)[:, None]
    loaded = standing[:, None] & (corners[:, 1] == 0)
    return Gait(
        t=t, points=points, gaps=points[:, :, 1], loaded=loaded, center=points.mean(axis=1),
        up=np.cos(lean * t / seconds), yaw=turn * t / seconds, volume=np.ones_like(t), energy=12.0, height=1.0,
        weight=4.0, period=period,
    )  # fmt: skip


@pytest.fixture(scope="session")
def box() -> Callable[..., Gait]:
    return hopping_box
