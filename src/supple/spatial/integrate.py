"""From angular velocity to orientation.

q̇ = ½ ω q     (ω in world axes; q̇ = ½ q ω in body axes)

One step of length h is the exponential of Magnus' series cut at fourth order, with ω₁, ω₂ at the Gauss points
(½ ∓ √3/6) h:  q ← exp(h (ω₁ + ω₂)/4 − (√3/24) h² ω₁ × ω₂) q.  Unit length is kept by construction.
"""

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import InputError, UnknownNameError
from supple.spatial.components import components, cross
from supple.spatial.curve import key_times
from supple.spatial.quaternion import IDENTITY, conjugate, exp, multiply, normalize

Frame = Literal["world", "body"]


def integrate(
    velocity: Callable[[Array], ArrayLike],
    times: ArrayLike,
    start: ArrayLike = IDENTITY,
    frame: Frame = "world",
) -> Array:
    """The orientations at `times` [s], shape (n, 4), of what starts as `start` and turns at `velocity`.

    `velocity` takes times of shape (m,) and returns ω [rad/s], shape (m, 3), in the axes of `frame`. Exact
    for a constant ω, of fourth order in the spacing of `times` otherwise.

    >>> integrate(lambda t: np.tile([0, 0, np.pi], (len(t), 1)), [0, 0.5, 1]).round(6)
    array([[0.      , 0.      , 0.      , 1.      ],
           [0.      , 0.      , 0.707107, 0.707107],
           [0.      , 0.      , 1.      , 0.      ]])
    """
    if frame not in get_args(Frame):
        raise UnknownNameError("frame", frame, get_args(Frame))
    times, start = key_times(times), normalize(components(start, 4, "start"))
    if frame == "body":  # the inverse rotation turns at −ω in its own world
        return conjugate(integrate(lambda t: -_rates(velocity, t), times, conjugate(start)))
    h = np.diff(times)
    early, late = (times[:-1] + (0.5 + side * np.sqrt(3) / 6) * h for side in (-1, 1))
    first, second = _rates(velocity, early), _rates(velocity, late)
    h = h[:, None]
    steps = exp(h * (first + second) / 4 - np.sqrt(3) / 24 * h * h * cross(first, second))
    return normalize(_accumulated(np.concatenate([start[None], steps])))


def _accumulated(q: Array) -> Array:
    """q_n … q₁ q₀ for every n, by doubling: after k rounds each entry holds the product of its last 2ᵏ."""
    reach = 1
    while reach < len(q):
        q = np.concatenate([q[:reach], multiply(q[reach:], q[:-reach])])
        reach *= 2
    return q


def _rates(velocity: Callable[[Array], ArrayLike], t: Array) -> Array:
    rates = components(velocity(t), 3, "angular velocity")
    if rates.shape != (len(t), 3):
        raise InputError(
            f"angular velocity: expected shape ({len(t)}, 3) for {len(t)} times, got {rates.shape}"
        )
    return rates
