"""What is painted on a human: eyes, brows, lips and soles, as regions of the surface."""

from collections.abc import Callable

import numpy as np

from supple.arrays import Array
from supple.characters.human.head import EYE
from supple.scene import Look, rgba
from supple.scene.sculpt import Region

WIDE, UPPER, LOWER = 0.0155, 0.0058, 0.0066
"""Half the width of an open eye, and how far it opens upward and downward [m]."""
MOUTH, LIP = 1.5722, 0.0235
FAR = 1.0
Inside = Callable[[Array], Array]


def regions(hair: str) -> list[Region]:
    """In the order in which they are painted."""
    return [
        _region("soles", "#e9e4da", 0.7, lambda p: np.where(p[:, 1] < 0.06, p[:, 1] - 0.0215, FAR)),
        _region("lash", "#2a1b16", 0.7, _lash),
        _region("lip.upper", "#a65a50", 0.5, lambda p: np.maximum(_lips(p), _line(p) - p[:, 1])),
        _region("lip.lower", "#c0766b", 0.4, lambda p: np.maximum(_lips(p), p[:, 1] - _line(p))),
        _region("nostrils", "#5a3328", 0.8, _nostril),
        _region("brows", hair, 0.8, _brow),
        _region("white", "#f4f1ea", 0.25, _opening),
        _region("iris", "#4f7a8c", 0.2, _disc(0.0074)),
        _region("pupil", "#101010", 0.15, _disc(0.0036)),
    ]


def _region(name: str, color: str, roughness: float, inside: Inside) -> Region:
    return Region(name, Look(name, rgba(color), roughness=roughness), inside)


def _seen_from_eye(points: Array) -> tuple[Array, Array, Array]:
    """x, y from the middle of the eye on the same side, and whether a point is on its front."""
    x, y, z = np.abs(points[:, 0]) - EYE[0], points[:, 1] - EYE[1], points[:, 2] - EYE[2]
    return x, y, (z > 0) & (np.hypot(x, y) < 0.028)


def _opening(points: Array) -> Array:
    x, y, front = _seen_from_eye(points)
    arch = 1 - (x / WIDE) ** 2
    return np.where(front, np.maximum(y - UPPER * arch, -y - LOWER * arch), FAR)


def _lash(points: Array) -> Array:
    x, y, front = _seen_from_eye(points)
    above = y - UPPER * (1 - (x / WIDE) ** 2) - 0.0018
    return np.where(front, np.maximum(np.maximum(above, -y - 0.001), np.abs(x) - 0.0168), FAR)


def _disc(radius: float) -> Inside:
    def inside(points: Array) -> Array:
        x, y, front = _seen_from_eye(points)
        return np.where(front, np.maximum(np.hypot(x, y) - radius, _opening(points)), FAR)

    return inside


def _line(points: Array) -> Array:
    """The height of the line between the lips: its corners are up a little, and it waves in the middle [m]."""
    x = points[:, 0]
    wave = 0.0009 * np.cos(x / 0.0045) * np.exp(-((x / 0.012) ** 2))
    return np.asarray(MOUTH + 0.0034 * (x / LIP) ** 2 - wave)


def _lips(points: Array) -> Array:
    x, y, z = np.abs(points[:, 0]), points[:, 1] - MOUTH - 0.0034 * (points[:, 0] / LIP) ** 2, points[:, 2]
    arch = 1 - (x / LIP) ** 2
    upper = y - 0.0072 * arch + 0.0016 * np.exp(-((x / 0.004) ** 2))
    return np.where((z > 0.06) & (np.abs(y) < 0.02), np.maximum(upper, -y - 0.0082 * arch), FAR)


def _brow(points: Array) -> Array:
    x = (np.abs(points[:, 0]) - 0.034) / 0.022
    middle = 1.6675 + 0.001 * x - 0.006 * x**2
    thin = np.abs(points[:, 1] - middle) - 0.0036 * np.sqrt(np.clip(1 - 0.8 * x**2, 0.01, 1))
    near = (points[:, 2] > 0.02) & (np.abs(x) < 1.25) & (np.abs(points[:, 1] - middle) < 0.02)
    return np.where(near, np.maximum(thin, (np.abs(x) - 1) * 0.022), FAR)


def _nostril(points: Array) -> Array:
    x, y, z = np.abs(points[:, 0]) - 0.0070, points[:, 1] - 1.594, points[:, 2] - 0.1020
    away = np.hypot(x / 0.0032, z / 0.0045) - 1
    return np.where((np.abs(y) < 0.006) & (points[:, 2] > 0.08), 0.003 * away, FAR)
