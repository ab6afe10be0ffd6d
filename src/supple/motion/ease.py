"""Ease: how fast an interval is walked. A profile of speed, not of position (twixt; T-F12).

w(t) = tᵢ + N α(τ),  τ = t − tᵢ,  N = tᵢ₊₁ − tᵢ,  α = S(τ)/S(N),  S = ∫ speed

Speed rises from rest over the first a seconds, is steady, and falls to rest over the last d seconds. With

    sine     speed = (1 − cos πτ/a)/2   S(a) = a/2     no jump in acceleration
    quarter  speed = sin πτ/2a          S(a) = 2a/π    a softer knee, a harder start

x(t) = c(w(t)) for any interpolant c:  ẋ = c′ẇ,  ẍ = c″ẇ² + c′ẅ. If a + d > N, both shrink to fit.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.errors import UnknownNameError


@dataclass(frozen=True)
class Profile:
    """A rise of speed from 0 to 1 over s ∈ [0, 1]: `speed`, its integral `way`, its derivative `gain`."""

    way: Callable[[Array], Array]
    speed: Callable[[Array], Array]
    gain: Callable[[Array], Array]


PROFILES = {
    "sine": Profile(
        way=lambda s: s / 2 - np.sin(np.pi * s) / (2 * np.pi),
        speed=lambda s: (1 - np.cos(np.pi * s)) / 2,
        gain=lambda s: np.pi / 2 * np.sin(np.pi * s),
    ),
    "quarter": Profile(
        way=lambda s: 2 / np.pi * (1 - np.cos(np.pi / 2 * s)),
        speed=lambda s: np.sin(np.pi / 2 * s),
        gain=lambda s: np.pi / 2 * np.cos(np.pi / 2 * s),
    ),
}


def named(profile: str) -> Profile:
    """Return the profile of that name, or list those that exist."""
    if profile not in PROFILES:
        raise UnknownNameError("ease", str(profile), PROFILES)
    return PROFILES[profile]


def progress(tau: Array, N: Array, a: Array, d: Array, order: int, profile: str = "sine") -> Array:
    """α, dα/dτ or d²α/dτ² at τ [s] in an interval of N seconds with a seconds of ease-in and d of ease-out.

    >>> tau, six = np.array([6.0, 12.0, 18.0]), np.full(3, 6.0)
    >>> progress(tau, np.full(3, 24.0), six, six, order=0).round(4).tolist()
    [0.1667, 0.5, 0.8333]
    """
    shape = named(profile)
    fit = np.minimum(1.0, N / np.maximum(a + d, N * 1e-300 + 1e-300))
    a, d = a * fit, d * fit
    share = float(shape.way(np.ones(1))[0])
    total = share * (a + d) + (N - a - d)
    rising, falling = tau < a, tau > N - d
    one = np.ones_like(tau)
    s = np.divide(tau, a, out=one.copy(), where=rising)
    r = np.divide(N - tau, d, out=one.copy(), where=falling)
    if order == 0:
        way = np.where(rising, a * shape.way(s), share * a + tau - a)
        return np.where(falling, total - d * shape.way(r), way) / total
    if order == 1:
        return np.where(rising, shape.speed(s), np.where(falling, shape.speed(r), one)) / total
    gain = np.divide(shape.gain(s), a, out=np.zeros_like(tau), where=rising)
    return (
        np.where(falling, -np.divide(shape.gain(r), d, out=np.zeros_like(tau), where=falling), gain) / total
    )
