"""The interpolators, by name. A new one is one line here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from typing_extensions import TypeAliasType

from supple import spatial
from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.motion.interpolators import pace, polynomial
from supple.motion.interpolators.columns import Columns
from supple.motion.interpolators.drawn import Drawn
from supple.motion.interpolators.pace import Pace

Blend = TypeAliasType("Blend", Callable[[Array], Any])
"""A user's own α(u), u ∈ [0, 1]."""


@dataclass(frozen=True)
class Interpolator:
    """One way from key to key, in each of the forms it has: coefficients, pace, arc, rotation curve, drawn."""

    name: str
    coefficients: Callable[[Columns], Array] | None = None
    pace: Pace | None = None
    rotations: Callable[[Columns], Any] | None = None
    arc: bool = False
    drawn: Drawn | None = None
    reverse: str | None = None

    @property
    def turns(self) -> bool:
        """Whether it can carry rotations."""
        return self.pace is not None or self.rotations is not None

    @property
    def counts(self) -> bool:
        """Whether it can carry numbers."""
        return self.coefficients is not None or self.pace is not None or self.arc or self.drawn is not None


def _squad(keys: Columns) -> spatial.SquadCurve:
    return spatial.SquadCurve(keys.times, keys.values, ends=keys.ends)


def _bezier(keys: Columns) -> spatial.BezierCurve:
    return spatial.BezierCurve(keys.times, keys.values, ends=keys.ends)


# `reverse` names the interpolator that plays it backward.
INTERPOLATORS = {
    each.name: each
    for each in (
        Interpolator("step", polynomial.step, pace.still),
        Interpolator("linear", polynomial.linear, pace.steady, reverse="linear"),
        Interpolator("cosine", pace=pace.cosine, reverse="cosine"),
        Interpolator("accelerate", pace=pace.accelerate, reverse="decelerate"),
        Interpolator("decelerate", pace=pace.decelerate, reverse="accelerate"),
        Interpolator("hermite", polynomial.catmull_rom, reverse="hermite"),
        Interpolator("bezier", polynomial.catmull_rom, rotations=_bezier, reverse="bezier"),
        Interpolator("catmull-rom", polynomial.catmull_rom, reverse="catmull-rom"),
        Interpolator("overhauser", polynomial.overhauser, reverse="overhauser"),
        Interpolator("cubic", polynomial.cubic, rotations=_squad, reverse="cubic"),
        Interpolator("squad", rotations=_squad, reverse="squad"),
        Interpolator("b-spline", polynomial.b_spline, reverse="b-spline"),
        Interpolator("monotone", polynomial.monotone, reverse="monotone"),
        Interpolator("arc", arc=True),
    )
}


def named(interpolator: str | Blend | Drawn, kind: str) -> Interpolator:
    """Return the interpolator of that name, a user's α(u) or a drawn curve as one; what does not suit is refused."""
    if isinstance(interpolator, Drawn):
        if kind == "rotation":
            raise InputError(
                "drawn: rotations have no curve to draw; key their angles apart, with to_euler()"
            )
        return Interpolator("drawn", drawn=interpolator)
    if callable(interpolator):
        return Interpolator(getattr(interpolator, "__name__", "α"), pace=pace.pace_of(interpolator))
    suited = [
        each.name for each in INTERPOLATORS.values() if (each.turns if kind == "rotation" else each.counts)
    ]
    if interpolator not in INTERPOLATORS:
        raise UnknownNameError("interpolator", str(interpolator), suited)
    if interpolator not in suited:
        raise InputError(
            f"interpolator {interpolator!r} cannot carry a {kind}; these can: {', '.join(suited)}"
        )
    return INTERPOLATORS[interpolator]
