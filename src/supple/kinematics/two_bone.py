"""Two bones in closed form: a hip, a knee and an ankle that is given; the law of cosines (Lundin 1984).

x = (l₁² + d² − l₂²) / 2d along the way u from hip to ankle,   y = √(l₁² − x²) across it,   knee = hip + x u + y w

l₁ and l₂ [m] are the lengths of the bones, d is how far the ankle is from the hip, and w the side to which the knee
points, across u. What stays open, the turn of the triangle about u, is chosen by `pole`.
"""

from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.spatial import conjugate, rotate, shortest_arc


@dataclass(frozen=True, eq=False)
class TwoBone:
    """The solved triangle, over any leading dimensions (…)."""

    hip: Array
    """(…, 3) [m]"""
    knee: Array
    """(…, 3) [m]"""
    ankle: Array
    """Where the ankle comes (…, 3) [m]: as asked for, or as near to it as the bones reach."""
    flexion: Array
    """By how much the knee is bent from straight (…) [rad]."""
    overreach: Array
    """How far what was asked for is out of reach (…) [m]: above 0 too far, below 0 too near."""


def two_bone(
    hip: ArrayLike, ankle: ArrayLike, lengths: ArrayLike, pole: ArrayLike, *, reach: float = 1.0
) -> TwoBone:
    """The knee of two bones from hip to ankle (…, 3) [m] that bends toward `pole` (…, 3).

    `lengths` (2,) [m]; at most `reach` of their sum is used. A pole along the way from hip to ankle says nothing;
    the knee then bends to any side.

    >>> leg = two_bone((0, 1, 0), (0, 0.2, 0), (0.5, 0.5), pole=(0, 0, 1))
    >>> leg.knee.round(3), np.degrees(leg.flexion).round(2), leg.overreach
    (array([0. , 0.6, 0.3]), np.float64(73.74), np.float64(0.0))
    """
    a, b = finite(hip, "hip"), finite(ankle, "ankle")
    thigh, shin = finite(lengths, "lengths of the bones", (2,))
    if not (thigh > 0 and shin > 0 and 0 < reach <= 1):
        raise InputError(
            f"bones of {thigh:g} m and {shin:g} m, of which {reach:g} is used; lengths are above 0, reach is 0 to 1"
        )
    way = b - a
    asked = np.linalg.norm(way, axis=-1)
    u = np.where(asked[..., None] > 1e-12, way / np.maximum(asked, 1e-12)[..., None], (0.0, -1.0, 0.0))
    d = np.clip(asked, max(abs(thigh - shin), 1e-9), reach * (thigh + shin))
    x = (thigh**2 + d**2 - shin**2) / (2 * d)
    y = np.sqrt(np.maximum(thigh**2 - x**2, 0.0))
    knee = a + x[..., None] * u + y[..., None] * across(u, finite(pole, "pole"))
    cosine = (thigh**2 + shin**2 - d**2) / (2 * thigh * shin)
    return TwoBone(a, knee, a + d[..., None] * u, np.pi - np.arccos(np.clip(cosine, -1.0, 1.0)), asked - d)


def across(u: Array, pole: Array) -> Array:
    """The unit vector w across u (…, 3) that is nearest to a pole."""
    side = pole - (pole * u).sum(axis=-1, keepdims=True) * u
    length = np.linalg.norm(side, axis=-1, keepdims=True)
    spare = np.cross(u, np.eye(3)[np.argmin(np.abs(u), axis=-1)])
    spare = spare / np.linalg.norm(spare, axis=-1, keepdims=True)
    return np.asarray(np.where(length > 1e-9, side / np.maximum(length, 1e-9), spare))


def carried_pole(side: ArrayLike, way: ArrayLike, new_way: ArrayLike) -> Array:
    """Where a knee points (…, 3) when the way from hip to ankle has changed: along with the least turn of that.

    So the knee keeps how it stood to the motion that the leg had (Lundin's choice of the turn that stays open).

    >>> carried_pole((0, 0, 1), (0, -1, 0), (0, 0, 1)).round(3) + 0
    array([0., 1., 0.])
    """
    return rotate(shortest_arc(finite(way, "way"), finite(new_way, "new way")), finite(side, "side"))


def standing_leg(
    hip: ArrayLike,
    ground: ArrayLike,
    normal: ArrayLike,
    lengths: ArrayLike,
    pole: ArrayLike,
    *,
    ankle_height: float,
    reach: float = 1.0,
) -> tuple[TwoBone, Array]:
    """A leg whose foot stands on the ground at a point with a normal (…, 3), and its foot's turn from level (…, 4).

    The ankle is `ankle_height` [m] above that point along the normal: P_a = P₁ + h n.

    >>> leg, foot = standing_leg((0, 1, 0), (0, 0, 0), (0, 1, 0), (0.5, 0.5), (0, 0, 1), ankle_height=0.1)
    >>> leg.ankle, foot
    (array([0. , 0.1, 0. ]), array([0., 0., 0., 1.]))
    """
    n = finite(normal, "normal of the ground")
    up = n / np.linalg.norm(n, axis=-1, keepdims=True)
    ankle = finite(ground, "ground") + ankle_height * up
    return two_bone(hip, ankle, lengths, pole, reach=reach), shortest_arc((0.0, 1.0, 0.0), up)


def seen_from(torso: ArrayLike, placed: ArrayLike, point: ArrayLike) -> Array:
    """A point of the world (…, 3) [m] as a torso sees it that is turned (…, 4) and placed (…, 3): x' = R⁻¹ (x − p).

    >>> seen_from((0, 0, 0, 1), (0, 1, 0), (0, 0, 0))
    array([ 0., -1.,  0.])
    """
    return rotate(
        conjugate(finite(torso, "torso")), finite(point, "point") - finite(placed, "place of the torso")
    )
