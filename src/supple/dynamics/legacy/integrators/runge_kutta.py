"""Explicit Runge–Kutta: kᵢ = f(t + cᵢ h, y + h Σ aᵢⱼ kⱼ),  y⁺ = y + h Σ bᵢ kᵢ."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from supple.arrays import Array

Field = Callable[[float, Array], Array]
"""ẏ = f(t, y)."""


class Tableau(NamedTuple):
    """Rows aᵢ of a scheme (lower triangle), weights b, and b minus the weights of the embedded scheme."""

    a: tuple[tuple[float, ...], ...]
    b: tuple[float, ...]
    error: tuple[float, ...] = ()


def runge_kutta(tableau: Tableau, field: Field, y: Array, t: float, h: float) -> tuple[Array, Array]:
    """y(t + h), and how far the embedded scheme is from it; cᵢ = Σ aᵢⱼ."""
    k: list[Array] = []
    for row in tableau.a:
        k.append(field(t + h * sum(row), y + h * _mix(row, k, y)))
    return y + h * _mix(tableau.b, k, y), h * _mix(tableau.error, k, y)


def _mix(weights: tuple[float, ...], k: list[Array], like: Array) -> Array:
    return sum((w * ki for w, ki in zip(weights, k, strict=False) if w), np.zeros_like(like))
