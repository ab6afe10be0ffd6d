"""Operators on values: curve in, curve out. Keys stay keys where the interpolant commutes with the map."""

from dataclasses import replace

import numpy as np

from supple import spatial
from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.motion import kinds
from supple.motion.curves import Choice, Curve, Extended, Keyed, Mapped, Normalized, turned
from supple.motion.interpolators import Drawn

NUMBERS = ("scalar", "vector", "color", "shape", *kinds.EULER)


def scaled(curve: Curve, factor: ArrayLike, about: ArrayLike) -> Curve:
    """c + f (x − c), f one number or one for each component. f = −1 mirrors (G-D03)."""
    _suits(curve, "scale", NUMBERS)
    f, c = _fitting(curve, factor, "scale: factor"), _fitting(curve, about, "scale: about")
    offset = c - f * c
    if isinstance(curve, Keyed) and (f.ndim == 0 or _plain(curve, "arc")):
        slopes = None if curve.slopes is None else f * curve.slopes
        ways = _scaled_ways(curve.interpolate, f)
        return replace(curve, values=f * curve.values + offset, slopes=slopes, interpolate=ways)
    return Mapped(curve.kind, curve, factor=f, offset=offset)


def translated(curve: Curve, by: ArrayLike) -> Curve:
    """x + d."""
    _suits(curve, "translate", NUMBERS)
    d = _fitting(curve, by, "translate")
    if isinstance(curve, Keyed):
        return replace(curve, values=curve.values + d)
    return Mapped(curve.kind, curve, offset=d)


def rotated(curve: Curve, by: ArrayLike, about: ArrayLike) -> Curve:
    """c + r (x − c) for points, r q for rotations; r a quaternion."""
    _suits(curve, "rotate", ("vector", "shape", "rotation"))
    r = np.asarray(spatial.normalize(finite(by, "rotate: quaternion", (4,))))
    c = finite(about, "rotate: about")
    if curve.kind == "rotation":
        if isinstance(curve, Keyed):
            return replace(curve, values=np.asarray(spatial.multiply(r, curve.values)))
        if isinstance(curve, Normalized) and isinstance(inner := curve.curve, Keyed):
            slopes = None if inner.slopes is None else np.asarray(spatial.multiply(r, inner.slopes))
            return replace(
                curve,
                curve=replace(inner, values=np.asarray(spatial.multiply(r, inner.values)), slopes=slopes),
            )
        return Mapped(curve.kind, curve, turn=r)
    if curve(np.zeros(1), 0).shape[-1] != 3:
        raise InputError("rotate: only points in space can be turned, these have other than 3 components")
    c = np.broadcast_to(c, (3,))
    offset = c - turned(r, c[None])[0]
    if isinstance(curve, Keyed) and _plain(curve, "monotone") and _plain(curve, "drawn"):
        slopes = None if curve.slopes is None else _turned_slopes(r, curve.slopes)
        return replace(curve, values=turned(r, curve.values) + offset, slopes=slopes)
    return Mapped(curve.kind, curve, turn=r, offset=offset)


def extended(curve: Curve) -> Curve:
    """x, going on beyond its ends with the velocity it has there."""
    _suits(curve, "extend", (*NUMBERS, "rotation"))
    return Extended(curve.kind, curve)


def _fitting(curve: Curve, value: ArrayLike, what: str) -> Array:
    """A number, or one for each component of the curve's values."""
    given, shape = finite(value, what), curve(np.zeros(1), 0).shape[1:]
    if given.ndim > len(shape) or any(
        k not in (1, n) for k, n in zip(given.shape[::-1], shape[::-1], strict=False)
    ):
        raise InputError(f"{what}: expected a number or shape {shape}, got shape {given.shape}")
    return given


def _turned_slopes(r: Array, slopes: Array) -> Array:
    """The slopes given, turned; those not given (NaN) stay so."""
    return np.where(np.isnan(slopes), np.nan, turned(r, np.nan_to_num(slopes)))


def _scaled_ways(ways: Choice | tuple[Choice, ...], f: Array) -> Choice | tuple[Choice, ...]:
    if isinstance(ways, tuple):
        return tuple(way.scaled(f) if isinstance(way, Drawn) else way for way in ways)
    return ways.scaled(f) if isinstance(ways, Drawn) else ways


def _plain(curve: Keyed, exception: str) -> bool:
    """Whether no interval uses the interpolator that does not commute with the map."""
    return all(way.name != exception for way in curve.ways)


def _suits(curve: Curve, operator: str, suited: tuple[str, ...]) -> None:
    if curve.kind not in suited:
        named = [kind for kind in suited if kind not in kinds.EULER]
        raise InputError(f"{operator}: a {curve.kind} track cannot be; these can: {', '.join(named)}")
