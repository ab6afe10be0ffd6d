"""Slopes at the keys, from the secants d and spacings h of the intervals left and right of them.

A rule gives the inner keys; ends at rest have slope 0, cyclic ends use the same rule across the seam,
natural ends have a formula of their own.
"""

from collections.abc import Callable

import numpy as np

from supple.arrays import Array
from supple.motion.interpolators.columns import Columns

Rule = Callable[[Array, Array, Array, Array], Array]
EndRule = Callable[[Array, Array, Array, Array, Array], Array]


def catmull_rom_slopes(keys: Columns) -> Array:
    """mᵢ = (xᵢ₊₁ − xᵢ₋₁)/(tᵢ₊₁ − tᵢ₋₁); natural end: no acceleration. Shape (n, …)."""
    return _slopes(
        keys,
        inner=lambda hl, hr, dl, dr: (hl * dl + hr * dr) / (hl + hr),
        end=lambda h0, h1, d0, d1, m1: (3 * d0 - m1) / 2,
    )


def overhauser_slopes(keys: Columns) -> Array:
    """mᵢ of the parabola through keys i − 1, i, i + 1; natural end: of the first or last such parabola."""
    return _slopes(
        keys,
        inner=lambda hl, hr, dl, dr: (hr * dl + hl * dr) / (hl + hr),
        end=lambda h0, h1, d0, d1, m1: d0 + (d0 - d1) * h0 / (h0 + h1),
    )


def monotone_slopes(keys: Columns) -> Array:
    """3(hₗ+hᵣ)/mᵢ = (hₗ+2hᵣ)/dₗ + (2hₗ+hᵣ)/dᵣ, or 0 at an extreme  (Fritsch & Butland 1984)."""
    return _slopes(keys, inner=_weighted_harmonic_mean, end=_one_sided)


def _weighted_harmonic_mean(hl: Array, hr: Array, dl: Array, dr: Array) -> Array:
    weighted = (hl + 2 * hr) * dr + (2 * hl + hr) * dl
    same = (np.sign(dl) * np.sign(dr) > 0) & (weighted != 0)
    return np.where(same, 3 * (hl + hr) * dl / np.where(same, weighted, 1.0) * dr, 0.0)


def _one_sided(h0: Array, h1: Array, d0: Array, d1: Array, m1: Array) -> Array:
    """The parabola's end slope, kept within what stays monotone: the sign of d₀ and at most 3 d₀."""
    m = d0 + (d0 - d1) * h0 / (h0 + h1)
    m = np.where(np.sign(m) == np.sign(d0), m, 0.0)
    return np.where((np.sign(d0) != np.sign(d1)) & (np.abs(m) > 3 * np.abs(d0)), 3 * d0, m)


def _slopes(keys: Columns, inner: Rule, end: EndRule) -> Array:
    h, d = keys.spacing, keys.secants
    m = np.zeros_like(keys.values)
    m[1:-1] = inner(h[:-1], h[1:], d[:-1], d[1:])
    if keys.ends == "cyclic":
        m[0] = m[-1] = inner(h[-1], h[0], d[-1], d[0])
    elif keys.ends == "natural" and len(d) == 1:
        m[:] = d[0]
    elif keys.ends == "natural":
        m[0] = end(h[0], h[1], d[0], d[1], m[1])
        m[-1] = end(h[-1], h[-2], d[-1], d[-2], m[-2])
    return m
