"""Sparse conjugate-gradient least squares: the pseudo-inverse of the paper (Witkin & Kass 1988, §3.3).

minimize |A x − b|², from x = 0 and then, of all that do, the shortest x

so that over-constrained systems get their least-squares solution, under-constrained ones their smallest. Only
products with A and Aᵀ are taken. `before` is a preconditioner P ≈ A⁻¹ from the right: then A P y = b and x = P y.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from supple.arrays import Array

Product = Callable[[Array], Array]


class Solved(NamedTuple):
    """x, and how many times A was applied."""

    x: Array
    iterations: int


def conjugate_gradients(
    a: Any,
    b: Array,
    *,
    tolerance: float = 1e-12,
    iterations: int | None = None,
    before: tuple[Product, Product] | None = None,
) -> Solved:
    """x with |Aᵀ (A x − b)| ≤ tolerance · |Aᵀ b|; `before` gives P y and Pᵀ y.

    >>> over = np.array([[1.0], [1.0]])  # x = 1 and x = 3: their mean
    >>> conjugate_gradients(over, np.array([1.0, 3.0])).x
    array([2.])
    >>> under = np.array([[1.0, 1.0]])  # x + y = 2: the point nearest to the origin
    >>> conjugate_gradients(under, np.array([2.0])).x
    array([1., 1.])
    """
    inward, outward = before or (_same, _same)
    y = np.zeros(a.shape[1])
    left = np.array(b, dtype=np.float64)
    slope = outward(a.T @ left)
    direction, size = slope.copy(), float(slope @ slope)
    goal = tolerance**2 * size
    limit = 4 * max(a.shape) if iterations is None else iterations
    count = 0
    while size > goal and count < limit:
        image = a @ inward(direction)
        along = size / float(image @ image)
        y += along * direction
        left -= along * image
        slope = outward(a.T @ left)
        size, last = float(slope @ slope), size
        direction = slope + size / last * direction
        count += 1
    return Solved(inward(y), count)


def _same(x: Array) -> Array:
    return x
