"""Which axis of a capture is up and how long its unit is, as far as its numbers tell; the file does not say."""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.io.bvh.axes import completed
from supple.io.bvh.layout import Captured, Layout
from supple.spatial import from_euler, multiply, rotate

LOOKED_AT = 60
"""Frames, evenly spread, from which it is guessed."""
TALL = 1.7
"""The height [m] that a figure is given whose unit is none of those below."""
NAMED = (
    (1.0, "1 m", 1.0, 2.5),
    (0.01, "1 cm", 1.0, 2.5),
    (0.001, "1 mm", 1.0, 2.5),
    (0.0254, "1 inch", 1.2, 2.2),
    (0.0254 / 0.45, "1/0.45 inch, as in CMU's captures", 1.4, 2.2),
)
"""A unit [m], what it is called, and between which heights [m] a figure is taken for one of that unit."""
USUAL = 3
"""So many of them are common: what is guessed plainly is not worth a warning."""


class Guess(NamedTuple):
    """What was found, in a sentence, and whether it is as most files have it."""

    value: str | float
    sentence: str
    usual: bool


def sampled(joints: tuple[Captured, ...], frames: Array) -> Array:
    """Where joints and ends are in some of the frames (T, n, 3), in the units and axes of the file."""
    if not len(frames):
        return positions(joints, np.zeros((1, frames.shape[1])), at_rest=True)
    chosen = np.unique(np.linspace(0, len(frames) - 1, LOOKED_AT).round().astype(int))
    return positions(joints, frames[chosen])


def positions(joints: tuple[Captured, ...], rows: Array, *, at_rest: bool = False) -> Array:
    """Where joints and ends are (T, n, 3): x = p_parent + R_parent o, position channels in place of o."""
    places: list[Array] = []
    turns: list[Array] = []
    ends: list[Array] = []
    for joint, columns in zip(joints, Layout(joints).columns(), strict=True):
        place, turn = local(joint, rows[:, columns], at_rest=at_rest)
        if joint.parent >= 0:
            place = places[joint.parent] + rotate(turns[joint.parent], place)
            turn = multiply(turns[joint.parent], turn)
        places.append(place)
        turns.append(turn)
        ends += [place + rotate(turn, np.array(end)) for end in joint.ends]
    return np.stack([*places, *ends], axis=1)


def local(joint: Captured, rows: Array, *, at_rest: bool) -> tuple[Array, Array]:
    """Where a joint is on its parent (T, 3), and how it is turned (T, 4)."""
    place, angles = np.tile(np.array(joint.offset), (len(rows), 1)), np.zeros((len(rows), 3))
    order = completed(joint.order)
    for k, channel in enumerate(joint.channels):
        if channel.turns:
            angles[:, order.index(channel.axis)] = np.radians(rows[:, k])
        elif not at_rest:
            place[:, "XYZ".index(channel.axis)] = rows[:, k]
    return place, from_euler(angles, order)


def up_axis(points: Array) -> Guess:
    """Y, unless Z has the floor or the height: feet stand near one level, and most figures are taller than deep."""
    y, z = (_unlikely(points[..., axis]) for axis in (1, 2))
    if z < y - 0.15:
        return Guess("z", "Z is up: the feet are on one level along it (guessed; up= overrules)", usual=False)
    return Guess("y", "Y is up (guessed; up= overrules)", usual=True)


def _unlikely(along: Array) -> float:
    """How little an axis looks like the upward one, from coordinates along it (T, n).

    The lowest point of a figure stays at 0, give or take, and the others stand high above it.
    """
    low, extent = along.min(axis=1), np.ptp(along, axis=1)
    size = float(extent.max()) or 1.0
    off_floor = min(float(np.median(np.abs(low))) / size, 0.5)
    return off_floor + min(float(low.std()) / size, 0.5) - float(np.median(extent)) / size


def tall(points: Array, up: str) -> float:
    """How tall the figure stands: the middle of its extents along an axis over the frames."""
    return float(np.median(np.ptp(points[..., "xyz".index(up)], axis=1)))


def unit(points: Array, up: str) -> Guess:
    """The unit in which a standing figure is about as tall as a person; else the one that makes it 1.7 m."""
    stands = tall(points, up)
    if not stands > 0:
        said = "the figure is flat, so that its unit cannot be guessed: cm is taken (unit= overrules)"
        return Guess(0.01, said, usual=False)
    for row, (meters, name, low, high) in enumerate(NAMED):
        if low <= stands * meters <= high:
            said = f"one unit is {name}: so the figure is {stands * meters:.3g} m tall (guessed; unit= overrules)"
            return Guess(meters, said, usual=row < USUAL)
    meters = TALL / stands
    return Guess(
        meters,
        f"one unit is {meters:.4g} m, which makes the figure {TALL} m tall (guessed; unit= or height= overrules)",
        usual=False,
    )
