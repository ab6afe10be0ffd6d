"""Whose shapes are whose: obstacles in line, then bodies, each with one shape, or a figure of links with several."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from supple.arrays import Indices
from supple.dynamics.legacy.bodies.articulated import ArticulatedBody
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.collision_shapes import shape_of_body
from supple.dynamics.model.build import Geom
from supple.dynamics.model.link_shapes import link_shapes

Pairs = set[tuple[int, int]]


class Part(NamedTuple):
    """One of several shapes of a body."""

    body: Body
    number: int


class LinedUp:
    """The shapes of all that stands and of all bodies; `place` counts those, obstacles first."""

    def __init__(
        self, standing: Sequence[Geom], names: Sequence[str], bodies: Sequence[Body], touch: bool
    ) -> None:
        self.geoms = list(standing)
        self.known: list[str | Body | Part] = list(names)
        self.of_place = [[g] for g in range(len(standing))]
        self.apart: Pairs = set()
        """Pairs of shapes of one body that pass through each other."""
        for b, body in enumerate(bodies):
            first = len(self.geoms)
            if not touch:
                own: list[Geom] = []
            elif isinstance(body, ArticulatedBody):
                own, apart = link_shapes(body.skeleton, b, first)
                self.apart |= apart | {(first + i, first + j) for i, j in body.overlapping}
            else:
                own = [shape_of_body(body)._replace(body=b)]
            many = isinstance(body, ArticulatedBody)
            self.geoms += own
            self.known += [Part(body, k) if many else body for k in range(len(own))]
            self.of_place.append(list(range(first, first + len(own))))
        counts = [len(each) for each in self.of_place]
        self.place: Indices = np.repeat(np.arange(len(counts)), counts)

    def pairs(self, places: Iterable[tuple[int, int]]) -> Pairs:
        """Pairs of shapes a < b of pairs of places."""
        return {
            (min(g, h), max(g, h))
            for a, b in places
            for g in self.of_place[a]
            for h in self.of_place[b]
            if g != h
        }

    def local(self, geom: int) -> int:
        """Which of its body's shapes one is."""
        return geom - self.of_place[int(self.place[geom])][0]


def owner(known: "str | Body | Part") -> "str | Body":
    """What a shape belongs to."""
    return known.body if isinstance(known, Part) else known
