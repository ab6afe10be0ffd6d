"""Derivatives of what has no formula: five-point Lagrange differences.

x⁽ᵏ⁾(t) ≈ Σⱼ wⱼ x(tⱼ),  tⱼ = c + j h,  j = −2…2

The center c is t itself, moved inward where the interval ends, so nothing outside [start, end] is asked for.
Truncation error: first derivative O(h⁴), h = 1 ms; second derivative O(h⁴) inside and O(h³) within 2h of
an end, h = 4 ms.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from supple import spatial
from supple.arrays import Array

STEPS = {1: 1e-3, 2: 4e-3}
_NODES = np.arange(-2.0, 3.0)
_LAGRANGE = np.linalg.inv(np.vander(_NODES, increasing=True))


def difference(
    f: Callable[[Array], NDArray[Any]],
    t: Array,
    order: int,
    start: float,
    end: float,
    step: float | None = None,
) -> Array:
    """Return the first or second derivative (n, …) of f at t (n,), from values of f inside [start, end]."""
    nodes, weights = _stencil(t, order, start, end, step or STEPS[order])
    x = f(nodes.reshape(-1))
    return np.asarray(np.einsum("nj,nj...->n...", weights, x.reshape(nodes.shape + x.shape[1:])))


def rotation_difference(f: Callable[[Array], Array], t: Array, order: int, start: float, end: float) -> Array:
    """Return ω or ω̇ (n, 3), world frame: the derivatives of φ, where f(s) = exp(φ(s)/2) f(t) and φ(t) = 0."""
    nodes, weights = _stencil(t, order, start, end, STEPS[order])
    here = np.repeat(f(t), 5, axis=0)
    turn = spatial.multiply(f(nodes.reshape(-1)), spatial.inverse(here))
    turn = np.where(turn[:, 3:] < 0, -turn, turn)
    return np.asarray(np.einsum("nj,njk->nk", weights, 2 * spatial.log(turn).reshape(-1, 5, 3)))


def _stencil(t: Array, order: int, start: float, end: float, step: float) -> tuple[Array, Array]:
    """Node times (n, 5) and the weights (n, 5) of the derivative of the quartic through them."""
    h = min(step, (end - start) / 4)
    center = np.clip(t, start + 2 * h, end - 2 * h)
    s = ((t - center) / h)[:, None]
    zero, one = np.zeros_like(s), np.ones_like(s)
    powers = [zero, one, 2 * s, 3 * s**2, 4 * s**3] if order == 1 else [zero, zero, 2 * one, 6 * s, 12 * s**2]
    return center[:, None] + h * _NODES, np.hstack(powers) @ _LAGRANGE / h**order
