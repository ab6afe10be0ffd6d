"""Constraints linear in points: c = Σ Bᵢ xᵢ − n(t) = 0 (Witkin & Welch 1990, §3.3).

Nails, attachments, paths, slides and combinations differ only in their blocks Bᵢ (d, 3) and their path n(t).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.body import Point
from supple.dynamics.legacy.constraints.constraint import Constraint
from supple.dynamics.legacy.constraints.path import Path, Still, Tracked
from supple.dynamics.legacy.constraints.terms import Terms, terms
from supple.errors import InputError
from supple.motion import Track

ALL = np.eye(3)


@dataclass(frozen=True, eq=False)
class LinearConstraint(Constraint):
    """Points, the block of each, and where their sum should be."""

    name: str
    points: tuple[Point, ...]
    blocks: tuple[Array, ...]
    path: Path

    @property
    def size(self) -> int:
        """Number of rows."""
        return len(self.blocks[0])

    @cached_property
    def constant(self) -> bool:
        """Whether its Jacobian never changes."""
        return all(point.body.constant for point in self.points)

    @cached_property
    def alike(self) -> bool:
        """Whether it does the same to x, y and z: every block a multiple of 1₃."""
        return all(np.array_equal(block, block[0, 0] * ALL) for block in self.blocks)

    @cached_property
    def terms(self) -> Terms:
        """Its rows, term by term."""
        return terms(self.points, self.blocks)

    @cached_property
    def single(self) -> Terms:
        """The one row that stands for three, if they are alike."""
        return terms(self.points, tuple(block[:1, :1] for block in self.blocks))

    def value(self, x: Array, t: float) -> Array:
        return self._sum(x) - self.path.at(t, 0)

    def rate(self, x: Array, xdot: Array, t: float) -> Array:
        return self._sum(xdot) - self.path.at(t, 1)

    def bias(self, x: Array, xdot: Array, t: float) -> Array:
        return -self.path.at(t, 2)

    def blocks_at(self, x: Array, t: float) -> tuple[Array, ...]:
        return self.blocks

    def _sum(self, x: Array) -> Array:
        return np.asarray(sum(block @ place for block, place in zip(self.blocks, x, strict=True)))


def nail(point: Point, at: ArrayLike) -> LinearConstraint:
    """x = at."""
    place = finite(at, f"nail at {point!r}", (3,))
    return LinearConstraint(f"nail {_named(point)}", (point,), (ALL,), Still(place))


def attach(a: Point, b: Point) -> LinearConstraint:
    """x_a − x_b = 0."""
    if a.body is b.body and np.allclose(a.rest, b.rest):
        raise InputError(f"{a!r} cannot be attached to itself")
    return LinearConstraint(f"attach {_named(a)} to {_named(b)}", (a, b), (ALL, -ALL), Still(np.zeros(3)))


def follow(point: Point, track: Track) -> LinearConstraint:
    """x = n(t)."""
    if track.kind != "vector" or np.shape(
        track(max(track.start, 0.0) if np.isfinite(track.start) else 0.0)
    ) != (3,):
        raise InputError(f"{point!r} can follow a track of three numbers, got {track!r}")
    return LinearConstraint(f"follow {_named(point)}", (point,), (ALL,), Tracked(track, ALL))


def slide(point: Point, along: ArrayLike, through: ArrayLike | Track) -> LinearConstraint:
    """Stay on the line, or with two directions on the plane, `along` which it may move, `through` a place."""
    free = np.atleast_2d(finite(along, "directions of a slide"))
    if free.shape not in ((1, 3), (2, 3)) or np.linalg.matrix_rank(free) < len(free):
        raise InputError(f"a slide has one or two different directions of three numbers, got {free.tolist()}")
    _, _, axes = np.linalg.svd(free)
    rows = axes[len(free) :]
    path = (
        Tracked(through, rows) if isinstance(through, Track) else Still(rows @ finite(through, "place", (3,)))
    )
    return LinearConstraint(f"slide {_named(point)}", (point,), (rows,), path)


def combine(points: "tuple[Point, ...]", weights: ArrayLike, target: ArrayLike | Track) -> LinearConstraint:
    """Σ wᵢ xᵢ = target: a center held, a middle led."""
    w = finite(weights, "weights", (len(points),))
    path = Tracked(target, ALL) if isinstance(target, Track) else Still(finite(target, "target", (3,)))
    name = "combine " + ", ".join(_named(p) for p in points)
    return LinearConstraint(name, points, tuple(wi * ALL for wi in w), path)


def _named(point: Point) -> str:
    return f"{point.body.name}.{point.name}"
