"""A gait: a motion over ground as its measures see it, in flights and stances.

What is measured are the contact points of one body, at every frame of a rollout or of a take.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from supple.arrays import Array, Truths
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.embedding import shapes
from supple.dynamics.legacy.bodies.lattice.map import carried
from supple.dynamics.legacy.bodies.lattice.volume import volumes
from supple.dynamics.legacy.contact.shapes import Shape, gaps, shape_arrays
from supple.dynamics.legacy.rollout import Rolled
from supple.errors import InputError
from supple.spatial import to_matrix

GRAVITY = 9.81
"""What weights are told by [m/s²]."""
CLEARANCE = 2e-3
"""How far off the ground a point is airborne, as a share of the height at rest: more than contact leaves open."""
BORNE = 0.25
"""Share of an even part of the weight above which a point is loaded."""
BRIEF = 0.05
"""Flights shorter than this are the rattle of a landing [s]."""
SETTLING = 1
"""Periods at the start, from rest into the gait, that measures of single hops leave out."""
STRIDES = 5
"""Last periods over which a gait must repeat itself."""


@dataclass(frozen=True)
class Gait:
    """T frames of n contact points: where they are, how far above ground, whether they bear load.

    `volume` is relative to that at rest, `up` the vertical component of the body's up axis, `yaw` how far it has
    turned about the vertical [rad], unwrapped; `along` is the way it should go, horizontal and of unit length.
    `period` is that of the controller [s], infinite if there is none.
    """

    t: Array
    points: Array
    """(T, n, 3) [m]."""
    gaps: Array
    """(T, n) [m]."""
    loaded: Truths
    """Whether points bore load since the frame before (T, n)."""
    center: Array
    """(T, 3) [m]."""
    up: Array
    yaw: Array
    volume: Array
    energy: float
    """E_c = ∫ Σ |γ̇ Q_u| dt [J]."""
    height: float
    """At rest [m]."""
    weight: float
    """[N]."""
    period: float = np.inf
    along: tuple[float, float, float] = (1.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        T, n = self.gaps.shape
        if self.points.shape != (T, n, 3) or len(self.t) != T:
            raise InputError(f"a gait has {T} frames of {n} gaps, but points {self.points.shape}")

    @classmethod
    def of(
        cls,
        body: LatticeBody,
        rolled: Rolled,
        *,
        period: float = np.inf,
        along: tuple[float, float, float] = (1.0, 0.0, 0.0),
        ground: "float | Shape" = 0.0,
    ) -> "Gait":
        """How a body moved, over level ground at a height [m] or over a shape."""
        R = to_matrix(rolled.q[:, 3:7])
        turned = R @ R[0].T
        points = _places(body, rolled.q, R, body.contacts)
        return cls(
            t=rolled.t,
            points=points,
            gaps=_gaps(points, ground),
            loaded=_loaded(rolled.contact, GRAVITY * body.mass),
            center=np.asarray(body.masses @ _places(body, rolled.q, R, body.places) / body.mass),
            up=turned[:, 1, 1],
            yaw=np.unwrap(np.arctan2(-turned[:, 2, 0], turned[:, 0, 0])),
            volume=_volumes(body, rolled.q),
            energy=float(rolled.energy[-1]),
            height=float(np.ptp(points[0, :, 1])),
            weight=GRAVITY * body.mass,
            period=period,
            along=along,
        )

    @cached_property
    def sound(self) -> bool:
        """Whether all of it is finite."""
        return bool(np.isfinite(self.points).all() and np.isfinite(self.energy))

    @cached_property
    def airborne(self) -> Truths:
        """Whether every point is off the ground, (T,)."""
        return np.asarray(self.gaps.min(axis=1) > CLEARANCE * self.height)

    @cached_property
    def tall(self) -> Array:
        """Vertical extent over that at rest, (T,)."""
        y = self.points[:, :, 1]
        return np.asarray((y.max(axis=1) - y.min(axis=1)) / self.height)

    @cached_property
    def progress(self) -> Array:
        """How far the center has gone the way it should, (T,) [m]."""
        return np.asarray((self.center - self.center[0]) @ np.array(self.along))

    @cached_property
    def astray(self) -> Array:
        """How far the center is beside that way, (T,) [m]."""
        x, _, z = self.along
        return np.asarray((self.center - self.center[0]) @ np.array([-z, 0.0, x]))

    @cached_property
    def flights(self) -> list[tuple[int, int]]:
        """[take-off, landing) of every flight that has both, as frames."""
        edges = np.flatnonzero(np.diff(self.airborne.astype(int)))
        begins = [int(k) + 1 for k in edges if not self.airborne[k]]
        ends = [int(k) + 1 for k in edges if self.airborne[k]]
        if self.airborne[0]:
            ends = ends[1:]
        whole = zip(begins, ends, strict=False)
        return [(i, j) for i, j in whole if self.t[j] - self.t[i] >= BRIEF]

    @cached_property
    def windows(self) -> list[tuple[int, int]]:
        """[first, last) frames of every whole period after the settling; without a period, from flight to flight."""
        if np.isfinite(self.period):
            starts = np.arange(SETTLING, np.floor(self.t[-1] / self.period + 1e-9) + 1) * self.period
            marks = np.searchsorted(self.t, starts - 1e-9).tolist()
        else:
            marks = [i for i, _ in self.flights]
        return [(i, j) for i, j in pairwise(marks) if j > i]

    @cached_property
    def judged(self) -> list[tuple[int, int, int]]:
        """(landing before, take-off, landing) of every flight after the settling, as frames."""
        begun = SETTLING * self.period if np.isfinite(self.period) else 0.0
        landings = [0, *(j for _, j in self.flights)]
        return [
            (before, i, j)
            for before, (i, j) in zip(landings[:-1], self.flights, strict=True)
            if self.t[i] >= begun
        ]


def _places(body: LatticeBody, q: Array, R: Array, r: Array) -> Array:
    """x = c + R (y − y₀) (T, n, 3) [m] of rest positions r (n, 3) over states q (T, nq), with R (T, 3, 3)."""
    lattices = body.parts.lattices
    y = shapes(lattices, body.located(r), np.ascontiguousarray(q[:, 7:]), carried(lattices))
    return np.asarray(q[:, None, :3] + (y - body.center_at_rest) @ R.transpose(0, 2, 1))


def _loaded(contact: Array, weight: float) -> Truths:
    """Which points bear load (T, n), by forces (T, n, 3) [N]: a part at least of an even share of the weight."""
    force = np.linalg.norm(contact, axis=2)
    even = weight / np.maximum((force > 0).sum(axis=1, keepdims=True), 1)
    return np.asarray(force > BORNE * even)


def _gaps(points: Array, ground: "float | Shape") -> Array:
    """How far points (T, n, 3) are above ground (T, n) [m]."""
    if not isinstance(ground, Shape):
        return np.asarray(points[:, :, 1] - ground)
    return gaps(shape_arrays([ground], [np.eye(4)]), points)


def _volumes(body: LatticeBody, q: Array) -> Array:
    """Volume relative to rest (T,) over states q (T, nq)."""
    if len(body.lattices) > 1:
        return np.array([body.volume(each) for each in q])
    return volumes(body.parts.volume, q[:, 7:])
