"""Surface points that may touch the floor, as the compiled loops read them."""

from typing import NamedTuple

from supple.arrays import Array, Indices


class ContactArrays(NamedTuple):
    """Points of all bodies one after another, by their coefficients p, and how the floor answers to each body.

    `first` (bodies + 1,) bounds the points of a body, `low` and `high` bound their coefficients, flat; `moment` is
    M u, whose product with R is mass times center, `M` and `u` are the body's own, flat.
    """

    body: Indices
    p: Array
    Wp: Array
    p_start: Indices
    weight: Array
    first: Indices
    low: Array
    high: Array
    k_start: Indices
    M: Array
    moment: Array
    u: Array
    mass: Array
    hard: Indices
    friction: Array
    bounce: Array
    lag: Array
    """How far friction is behind the load [s]."""
    height: float
    gravity: float
