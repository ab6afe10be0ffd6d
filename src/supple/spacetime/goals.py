"""What: the demands of the user on poses, points, velocities or any expression, at a time or over a stretch."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.spacetime.requirement import Requirement
from supple.spacetime.resources import Resources
from supple.spacetime.sample import Sample, about

Expression = Callable[..., Any]
"""sample → what is asked about, or (sample, next) → what is asked about the two."""
ROOT = ("x", "y", "z", "turn", "yaw", "pitch", "roll")


@dataclass(eq=False)
class Goal:
    """least ≤ expression ≤ most at some samples. `move` changes the numbers; nothing is built again."""

    name: str
    unit: str
    source: str
    expression: Expression
    low: Array
    high: Array
    samples: Callable[[], list[int]]
    labels: tuple[str, ...] = ()
    joins: bool = False
    """Whether it is about the first and the last of its samples together."""
    pairs: bool = field(init=False)

    def __post_init__(self) -> None:
        if (self.low > self.high).any():
            raise InputError(
                f"{self.name}: at least {self.low} but at most {self.high}; nothing lies between"
            )
        self.pairs = about(self.expression) == 2

    def move(self, value: ArrayLike) -> None:
        """Ask for another value."""
        self.low = self.high = finite(value, self.name)

    @property
    def requirement(self) -> Requirement:
        """As the problem knows it."""
        return Requirement(
            self.name, self.unit, self.source, lambda: (self.low, self.high), True, self.labels
        )


def limits(
    at_least: ArrayLike | None, at_most: ArrayLike | None, equal: ArrayLike | None, name: str
) -> tuple[Array, Array]:
    """Least and most out of what was said."""
    if equal is not None:
        if at_least is not None or at_most is not None:
            raise InputError(f"{name}: give `equal`, or `at_least` and `at_most`, not both")
        value = finite(equal, name)
        return value, value
    if at_least is None and at_most is None:
        raise InputError(f"{name}: say `at_least`, `at_most` or `equal`")
    low = np.array(-np.inf) if at_least is None else finite(at_least, name)
    high = np.array(np.inf) if at_most is None else finite(at_most, name)
    return low, high


def named_values(
    resources: Resources, values: "Mapping[str, float] | ArrayLike", what: str
) -> dict[int, float]:
    """Coordinate → value. A mapping names them; an array has all, of which the joints count (NaN: free).

    A character without joints, like the particle, is all root: then all count.
    """
    if isinstance(values, Mapping):
        return {resources.index(name): float(finite(x, f"{what} of {name!r}")) for name, x in values.items()}
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (resources.nq,):
        raise InputError(
            f"{what}: expected {resources.nq} numbers ({', '.join(resources.coordinates)}), got {array.shape}"
        )
    joints = [i for i, name in enumerate(resources.coordinates) if name not in ROOT]
    chosen = joints or range(resources.nq)
    return {i: float(array[i]) for i in chosen if not np.isnan(array[i])}


def coordinate_goal(
    key: str,
    values: dict[int, float],
    names: tuple[str, ...],
    name: str,
    source: str,
    samples: Callable[[], list[int]],
) -> Goal:
    """Some coordinates, or their rates, have given values."""
    chosen, wanted = list(values), np.array(list(values.values()))
    unit = "rad" if key == "q" else "rad/s"
    labels = tuple(names[i] for i in chosen)
    return Goal(name, unit, source, lambda s: s.unknown[key][chosen], wanted, wanted, samples, labels)


def point_goal(
    point: str, x: ArrayLike, moving: bool, name: str, source: str, samples: Callable[[], list[int]]
) -> Goal:
    """A point is at a place, or moves with a velocity; components that are None or NaN are free."""
    wanted = np.array(
        [np.nan if c is None else c for c in np.ravel(np.asarray(x, dtype=object))], dtype=np.float64
    )
    if wanted.shape != (3,):
        raise InputError(f"{name}: expected three numbers (None: free), got {x!r}")
    chosen = np.flatnonzero(~np.isnan(wanted)).tolist()

    def where(s: Sample) -> ca.SX:
        return (s.velocity(point) if moving else s.point(point))[chosen]

    labels = tuple("xyz"[k] for k in chosen)
    return Goal(
        name, "m/s" if moving else "m", source, where, wanted[chosen], wanted[chosen], samples, labels
    )


def loop_goal(
    key: str, chosen: list[int], name: str, unit: str, source: str, samples: Callable[[], list[int]]
) -> Goal:
    """The last sample meets the first in some coordinates."""
    zero = np.zeros(len(chosen))

    def gap(first: Sample, last: Sample) -> ca.SX:
        return last.unknown[key][chosen] - first.unknown[key][chosen]

    return Goal(name, unit, source, gap, zero, zero, samples, joins=True)
