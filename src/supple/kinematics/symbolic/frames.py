"""Forward kinematics: each link's frame from its parent's, coordinate by coordinate.

R_i = R_parent · R(axis, angle),   o_i = o_parent + R_parent · offset,   ω_i = ω_parent + R_parent axis · angle′

One recursion serves numbers and symbols: float64 arrays over samples, or one sample of objects that are CasADi's.
Turns about one axis add up before their cosine is taken, so that a plane chain stays the few terms that it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from supple.kinematics.link import Link
from supple.scene.joint import Freedom
from supple.spatial import to_matrix

Numbers = Any
"""Float64, or objects with cos, sin and arithmetic; the first axis runs over samples."""


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame in the world: R = `turned` · R(axis, angle), origin (T, 3), and ω = spin · v, spin (T, 3, nq)."""

    turned: Numbers
    origin: Numbers
    spin: Numbers
    axis: tuple[float, float, float] | None = None
    angle: Numbers = None

    @cached_property
    def rotation(self) -> Numbers:
        """R (T, 3, 3)."""
        return self.turned if self.axis is None else self.turned @ about(self.axis, self.angle)

    def at(self, point: Numbers) -> Numbers:
        """World position (T, 3) [m] of a point (3,) of the frame."""
        return self.origin + self.rotation @ point

    def moved(self, freedom: Freedom, column: int, value: Numbers) -> "Frame":
        """Along or about one axis by `value` (T,), coordinate number `column`."""
        axis = np.array(freedom.axis)
        if freedom.motion == "shift":
            return replace(self, origin=self.origin + (self.rotation @ axis) * value[:, None])
        spin = self.spin.copy()
        if self.axis == freedom.axis:
            spin[:, :, column] = self.turned @ axis
            return replace(self, spin=spin, angle=self.angle + value)
        spin[:, :, column] = self.rotation @ axis
        return Frame(self.rotation, self.origin, spin, freedom.axis, value)

    def below(self, link: Link) -> "Frame":
        """Where a link's joint is, before it turns."""
        placed = replace(self, origin=self.at(link.place))
        if np.array_equal(np.abs(link.rotation), (0, 0, 0, 1)):
            return placed
        return Frame(placed.rotation @ to_matrix(link.rotation), placed.origin, placed.spin)


def about(axis: tuple[float, float, float], angle: Numbers) -> Numbers:
    """R = cos (1 − a aᵀ) + sin [a]× + a aᵀ for angles (T,), (T, 3, 3) (Rodrigues)."""
    x, y, z = axis
    along = np.outer(axis, axis)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    cos, sin = np.cos(angle)[:, None, None], np.sin(angle)[:, None, None]
    return cos * (np.eye(3) - along) + sin * cross + along


def frames(
    links: Sequence[Link], freedoms: Mapping[str, tuple[Freedom, ...]], q: Numbers
) -> dict[str, Frame]:
    """The frame of every link, parents first, at coordinates q (T, nq)."""
    ground = Frame(np.eye(3)[None], np.zeros((1, 3)), np.zeros((1, 3, q.shape[1]), dtype=q.dtype))
    ground = replace(ground, spin=np.repeat(ground.spin, len(q), axis=0))
    found: dict[str, Frame] = {}
    column = 0
    for link in links:
        frame = (ground if link.parent is None else found[link.parent]).below(link)
        for freedom in freedoms[link.name]:
            frame = frame.moved(freedom, column, q[:, column])
            column += 1
        found[link.name] = frame
    return found
